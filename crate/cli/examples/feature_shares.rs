//! How often each of ACPP's features is not zero in the positions of a PGN: the shares in `docs/acpp.md`.
//!
//! `cargo run --release -p millipawn --example feature_shares -- FILE.pgn`
#![allow(
    clippy::disallowed_methods,
    reason = "a program for people reads files"
)]

use std::{error::Error, fs};

use millipawn_engine::{
    ImportSettings, Importer,
    evaluation::{Evaluation, acpp::Acpp},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a PGN file")?;
    let mut importer = Importer::new(ImportSettings {
        keep: u32::MAX / 2,
        skip_plies: 0,
        drop_duplicates: false,
        ..ImportSettings::default()
    });
    importer.begin_file(&path);
    importer.push(&fs::read(&path)?);
    let (set, _) = importer.finish();
    let mut counts = [0_usize; Acpp::FEATURES.len()];
    for (position, _) in set.iter().filter_map(|example| example.unpack()) {
        let features = Acpp::features(&position);
        for (count, feature) in counts.iter_mut().zip(features) {
            *count += usize::from(feature != 0);
        }
    }
    println!("{} positions", set.len());
    for (feature, count) in Acpp::FEATURES.iter().zip(counts) {
        println!(
            "{:>6.1} %  {}",
            100.0 * count as f64 / set.len() as f64,
            feature.name
        );
    }
    Ok(())
}

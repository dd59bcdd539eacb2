//! Imports the files named on the command line and prints the report and the speed.
#![allow(
    clippy::disallowed_methods,
    reason = "a measurement reads files and the clock; the library does neither"
)]

use std::{fs::File, io::Read, time::Instant};

use millipawn_engine::{ImportSettings, Importer};

/// Bytes read at a time, as a worker reads a file.
const SLICE: usize = 256 << 10;

fn main() -> std::io::Result<()> {
    let mut importer = Importer::new(ImportSettings::default());
    let mut slice = vec![0; SLICE];
    let mut total = 0;
    let start = Instant::now();
    for name in std::env::args().skip(1) {
        let mut file = File::open(&name)?;
        importer.begin_file(&name);
        loop {
            match file.read(&mut slice)? {
                0 => break,
                length => {
                    importer.push(&slice[..length]);
                    total += length;
                }
            }
        }
        importer.end_file();
    }
    let (set, report) = importer.finish();
    let seconds = start.elapsed().as_secs_f64();
    print!("{}", report.text());
    println!("fingerprint {:016x}", set.fingerprint());
    println!(
        "{total} bytes in {seconds:.3} s: {:.1} MB/s",
        total as f64 / seconds / 1e6
    );
    Ok(())
}

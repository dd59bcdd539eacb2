//! What was measured, for people.

use std::path::PathBuf;

use millipawn_engine::examples::import::grouped;
use millipawn_evolve::run::imitation::Settings;

use crate::{Arguments, run::Recording};

/// One measurement a round.
#[derive(Default)]
pub(crate) struct Rounds(Vec<f64>);

impl Rounds {
    pub(crate) fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn median(&self) -> f64 {
        let sorted = self.sorted();
        let middle = sorted.len() / 2;
        if sorted.len().is_multiple_of(2) {
            (sorted[middle - 1] + sorted[middle]) / 2.0
        } else {
            sorted[middle]
        }
    }

    /// Round by round, how many times as large as another.
    fn over(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// Median, lowest and highest.
    fn ratio(&self) -> String {
        let sorted = self.sorted();
        let (low, high) = (sorted[0], sorted[sorted.len() - 1]);
        format!("{:.2} (rounds {low:.2} to {high:.2})", self.median())
    }
}

/// What is measured where.
pub(crate) fn setting(arguments: &Arguments, files: &[PathBuf], settings: &Settings) -> String {
    let data = files.first().map_or_else(
        || "the sample games".to_owned(),
        |path| path.display().to_string(),
    );
    format!(
        "Millipawn {}, rustc {}, {}, {}; {} cores\n\
         {} on {data}: {} individuals, {} positions, {} generations, seed {}; medians of {} rounds",
        env!("CARGO_PKG_VERSION"),
        toolchain(),
        std::env::consts::ARCH,
        instructions(),
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        settings.system.id(),
        settings.population,
        settings.positions,
        settings.generations,
        settings.seed,
        arguments.rounds,
    )
}

fn toolchain() -> &'static str {
    include_str!("../../../../rust-toolchain.toml")
        .lines()
        .find_map(|line| line.strip_prefix("channel = "))
        .map_or("unknown", |version| version.trim_matches('"'))
}

/// Which "native" the ratios are of.
fn instructions() -> &'static str {
    if cfg!(target_feature = "avx2") {
        "AVX2"
    } else if cfg!(target_feature = "sse4.2") {
        "SSE4.2"
    } else if cfg!(target_feature = "sse2") {
        "SSE2"
    } else {
        "no x86 vectors"
    }
}

/// The table of the native comparisons; `sample` is of how many individuals times positions the plain search was timed.
pub(crate) fn natively(
    recording: &Recording,
    sample: usize,
    plain: &Rounds,
    packet: &Rounds,
    threads: &[Rounds; 2],
) {
    let pairs = recording.pairs();
    let row = |what: &str, seconds: f64| {
        let rate = grouped((pairs as f64 / seconds) as u64);
        println!("{what:<28} {rate:>12} individuals x positions/s {seconds:>9.2} s the whole run");
    };
    println!();
    row("plain search, 1 thread", plain.median());
    row("packet search, 1 thread", packet.median());
    println!(
        "packet / plain: {}; plain estimated from {} individuals x positions a round, equal match counts",
        plain.over(packet).ratio(),
        grouped(sample as u64)
    );
    println!();
    // Of Falcon's positions, which return in every generation, these keep the trees.
    row("run with 1 worker", threads[0].median());
    row("run with 2 workers", threads[1].median());
    println!(
        "two workers / one: {}",
        threads[0].over(&threads[1]).ratio()
    );
}

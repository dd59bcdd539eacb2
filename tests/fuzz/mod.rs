//! Fuzzing: each target builds inputs that are valid by construction, damages some of them, and checks that what reads them
//! accepts or refuses and does nothing else.
//!
//! A target is a module here with a function `target`, a row of [`targets`] and a test in `tests/tests/fuzz.rs`. `cargo test` runs a few
//! seconds of each; the program `fuzz` (see `docs/fuzzing.md`) runs as many as it is told.

pub mod checkpoints;
pub mod envelope;
pub mod epd;
pub mod fen;
pub mod files;
pub mod kept_games;
pub mod links;
pub mod messages;
pub mod mutation;
pub mod offers;
pub mod pgn;
pub mod positions;
mod search;
pub mod training_sets;
pub mod uci;

use std::{cell::Cell, fmt::Debug};

use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner},
};

/// Every target.
pub fn targets() -> Vec<Target> {
    let mut targets = vec![
        fen::target(),
        pgn::target(),
        epd::target(),
        uci::target(),
        links::target(),
        offers::target(),
        kept_games::target(),
        training_sets::target(),
    ];
    targets.extend(checkpoints::targets());
    targets.extend(messages::targets());
    targets.extend(files::targets());
    targets
}

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It got past the parser, and what follows was done with it.
    Accepted,
    /// It was refused with a reason.
    Refused,
}

/// Something that reads what anybody may write.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// Executions in `cargo test`: a few seconds.
    pub short: u32,
    /// Executions of `make soak`.
    pub long: u32,
    run: Box<dyn Fn(u32, u64) -> Report>,
}

/// What came of many executions.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Inputs tried until the first fault.
    pub executions: u64,
    /// How many of them got past the parser.
    pub accepted: u64,
    /// The fault, and the smallest input found that shows it.
    pub fault: Option<String>,
}

impl Target {
    /// `check` panics where something is wrong; it must not depend on earlier inputs.
    pub fn new<S: Strategy + 'static>(
        name: &'static str,
        [short, long]: [u32; 2],
        inputs: S,
        check: fn(&S::Value) -> Verdict,
    ) -> Self
    where
        S::Value: Debug,
    {
        Self {
            name,
            short,
            long,
            run: Box::new(move |executions, seed| run(&inputs, check, executions, seed)),
        }
    }

    /// So many inputs, the same for the same seed.
    pub fn run(&self, executions: u32, seed: u64) -> Report {
        (self.run)(executions, seed)
    }
}

impl Report {
    /// The share of the inputs that got past the parser, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.accepted as f64 / self.executions.max(1) as f64
    }
}

fn run<S: Strategy>(
    inputs: &S,
    check: fn(&S::Value) -> Verdict,
    executions: u32,
    seed: u64,
) -> Report
where
    S::Value: Debug,
{
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: executions,
        failure_persistence: None,
        max_shrink_iters: 4096,
        ..Config::default()
    };
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let (tried, accepted, is_shrinking) = (Cell::new(0), Cell::new(0), Cell::new(false));
    let result = TestRunner::new_with_rng(config, random).run(inputs, |input| {
        if is_shrinking.get() {
            check(&input);
            return Ok(());
        }
        tried.set(tried.get() + 1);
        // It stays so when the check panics: what follows are attempts to make the input smaller.
        is_shrinking.set(true);
        let verdict = check(&input);
        is_shrinking.set(false);
        accepted.set(accepted.get() + u64::from(verdict == Verdict::Accepted));
        Ok(())
    });
    let fault = match result {
        Ok(()) => None,
        Err(TestError::Fail(reason, input)) => Some(format!("{reason}\n{input:#?}")),
        Err(TestError::Abort(reason)) => Some(reason.to_string()),
    };
    Report {
        executions: tried.get(),
        accepted: accepted.get(),
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below_a_thousand(number: &u32) -> Verdict {
        assert!(*number < 1000, "too large");
        if number.is_multiple_of(2) {
            Verdict::Accepted
        } else {
            Verdict::Refused
        }
    }

    #[test]
    fn a_fault_is_told_with_the_smallest_input_and_found_again() {
        let target = Target::new("numbers", [1, 1], 0_u32..2000, below_a_thousand);
        let report = target.run(10_000, 7);
        let fault = report.fault.expect("half of them are too large");
        assert!(
            fault.contains("too large") && fault.ends_with("\n1000"),
            "{fault}"
        );
        assert!(report.executions < 100);
        assert_eq!(target.run(10_000, 7).executions, report.executions);
    }

    #[test]
    fn the_share_of_accepted_inputs_is_counted() {
        let target = Target::new("numbers", [1, 1], 0_u32..1000, below_a_thousand);
        let report = target.run(1000, 1);
        assert_eq!((report.executions, report.fault), (1000, None));
        assert!((450..550).contains(&report.accepted), "{}", report.accepted);
    }
}

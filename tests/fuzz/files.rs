//! Files of others that the command line reads as JSON: a program that the page saved, and the lines of a run.

use millipawn_cli::{given, ladder};
use millipawn_evolve::{run::coevolution, system::System, text::program::Program};
use proptest::prelude::*;

use super::{
    Target, Verdict,
    mutation::{Edit, edited_text, edits},
};

const LETTERS: &[u8] = b"{}[]\":,.0123456789-eE\\\nachmpionultrvsgdf";

type Input = (u64, Vec<Edit>);

/// The targets: programs and runs.
pub fn targets() -> [Target; 2] {
    let inputs = || (any::<u64>(), edits(LETTERS));
    [
        Target::new("programs", [20_000, 10_000_000], inputs(), program),
        Target::new("runs", [5_000, 10_000_000], inputs(), run),
    ]
}

fn chromosome(seed: u64) -> String {
    let system = System::ALL[(seed % 2) as usize];
    coevolution::random(system, 1, seed)[0].to_string()
}

fn program((seed, edits): &Input) -> Verdict {
    let chromosome = chromosome(*seed);
    let system = chromosome.split('.').next().unwrap_or_default();
    let text = format!(
        "{{\n  \"format\": \"millipawn program\",\n  \"version\": 1,\n  \"program_version\": \"0.1.0\",\n  \"system\": \
         \"{system}\",\n  \"chromosome\": \"{chromosome}\",\n  \"provenance\": {{\"generation\": {seed}}}\n}}\n"
    );
    match given::in_text(&edited_text(text, edits)) {
        Ok(player) => {
            let program = player.program().expect("a file holds a program");
            assert_eq!(Program::parse(&program.to_string()).as_ref(), Ok(program));
            Verdict::Accepted
        }
        Err(why) => {
            assert!(!why.is_empty());
            Verdict::Refused
        }
    }
}

fn run((seed, edits): &Input) -> Verdict {
    let lines = (0..1 + seed % 4).map(|generation| {
        let champion = chromosome(seed & !1 | (generation << 8) | seed & 1);
        let (best, matched) = (seed % 500, (seed >> 9) % 1000);
        let held_out = match (seed >> generation) % 2 {
            0 => String::new(),
            _ => format!(
                ",\"held_out\":{{\"generation\":{generation},\"examples\":1000,\"matched\":{matched},\"rate\":0.2,\"low\":0.1,\"high\":0.3}}"
            ),
        };
        format!(
            "{{\"generation\":{generation},\"best\":{best},\"mean\":1.5,\"worst\":0,\"elapsed_ms\":7,\"champion\":\"{champion}\"{held_out}}}\n"
        )
    });
    let text: String = lines.collect();
    let (steps, skipped) = ladder::steps_of(&edited_text(text, edits));
    for skip in skipped {
        assert!(skip.place > 0 && !skip.reason.is_empty());
    }
    let Some(first) = steps.first() else {
        return Verdict::Refused;
    };
    for step in &steps {
        let system = step.champion.evaluation.system;
        assert_eq!(system, first.champion.evaluation.system);
        let rate = step.held_out.as_ref().map_or(0.0, |held_out| held_out.rate);
        assert!((0.0..=1.0).contains(&rate), "{rate}");
    }
    Verdict::Accepted
}

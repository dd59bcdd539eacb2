//! How many moves of one player a program finds, beside another program on the same positions, and where it would play otherwise.

use std::collections::BTreeMap;

use millipawn_engine::Example;
use serde::Serialize;
use shakmaty::{CastlingMode, EnPassantMode, Move, Position, fen::Fen, san::SanPlus, uci::UciMove};

use crate::{
    measure::statistics::rate_of_groups, system::matching::Chooser, text::chromosome::Chromosome,
};

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Likeness {
    /// Positions tried.
    pub positions: u32,
    /// Games that they are of.
    pub games: u32,
    /// Moves that the program found.
    pub found: u32,
    /// Moves that the other program found.
    pub found_by_other: u32,
    /// How many more the program found than the other, a try; the lower and the upper end of the 95 % interval, games drawn independently.
    /// `None` for fewer than two games.
    pub more: Option<(f64, f64)>,
    /// Positions where the program would play otherwise, as many as were asked for at most.
    pub differences: Vec<Difference>,
}

/// A position where the program would play otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Without counters, which an example does not have.
    pub fen: String,
    /// The number of the move.
    pub number: u32,
    /// Whether White is to move.
    pub is_white: bool,
    /// The move that was played, in SAN and in UCI.
    pub played: (String, String),
    /// The program's.
    pub chosen: (String, String),
    /// Whether the other program finds the move that was played.
    pub is_found_by_other: bool,
}

/// Asks both programs for the moves of these examples, and keeps at most so many differences, of the first examples. An example whose move is
/// none is passed over.
pub fn compare(
    program: &Chromosome,
    other: &Chromosome,
    examples: &[Example],
    most: usize,
) -> Likeness {
    let chooser = |one: &Chromosome| Chooser::new(&one.system.evaluator(&one.genome));
    let (mut program, mut other) = (chooser(program), chooser(other));
    let mut likeness = Likeness::default();
    let mut games: BTreeMap<u32, (u32, f64)> = BTreeMap::new();
    for example in examples {
        let Some((position, played)) = example.unpack() else {
            continue;
        };
        let chosen = program.choose(&position);
        let is_found = chosen == Some(played);
        let is_found_by_other = other.choose(&position) == Some(played);
        likeness.positions += 1;
        likeness.found += u32::from(is_found);
        likeness.found_by_other += u32::from(is_found_by_other);
        let (tries, sum) = games.entry(example.game).or_default();
        *tries += 1;
        *sum += f64::from(u8::from(is_found)) - f64::from(u8::from(is_found_by_other));
        if let Some(chosen) = chosen.filter(|_| !is_found && likeness.differences.len() < most) {
            let written = |m: Move| {
                let san = SanPlus::from_move(position.clone(), m).to_string();
                (
                    san,
                    UciMove::from_move(m, CastlingMode::Standard).to_string(),
                )
            };
            likeness.differences.push(Difference {
                fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
                number: u32::from(example.ply) / 2 + 1,
                is_white: position.turn().is_white(),
                played: written(played),
                chosen: written(chosen),
                is_found_by_other,
            });
        }
    }
    likeness.games = games.len() as u32;
    let games: Vec<(u32, f64)> = games.into_values().collect();
    let interval = rate_of_groups(&games);
    likeness.more = interval.map(|(mean, half)| (mean - half, mean + half));
    likeness
}

#[cfg(test)]
mod tests {
    use millipawn_engine::{ImportSettings, Importer, SAMPLE_GAMES};

    use super::*;
    use crate::{
        job::{
            move_matching::MoveMatching,
            task::{Job, JobResult, Task, TaskId, perform},
        },
        run::learning,
        system::{System, matching::Search},
    };

    fn examples() -> Vec<Example> {
        let mut importer = Importer::new(ImportSettings {
            keep: 300,
            ..ImportSettings::default()
        });
        importer.begin_file("sample games");
        importer.push(SAMPLE_GAMES.as_bytes());
        importer.finish().0.iter().collect()
    }

    fn falcon() -> Chromosome {
        Chromosome {
            system: System::FALCON,
            genome: System::FALCON.hand_set(),
        }
    }

    #[test]
    fn it_counts_as_imitation_does() {
        let examples = examples();
        let program = learning::exact_program(&learning::random(1));
        let likeness = compare(&program, &falcon(), &examples, 20);
        for (one, found) in [
            (program, likeness.found),
            (falcon(), likeness.found_by_other),
        ] {
            let job = Job::MoveMatching(MoveMatching {
                system: one.system,
                search: Search::Quiescence,
                returning: false,
                ablation: false,
                individuals: vec![one.genome],
                examples: examples.clone(),
            });
            let id = TaskId {
                generation: 0,
                phase: 0,
                chunk: 0,
            };
            assert_eq!(
                perform(&Task { id, job }).result,
                JobResult::MoveMatching(vec![found])
            );
        }
        assert_eq!(likeness.positions, 300);
        assert!(likeness.found < likeness.found_by_other);
        let (low, high) = likeness.more.expect("many games");
        assert!(low < high && high < 0.0, "it knows nothing: {low} {high}");
        assert_eq!(likeness.differences.len(), 20);
        for one in likeness.differences {
            assert_ne!(one.played, one.chosen);
            let position = millipawn_engine::chess::game::read_fen(&one.fen).expect("a position");
            for (san, uci) in [one.played, one.chosen] {
                let read = san.parse::<SanPlus>().expect("a move");
                let m = read.san.to_move(&position).expect("legal");
                assert_eq!(
                    SanPlus::from_move(position.clone(), m),
                    read,
                    "with its check sign"
                );
                assert_eq!(
                    UciMove::from_move(m, CastlingMode::Standard).to_string(),
                    uci
                );
            }
        }
    }

    #[test]
    fn a_program_beside_itself_is_no_better_and_of_nothing_nothing_is_known() {
        let likeness = compare(&falcon(), &falcon(), &examples(), 0);
        assert_eq!(likeness.more, Some((0.0, 0.0)));
        assert_eq!(compare(&falcon(), &falcon(), &[], 9), Likeness::default());
    }
}

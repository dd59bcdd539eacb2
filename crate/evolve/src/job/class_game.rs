//! A piece of work: a game of a program of EvoChess against a fixed-depth opponent (Gross et al. 2002).

use millipawn_engine::{
    evaluation::{CENTIPAWN, Evaluate as _, evochess::EvoChess},
    play::contest::{
        evochess::Bred,
        mover::FixedDepth,
        opening::Opening,
        play::{End, GameRecord},
        rules::{Rules, Verdict},
    },
    search::evochess::individual::Individual,
};
use shakmaty::{Chess, Color, Position as _};

use crate::{
    genome::Genome,
    job::{
        game_task::{Bound, Terms},
        host::Host,
        message::{Reader, Unreadable, write_block},
    },
    system::{System, evochess::Parts},
};

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassGame {
    /// The program.
    pub genome: Genome,
    /// What it plays.
    pub color: Color,
    /// Of the opponent, which looks half as many plies ahead.
    pub class: u32,
    /// Nodes a move, on average.
    pub nodes: u32,
    /// After so many moves of each the game is aborted.
    pub longest: u32,
    /// Of the random terms of both evaluations.
    pub seed: u64,
}

/// What came of it, from the program's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassResult {
    /// In hundredths, from -100 (a loss) to 100 (a win).
    pub result: i8,
    /// Moves that the program has made.
    pub moves: u32,
    /// Nodes it took for them.
    pub nodes: u64,
    /// Moves for which its nodes ran out.
    pub ran_out: u32,
}

/// An advantage that counts nearly as a win where a game is aborted, in centipawns: a queen. Less counts in proportion (our choice).
const WINNING: i32 = 900;

impl ClassGame {
    /// Plays it.
    pub(crate) fn perform(&self, host: &mut dyn Host) -> ClassResult {
        let mut own = Bred::new(self.individual());
        let mut other = FixedDepth::noisy(self.class / 2);
        let terms = Terms {
            opening: Opening {
                name: String::new(),
                start: Chess::default(),
                moves: Vec::new(),
            },
            bound: Bound::Nodes(self.nodes.into()),
            rules: Rules {
                maximum_moves: self.longest as i32,
                ..Rules::DEFAULT
            },
            seed: self.seed,
        };
        let record = match self.color {
            Color::White => terms.play(&mut own, &mut other, host),
            Color::Black => terms.play(&mut other, &mut own, host),
        };
        let white = white_hundredths(&record);
        let effort = record.effort(self.color);
        ClassResult {
            result: self.color.fold_wb(white, -white),
            moves: effort.moves,
            nodes: effort.nodes,
            ran_out: own.ran_out(),
        }
    }

    fn individual(&self) -> Individual {
        Parts::of(&self.genome).individual()
    }

    /// The genome, color (u8, 0 White), class, nodes, longest (u32 each), seed (u64).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_block(bytes, self.genome.as_bytes());
        bytes.push(self.color.fold_wb(0, 1));
        for number in [self.class, self.nodes, self.longest] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.seed.to_le_bytes());
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let representation = System::EVOCHESS.representation();
        let genome = representation.accepts(reader.block()?).ok_or(Unreadable)?;
        let color = match reader.array()? {
            [0] => Color::White,
            [1] => Color::Black,
            _ => return Err(Unreadable),
        };
        let [class, nodes, longest] = [reader.number()?, reader.number()?, reader.number()?];
        let is_class = (2..=14).contains(&class) && class.is_multiple_of(2);
        if !is_class || nodes == 0 || !(1..=MOST_MOVES).contains(&longest) {
            return Err(Unreadable);
        }
        Ok(Self {
            genome,
            color,
            class,
            nodes,
            longest,
            seed: u64::from_le_bytes(reader.array()?),
        })
    }
}

/// Of each side, in the longest game.
pub const MOST_MOVES: u32 = 1000;

/// The result for White. Who stands better in a game that is aborted gets a part of it, by the fixed evaluation.
fn white_hundredths(record: &GameRecord) -> i8 {
    if record.end != End::Verdict(Verdict::TooLong) {
        return 100 * (record.end.white_half_points() as i8 - 1);
    }
    let position = record.game.position();
    let score = EvoChess::standard().evaluate(position, &()) / CENTIPAWN;
    let white = position.turn().fold_wb(score, -score);
    (100 * white / WINNING).clamp(-99, 99) as i8
}

impl ClassResult {
    /// The result (i8), moves (u32), nodes (u64), ran out (u32).
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.result.to_le_bytes());
        bytes.extend_from_slice(&self.moves.to_le_bytes());
        bytes.extend_from_slice(&self.nodes.to_le_bytes());
        bytes.extend_from_slice(&self.ran_out.to_le_bytes());
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let [result] = reader.array()?;
        let played = Self {
            result: i8::from_le_bytes([result]),
            moves: reader.number()?,
            nodes: u64::from_le_bytes(reader.array()?),
            ran_out: reader.number()?,
        };
        played.is_possible().then_some(played).ok_or(Unreadable)
    }

    /// Whether a game can end so.
    pub const fn is_possible(&self) -> bool {
        self.result >= -100
            && self.result <= 100
            && self.moves <= MOST_MOVES
            && self.ran_out <= self.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{job::host::Timeless, system::evochess::standard};

    fn game(color: Color, class: u32, seed: u64) -> ClassGame {
        ClassGame {
            genome: standard(2).genome(),
            color,
            class,
            nodes: 2000,
            longest: 40,
            seed,
        }
    }

    fn played(game: &ClassGame) -> ClassResult {
        game.perform(&mut Timeless::default())
    }

    #[test]
    fn the_same_seed_gives_the_same_game_and_another_another() {
        let first = played(&game(Color::White, 2, 1));
        assert_eq!(first, played(&game(Color::White, 2, 1)));
        let others: Vec<ClassResult> = (2..6)
            .map(|seed| played(&game(Color::White, 2, seed)))
            .collect();
        assert!(others.iter().any(|other| other.nodes != first.nodes));
        assert!(first.is_possible() && first.moves > 10 && first.nodes > 1000);
    }

    #[test]
    fn who_sees_further_wins_with_either_colour() {
        for color in Color::ALL {
            let results = (0..4).map(|seed| {
                let shallow = ClassGame {
                    genome: standard(1).genome(),
                    longest: 100,
                    ..game(color, 6, seed)
                };
                i32::from(played(&shallow).result)
            });
            assert!(results.sum::<i32>() < 0, "{color:?}");
        }
    }

    #[test]
    fn an_aborted_game_counts_in_proportion() {
        let aborted = ClassGame {
            longest: 1,
            ..game(Color::White, 2, 1)
        };
        let result = played(&aborted);
        assert_eq!(result.moves, 1);
        assert!((-20..=20).contains(&result.result), "{result:?}");
        let black = ClassGame {
            color: Color::Black,
            ..aborted
        };
        assert_eq!(played(&black).moves, 1);
    }

    #[test]
    fn it_survives_a_message() {
        for color in Color::ALL {
            let game = game(color, 14, u64::MAX);
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let read = ClassGame::read(&mut Reader::new(&bytes));
            assert_eq!(read, Ok(game));
        }
        let result = ClassResult {
            result: -100,
            moves: 60,
            nodes: 1 << 40,
            ran_out: 7,
        };
        let mut bytes = Vec::new();
        result.write(&mut bytes);
        assert_eq!(ClassResult::read(&mut Reader::new(&bytes)), Ok(result));
        bytes[0] = 101;
        assert_eq!(ClassResult::read(&mut Reader::new(&bytes)), Err(Unreadable));
    }
}

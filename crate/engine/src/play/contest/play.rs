//! Plays one game, from its opening to its end.

use shakmaty::{ByColor, Color};

use super::{
    mover::{Budget, Choice, Clocks, Mover, Time, Trouble},
    opening::Opening,
    rules::{Adjudicator, Rules, Verdict},
};
use crate::chess::game::{Ending, Game, MoveError};

/// The limits of the players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Nodes per move; `u64::MAX` without a limit.
    pub nodes: u64,
    /// The time control.
    pub time: TimeLimit,
}

/// The time control, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// No time limit.
    None,
    /// A fixed time per move.
    Move(u64),
    /// A game clock.
    Clock {
        /// The time at the start.
        base: u64,
        /// The time added after every move.
        increment: u64,
    },
}

/// A clock may be exceeded by this much without loss: the delay may be our own.
pub const GRACE_MS: u64 = 50;

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// By the rules of chess.
    Board(Ending),
    /// By adjudication.
    Verdict(Verdict),
    /// This side's clock ran out.
    Time(Color),
    /// This side failed to move.
    Trouble(Color, Trouble),
}

impl End {
    /// White's half-points: 0, 1 or 2.
    pub fn white_half_points(&self) -> u32 {
        let lost = |loser: &Color| loser.fold_wb(0, 2);
        match self {
            Self::Board(Ending::Mate(winner)) => winner.fold_wb(2, 0),
            Self::Board(Ending::Resignation(loser) | Ending::Time(loser))
            | Self::Verdict(Verdict::Resignation(loser))
            | Self::Time(loser)
            | Self::Trouble(loser, _) => lost(loser),
            Self::Board(_) | Self::Verdict(Verdict::Draw | Verdict::TooLong) => 1,
        }
    }

    /// The result in PGN.
    pub fn result(&self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self.white_half_points() as usize]
    }

    /// Whether a player was at fault (a crash, an illegal move, the clock), which people should be told.
    pub const fn is_fault(&self) -> bool {
        match self {
            Self::Trouble(_, trouble) => !matches!(trouble, Trouble::Resigns),
            Self::Time(_) => true,
            Self::Board(_) | Self::Verdict(_) => false,
        }
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |color: &Color| color.fold_wb("White", "Black");
        match self {
            Self::Board(ending) => write!(f, "{ending}"),
            Self::Verdict(Verdict::Resignation(loser)) => write!(f, "{} resigns", name(loser)),
            Self::Verdict(Verdict::Draw) => write!(f, "Draw by adjudication: both judge it level"),
            Self::Verdict(Verdict::TooLong) => write!(f, "Draw by adjudication: too many moves"),
            Self::Time(loser) => write!(f, "{} loses on time", name(loser)),
            Self::Trouble(loser, trouble) => write!(f, "{} {trouble}", name(loser)),
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its moves, beginning with those of the opening.
    pub game: Game,
    /// The number of opening moves among them, in plies.
    pub opening_plies: usize,
    /// Why it ended.
    pub end: End,
    /// What the players reported with each move after the opening.
    pub reported: Vec<Reported>,
}

/// What a player reports with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reported {
    /// The move's score from the mover's point of view, in sixteenths of a millipawn, if the mover has one.
    pub score: Option<i32>,
    /// Nodes searched for it, as counted by the mover.
    pub nodes: u64,
}

/// What a player searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes, as counted by the mover.
    pub nodes: u64,
    /// Moves that they were searched for.
    pub moves: u32,
}

impl Effort {
    /// Nodes a move; none without a move.
    pub fn nodes_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.nodes as f64 / f64::from(self.moves))
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.moves += other.moves;
    }
}

impl GameRecord {
    /// What a side searched for its moves after the opening.
    pub fn effort(&self, color: Color) -> Effort {
        let to_move = shakmaty::Position::turn(self.game.position());
        // The last move is of the side that is not to move.
        let later = usize::from(color == to_move);
        let mut effort = Effort::default();
        for reported in self.reported.iter().rev().skip(later).step_by(2) {
            effort += Effort {
                nodes: reported.nodes,
                moves: 1,
            };
        }
        effort
    }
}

/// Plays a game. The players draw random numbers from `seed`. `now` is the wall clock in milliseconds; it is read only if there
/// is a time limit. A player that fails to move, makes an illegal move or runs out of time loses.
///
/// # Errors
/// When the moves of the opening are not legal or end the game.
pub fn play(
    opening: &Opening,
    white: &mut dyn Mover,
    black: &mut dyn Mover,
    limit: &Limit,
    rules: &Rules,
    seed: u64,
    now: &mut dyn FnMut() -> u64,
) -> Result<GameRecord, MoveError> {
    let mut game = Game::from_position(opening.start.clone());
    for m in &opening.moves {
        game.play(*m)?;
    }
    let record = GameRecord {
        opening_plies: game.played().len(),
        game,
        end: End::Verdict(Verdict::TooLong),
        reported: Vec::new(),
    };
    let in_progress = GameInProgress {
        record,
        white,
        black,
        limit,
        rules,
        now,
        adjudicator: Adjudicator::default(),
        left: ByColor::default(),
    };
    Ok(in_progress.play(seed))
}

/// A game in progress.
struct GameInProgress<'a> {
    record: GameRecord,
    white: &'a mut dyn Mover,
    black: &'a mut dyn Mover,
    limit: &'a Limit,
    rules: &'a Rules,
    now: &'a mut dyn FnMut() -> u64,
    adjudicator: Adjudicator,
    /// Milliseconds left on the clocks.
    left: ByColor<u64>,
}

impl GameInProgress<'_> {
    fn player(&mut self, color: Color) -> &mut dyn Mover {
        color.fold_wb(&mut *self.white, &mut *self.black)
    }

    fn play(mut self, seed: u64) -> GameRecord {
        if let TimeLimit::Clock { base, .. } = self.limit.time {
            self.left = ByColor::new_with(|_| base);
        }
        for color in Color::ALL {
            if let Err(trouble) = self.player(color).new_game(seed) {
                return self.ended(End::Trouble(color, trouble));
            }
        }
        loop {
            if let Some(end) = self.end() {
                return self.ended(end);
            }
            if let Err(end) = self.turn() {
                return self.ended(end);
            }
        }
    }

    fn ended(self, end: End) -> GameRecord {
        GameRecord { end, ..self.record }
    }

    fn end(&self) -> Option<End> {
        let by_rules = self.record.game.ending().map(End::Board);
        by_rules.or_else(|| self.adjudicator.verdict(self.rules).map(End::Verdict))
    }

    /// Lets the side to move make its move.
    fn turn(&mut self) -> Result<(), End> {
        let mover = shakmaty::Position::turn(self.record.game.position());
        let time = self.time(mover);
        let started = self.clock(time);
        let mut budget = Budget {
            nodes: self.limit.nodes,
            time,
            now: &mut *self.now,
        };
        let player = mover.fold_wb(&mut *self.white, &mut *self.black);
        let choice = player.choose(&self.record.game, &mut budget);
        let spent = self.clock(time).saturating_sub(started);
        self.charge(mover, time, spent)?;
        let choice = choice.map_err(|trouble| End::Trouble(mover, trouble))?;
        let played = self.record.game.play(choice.m);
        played.map_err(|error| End::Trouble(mover, Trouble::Illegal(error.to_string())))?;
        let Choice { score, nodes, .. } = choice;
        self.record.reported.push(Reported { score, nodes });
        self.adjudicator.record(self.rules, mover, choice.score);
        Ok(())
    }

    fn time(&mut self, mover: Color) -> Time {
        if !self.player(mover).is_timed() {
            return Time::Free;
        }
        match self.limit.time {
            TimeLimit::None => Time::Free,
            TimeLimit::Move(time) => Time::Move(time),
            TimeLimit::Clock { increment, .. } => Time::Clock(Clocks {
                own: *self.left.get(mover),
                their: *self.left.get(!mover),
                own_increment: increment,
                their_increment: increment,
            }),
        }
    }

    fn clock(&mut self, time: Time) -> u64 {
        if time == Time::Free { 0 } else { (self.now)() }
    }

    /// Deducts the time spent from the clock.
    fn charge(&mut self, mover: Color, time: Time, spent: u64) -> Result<(), End> {
        let Time::Clock(clocks) = time else {
            return Ok(());
        };
        if spent > clocks.own + GRACE_MS {
            return Err(End::Time(mover));
        }
        *self.left.get_mut(mover) = clocks.own.saturating_sub(spent) + clocks.own_increment;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::{
        chess::game::{read_fen, read_move},
        play::{
            contest::{
                mover::{Choice, EngineMover, FixedDepth, Random},
                opening::built_in,
                pgn,
            },
            engine::Setup,
        },
    };

    const NODES: Limit = Limit {
        nodes: 300,
        time: TimeLimit::None,
    };

    fn opening(fen: &str) -> Opening {
        Opening {
            name: String::new(),
            start: read_fen(fen).expect("a position"),
            moves: Vec::new(),
        }
    }

    fn staunton() -> EngineMover {
        EngineMover::new(&Setup::staunton(1), None)
    }

    fn game(
        opening: &Opening,
        white: &mut dyn Mover,
        black: &mut dyn Mover,
        seed: u64,
    ) -> GameRecord {
        let mut never = || panic!("no clock is read where only nodes bind");
        play(
            opening,
            white,
            black,
            &NODES,
            &Rules::DEFAULT,
            seed,
            &mut never,
        )
        .expect("the opening is legal")
    }

    /// Plays the moves of a script, then fails.
    struct Script(Vec<&'static str>, Trouble);

    impl Mover for Script {
        fn new_game(&mut self, _: u64) -> Result<(), Trouble> {
            Ok(())
        }

        fn choose(&mut self, game: &Game, _: &mut Budget<'_>) -> Result<Choice, Trouble> {
            if self.0.is_empty() {
                return Err(self.1.clone());
            }
            let m = read_move(game.position(), self.0.remove(0)).expect("legal");
            Ok(Choice {
                m,
                score: None,
                nodes: 1,
            })
        }
    }

    #[test]
    fn a_game_does_not_depend_on_the_games_before_it() {
        let openings = built_in();
        let (mut used, mut other) = (staunton(), FixedDepth::new(1));
        game(&openings[0], &mut used, &mut other, 1);
        game(&openings[1], &mut other, &mut used, 2);
        let again = game(&openings[2], &mut used, &mut other, 3);
        assert_eq!(
            again,
            game(&openings[2], &mut staunton(), &mut FixedDepth::new(1), 3)
        );
        assert!(again.reported.iter().all(|reported| reported.nodes > 0));
        assert_eq!(
            again.reported.len() + again.opening_plies,
            again.game.played().len()
        );
    }

    #[test]
    fn the_random_mover_draws_by_the_seed() {
        let of = |seed| {
            game(
                &built_in()[3],
                &mut Random::default(),
                &mut Random::default(),
                seed,
            )
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1).game, of(2).game);
    }

    #[test]
    fn mates_and_wins_against_random_play() {
        let record = game(&built_in()[5], &mut staunton(), &mut Random::default(), 9);
        assert_eq!(record.end.white_half_points(), 2, "{}", record.end);
    }

    #[test]
    fn whoever_has_no_move_loses() {
        let start = Opening {
            name: String::new(),
            start: Chess::default(),
            moves: Vec::new(),
        };
        let crash = Trouble::Crashed("it {broke}".to_owned());
        let record = game(
            &start,
            &mut Script(vec!["e4"], crash.clone()),
            &mut Script(vec!["e5"], Trouble::Resigns),
            0,
        );
        assert_eq!(record.end, End::Trouble(Color::White, crash));
        assert!(record.end.is_fault());
        assert_eq!(record.end.result(), "0-1");
        let text = pgn::write(
            &record,
            &pgn::Header {
                white: "A \"1\"".to_owned(),
                ..Default::default()
            },
        );
        assert!(text.contains("[White \"A \\\"1\\\"\"]"), "{text}");
        assert!(text.contains("[Termination \"abandoned\"]"), "{text}");
        assert!(
            text.ends_with("\n\n1. e4 e5 {White crashed: it |broke|} 0-1\n"),
            "{text}"
        );
    }

    #[test]
    fn the_clock_runs_out() {
        let start = opening("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let limit = Limit {
            nodes: u64::MAX,
            time: TimeLimit::Clock {
                base: 1000,
                increment: 100,
            },
        };
        // Every look at the clock takes 200 ms: a move costs as much and gains 100.
        let mut time = 0;
        let mut now = || {
            time += 200;
            time
        };
        let (mut white, mut black) = (
            Script(["Kd1", "Ke1"].repeat(9), Trouble::Resigns),
            Script(["Kd8", "Ke8"].repeat(9), Trouble::Resigns),
        );
        let record = play(
            &start,
            &mut white,
            &mut black,
            &limit,
            &Rules::DEFAULT,
            0,
            &mut now,
        )
        .expect("legal");
        assert_eq!(
            record.end,
            End::Board(Ending::Repetition),
            "eight plies are played in time"
        );
        let tight = Limit {
            nodes: u64::MAX,
            time: TimeLimit::Clock {
                base: 200,
                increment: 40,
            },
        };
        let (mut white, mut black) = (
            Script(vec!["Kd1", "Ke1"], Trouble::Resigns),
            Script(vec!["Kd8", "Ke8"], Trouble::Resigns),
        );
        let record = play(
            &start,
            &mut white,
            &mut black,
            &tight,
            &Rules::DEFAULT,
            0,
            &mut now,
        )
        .expect("legal");
        assert_eq!(record.end, End::Time(Color::White));
    }

    /// Also where Black moves first.
    #[test]
    fn each_side_is_told_what_it_searched() {
        for fen in [
            "4k3/8/8/8/8/8/4P3/4K2R b K - 3 40",
            "4k3/8/8/8/8/8/4P3/4K2R w K - 3 40",
        ] {
            let mut random = Random::default();
            let record = game(&opening(fen), &mut random, &mut staunton(), 1);
            let [white, black] = Color::ALL.map(|color| record.effort(color));
            assert_eq!(white.nodes, 0);
            let all: u64 = record.reported.iter().map(|reported| reported.nodes).sum();
            assert_eq!(black.nodes, all);
            assert_eq!((white.moves + black.moves) as usize, record.reported.len());
            assert!(white.moves.abs_diff(black.moves) <= 1);
            let a_move = all as f64 / f64::from(black.moves);
            assert_eq!(black.nodes_a_move(), Some(a_move));
        }
        assert_eq!(Effort::default().nodes_a_move(), None);
    }

    #[test]
    fn a_position_set_up_is_told_in_the_text() {
        let fen = "4k3/8/8/8/8/8/4P3/4K2R b K - 3 40";
        let record = game(&opening(fen), &mut staunton(), &mut staunton(), 0);
        let text = pgn::write(&record, &pgn::Header::default());
        assert!(
            text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")),
            "{text}"
        );
        assert!(text.contains("\n\n40... "), "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}

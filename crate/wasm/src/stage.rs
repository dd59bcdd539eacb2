//! For the coordinator: the stages after imitation. Programs that play each other, and a search bred on a suite.

use millipawn_engine::{chess::game::Game, play::contest::rules::Rules, tunable::TunableError};
use millipawn_evolve::{
    job::{
        fixture::Bound,
        work::{Findings, Outcome},
    },
    run::{
        checkpoint::CheckpointError,
        coevolution::{self, Coevolution, Pairing},
        signature,
        tuning::{self, Tuning},
    },
    text::{player::Player, shared::Link},
};
use serde::Serialize;
use shakmaty::uci::UciMove;
use wasm_bindgen::prelude::*;

use crate::{
    boards::{Boards, Shown},
    convert::{refuse, to_js},
    snapshot::Snapshot,
    stage_input::{openings, problems, programs},
    stage_table::{SEED, SEED_NAME, system_of},
    task::UnderWay,
};

/// More than a game has moves.
const LONGEST_GAME: f64 = 600.0;
/// A run of one of the stages.
#[wasm_bindgen]
pub struct Stage {
    machine: Machine,
    boards: Boards,
}

enum Machine {
    Coevolution(Box<Coevolution>),
    Tuning(Box<Tuning>),
}

/// How far the generation under way is.
#[derive(Serialize)]
struct Progress<'a> {
    generation: usize,
    done: usize,
    pieces: usize,
    /// Half-points of the row's program against the column's; none where nobody plays.
    cross: Vec<Vec<u32>>,
    games: &'a [Shown],
}

#[wasm_bindgen]
impl Stage {
    /// Programs that play each other: those of `founders`, one a line, or random ones of `system` where there are none. They
    /// begin with the openings of a suite, with the built-in ones without it.
    ///
    /// # Errors
    /// Settings, programs or a suite that cannot be used.
    pub fn coevolve(
        settings: &str,
        founders: &str,
        system: &str,
        suite: Option<String>,
    ) -> Result<Stage, JsError> {
        let system = system_of(system)?;
        let mut values = coevolution::Settings::of(system);
        let seed = read(settings, |name, value| values.set(name, value))?;
        let mut programs = programs(founders, system).map_err(refuse)?;
        if programs.is_empty() {
            programs = coevolution::random(system, values.population as usize, seed);
        }
        let setting = coevolution::Setting {
            settings: values,
            rules: Rules::DEFAULT,
            search: coevolution::PLAIN,
            seed,
        };
        let run = Coevolution::new(setting, &programs, openings(suite)).map_err(refuse)?;
        Ok(Self::of(Machine::Coevolution(Box::new(run))))
    }

    /// Breeds the search of a program on a suite, on the sample suite without one.
    ///
    /// # Errors
    /// Settings, a program or a suite that cannot be used.
    pub fn tune(settings: &str, program: &str, suite: Option<String>) -> Result<Stage, JsError> {
        let mut values = tuning::Settings::DEFAULT;
        let seed = read(settings, |name, value| values.set(name, value))?;
        let player = Player::parse(program).map_err(refuse)?;
        let run = Tuning::new(values, seed, player, problems(suite)).map_err(refuse)?;
        Ok(Self::of(Machine::Tuning(Box::new(run))))
    }

    /// The run as it was when the checkpoint was made.
    ///
    /// # Errors
    /// A damaged checkpoint, or another suite. That of another engine can be read: see [`Stage::of_another_engine`].
    pub fn resume(checkpoint: &str, suite: Option<String>) -> Result<Stage, JsError> {
        let machine = match read_kept(checkpoint).map_err(refuse)? {
            Kept::Coevolution(kept) => {
                let run = Coevolution::resume(*kept, openings(suite));
                Machine::Coevolution(Box::new(run.map_err(refuse)?))
            }
            Kept::Tuning(kept) => {
                let run = Tuning::resume(*kept, problems(suite));
                Machine::Tuning(Box::new(run.map_err(refuse)?))
            }
        };
        Ok(Self::of(machine))
    }

    /// The run of a kept one, or of a link (`#x=`), from its first generation on, with the engine of this build.
    ///
    /// # Errors
    /// A damaged text, another suite, or a link that could not carry the programs.
    pub fn anew(text: &str, suite: Option<String>) -> Result<Stage, JsError> {
        let machine = match read_any(text).map_err(refuse)? {
            Kept::Coevolution(kept) => {
                let run = Coevolution::resume(kept.anew(), openings(suite));
                Machine::Coevolution(Box::new(run.map_err(refuse)?))
            }
            Kept::Tuning(kept) => {
                let run = Tuning::resume(kept.anew(), problems(suite));
                Machine::Tuning(Box::new(run.map_err(refuse)?))
            }
        };
        Ok(Self::of(machine))
    }

    /// The signature of the engine that made the run.
    pub fn engine(&self) -> f64 {
        // Nodes of a few searches: far below the integers that a number cannot hold.
        self.signature() as f64
    }

    /// Whether that is another engine than this: then the run can be read, and gives no work.
    pub fn of_another_engine(&self) -> bool {
        !signature::is_own(self.signature())
    }

    fn signature(&self) -> u64 {
        match &self.machine {
            Machine::Coevolution(run) => run.engine(),
            Machine::Tuning(run) => run.engine(),
        }
    }

    /// Lets the run end when this generation is scored.
    pub fn set_generations(&mut self, generations: u32) {
        match &mut self.machine {
            Machine::Coevolution(run) => run.set_generations(generations),
            Machine::Tuning(run) => run.set_generations(generations),
        }
    }

    /// Whether the last generation asked for is scored.
    pub fn is_finished(&self) -> bool {
        match &self.machine {
            Machine::Coevolution(run) => run.is_finished(),
            Machine::Tuning(run) => run.is_finished(),
        }
    }

    /// A piece of work that nobody has been given yet.
    pub fn ask(&mut self) -> Option<Vec<u8>> {
        let task = match &mut self.machine {
            Machine::Coevolution(run) => run.ask(),
            Machine::Tuning(run) => run.ask(),
        };
        task.map(|task| task.to_bytes())
    }

    /// The milliseconds that a piece of work may take, beside its nodes.
    pub fn longest_piece(&self) -> f64 {
        match &self.machine {
            Machine::Coevolution(run) => match run.setting().settings.bound() {
                Bound::Nodes(_) => 0.0,
                Bound::Clock(milliseconds) => 2.0 * f64::from(milliseconds),
            },
            Machine::Tuning(_) => 0.0,
        }
    }

    /// The nodes that a piece of work may take.
    pub fn largest_piece(&self) -> f64 {
        match &self.machine {
            Machine::Coevolution(run) => match run.setting().settings.bound() {
                Bound::Nodes(nodes) => f64::from(nodes) * LONGEST_GAME,
                Bound::Clock(_) => 0.0,
            },
            Machine::Tuning(run) => f64::from(run.settings().nodes) * tuning::PIECE as f64,
        }
    }

    /// Takes an outcome; answers how many records there are now.
    ///
    /// # Errors
    /// When the bytes are no outcome, or fit no task.
    pub fn tell(&mut self, outcome: &[u8]) -> Result<usize, JsError> {
        let outcome = Outcome::from_bytes(outcome).map_err(refuse)?;
        match &mut self.machine {
            Machine::Coevolution(run) => {
                if let Some(ended) = ended(run, &outcome) {
                    self.boards.put(ended);
                }
                run.tell(&outcome).map_err(refuse)?;
                Ok(run.records().len())
            }
            Machine::Tuning(run) => {
                run.tell(&outcome).map_err(refuse)?;
                Ok(run.records().len())
            }
        }
    }

    /// Hears how a game stands.
    ///
    /// # Errors
    /// What is no word of a pool worker.
    pub fn see(&mut self, seen: JsValue) -> Result<(), JsError> {
        let seen: UnderWay = serde_wasm_bindgen::from_value(seen)?;
        let Machine::Coevolution(run) = &self.machine else {
            return Ok(());
        };
        if !run.is_played(seen.game as usize)
            && let Some(shown) = shown(run, seen.generation, seen.game, seen.snapshot)
        {
            self.boards.put(shown);
        }
        Ok(())
    }

    /// The games that are played, or were played last.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn boards(&self) -> Result<JsValue, JsError> {
        to_js(self.boards.shown())
    }

    /// What [`Stage::resume`] needs.
    pub fn checkpoint(&self) -> String {
        match &self.machine {
            Machine::Coevolution(run) => run.checkpoint().to_text(),
            Machine::Tuning(run) => run.checkpoint().to_text(),
        }
    }

    /// The records from that generation on, in order.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn records(&self, from: usize) -> Result<JsValue, JsError> {
        match &self.machine {
            Machine::Coevolution(run) => to_js(run.records().get(from..).unwrap_or_default()),
            Machine::Tuning(run) => to_js(run.records().get(from..).unwrap_or_default()),
        }
    }

    /// How far the generation under way is.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn progress(&self) -> Result<JsValue, JsError> {
        let (generation, (done, pieces), cross) = match &self.machine {
            Machine::Coevolution(run) => (
                run.records().len(),
                (run.games_played(), run.pairings().len()),
                run.cross_table(),
            ),
            Machine::Tuning(run) => (run.records().len(), run.progress(), Vec::new()),
        };
        to_js(&Progress {
            generation,
            done,
            pieces,
            cross,
            games: self.boards.shown(),
        })
    }

    fn of(machine: Machine) -> Self {
        Self {
            machine,
            boards: Boards::default(),
        }
    }
}

/// What is kept of a run.
pub(crate) enum Kept {
    Coevolution(Box<coevolution::Checkpoint>),
    Tuning(Box<tuning::Checkpoint>),
}

/// Reads the checkpoint of a run of one of the stages.
pub(crate) fn read_kept(checkpoint: &str) -> Result<Kept, CheckpointError> {
    match coevolution::Checkpoint::from_text(checkpoint) {
        Ok(kept) => Ok(Kept::Coevolution(Box::new(kept))),
        Err(CheckpointError::NotACheckpoint) => {
            tuning::Checkpoint::from_text(checkpoint).map(|kept| Kept::Tuning(Box::new(kept)))
        }
        Err(error) => Err(error),
    }
}

/// Reads that, or the run that a link describes.
fn read_any(text: &str) -> Result<Kept, String> {
    if text.contains('\n') {
        return read_kept(text).map_err(|error| error.to_string());
    }
    match Link::parse(text).map_err(|error| error.to_string())? {
        Link::Coevolution(link) => {
            let kept = link.checkpoint();
            let kept =
                kept.ok_or("the link could not carry all programs that this run began with")?;
            Ok(Kept::Coevolution(Box::new(kept)))
        }
        Link::Tuning(link) => Ok(Kept::Tuning(Box::new(link.checkpoint()))),
        Link::Imitation(_) => Err("the link is to a run of the first stage".to_owned()),
    }
}

/// Reads `name=value` lines; answers the seed.
fn read(
    lines: &str,
    mut set: impl FnMut(&str, i64) -> Result<(), TunableError>,
) -> Result<u64, JsError> {
    let mut seed = SEED;
    for line in lines.lines() {
        let (name, value) = line
            .split_once('=')
            .ok_or_else(|| refuse(format_args!("\"{line}\" is not name=value")))?;
        if name == SEED_NAME {
            seed = value.parse().map_err(refuse)?;
        } else {
            set(name, value.parse().map_err(refuse)?).map_err(refuse)?;
        }
    }
    Ok(seed)
}

/// The game as it ended; `None` for one that nobody waits for.
fn ended(run: &Coevolution, outcome: &Outcome) -> Option<Shown> {
    let Findings::Game(played) = &outcome.findings else {
        return None;
    };
    let pairing = run.pairings().get(outcome.id.chunk as usize)?;
    let start = run.openings()[pairing.opening].start.clone();
    let mut game = Game::from_position(start);
    for text in &played.moves {
        let m = text
            .parse::<UciMove>()
            .ok()?
            .to_move(game.position())
            .ok()?;
        game.play(m).ok()?;
    }
    let result = ["0-1", "1/2-1/2", "1-0"].get(usize::from(played.white_halves))?;
    let (id, snapshot) = (outcome.id, Snapshot::of(&game));
    let shown = shown(run, id.generation, id.chunk, snapshot)?;
    Some(Shown {
        end: Some(format!("{result} {}", played.end)),
        ..shown
    })
}

/// A game of the generation that is playing; `None` for one of another.
fn shown(run: &Coevolution, generation: u32, game: u32, snapshot: Snapshot) -> Option<Shown> {
    if generation as usize != run.records().len() {
        return None;
    }
    let of = (generation, game as usize);
    let Pairing { white, black, .. } = *run.pairings().get(of.1)?;
    let name = |who: usize| format!("Program {}", who + 1);
    Some(Shown {
        of,
        number: of.1 + 1,
        white: name(white),
        black: name(black),
        snapshot,
        end: None,
    })
}

#[cfg(test)]
mod tests {
    use millipawn_engine::chess::game::read_fen;
    use millipawn_evolve::{job::work, system::System, text::stage_link::TuningLink};
    use shakmaty::Position;

    use super::*;

    const ENDGAME: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"back rank\";";

    #[test]
    fn a_game_that_ended_is_shown_wherever_it_began() {
        let setting = coevolution::Setting {
            settings: coevolution::Settings {
                nodes: 10,
                ..coevolution::Settings::of(System::FALCON)
            },
            rules: Rules::DEFAULT,
            search: coevolution::PLAIN,
            seed: SEED,
        };
        let programs = coevolution::random(System::FALCON, 2, SEED);
        let suite = openings(Some(ENDGAME.to_owned()));
        let mut run = Coevolution::new(setting, &programs, suite).expect("an opening");
        let outcome = work::perform(&run.ask().expect("a game"));
        let shown = ended(&run, &outcome).expect("it is waited for");
        let Findings::Game(played) = &outcome.findings else {
            panic!("a game was asked for");
        };
        assert_eq!(shown.snapshot.plies, played.moves.len());
        assert!(shown.end.is_some());
        let last = read_fen(&shown.snapshot.fen).expect("a position");
        assert!(last.board().occupied().count() <= 9);
    }

    /// A tuning as the page keeps it, without the work of one.
    fn kept() -> tuning::Checkpoint {
        let player = Player::parse("staunton?Razoring=2").expect("a player");
        let run = Tuning::new(tuning::Settings::DEFAULT, SEED, player, problems(None));
        tuning::Checkpoint {
            engine: signature::OWN + 1,
            scores: vec![vec![tuning::Score::default(); 10]],
            ..run.expect("it can begin").checkpoint()
        }
    }

    #[test]
    fn a_run_begins_anew_from_its_checkpoint_and_from_its_link() {
        let kept = kept();
        let champion = Player::parse("staunton").expect("a player");
        let link = TuningLink::of(&kept, champion).expect("it has a generation");
        for (text, generations) in [(kept.to_text(), 50), (link.to_string(), 0)] {
            let Ok(Kept::Tuning(read)) = read_any(&text) else {
                panic!("{text}");
            };
            let anew = read.anew();
            assert_eq!((anew.engine, anew.scores.len()), (signature::OWN, 0));
            assert_eq!((&anew.player, anew.seed), (&kept.player, kept.seed));
            assert_eq!(anew.settings.generations, generations);
            let run = Tuning::resume(anew, problems(None)).map(|mut run| run.ask());
            assert!(matches!(run, Ok(Some(_))));
        }
        assert!(read_any("hello").is_err());
        assert!(read_any("acpp.1.AAAA").is_err());
    }
}

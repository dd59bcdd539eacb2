//! For the coordinator: a run of any kind.

use std::cell::RefCell;

use millipawn_engine::{ImportSettings, TrainingSet, play::contest::opening::Opening};
use millipawn_evolve::{
    job::{
        class_game::ClassResult,
        suite::Problem,
        task::{JobResult, Outcome, TaskId},
    },
    run::{
        self as evolve, Games,
        kinds::{self, Whose},
        material::{Beginning, Material},
        room::{PeerShown, Room, Visit},
    },
    text::{offer::Name, shared::Link},
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    boards::{Boards, Shown},
    convert::{refuse, to_js},
    examples::Examples,
    snapshot::Snapshot,
    stage_input::{games, openings, problems},
    task::UnderWay,
};

/// What the page has for a run to work on.
struct Given<'a> {
    examples: &'a Examples,
    /// The text of openings, positions or games; the built-in ones without it.
    suite: RefCell<Option<String>>,
}

impl Material for Given<'_> {
    fn examples(&self) -> Result<TrainingSet, String> {
        Ok(self.examples.set())
    }

    fn games(&self, import: &ImportSettings) -> Result<TrainingSet, String> {
        games(self.suite.take(), import)
    }

    fn openings(&self) -> Vec<Opening> {
        openings(self.suite.take())
    }

    fn problems(&self) -> Vec<Problem> {
        problems(self.suite.take())
    }
}

/// A run.
#[wasm_bindgen]
pub struct Run {
    run: Box<dyn evolve::Run>,
    boards: Boards,
    room: Option<Room>,
}

/// A scored generation of a run that is in a room.
#[derive(Serialize)]
struct InRoom {
    /// What is offered to the others; none where the best program is too long for it.
    offer: Option<String>,
    /// Who is there.
    peers: Vec<PeerShown>,
    /// Who came.
    #[serde(flatten)]
    visit: Visit,
}

/// How far the generation under way is.
#[derive(Serialize)]
struct Progress<'a> {
    generation: usize,
    done: usize,
    pieces: usize,
    games: &'a [Shown],
}

/// The generation scored last, apart from its cells and its fitness.
#[derive(Serialize)]
struct Population {
    individuals: usize,
    loci: usize,
    locus_name: &'static str,
    /// Their chromosomes as text.
    programs: Vec<String>,
}

#[wasm_bindgen]
impl Run {
    /// A new run of a kind. `settings` are `name=value` lines; `changes` those that are to be changed, as `generation:name=value` lines; `programs` those it begins with, one a line, or the one to
    /// tune; `system` that of random programs. It works on `examples`, or on a `suite` of openings, positions or games.
    ///
    /// # Errors
    /// Whatever of these cannot be used.
    pub fn begin(
        kind: &str,
        settings: &str,
        changes: &str,
        programs: &str,
        system: &str,
        examples: &Examples,
        suite: Option<String>,
    ) -> Result<Run, JsError> {
        let beginning = Beginning {
            settings,
            changes,
            system,
            programs,
        };
        Self::of(kinds::begin(kind, &beginning, &given(examples, suite)))
    }

    /// The run as it was when the checkpoint was made.
    ///
    /// # Errors
    /// A damaged checkpoint, or other data than it was made with. That of another engine can be read: see
    /// [`Run::of_another_engine`].
    pub fn resume(
        checkpoint: &str,
        examples: &Examples,
        suite: Option<String>,
    ) -> Result<Run, JsError> {
        let material = given(examples, suite);
        Self::of(kinds::resume(checkpoint, &material, Whose::Kept))
    }

    /// The run of a checkpoint, or of a link (`#x=`) to a later stage, from its first generation on, with the engine of this build.
    ///
    /// # Errors
    /// A damaged text, other data, or a link that could not carry the programs.
    pub fn anew(text: &str, examples: &Examples, suite: Option<String>) -> Result<Run, JsError> {
        let material = given(examples, suite);
        let linked;
        let checkpoint = match text.contains('\n') {
            true => text,
            false => {
                linked = Link::parse(text).map_err(refuse)?.checkpoint();
                linked.as_deref().map_err(refuse)?
            }
        };
        Self::of(kinds::resume(checkpoint, &material, Whose::Anew))
    }

    /// The signature of the engine that made the run; none where none takes part.
    pub fn engine(&self) -> Option<f64> {
        // Nodes of a few searches: far below the integers that a number cannot hold.
        self.run.engine().map(|signature| signature as f64)
    }

    /// Whether that is another engine than this: then the run can be read, and gives no work.
    pub fn of_another_engine(&self) -> bool {
        self.run.is_of_another_engine()
    }

    /// Lets the run end when this generation is scored.
    pub fn set_generations(&mut self, generations: u32) {
        self.run.set_generations(generations);
    }

    /// Whether the last generation asked for is scored.
    pub fn is_finished(&self) -> bool {
        self.run.is_finished()
    }

    /// Lets settings have other values from the next generation on that no work was given out of: `name=value` lines, all of which hold or
    /// none. Answers with that generation.
    ///
    /// # Errors
    /// Why not.
    pub fn change(&mut self, settings: &str) -> Result<u32, JsError> {
        let generation = self.run.next_generation();
        self.run.change(generation, settings).map_err(refuse)?;
        Ok(generation)
    }

    /// The settings that were changed, or are to be.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn changes(&self) -> Result<JsValue, JsError> {
        to_js(&self.run.changes())
    }

    /// How many generations are scored.
    pub fn scored(&self) -> usize {
        self.run.scored()
    }

    /// A piece of work that nobody has been given yet.
    pub fn ask(&mut self) -> Option<Vec<u8>> {
        self.run.ask().map(|task| task.to_bytes())
    }

    /// The milliseconds that a piece of work may take, beside its nodes.
    pub fn longest_piece(&self) -> f64 {
        self.run.largest_piece().milliseconds as f64
    }

    /// The nodes that a piece of work may take.
    pub fn largest_piece(&self) -> f64 {
        self.run.largest_piece().nodes as f64
    }

    /// Takes an outcome; answers how many generations are scored now.
    ///
    /// # Errors
    /// When the bytes are no outcome, or fit no task.
    pub fn tell(&mut self, outcome: &[u8]) -> Result<usize, JsError> {
        let outcome = Outcome::from_bytes(outcome).map_err(refuse)?;
        if let Some(games) = self.run.games()
            && self.run.awaits(outcome.id)
            && let Some(ended) = ended(games, &outcome)
        {
            self.boards.put(ended);
        }
        match &outcome.result {
            JobResult::LearningGame(_) => self.boards.end(outcome.id, "Over"),
            JobResult::ClassGame(game) => self.boards.end(outcome.id, &result_of(game)),
            _ => {}
        }
        self.run.tell(&outcome).map_err(refuse)?;
        Ok(self.run.scored())
    }

    /// Hears how a game stands.
    ///
    /// # Errors
    /// What is no word of a pool worker.
    pub fn see(&mut self, seen: JsValue) -> Result<(), JsError> {
        let seen: UnderWay = serde_wasm_bindgen::from_value(seen)?;
        let id = TaskId {
            generation: seen.generation,
            phase: seen.phase,
            chunk: seen.game,
        };
        if let Some(games) = self.run.games()
            && self.run.awaits(id)
            && let Some(shown) = shown(games, id, seen.snapshot)
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

    /// What [`Run::resume`] needs.
    pub fn checkpoint(&self) -> String {
        self.run.checkpoint()
    }

    /// The records from that generation on, in order.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn records(&self, from: usize) -> Result<JsValue, JsError> {
        let records: Vec<_> = (from..self.run.scored())
            .filter_map(|generation| self.run.record(generation))
            .collect();
        to_js(&records)
    }

    /// How far the generation under way is.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn progress(&self) -> Result<JsValue, JsError> {
        let progress = self.run.progress();
        to_js(&Progress {
            generation: self.run.scored(),
            done: progress.done,
            pieces: progress.pieces,
            games: self.boards.shown(),
        })
    }

    /// Who scored what against whom, as far as is known: the generation that played, then the half-points of the row's program
    /// against the column's, row by row; empty where nobody has played.
    pub fn cross_table(&self) -> Vec<u32> {
        let table = self.run.games().and_then(|games| games.cross_table());
        table.map_or_else(Vec::new, |table| {
            let cells = table.rows.into_iter().flatten();
            [table.generation as u32].into_iter().chain(cells).collect()
        })
    }

    /// The settings by name.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn settings(&self) -> Result<JsValue, JsError> {
        to_js(&self.run.settings())
    }

    /// The generation scored last: how many individuals, how many loci each, what one is called, and the programs; none of a kind
    /// that shows no population.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn population(&self) -> Result<Option<JsValue>, JsError> {
        let Some(population) = self.run.population() else {
            return Ok(None);
        };
        to_js(&Population {
            individuals: population.genomes.len(),
            loci: population.cells().first().map_or(0, Vec::len),
            locus_name: population.system.representation().locus_name(),
            programs: population.programs(),
        })
        .map(Some)
    }

    /// Its picture: a row an individual, a byte a locus.
    pub fn population_cells(&self) -> Vec<u8> {
        let cells = self.run.population().map(|population| population.cells());
        cells.map_or_else(Vec::new, |rows| rows.concat())
    }

    /// Where an individual of a generation came from; none where the run cannot tell.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn family(&self, generation: usize, individual: usize) -> Result<Option<JsValue>, JsError> {
        let family = self.run.family(generation, individual);
        family.map(|family| to_js(&family)).transpose()
    }

    /// The individuals of a generation, with their genes; none where the run cannot tell.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn individuals(&self, generation: usize) -> Result<Option<JsValue>, JsError> {
        let individuals = self.run.individuals(generation);
        individuals.map(|programs| to_js(&programs)).transpose()
    }

    /// Enters a room, whose demes exchange programs, as this deme. Nothing for a kind of run whose programs do not migrate.
    ///
    /// # Errors
    /// What is no name.
    pub fn join(&mut self, room: &str, deme: &str) -> Result<(), JsError> {
        let name = |text: &str| {
            Name::parse(text).ok_or_else(|| refuse("names are 1 to 32 letters, digits, - and _"))
        };
        let (room, deme) = (name(room)?, name(deme)?);
        self.room = Room::of(&*self.run, room, deme);
        Ok(())
    }

    /// Leaves the room.
    pub fn leave(&mut self) {
        self.room = None;
    }

    /// Takes an offer that came in the room; `now_ms` is any clock that only goes on. Answers who is there; none where the run
    /// is in no room.
    ///
    /// # Errors
    /// Why it is not taken.
    pub fn hear(&mut self, offer: &str, now_ms: f64) -> Result<Option<JsValue>, JsError> {
        let Some(room) = &mut self.room else {
            return Ok(None);
        };
        room.hear(offer.as_bytes(), now_ms as u64).map_err(refuse)?;
        to_js(&room.peers(now_ms as u64)).map(Some)
    }

    /// A generation was scored: lets programs of the room into the next, drawn by these random numbers, and answers with what is offered
    /// and who came; none where the run is in no room.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn visit(&mut self, random: &[u32], now_ms: f64) -> Result<Option<JsValue>, JsError> {
        let Some(room) = &mut self.room else {
            return Ok(None);
        };
        let offer = room.offer(&*self.run);
        let mut random = random.iter();
        let mut next = || random.next().copied().map_or(0, u64::from);
        let in_room = InRoom {
            offer,
            visit: room.visit(&mut *self.run, &mut next),
            peers: room.peers(now_ms as u64),
        };
        to_js(&in_room).map(Some)
    }

    /// The fitness of each of them.
    pub fn population_fitness(&self) -> Vec<u32> {
        let fitness = self.run.population().map(|population| population.fitness);
        fitness.unwrap_or_default()
    }
}

impl Run {
    fn of(run: Result<Box<dyn evolve::Run>, String>) -> Result<Self, JsError> {
        Ok(Self {
            run: run.map_err(refuse)?,
            boards: Boards::default(),
            room: None,
        })
    }
}

fn given(examples: &Examples, suite: Option<String>) -> Given<'_> {
    Given {
        examples,
        suite: RefCell::new(suite),
    }
}

/// The result of a game against a class, for people.
fn result_of(game: &ClassResult) -> String {
    match game.result {
        100 => "Won by the program".to_owned(),
        -100 => "Lost by the program".to_owned(),
        0 => "Drawn".to_owned(),
        part => format!("Aborted, counts {:.2}", f64::from(part) / 100.0),
    }
}

/// The game as it ended; `None` of other work.
fn ended(games: &dyn Games, outcome: &Outcome) -> Option<Shown> {
    let JobResult::Game(played) = &outcome.result else {
        return None;
    };
    let game = played.game(games.game(outcome.id.chunk as usize)?.start)?;
    let shown = shown(games, outcome.id, Snapshot::of(&game))?;
    Some(Shown {
        end: Some(format!("{} {}", played.end.result(), played.end)),
        ..shown
    })
}

/// A game of the generation that is playing.
fn shown(games: &dyn Games, of: TaskId, snapshot: Snapshot) -> Option<Shown> {
    let number = of.chunk as usize;
    let game = games.game(number)?;
    Some(Shown {
        of,
        number: number + 1,
        white: game.white,
        black: game.black,
        snapshot,
        end: None,
    })
}

#[cfg(test)]
mod tests {
    use millipawn_engine::chess::game::read_fen;
    use millipawn_evolve::{
        job::task,
        run::{checkpoint::Checkpoint as _, tuning},
        signature,
        text::{player::Player, stage_link::TuningLink},
    };
    use shakmaty::Position;

    use super::*;

    const ENDGAME: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"back rank\";";

    #[test]
    fn a_game_that_ended_is_shown_wherever_it_began() {
        let beginning = Beginning {
            settings: "Nodes=10\nPopulation=2",
            system: "falcon",
            programs: "",
            ..Beginning::default()
        };
        let none = Examples::none();
        let material = given(&none, Some(ENDGAME.to_owned()));
        let mut run = kinds::begin("coevolution", &beginning, &material).expect("an opening");
        let outcome = task::perform(&run.ask().expect("a game"));
        let games = run.games().expect("it plays");
        let shown = ended(games, &outcome).expect("it is waited for");
        let JobResult::Game(played) = &outcome.result else {
            panic!("a game was asked for");
        };
        assert_eq!(shown.snapshot.plies, played.moves.len());
        assert!(shown.end.is_some());
        let last = read_fen(&shown.snapshot.fen).expect("a position");
        assert!(last.board().occupied().count() <= 9);
        assert!(run.awaits(outcome.id));
        let later = TaskId {
            generation: 1,
            ..outcome.id
        };
        assert!(!run.awaits(later));
    }

    /// A tuning as the page keeps it, without the work of one.
    fn kept() -> tuning::Checkpoint {
        let player = Player::parse("staunton?Razoring=2").expect("a player");
        let run = tuning::Tuning::new(tuning::Settings::default(), player, problems(None));
        tuning::Checkpoint {
            changes: evolve::Changes::default(),
            engine: signature::OWN + 1,
            scores: vec![vec![tuning::Score::default(); 10]],
            ..run.expect("it can begin").kept()
        }
    }

    #[test]
    fn a_run_begins_anew_from_its_checkpoint_and_from_its_link() {
        let kept = kept();
        let champion = Player::parse("staunton").expect("a player");
        let link = TuningLink::of(&kept, champion).expect("it has a generation");
        let link = Link::Tuning(link).checkpoint().expect("a tuning");
        for (text, generations) in [(kept.to_text(), 50), (link, 0)] {
            let run = kinds::resume(&text, &given(&Examples::none(), None), Whose::Anew);
            let mut run = run.expect("the same suite");
            assert_eq!((run.engine(), run.scored()), (Some(signature::OWN), 0));
            assert_eq!(run.generations(), generations);
            assert!(run.checkpoint().contains("\nplayer staunton?Razoring=2\n"));
            assert!(run.ask().is_some());
        }
        assert!(kinds::resume("hello", &given(&Examples::none(), None), Whose::Anew).is_err());
    }
}

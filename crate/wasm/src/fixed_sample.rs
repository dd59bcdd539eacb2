//! For the player: what the champions of a run find of one sample of positions.

use millipawn_engine::{Example, TrainingSet};
use millipawn_evolve::{
    measure::{
        ablation::{self, Ablation},
        held_out::HeldOut,
    },
    run::{
        imitation::fixed_sample::{self, FixedSample},
        settings::RunSettings,
        supervised,
    },
    system::{System, matching::Search},
    text::chromosome::Chromosome,
};
use wasm_bindgen::prelude::*;

use crate::{
    convert::{refuse, settings, to_js},
    stage_input::games,
};

/// A sample as bytes, so that whoever counts needs nothing else.
#[wasm_bindgen]
pub struct Sample {
    sample: FixedSample,
    /// Whose programs are asked for these moves, and how they choose.
    system: System,
    search: Search,
}

#[wasm_bindgen]
impl Sample {
    /// That of a run with these settings (lines `name=value`) on an encoded training set.
    ///
    /// # Errors
    /// A damaged set, or a setting that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(examples: &[u8], lines: &str) -> Result<Sample, JsError> {
        let set = TrainingSet::from_bytes(examples).map_err(refuse)?;
        let settings = settings(lines)?;
        Ok(Self {
            sample: FixedSample::of(&set, &settings),
            system: settings.system,
            search: settings.search,
        })
    }

    /// That of a run of learning from games with these settings, on the games of a PGN or the sample games.
    ///
    /// # Errors
    /// Games without a position to use, or a setting that is not known.
    pub fn of_games(pgn: Option<String>, lines: &str) -> Result<Sample, JsError> {
        let system = System::offering(supervised::Settings::KIND);
        let settings = supervised::Settings::from_lines(lines, system).map_err(refuse)?;
        let set = games(pgn, &settings.import).map_err(refuse)?;
        let (share, positions) = (settings.held_out_share, settings.held_out_positions);
        Ok(Self {
            sample: FixedSample::first_of(&set, share, positions),
            system,
            search: Search::Quiescence,
        })
    }

    /// How many positions it has.
    pub fn positions(&self) -> usize {
        self.sample.examples.len()
    }

    /// Whether they are from games that no program learns from.
    pub fn is_held_out(&self) -> bool {
        self.sample.is_held_out
    }

    /// How many of the moves each of these programs finds, by the search of the run, with the interval of the rate; without any each
    /// of the random programs that it begins with.
    ///
    /// # Errors
    /// A text that is no chromosome of the run's system.
    pub fn found(&self, lines: &str, programs: Vec<String>) -> Result<JsValue, JsError> {
        let settings = settings(lines)?;
        let read = |text: &String| Ok(program(text, settings.system)?.genome);
        let genomes = if programs.is_empty() {
            fixed_sample::random_programs(&settings)
        } else {
            programs
                .iter()
                .map(read)
                .collect::<Result<Vec<_>, JsError>>()?
        };
        let found = self.sample.found(&settings, &genomes);
        let found =
            found.ok_or_else(|| refuse("these programs are not asked for moves of games"))?;
        let positions = self.positions() as u32;
        let scores = found.iter().map(|found| HeldOut::new(0, positions, *found));
        to_js(&scores.collect::<Vec<_>>())
    }

    /// How many of the moves at the places from `begin` to `end` a program finds, as it is and without each of its parts.
    ///
    /// # Errors
    /// A text that is no chromosome of the run's system, or a system whose genes are no weights.
    pub fn count_ablation(
        &self,
        text: &str,
        begin: usize,
        end: usize,
    ) -> Result<Vec<u32>, JsError> {
        let genome = program(text, self.system)?.genome;
        let end = end.min(self.positions());
        let part = (begin.min(end)..end).map(|at| self.sample.examples.get(at));
        let part: Vec<Example> = part.collect();
        ablation::count(self.system, &genome, &part, self.search)
            .ok_or_else(|| refuse("the genes of these programs are no weights"))
    }
}

fn program(text: &str, system: System) -> Result<Chromosome, JsError> {
    let program = Chromosome::parse(text).map_err(refuse)?;
    if program.system == system {
        return Ok(program);
    }
    Err(refuse("the program is one of another system"))
}

/// What a program loses without each of its parts, by the sums of what was counted: the greatest loss first.
///
/// # Errors
/// A text that is no chromosome, or another number of counts.
#[wasm_bindgen]
pub fn ablation(text: &str, positions: u32, counts: &[u32]) -> Result<JsValue, JsError> {
    let program = Chromosome::parse(text).map_err(refuse)?;
    let table = Ablation::of(&program, positions, counts);
    to_js(&table.ok_or_else(|| refuse("there are not as many counts as parts"))?)
}

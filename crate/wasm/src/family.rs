//! For the player: where a program of an imitation came from.

use millipawn_evolve::{
    run::{
        checkpoint::Checkpoint as _,
        imitation::{self, Scored, Settings},
    },
    text::chromosome::Chromosome,
};
use wasm_bindgen::prelude::*;

use crate::convert::{refuse, to_js};

/// A scored generation: its programs and what each found.
#[wasm_bindgen]
pub struct Generation {
    programs: Vec<String>,
    fitness: Vec<u32>,
}

#[wasm_bindgen]
impl Generation {
    /// Of as many programs as there are numbers.
    #[wasm_bindgen(constructor)]
    pub fn new(programs: Vec<String>, fitness: Vec<u32>) -> Generation {
        Self { programs, fitness }
    }
}

impl Generation {
    fn scored(&self, settings: &Settings) -> Result<Scored, JsError> {
        let read = |text: &String| match Chromosome::parse(text) {
            Ok(program) if program.system == settings.system => Ok(program.genome),
            Ok(_) => Err(refuse("the program is one of another system")),
            Err(error) => Err(refuse(error)),
        };
        if self.programs.len() != self.fitness.len() {
            return Err(refuse("there are not as many scores as programs"));
        }
        Ok(Scored {
            population: self.programs.iter().map(read).collect::<Result<_, _>>()?,
            fitness: self.fitness.clone(),
        })
    }
}

/// Where an individual of generation `number` of the run with this checkpoint came from; none where `before` is not the generation that it was
/// bred from.
///
/// # Errors
/// A damaged checkpoint, or a text that is no chromosome of the run's system.
#[wasm_bindgen]
pub fn family(
    checkpoint: &str,
    number: usize,
    individual: usize,
    before: &Generation,
    now: &Generation,
) -> Result<Option<JsValue>, JsError> {
    let kept = imitation::Checkpoint::from_text(checkpoint).map_err(refuse)?;
    let scored = |generation: &Generation| generation.scored(&kept.settings);
    let (before, now) = (scored(before)?, scored(now)?);
    // Nothing can be bred from another number of programs.
    let before = (before.population.len() == now.population.len()).then_some(&before);
    let family = kept.family(number, individual, before, &now);
    family.map(|family| to_js(&family)).transpose()
}

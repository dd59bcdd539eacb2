//! The UCI options. Those of search and evaluation come from their tables.

use crate::{
    evaluation::staunton::{self, Weights},
    play::{
        engine::{Program, Setup},
        evaluator::Evaluator,
    },
    search::parameters::{self, Parameters},
    tunable::Tunable,
};

use super::command::shortened;

/// Parses a bred program; the error is a message for people.
pub type ReadProgram = fn(&str) -> Result<Program, String>;

const HASH: usize = 16;
const MAX_HASH: usize = 1024;
const MAX_LINES: usize = 256;
/// The default overhead in milliseconds, for an interface on the same machine.
const OVERHEAD: u64 = 20;
const MAX_OVERHEAD: u64 = 5000;
const ABOUT: &str = "Millipawn: chess programs that evolve; plays Staunton, its hand-set yardstick, or any program bred with it (option Chromosome). GPL-3.0-or-later";

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    read_program: ReadProgram,
    /// The size of the transposition table in mebibytes.
    hash: usize,
    /// How many best moves to report.
    pub(super) lines: usize,
    /// Milliseconds per move that are lost between engine and clock.
    pub(super) overhead: u64,
    /// A bred program; `None` stands for Staunton.
    program: Option<Program>,
    weights: Weights,
    parameters: Parameters,
}

/// The effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It applies from the next search on.
    Applied,
    /// The tables of the engine must be cleared.
    Clear,
}

impl Options {
    pub(super) fn new(read_program: ReadProgram) -> Self {
        Self {
            read_program,
            hash: HASH,
            lines: 1,
            overhead: OVERHEAD,
            program: None,
            weights: Weights::DEFAULT,
            parameters: Parameters::DEFAULT,
        }
    }

    pub(super) fn setup(&self) -> Setup {
        Setup {
            evaluator: match &self.program {
                Some(program) => program.evaluator.clone(),
                None => Evaluator::staunton(self.weights),
            },
            parameters: self.parameters,
            hash: self.hash,
        }
    }

    /// Sets the program. If it brings parameters of the search, they replace all that were set, until the program is replaced.
    pub(super) fn set_program(&mut self, program: Option<Program>) {
        let parameters =
            |program: &Option<Program>| program.as_ref().and_then(|program| program.parameters);
        if let Some(bred) = parameters(&program) {
            self.parameters = bred;
        } else if parameters(&self.program).is_some() {
            self.parameters = Parameters::DEFAULT;
        }
        self.program = program;
    }

    /// Sets an option; a value that does not fit changes nothing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = whole("Hash", value, 1, MAX_HASH)?,
            "threads" => {
                whole("Threads", value, 1, 1)?;
            }
            "multipv" => self.lines = whole("MultiPV", value, 1, MAX_LINES)?,
            "move overhead" => {
                self.overhead = whole("Move Overhead", value, 0, MAX_OVERHEAD as usize)? as u64;
            }
            "ponder" => {
                // The interface decides when to ponder, so the value has no effect.
                value
                    .parse::<bool>()
                    .map_err(|_| "Ponder ignored: it is true or false".to_owned())?;
            }
            "clear hash" => return Ok(Effect::Clear),
            "chromosome" => {
                let program = self.read(value)?;
                self.set_program(program);
            }
            "uci_engineabout" => {}
            _ => self.tune(name, value)?,
        }
        Ok(Effect::Applied)
    }

    fn read(&self, value: &str) -> Result<Option<Program>, String> {
        if value.is_empty() || value == "<empty>" {
            return Ok(None);
        }
        (self.read_program)(value)
            .map(Some)
            .map_err(|error| format!("Chromosome ignored: {error}"))
    }

    fn tune(&mut self, name: &str, value: &str) -> Result<(), String> {
        let has = |table: &[Tunable]| table.iter().any(|row| row.name.eq_ignore_ascii_case(name));
        let searches = has(parameters::TABLE);
        if !searches && !has(staunton::TABLE) {
            return Err(format!("unknown option: {}", shortened(name)));
        }
        let value = value
            .parse()
            .map_err(|_| format!("{} ignored: it takes a whole number", shortened(name)))?;
        let set = if searches {
            self.parameters.set(name, value)
        } else {
            self.weights.set(name, value)
        };
        set.map_err(|error| format!("{} ignored: {error}", shortened(name)))
    }
}

fn whole(name: &str, value: &str, least: usize, most: usize) -> Result<usize, String> {
    value
        .parse()
        .ok()
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("{name} ignored: it takes a whole number from {least} to {most}"))
}

/// The lines `option`.
pub(super) fn describe() -> impl Iterator<Item = String> {
    let fixed = [
        format!("Hash type spin default {HASH} min 1 max {MAX_HASH}"),
        "Threads type spin default 1 min 1 max 1".to_owned(),
        "Ponder type check default false".to_owned(),
        format!("MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        format!("Move Overhead type spin default {OVERHEAD} min 0 max {MAX_OVERHEAD}"),
        "Clear Hash type button".to_owned(),
        format!("UCI_EngineAbout type string default {ABOUT}"),
    ];
    let tuned = parameters::TABLE.iter().chain(staunton::TABLE).map(spin);
    // Last, because an interface that sets all options in this order must not reset the parameters that a program brings.
    let chromosome = "Chromosome type string default <empty>".to_owned();
    fixed
        .into_iter()
        .chain(tuned)
        .chain([chromosome])
        .map(|option| format!("option name {option}"))
}

fn spin(row: &Tunable) -> String {
    let Tunable {
        name,
        default,
        minimum,
        maximum,
        ..
    } = row;
    format!("{name} type spin default {default} min {minimum} max {maximum}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{Weighted, acpp::Acpp};

    fn program() -> Program {
        Program {
            evaluator: Evaluator::new(Weighted::<Acpp>::new([7; 16])),
            parameters: None,
        }
    }

    fn options() -> Options {
        Options::new(|text| match text {
            "good" => Ok(program()),
            "whole" => Ok(Program {
                parameters: Some(Parameters::DAVID),
                ..program()
            }),
            _ => Err("it is damaged".to_owned()),
        })
    }

    /// OpenBench and others split lists of options at spaces and commas, and interfaces do not tell cases apart.
    #[test]
    fn the_names_of_what_is_tuned_are_words_and_unique() {
        let mut names: Vec<String> = describe()
            .map(|line| line["option name ".len()..].to_ascii_lowercase())
            .map(|line| line.split(" type ").next().unwrap_or_default().to_owned())
            .collect();
        for row in parameters::TABLE.iter().chain(staunton::TABLE) {
            assert!(row.name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_spin_takes_its_bounds_and_nothing_beyond() {
        for line in describe().filter(|line| line.contains(" type spin ")) {
            let mut options = options();
            let (name, rest) = line["option name ".len()..]
                .split_once(" type ")
                .expect("a type");
            let words: Vec<&str> = rest.split(' ').collect();
            let ["spin", "default", default, "min", least, "max", most] = words[..] else {
                panic!("{line}");
            };
            let number = |text: &str| text.parse::<i64>().expect("a number");
            assert!((number(least)..=number(most)).contains(&number(default)));
            for value in [least, most, default] {
                assert_eq!(options.set(name, value), Ok(Effect::Applied), "{line}");
            }
            assert_eq!(options.setup(), self::options().setup(), "{line}");
            for value in [
                (number(least) - 1).to_string(),
                (number(most) + 1).to_string(),
                "9223372036854775808".to_owned(),
                "many".to_owned(),
                String::new(),
            ] {
                assert!(options.set(name, &value).is_err(), "{line} {value}");
            }
            assert_eq!(options.setup(), self::options().setup(), "{line}");
        }
    }

    #[test]
    fn what_is_tuned_reaches_the_player() {
        let mut options = options();
        options.set("razoring", "0").expect("it is there");
        options.set("KINGATTACK", "-3").expect("it is there");
        let setup = options.setup();
        assert_eq!(setup.parameters.razoring, 0);
        let weights = Weights {
            king_attack: -3,
            ..Weights::DEFAULT
        };
        let staunton = Evaluator::staunton(weights);
        assert_eq!(setup.evaluator, staunton);
        options.set("Chromosome", "good").expect("it is read");
        assert!(options.set("Chromosome", "bad").is_err());
        assert_eq!(options.setup().evaluator, program().evaluator);
        assert_eq!(options.setup().parameters.razoring, 0);
        options.set("Chromosome", "<empty>").expect("it is read");
        assert_eq!(options.setup().evaluator, staunton);
    }

    #[test]
    fn a_program_may_bring_its_parameters() {
        let mut options = options();
        options.set("Razoring", "0").expect("it is there");
        options.set("Chromosome", "whole").expect("it is read");
        assert_eq!(options.setup().parameters, Parameters::DAVID);
        options.set("NullMove", "0").expect("it is there");
        assert_eq!(options.setup().parameters.null_move, 0);
        assert_eq!(options.setup().parameters.multi_cut, 1);
        options.set("Chromosome", "good").expect("it is read");
        assert_eq!(options.setup().parameters, Parameters::DEFAULT);
    }
}

//! `millipawn coevolve`: programs play each other, and the winners breed.

use std::path::Path;

use crate::{
    arena::{openings, rules, text_of},
    arguments::CoevolveArguments,
    checkpoint_file,
    failure::Failure,
    given,
    run::{self, at_fault, settle},
};
use millipawn_evolve::{
    run::{
        Run,
        checkpoint::{Checkpoint as _, CheckpointError},
        coevolution::{self, Checkpoint, Coevolution, Setting, Settings},
        imitation,
    },
    system::System,
    text::{chromosome::Chromosome, shared},
};

/// Told of every run in which time binds.
const BY_CLOCK: &str = "By the clock: no run with these settings comes out like another.";

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: CoevolveArguments) -> Result<(), Failure> {
    let openings = openings(arguments.openings.as_deref())?;
    let mut run = match &arguments.stage.resume {
        Some(path) => {
            let kept = checkpoint_file::read::<Checkpoint>(path)?;
            let begins = run::begins_anew(&arguments.stage, &kept);
            let kept = if begins { kept.anew() } else { kept };
            Coevolution::resume(kept, openings)
        }
        None => {
            let (setting, initial) = beginning(&arguments)?;
            Coevolution::new(setting, &initial, openings)
        }
    }
    .map_err(|error| Failure::of(at_fault(&arguments.stage, "coevolve"), error))?;
    if arguments.stage.resume.is_some() {
        let mut settings = run.setting().settings;
        let own = [("Generations", arguments.stage.generations)];
        settle(&arguments.stage, coevolution::TABLE, &own, |name, value| {
            settings.set(name, value)
        })?;
        run.set_generations(settings.generations as u32);
        if !run.is_finished() {
            run::can_go_on(&arguments.stage, &run)?;
        }
    }
    if !run.is_repeatable() {
        eprintln!("{BY_CLOCK}");
    }
    run::run(run, &arguments.stage)
}

/// The setting and the first programs: those given, or random ones.
fn beginning(arguments: &CoevolveArguments) -> Result<(Setting, Vec<Chromosome>), Failure> {
    let given = given(arguments)?;
    let asked = arguments.system.as_deref().and_then(System::from_id);
    let system = given.first().map(|program| program.system).or(asked);
    let system = system.unwrap_or(System::ACPP);
    let setting = setting(arguments, system)?;
    if !given.is_empty() {
        return Ok((setting, given));
    }
    let programs = setting.settings.population as usize;
    let initial = coevolution::random(system, programs, setting.seed);
    Ok((setting, initial))
}

fn setting(arguments: &CoevolveArguments, system: System) -> Result<Setting, Failure> {
    let mut settings = Settings::of(system);
    let own = [
        ("Generations", arguments.stage.generations),
        ("Population", arguments.population),
        ("GamesPerPair", arguments.games_per_pair),
        ("Nodes", arguments.nodes),
        ("Clock", arguments.clock),
    ];
    settle(&arguments.stage, coevolution::TABLE, &own, |name, value| {
        settings.set(name, value)
    })?;
    Ok(Setting {
        settings,
        rules: rules(&arguments.rule)?,
        search: arguments.search.clone().unwrap_or(coevolution::PLAIN),
        seed: run::seed(&arguments.stage)?,
    })
}

/// The programs of `--from`.
fn given(arguments: &CoevolveArguments) -> Result<Vec<Chromosome>, Failure> {
    let mut initial = Vec::new();
    for text in &arguments.from {
        let path = Path::new(text);
        if path.exists() {
            initial.extend(listed(path)?);
        } else {
            let shown: String = text.chars().take(60).collect();
            let program = given::program(text)
                .map_err(|error| Failure::of(format_args!("--from {shown}"), error))?;
            initial.push(program.evaluation);
        }
    }
    Ok(initial)
}

/// The programs of a file: one a line, or the generation scored last of a run that `evolve` kept. How they search does not
/// matter here.
fn listed(path: &Path) -> Result<Vec<Chromosome>, Failure> {
    let text = text_of(path)?;
    match imitation::Checkpoint::from_text(&text) {
        Err(CheckpointError::NotACheckpoint) => {}
        Err(error) => return Err(Failure::of(path.display(), error)),
        Ok(kept) => return Ok(population(kept)),
    }
    if given::is_program_file(&text) {
        let program = given::program_file(&text).map_err(|error| Failure::file(path, error))?;
        return Ok(vec![program.evaluation]);
    }
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !is_comment(line))
        .map(|(at, line)| match shared::program(line.trim()) {
            Ok(program) => Ok(program.evaluation),
            Err(error) => Err(Failure::Refused(Failure::place(path, "", at + 1, error))),
        })
        .collect()
}

/// A link may stand without the address of a page.
fn is_comment(line: &str) -> bool {
    line.starts_with('#') && !line.starts_with("#c=") && !line.starts_with("#x=")
}

fn population(kept: imitation::Checkpoint) -> Vec<Chromosome> {
    let system = kept.settings.system;
    let scored = kept
        .scored
        .map_or_else(Vec::new, |scored| scored.population);
    let programs = scored.into_iter();
    programs
        .map(|genome| Chromosome { system, genome })
        .collect()
}

//! `millipawn coevolve`: programs play each other, and the winners breed.

use std::path::Path;

use crate::{
    arena::{openings, rules},
    arguments::CoevolveArguments,
    failure::Failure,
    family, given,
    run::{self, at_fault},
    run_settings, text_file,
};
use millipawn_evolve::{
    run::{
        Run,
        checkpoint::{Checkpoint as Kept, CheckpointError},
        classes::{self, ClassesRun},
        coevolution::{self, Checkpoint, Coevolution, Settings},
        imitation,
        settings::RunSettings,
    },
    system::System,
    text::{chromosome::Chromosome, shared},
};

/// Told of every run in which time binds.
pub(crate) const BY_CLOCK: &str =
    "By the clock: no run with these settings comes out like another.";

/// Runs it to its last generation.
///
/// # Errors
/// Arguments or files that cannot be obeyed or used, a checkpoint that cannot be written, or standard output.
pub fn run(arguments: CoevolveArguments) -> Result<(), Failure> {
    let stage = &arguments.stage;
    let options = [
        ("generations", "generations", &stage.generations),
        ("population", "population", &arguments.population),
        (
            "games-per-pair",
            "games-per-pair",
            &arguments.games_per_pair,
        ),
        ("nodes", "nodes-a-move", &arguments.nodes),
        ("clock", "clock", &arguments.clock),
        ("seed", "seed", &stage.seed),
    ];
    let asked = run_settings::asked(&options, &stage.set)?;
    let openings = openings(arguments.openings.as_deref())?;
    let kept = run::kept::<Checkpoint>(stage)?;
    let initial = given(&arguments)?;
    let system = system(&arguments, &initial);
    run_settings::refuse_unused(system, Settings::KIND, &asked)?;
    if let Some(search) = arguments
        .search
        .as_ref()
        .filter(|_| system.searches_itself())
    {
        let why = format!("programs of {} bring a search of their own", system.name());
        return Err(Failure::of(format_args!("--search {search}"), why));
    }
    let path = stage.resume.as_deref();
    let kept_settings = path.zip(kept.as_ref().map(|kept| &kept.settings));
    let settings = run_settings::settle(kept_settings, defaults(&arguments, system)?, &asked)?;
    let generations = settings.generations;
    let begun = match kept {
        Some(kept) => Coevolution::resume(kept, openings),
        None if initial.is_empty() => {
            let programs = settings.population as usize;
            let initial = coevolution::random(system, programs, settings.seed);
            Coevolution::new(settings, &initial, openings)
        }
        None => Coevolution::new(settings, &initial, openings),
    };
    let run = begun.map_err(|error| Failure::of(at_fault(stage, "coevolve"), error))?;
    if !run.is_repeatable() {
        eprintln!("{BY_CLOCK}");
    }
    // A run that has ended has no generation under way.
    let programs = run.population().len().max(run.ranked().len());
    family::check(arguments.family, programs as u32)?;
    run::run_and_tell(run, generations, stage, arguments.family)
}

/// That of the first programs, or of random ones.
fn system(arguments: &CoevolveArguments, initial: &[Chromosome]) -> System {
    let asked = arguments.system.as_deref().and_then(System::from_id);
    let given = initial.first().map(|program| program.system);
    given.or(asked).unwrap_or_default()
}

/// A system's, with the rules and the search that the command line names.
fn defaults(arguments: &CoevolveArguments, system: System) -> Result<Settings, Failure> {
    Ok(Settings {
        rules: rules(&arguments.rule)?,
        search: arguments.search.clone().unwrap_or(coevolution::PLAIN),
        ..Settings::of(system)
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

/// The programs of a file: one a line, or the generation scored last of a run that `evolve` kept. How they search matters only where it is a
/// part of them.
fn listed(path: &Path) -> Result<Vec<Chromosome>, Failure> {
    let text = text_file::read(path)?;
    if let Some(kept) = of_kind::<imitation::Checkpoint>(path, &text)? {
        return Ok(population(kept));
    }
    if let Some(kept) = of_kind::<classes::Checkpoint>(path, &text)? {
        let run = ClassesRun::resume(kept);
        let run = run.map_err(|error| Failure::of(path.display(), error))?;
        let genomes = run.population().map_or_else(Vec::new, |all| all.programs());
        let read = |text: &String| Chromosome::parse(text).expect("just written");
        return Ok(genomes.iter().map(read).collect());
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

/// The checkpoint of that kind; `None` where the text is no such.
fn of_kind<C: Kept>(path: &Path, text: &str) -> Result<Option<C>, Failure> {
    match C::from_text(text) {
        Ok(kept) => Ok(Some(kept)),
        Err(CheckpointError::NotACheckpoint) => Ok(None),
        Err(error) => Err(Failure::of(path.display(), error)),
    }
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

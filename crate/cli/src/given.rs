//! Players and programs as a person gives them: a name, a chromosome, a link of the page, or a file. The one place that takes
//! any of them.

use std::{fs, path::Path};

use millipawn_evolve::{
    learn::step::Precise,
    run::{checkpoint::CheckpointError, learning, supervised},
    text::{player::Player, program::Program, shared, table},
};
use serde_json::Value;

use crate::{failure::Failure, text_file};

/// Longer files are not read: no program comes near.
const LONGEST: u64 = 100_000;
/// What the page says of a program that it saves (`www/src/laboratory/program-file.ts`).
const FORMAT: &str = "millipawn program";
const VERSION: u64 = 1;

/// The player that a name, a chromosome, a link or a file stands for; each may be followed by options.
///
/// # Errors
/// What is wrong with it, for people.
pub fn player(text: &str) -> Result<Player, String> {
    let named = shared::player(text.trim());
    let (file, options) = match text.split_once('?') {
        _ if Path::new(text).is_file() => (text, ""),
        Some((file, options)) => (file, options),
        None => (text, ""),
    };
    match named {
        // The name of a file may look like a link.
        Err(_) if Path::new(file).is_file() => {
            let of_file = |why: String| format!("{file}: {why}");
            let player = in_file(Path::new(file)).map_err(of_file)?;
            let player = player.with_options(options);
            player.map_err(|error| of_file(error.to_string()))
        }
        named => named.map_err(|error| error.to_string()),
    }
}

/// The bred program that a chromosome, a link or a file stands for.
///
/// # Errors
/// What is wrong with it, for people.
pub fn program(text: &str) -> Result<Program, String> {
    if Path::new(text).is_file() {
        let player = player(text)?;
        return shared::program_of(&player).map_err(|error| format!("{text}: {error}"));
    }
    shared::program(text.trim()).map_err(|error| error.to_string())
}

/// The player of a file: the page's of a program, a table of its genes, or one line that names a player.
fn in_file(path: &Path) -> Result<Player, String> {
    let told = fs::metadata(path).map_err(|error| error.to_string())?;
    if told.len() > LONGEST {
        return Err(format!("{} bytes are no program", told.len()));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    in_text(&String::from_utf8_lossy(&bytes))
}

/// The player of a file's text.
///
/// # Errors
/// What is wrong with it, for people.
pub fn in_text(text: &str) -> Result<Player, String> {
    let text = text.trim_start_matches('\u{feff}');
    if table::is_table(text) {
        let program = table::read(text).map_err(|error| error.to_string())?;
        return Ok(Player::from(Program::from(program)));
    }
    if is_program_file(text) {
        return program_file(text).map(Player::from);
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    match (lines.next(), lines.next()) {
        (Some(line), None) => shared::player(line).map_err(|error| error.to_string()),
        (None, _) => Err("it is empty".to_owned()),
        _ => Err("it is neither a program's file or table nor a single line".to_owned()),
    }
}

/// Whether a file's text, without a byte order mark, looks like that of a program which the page saved.
pub fn is_program_file(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The program in a file that the page saved.
///
/// # Errors
/// What is wrong with it, for people.
pub fn program_file(text: &str) -> Result<Program, String> {
    let file: Value = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    if file["format"] != FORMAT {
        return Err(format!("\"format\" is not \"{FORMAT}\""));
    }
    if file["version"] != VERSION {
        let found = &file["version"];
        return Err(format!(
            "\"version\" is {found}; this program knows {VERSION}"
        ));
    }
    let chromosome = file["chromosome"].as_str();
    let chromosome = chromosome.ok_or("\"chromosome\" is not a text")?;
    let program = Program::parse(chromosome).map_err(|error| error.to_string())?;
    let system = program.evaluation.system.id();
    if file["system"] != system {
        let found = &file["system"];
        return Err(format!(
            "\"system\" is {found} but the chromosome is of \"{system}\""
        ));
    }
    Ok(program)
}

/// The weights of a program, or of the checkpoint of a run that learned, by itself or from games.
pub(crate) fn weights(text: &str) -> Result<Precise, Failure> {
    let shown: String = text.chars().take(60).collect();
    let refused =
        |error: &dyn std::fmt::Display| Failure::of(format_args!("--from {shown}"), error);
    let path = Path::new(text);
    if path.exists() {
        let text = text_file::read(path)?;
        match supervised::kept_weights(&text) {
            Ok(weights) => return Ok(weights),
            Err(CheckpointError::NotACheckpoint) => {}
            Err(error) => return Err(refused(&error)),
        }
    }
    let program = program(text).map_err(|error| refused(&error))?;
    learning::weights_of(&program.evaluation).map_err(|error| refused(&error))
}

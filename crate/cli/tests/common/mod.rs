//! Runs the real program.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(
    clippy::disallowed_methods,
    reason = "these tests are about files and processes"
)]

#[cfg(feature = "network")]
pub(crate) mod network;

use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

/// The program with these arguments.
pub(crate) fn millipawn(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_millipawn"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs it to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    millipawn(arguments).output().expect("the program starts")
}

/// Standard output of a run that succeeds.
pub(crate) fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

/// Every line of standard output as JSON: nothing else may stand there.
pub(crate) fn json_lines(arguments: &[&str]) -> Vec<Value> {
    parse(&stdout(arguments))
}

/// Lines of JSON.
pub(crate) fn parse(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// The message of a run that is refused: status 2, one line, nothing on standard output.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("it writes UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    errors.trim_end().to_owned()
}

/// The same of a run that is refused once its games are read, which is told before: the last line.
pub(crate) fn refusal_at_last(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).expect("it writes UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    errors.lines().last().unwrap_or_default().to_owned()
}

/// The text of a file, if it is there.
pub(crate) fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(path).ok()
}

/// A folder of its own for one test, gone when the test is.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("the build's folder can be written");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file in it.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).expect("the build's folder can be written");
        path
    }

    /// The names of all files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        std::fs::read_dir(&self.0)
            .expect("it is there")
            .map(|entry| entry.expect("it can be read").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A text that is a chromosome of hand-set weights.
pub(crate) fn hand_set() -> String {
    use millipawn_evolve::{
        system::{System, acpp},
        text::chromosome::Chromosome,
    };
    Chromosome {
        system: System::ACPP,
        genome: acpp::hand_set(),
    }
    .to_string()
}

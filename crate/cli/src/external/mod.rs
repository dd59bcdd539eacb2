//! Engines that are other programs: processes that are talked to a line at a time.

pub mod uci;
pub mod xboard;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use millipawn_engine::play::contest::mover::{Time, Trouble};

/// How long an engine may take to start and to get ready.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Options to set: name and value.
    pub options: Vec<(String, String)>,
}

impl Launch {
    /// Of `COMMAND ARGUMENT...?name=value&name=value`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (command, options) = text.split_once('?').unwrap_or((text, ""));
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("a command is missing".to_owned());
        }
        let option = |text: &str| {
            let (name, value) = text
                .split_once('=')
                .ok_or_else(|| format!("\"{text}\" is not an option: name=value is"))?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        };
        let given = options.split('&').filter(|option| !option.is_empty());
        Ok(Self {
            words,
            options: given.map(option).collect::<Result<_, String>>()?,
        })
    }

    /// The program's name without its folder, and the options.
    pub fn name(&self) -> String {
        let program = self.words[0].rsplit('/').next().unwrap_or_default();
        format!("{program}{}", self.suffix())
    }

    /// Its options as text.
    fn suffix(&self) -> String {
        let options: Vec<String> = self
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let mark = if options.is_empty() { "" } else { "?" };
        format!("{mark}{}", options.join("&"))
    }
}

/// As it is read.
impl std::fmt::Display for Launch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.words.join(" "), self.suffix())
    }
}

/// A conversation with a running engine. It ends the process when it is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts it; what it writes on standard error is not shown.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(launch: &Launch) -> Result<Self, Trouble> {
        let broken =
            |error: std::io::Error| Trouble::Crashed(format!("{}: {error}", launch.words[0]));
        let mut child = Command::new(&launch.words[0])
            .args(&launch.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(broken)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Trouble::Crashed("it has no pipes".to_owned()));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            // Not every engine writes UTF-8.
            while matches!(output.read_until(b'\n', &mut bytes), Ok(1..)) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        Ok(Self {
            child,
            input,
            lines,
        })
    }

    /// Says a line.
    ///
    /// # Errors
    /// When nobody listens.
    pub fn say(&mut self, line: &str) -> Result<(), Trouble> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| Trouble::Crashed(format!("it has ended and does not listen: {error}")))
    }

    /// The first thing that `understand` makes of a line.
    ///
    /// # Errors
    /// When the engine ends, or has not said it by the deadline.
    pub fn hear<T>(
        &mut self,
        deadline: Instant,
        what: &str,
        mut understand: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(understood) = understand(&line) {
                        return Ok(understood);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::Silent(format!("no {what} in time")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(what)),
            }
        }
    }

    /// What it said and nobody heard is of no use any more.
    pub fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn ended(&mut self, what: &str) -> Trouble {
        let status = self.wait(Duration::from_millis(500));
        Trouble::Crashed(match status {
            Some(status) => format!("it ended before its {what}, {status}"),
            None => format!("it closed its output before its {what}"),
        })
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.say("quit");
        if self.wait(Duration::from_millis(500)).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Until when an engine may think: its time and some more, so that a late move is told from none.
fn deadline(time: Time) -> Instant {
    let patience = match time {
        // A node limit: any time, but not for ever.
        Time::Free => Duration::from_secs(300),
        Time::Move(time) => Duration::from_millis(time) + LATE,
        Time::Clock(clocks) => Duration::from_millis(clocks.own) + LATE,
    };
    Instant::now() + patience
}

/// After so much no move comes any more.
const LATE: Duration = Duration::from_secs(10);

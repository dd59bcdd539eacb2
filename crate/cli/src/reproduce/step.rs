//! The steps of a reproduction: commands of this program, each run once and kept.

use std::{
    env, fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    arguments::{ADDRESS, PoolArguments},
    checkpoint_file,
    failure::Failure,
    pool::WHO_WORKED,
    reproduce::children::Children,
    threads::cores,
};

/// A word of a command, as it is run and as a reader is shown it.
#[derive(Clone, Debug)]
pub(super) struct Word {
    text: String,
    shown: String,
    /// Of what stands in the file that it names.
    checksum: Option<u32>,
}

/// What is told when a file is another than it was.
const CHANGED: &str = "it changed while it was used: reproduce again";

impl Word {
    /// A text that the reader is shown by a name.
    pub(super) fn named(text: impl Into<String>, shown: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            shown: shown.into(),
            checksum: None,
        }
    }

    /// A file that the reader is shown by a name.
    fn file(path: &Path, shown: impl Into<String>) -> Result<Self, Failure> {
        Ok(Self {
            checksum: Some(checksum(path)?),
            ..Self::named(path.display().to_string(), shown)
        })
    }
}

/// Of a file.
fn checksum(path: &Path) -> Result<u32, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, error))?;
    Ok(crc32fast::hash(&bytes))
}

impl From<&str> for Word {
    fn from(text: &str) -> Self {
        Self::named(text, text)
    }
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        Self::named(text.clone(), text)
    }
}

macro_rules! number {
    ($($kind:ty),*) => {$(
        impl From<$kind> for Word {
            fn from(number: $kind) -> Self {
                number.to_string().into()
            }
        }
    )*};
}
number!(u32, u64);

/// The words of a command: texts, numbers and [`Word`]s.
macro_rules! words {
    ($($word:expr),* $(,)?) => { vec![$($crate::reproduce::step::Word::from($word)),*] };
}
pub(super) use words;

/// A bred program, and how commands name it.
#[derive(Clone)]
pub(super) struct Named {
    pub(super) text: String,
    pub(super) name: String,
}

impl Named {
    pub(super) fn new(text: String, name: &str) -> Self {
        Self {
            text,
            name: format!("${name}"),
        }
    }

    pub(super) fn word(&self) -> Word {
        Word::named(&self.text, &self.name)
    }

    /// With options as a player takes them.
    pub(super) fn with_options(&self, options: &str) -> Word {
        Word::named(
            format!("{}?{options}", self.text),
            format!("{}?{options}", self.name),
        )
    }

    /// With the genes of a search.
    pub(super) fn with_search(&self, search: &Self) -> Self {
        Self {
            text: format!("{}.{}", self.text, search.text),
            name: format!("{}.{}", self.name, search.name),
        }
    }
}

/// A command of this program.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Under which it is kept.
    pub(super) name: String,
    words: Vec<Word>,
    /// Whether it writes a list of programs that is to be kept too.
    lists: bool,
}

impl Step {
    /// A command.
    pub(super) fn new(name: impl Into<String>, words: Vec<Word>) -> Self {
        Self {
            name: name.into(),
            words,
            lists: false,
        }
    }

    /// With more words.
    pub(super) fn with<W: Into<Word>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// A command whose `--out` is kept too.
    pub(super) fn listing(mut self) -> Self {
        self.lists = true;
        self
    }

    /// As a person would type it.
    pub(super) fn command(&self) -> String {
        let quoted = |word: &Word| match word.shown.contains([' ', '&', '?']) {
            true => format!("\"{}\"", word.shown),
            false => word.shown.clone(),
        };
        let words: Vec<String> = self.words.iter().map(quoted).collect();
        format!("millipawn {}", words.join(" "))
    }

    /// What makes it another step than one that is kept under its name: its words, and what stands in the files they name.
    fn key(&self) -> Vec<String> {
        let checksums = self.words.iter().filter_map(|word| word.checksum);
        let mut key = self.texts();
        key.extend(checksums.map(|checksum| format!("{checksum:08x}")));
        key
    }

    /// Whether other machines may take part: no clock binds, and all players are ours.
    fn is_shared(&self) -> bool {
        let is_local = |word: &Word| {
            matches!(word.text.as_str(), "--tc" | "--st" | "--clock")
                || word.text.starts_with("uci:")
                || word.text.starts_with("xboard:")
        };
        !self.words.iter().any(is_local)
    }

    fn texts(&self) -> Vec<String> {
        self.words.iter().map(|word| word.text.clone()).collect()
    }
}

/// What a step left behind.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Done {
    /// Of the program that ran it.
    program: u32,
    /// What was run: another step under the same name is run anew.
    words: Vec<String>,
    /// How long it took.
    pub(super) seconds: f64,
    /// How many threads worked; none where other machines took part.
    threads: Option<usize>,
    /// Its standard output.
    lines: Vec<Value>,
    /// Its list of programs.
    pub(super) programs: Vec<String>,
}

impl Done {
    /// Hours of processor time at most: of several threads some may rest. Of other machines nobody knows.
    pub(super) fn processor_hours(&self) -> Option<f64> {
        self.threads
            .map(|threads| self.seconds * threads as f64 / 3600.0)
    }

    /// All its lines.
    pub(super) fn all<T: DeserializeOwned>(&self) -> Result<Vec<T>, Failure> {
        self.each(&self.lines)
    }

    /// Its last line.
    pub(super) fn last<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        self.read(self.lines.last())
    }

    /// Its lines but the last.
    pub(super) fn before_last<T: DeserializeOwned>(&self) -> Result<Vec<T>, Failure> {
        let lines = self.lines.split_last().map_or(&[][..], |(_, lines)| lines);
        self.each(lines)
    }

    fn each<T: DeserializeOwned>(&self, lines: &[Value]) -> Result<Vec<T>, Failure> {
        lines.iter().map(|line| self.read(Some(line))).collect()
    }

    fn read<T: DeserializeOwned>(&self, line: Option<&Value>) -> Result<T, Failure> {
        let line = line.cloned().unwrap_or_default();
        serde_json::from_value(line).map_err(|error| Failure::of(self.words.join(" "), error))
    }
}

/// Where the experiments read from.
#[derive(Debug)]
pub(super) struct Data(Option<PathBuf>);

impl Data {
    /// A folder, if there is one.
    pub(super) const fn new(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// A file of it, if it is there. One that is missing in the folder is told, and what needs it is left out.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub(super) fn file(&self, name: &str) -> Result<Option<Word>, Failure> {
        self.file_or(name, "what needs it is left out")
    }

    /// A file of it, if it is there. Where it is missing in the folder this is told, and what happens `instead`.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    pub(super) fn file_or(&self, name: &str, instead: &str) -> Result<Option<Word>, Failure> {
        let Some(folder) = &self.0 else {
            return Ok(None);
        };
        let path = folder.join(name);
        if !path.is_file() {
            eprintln!("{}: not there; {instead}", path.display());
            return Ok(None);
        }
        Word::file(&path, format!("DIR/{name}")).map(Some)
    }

    /// A file without which nothing can be done.
    ///
    /// # Errors
    /// When no folder is named, or it is not there, or cannot be read.
    pub(super) fn needed(&self, name: &str) -> Result<Word, Failure> {
        let missing = || {
            let folder = self.0.as_deref().unwrap_or(Path::new("--data DIR"));
            Failure::file(&folder.join(name), "nothing can be reproduced without it")
        };
        self.file(name)?.ok_or_else(missing)
    }
}

/// Who makes steps and keeps them.
#[derive(Debug)]
pub(super) struct Steps {
    folder: PathBuf,
    pool: PoolArguments,
    /// This program, which runs them.
    program: PathBuf,
    checksum: u32,
    children: Children,
}

impl Steps {
    /// Keeps them in `folder`, which is made.
    ///
    /// # Errors
    /// Nobody who works, a folder that cannot be made, a program that cannot read itself, or signals that cannot be heard.
    pub(super) fn new(folder: PathBuf, pool: PoolArguments) -> Result<Self, Failure> {
        pool.threads()?;
        fs::create_dir_all(&folder).map_err(|error| Failure::file(&folder, error))?;
        let program = env::current_exe().map_err(|error| Failure::of("this program", error))?;
        Ok(Self {
            checksum: checksum(&program)?,
            children: Children::new()?,
            folder,
            pool,
            program,
        })
    }

    /// Writes a list of programs for steps to read: its word.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn list(&self, name: &str, programs: &[String]) -> Result<Word, Failure> {
        let path = self.folder.join(name);
        checkpoint_file::write_text(&path, &(programs.join("\n") + "\n"))?;
        Word::file(&path, name)
    }

    /// What the step left behind, now or when this program ran it before.
    ///
    /// # Errors
    /// A step that fails, or that cannot be kept.
    pub(super) fn done(&self, step: &Step) -> Result<Done, Failure> {
        let sign = sign_of_life();
        let done = self.done_by(step, self.pool.workers, &sign);
        sign.finish_and_clear();
        done
    }

    /// Does steps that have no work for a second thread side by side, each with one; all at once where only other machines work.
    ///
    /// # Errors
    /// The first step that fails, or that cannot be kept.
    pub(super) fn do_at_once(&self, steps: &[Step]) -> Result<(), Failure> {
        let (threads, own) = match self.pool.threads()? {
            0 => (steps.len(), 0),
            threads => (threads, 1),
        };
        let sign = sign_of_life();
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let work = || {
            while let Some(step) = steps.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = self.done_by(step, Some(own), &sign) {
                    next.store(steps.len(), Ordering::Relaxed);
                    failure.lock().expect("nobody panics").get_or_insert(error);
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads.min(steps.len()) {
                scope.spawn(work);
            }
        });
        sign.finish_and_clear();
        failure
            .into_inner()
            .expect("nobody panics")
            .map_or(Ok(()), Err)
    }

    fn done_by(
        &self,
        step: &Step,
        workers: Option<u16>,
        sign: &ProgressBar,
    ) -> Result<Done, Failure> {
        let path = self.folder.join(format!("{}.json", step.name));
        let is_same = |kept: &Done| kept.program == self.checksum && kept.words == step.key();
        if let Some(kept) = kept(&path) {
            if is_same(&kept) {
                return Ok(kept);
            }
            sign.suspend(|| {
                eprintln!(
                    "{}: kept by another program, of other data or words: made anew",
                    step.name
                );
            });
        }
        let done = self.run(step, workers, sign)?;
        self.check(step)?;
        let text = serde_json::to_string(&done).expect("plain data are always JSON");
        checkpoint_file::write_text(&path, &text)?;
        sign.suspend(|| eprintln!("{}: {:.1} s", step.name, done.seconds));
        Ok(done)
    }

    /// Whether program and files are what they were when their checksums were taken: a step may take hours.
    fn check(&self, step: &Step) -> Result<(), Failure> {
        let files = step.words.iter().filter_map(|word| {
            let checksum = word.checksum?;
            Some((Path::new(&word.text), checksum))
        });
        for (path, expected) in files.chain([(self.program.as_path(), self.checksum)]) {
            if checksum(path)? != expected {
                return Err(Failure::file(path, CHANGED));
            }
        }
        Ok(())
    }

    fn run(&self, step: &Step, workers: Option<u16>, sign: &ProgressBar) -> Result<Done, Failure> {
        let failed = |why: String| Failure::of(step.command(), why);
        let mut command = Command::new(&self.program);
        command
            .args(step.texts())
            .arg("--json")
            .stdin(Stdio::null());
        let is_on_network = self.pool.network.is_some() && step.is_shared();
        command.args(self.workers(step, workers, is_on_network));
        // Others would read a password among its words.
        match self.pool.network.as_ref().filter(|_| is_on_network) {
            Some(url) => command.env(ADDRESS, url),
            None => command.env_remove(ADDRESS),
        };
        let list = self.folder.join(format!("{}.txt", step.name));
        if step.lists {
            command.arg("--out").arg(&list);
        }
        let started = Instant::now();
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.children.start(&mut command, failed)?;
        let mut errors = child.stderr.take().expect("asked for");
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            let _ = errors.read_to_string(&mut text);
            text
        });
        let output = BufReader::new(child.stdout.take().expect("asked for"));
        let lines = read(step, output, sign);
        if lines.is_err() {
            let _ = child.kill();
        }
        let status = self.children.wait(&mut child, failed)?;
        let complaints = complaints.join().unwrap_or_default();
        if !status.success() {
            return Err(failed(complaints));
        }
        for line in complaints
            .lines()
            .filter(|line| line.starts_with(WHO_WORKED))
        {
            sign.suspend(|| eprintln!("{}: {line}", step.name));
        }
        let lines = lines.map_err(failed)?;
        let programs = match step.lists {
            true => fs::read_to_string(&list).map_err(|error| Failure::file(&list, error))?,
            false => String::new(),
        };
        Ok(Done {
            program: self.checksum,
            words: step.key(),
            seconds: started.elapsed().as_secs_f64(),
            threads: (!is_on_network).then(|| workers.map_or_else(cores, usize::from)),
            lines,
            programs: programs.lines().map(ToOwned::to_owned).collect(),
        })
    }

    /// What the command line says of workers, as far as a step has use for it.
    fn workers(&self, step: &Step, workers: Option<u16>, is_on_network: bool) -> Vec<String> {
        if step.words[0].text == "compose" {
            return Vec::new();
        }
        let mut words = Vec::new();
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
        };
        // What only this machine can do it does, whoever else works.
        let workers = workers.filter(|workers| is_on_network || *workers > 0);
        option("--workers", workers.map(|workers| workers.to_string()));
        if is_on_network {
            option("--verify", self.pool.verify.map(|share| share.to_string()));
            option("--redeliver", Some(self.pool.redeliver.to_string()));
        }
        words
    }
}

/// A step that was kept; one that cannot be read is made anew.
fn kept(path: &Path) -> Option<Done> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// For whoever waits.
fn sign_of_life() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}").expect("written here");
    ProgressBar::new_spinner().with_style(style)
}

/// Its lines, with a sign of life.
fn read(step: &Step, output: impl BufRead, sign: &ProgressBar) -> Result<Vec<Value>, String> {
    sign.set_message(step.command());
    let mut lines = Vec::new();
    for line in output.lines() {
        let line = line.map_err(|error| error.to_string())?;
        let line: Value = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        for what in ["generation", "round"] {
            if let Some(number) = line[what].as_u64() {
                sign.set_message(format!("{what} {number}: {}", step.command()));
            }
        }
        sign.tick();
        lines.push(line);
    }
    Ok(lines)
}

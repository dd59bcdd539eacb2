//! What all kinds of run share: asking and telling, the pieces of work of a generation, records, and where the run stands.

use std::{collections::BTreeMap, error::Error};

use crate::{
    job::task::{Job, JobResult, Outcome, Task, TaskId},
    run::{
        Champion, Change, ChangeError, Changed, Changes, Games, PieceSize, Population, Progress,
        Run, RunError, Spread, Summary,
        checkpoint::Checkpoint,
        family::{Family, Individual},
        immigrants::Immigrants,
        material::{Beginning, Material},
        queue::WorkQueue,
        settings::{MOST_GENERATIONS, RunSettings, Value},
    },
    signature,
    system::System,
    text::{
        chromosome::Chromosome,
        offer::{Name, Offer},
    },
};

/// A run, or why there is none, for people.
pub type Opened<K> = Result<Generations<K>, Box<dyn Error>>;

/// What is a kind of run's own: what a piece of work is, what a result means, how the next generation comes about, and what a
/// record holds.
pub trait Kind: Sized {
    /// What a person can set about it.
    type Settings: RunSettings + Clone;
    /// Its identifier.
    const ID: &'static str = Self::Settings::KIND;
    /// What is known of a scored generation.
    type Record: serde::Serialize + std::fmt::Debug;
    /// A generation that is being scored.
    type Generation: std::fmt::Debug;
    /// What is kept of the result of a piece of work.
    type Piece: Clone + std::fmt::Debug;
    /// What is kept of a run.
    type Checkpoint: Checkpoint;

    /// A new run.
    ///
    /// # Errors
    /// What it cannot begin with, for people.
    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self>;

    /// The run as it was kept.
    ///
    /// # Errors
    /// What does not fit it, for people.
    fn reopen(kept: Self::Checkpoint, material: &dyn Material) -> Opened<Self>;

    /// What was set.
    fn settings(&self) -> &Self::Settings;

    /// The generation that ends the run.
    fn generations(&self) -> u32;

    /// Lets the run end there.
    fn set_generations(&mut self, generations: u32);

    /// The generation after the last record: random, given or bred.
    fn begin(&self, records: &mut [Self::Record]) -> Self::Generation;

    /// How many pieces of work it takes.
    fn pieces(&self, generation: &Self::Generation) -> usize;

    /// The work of one of them.
    fn job(&self, generation: &Self::Generation, piece: usize) -> Job;

    /// What came of it; `None` where that does not fit the work.
    fn read(
        &self,
        generation: &Self::Generation,
        piece: usize,
        result: &JobResult,
    ) -> Option<Self::Piece>;

    /// What follows when all pieces are done, after the earlier records; the results are in order.
    fn finish(
        &mut self,
        earlier: &[Self::Record],
        generation: Self::Generation,
        results: Vec<Self::Piece>,
    ) -> Step<Self>;

    /// What is kept of the run: its records, and the pieces that are done of the generation under way.
    fn checkpoint(
        &self,
        records: &[Self::Record],
        done: Vec<(usize, Self::Piece)>,
    ) -> Self::Checkpoint;

    /// The signature of the engine that made the run; `None` where none takes part.
    fn engine(&self) -> Option<u64>;

    /// What one piece of work may take.
    fn largest_piece(&self) -> PieceSize;

    /// Whether the same seed gives the same run.
    fn is_repeatable(&self) -> bool {
        true
    }

    /// A record as one line of JSON has it.
    fn line<'a>(&self, record: &'a Self::Record) -> Box<dyn erased_serde::Serialize + 'a>;

    /// A record in words.
    fn summary(&self, record: &Self::Record) -> Summary;

    /// Its fittest individual, the earlier on ties; `None` where it was not kept.
    fn champion(&self, record: &Self::Record) -> Option<Champion>;

    /// The programs of the generation scored last, the fittest first, the earlier on ties.
    fn ranked(&self, last: &Self::Record) -> Vec<String>;

    /// See [`Run::population`].
    fn population(&self) -> Option<Population<'_>> {
        None
    }

    /// See [`Run::family`].
    fn family(
        &self,
        _records: &[Self::Record],
        _number: usize,
        _individual: usize,
    ) -> Option<Family> {
        None
    }

    /// See [`Run::individuals`].
    fn individuals(&self, _records: &[Self::Record], _number: usize) -> Option<Vec<Individual>> {
        None
    }

    /// The settings that were changed while it went on; `None` of a kind whose runs keep theirs.
    fn changes(&self) -> Option<&Changes> {
        None
    }

    /// The same, to change more.
    fn changes_mut(&mut self) -> Option<&mut Changes> {
        None
    }

    /// Programs that came from elsewhere; `None` of a kind whose programs do not migrate.
    fn immigrants(&self) -> Option<&Immigrants> {
        None
    }

    /// The same, to let some in.
    fn immigrants_mut(&mut self) -> Option<&mut Immigrants> {
        None
    }

    /// For how many of them a generation has places, where its settings decide that.
    fn places(&self, _generation: u32) -> usize {
        usize::MAX
    }

    /// How a record's fitness spreads, in the unit of its line of JSON; `None` of a kind whose programs do not migrate.
    fn spread(&self, _record: &Self::Record) -> Option<Spread> {
        None
    }

    /// See [`Run::games`].
    fn games(_run: &Generations<Self>) -> Option<&dyn Games> {
        None
    }
}

/// What follows when a generation's work is done.
#[derive(Debug)]
pub enum Step<K: Kind> {
    /// It is scored.
    Scored(K::Record),
    /// More is to be found out about it.
    More(K::Generation),
}

/// A run that goes on in generations.
#[derive(Debug)]
pub struct Generations<K: Kind> {
    kind: K,
    records: Vec<K::Record>,
    /// `None` when the last generation is scored.
    now: Option<Now<K>>,
}

/// The work under way.
#[derive(Debug)]
struct Now<K: Kind> {
    /// How often this generation needed more work.
    phase: u8,
    generation: K::Generation,
    queue: WorkQueue<K::Piece>,
}

impl<K: Kind> Generations<K> {
    /// A run of this kind, whose first generation is under way.
    pub(crate) fn begun(kind: K) -> Self {
        let mut run = Self::scored_so_far(kind, Vec::new());
        run.advance();
        run
    }

    /// A run that has these records; nothing is under way before [`Generations::go_on`].
    pub(crate) const fn scored_so_far(kind: K, records: Vec<K::Record>) -> Self {
        Self {
            kind,
            records,
            now: None,
        }
    }

    /// Scores the next generation with what was kept of it.
    pub(crate) fn replay(
        &mut self,
        record: impl FnOnce(&mut K, u32, K::Generation) -> Option<K::Record>,
    ) -> Result<(), RunError> {
        let generation = self.kind.begin(&mut self.records);
        let number = self.records.len() as u32;
        let record = record(&mut self.kind, number, generation);
        self.records.push(record.ok_or(RunError::WrongCheckpoint)?);
        Ok(())
    }

    /// Begins what comes next, with the pieces of it that were kept. Where the generation needed more work, numbers go on behind those of the
    /// work before, whose pieces come first.
    pub(crate) fn go_on(&mut self, done: Vec<(usize, K::Piece)>) -> Result<(), RunError> {
        let (records, mut before) = (self.records.len(), 0);
        self.advance();
        for (piece, result) in done {
            let mut now = self.now.as_mut().ok_or(RunError::WrongCheckpoint)?;
            if piece >= before + now.queue.len() && now.queue.is_done() {
                before += now.queue.len();
                self.advance();
                now = self.now.as_mut().ok_or(RunError::WrongCheckpoint)?;
            }
            let at = piece.checked_sub(before);
            at.and_then(|at| now.queue.take(at, result))
                .filter(|()| self.records.len() == records)
                .ok_or(RunError::WrongCheckpoint)?;
        }
        self.advance();
        Ok(())
    }

    /// What is the kind's own.
    pub const fn kind(&self) -> &K {
        &self.kind
    }

    /// One record a scored generation, in order.
    pub fn records(&self) -> &[K::Record] {
        &self.records
    }

    /// The generation under way; `None` when the last is scored.
    pub fn under_way(&self) -> Option<&K::Generation> {
        self.now.as_ref().map(|now| &now.generation)
    }

    /// The results of the pieces of work that are done of the generation under way, with their numbers.
    pub fn done(&self) -> impl Iterator<Item = (usize, &K::Piece)> {
        self.now.iter().flat_map(|now| now.queue.done())
    }

    /// What [`Run::checkpoint`] writes.
    pub fn kept(&self) -> K::Checkpoint {
        let done = self.done().map(|(piece, result)| (piece, result.clone()));
        self.kind.checkpoint(&self.records, done.collect())
    }

    /// As [`Run::tell`]; answers with the records of the generations that it completes.
    ///
    /// # Errors
    /// When the outcome does not fit its task.
    pub fn take(&mut self, outcome: &Outcome) -> Result<&[K::Record], RunError> {
        let before = self.records.len();
        if let Some(now) = self.now.as_mut()
            && outcome.id.generation as usize == before
            && outcome.id.phase == now.phase
        {
            let piece = outcome.id.chunk as usize;
            let result = (piece < now.queue.len())
                .then(|| self.kind.read(&now.generation, piece, &outcome.result));
            result
                .flatten()
                .and_then(|result| now.queue.take(piece, result))
                .ok_or(RunError::WrongOutcome)?;
            self.advance();
        }
        Ok(&self.records[before..])
    }

    /// Completes what can be completed and begins what comes next.
    fn advance(&mut self) {
        loop {
            match self.now.take() {
                Some(now) if now.queue.is_done() => self.finish(now),
                Some(now) => {
                    self.now = Some(now);
                    return;
                }
                None if self.is_finished() => return,
                None => {
                    let generation = self.kind.begin(&mut self.records);
                    self.now = Some(Now::new(&self.kind, 0, generation));
                }
            }
        }
    }

    /// The log of the run's changes with more of them.
    fn changed(&self, generation: u32, lines: &str) -> Result<Changes, ChangeError> {
        let settings = self.kind.settings();
        let mut changes = self.kind.changes().cloned().unwrap_or_default();
        let next = self.next_generation();
        for line in lines.lines() {
            let change = Change::read::<K::Settings>(generation, line)?;
            // Who asks again for what was done asks for nothing.
            if generation >= 1 && changes.hold(settings, &change) {
                continue;
            }
            if generation < next {
                return Err(ChangeError::Begun(generation, next));
            }
            if generation > self.kind.generations() {
                return Err(ChangeError::AfterEnd(generation, self.kind.generations()));
            }
            changes.add(settings, change)?;
        }
        Ok(changes)
    }

    fn finish(&mut self, now: Now<K>) {
        let results = now.queue.into_results();
        let step = self.kind.finish(&self.records, now.generation, results);
        match step {
            Step::Scored(record) => self.records.push(record),
            Step::More(generation) => {
                self.now = Some(Now::new(&self.kind, now.phase + 1, generation));
            }
        }
    }
}

impl<K: Kind> Now<K> {
    fn new(kind: &K, phase: u8, generation: K::Generation) -> Self {
        Self {
            phase,
            queue: WorkQueue::new(kind.pieces(&generation)),
            generation,
        }
    }
}

impl<K: Kind> Run for Generations<K> {
    fn kind(&self) -> &'static str {
        K::ID
    }

    fn ask(&mut self) -> Option<Task> {
        let own = self.kind.engine().is_none_or(signature::is_own);
        if !own || self.is_finished() {
            return None;
        }
        let now = self.now.as_mut()?;
        let piece = now.queue.next()?;
        Some(Task {
            id: TaskId {
                generation: self.records.len() as u32,
                phase: now.phase,
                chunk: piece as u32,
            },
            job: self.kind.job(&now.generation, piece),
        })
    }

    fn tell(&mut self, outcome: &Outcome) -> Result<(), RunError> {
        self.take(outcome).map(|_| ())
    }

    fn awaits(&self, id: TaskId) -> bool {
        let is_now =
            |now: &&Now<K>| id.generation as usize == self.records.len() && id.phase == now.phase;
        let piece = id.chunk as usize;
        let now = self.now.as_ref().filter(is_now);
        now.is_some_and(|now| piece < now.queue.len() && !now.queue.is_piece_done(piece))
    }

    fn scored(&self) -> usize {
        self.records.len()
    }

    fn generations(&self) -> u32 {
        self.kind.generations()
    }

    fn set_generations(&mut self, generations: u32) {
        self.kind.set_generations(generations.min(MOST_GENERATIONS));
        self.advance();
    }

    fn progress(&self) -> Progress {
        Progress {
            done: self.done().count(),
            pieces: self.now.as_ref().map_or(0, |now| now.queue.len()),
        }
    }

    fn largest_piece(&self) -> PieceSize {
        self.kind.largest_piece()
    }

    fn is_repeatable(&self) -> bool {
        self.kind.is_repeatable()
    }

    fn engine(&self) -> Option<u64> {
        self.kind.engine()
    }

    fn checkpoint(&self) -> String {
        self.kept().to_text()
    }

    fn record(&self, generation: usize) -> Option<&dyn erased_serde::Serialize> {
        let record = self.records.get(generation)?;
        Some(record)
    }

    fn line(&self, generation: usize) -> Option<Box<dyn erased_serde::Serialize + '_>> {
        self.records
            .get(generation)
            .map(|record| self.kind.line(record))
    }

    fn summary(&self, generation: usize) -> Option<Summary> {
        self.records
            .get(generation)
            .map(|record| self.kind.summary(record))
    }

    fn champion_of(&self, generation: usize) -> Option<Champion> {
        self.records
            .get(generation)
            .and_then(|record| self.kind.champion(record))
    }

    fn ranked(&self) -> Vec<String> {
        self.records
            .last()
            .map_or_else(Vec::new, |last| self.kind.ranked(last))
    }

    fn settings(&self) -> BTreeMap<String, Value> {
        self.kind.settings().values()
    }

    fn next_generation(&self) -> u32 {
        let is_begun = |now: &Now<K>| now.phase > 0 || !now.queue.is_untouched();
        let scored = self.records.len() as u32;
        // Generation 0 is not bred.
        (scored + u32::from(self.now.as_ref().is_some_and(is_begun))).max(1)
    }

    fn change(&mut self, generation: u32, settings: &str) -> Result<(), String> {
        let changes = self.changed(generation, settings);
        let changes = changes.map_err(|error| error.to_string())?;
        let is_untouched = self.next_generation() as usize == self.records.len();
        if let Some(own) = self.kind.changes_mut() {
            *own = changes;
            // Bred, but not begun: it is bred again.
            if is_untouched {
                self.now = None;
                self.advance();
            }
        }
        Ok(())
    }

    fn changes(&self) -> Vec<Changed> {
        let changes = self.kind.changes();
        changes.map_or_else(Vec::new, |changes| changes.told(self.kind.settings()))
    }

    fn population(&self) -> Option<Population<'_>> {
        self.kind.population()
    }

    fn family(&self, generation: usize, individual: usize) -> Option<Family> {
        self.kind.family(&self.records, generation, individual)
    }

    fn individuals(&self, generation: usize) -> Option<Vec<Individual>> {
        self.kind.individuals(&self.records, generation)
    }

    fn receive(&mut self, program: &str) -> Result<u32, String> {
        let program = Chromosome::parse(program).map_err(|error| error.to_string())?;
        let next = self.records.len() as u32 + u32::from(self.now.is_some());
        if next > self.generations() {
            return Err("no generation is to begin".to_owned());
        }
        let places = self.kind.places(next);
        let immigrants = self.kind.immigrants_mut();
        let immigrants = immigrants
            .ok_or_else(|| format!("runs of {} take no programs from elsewhere", K::ID))?;
        immigrants.receive(next, program, places).map(|()| next)
    }

    fn migrating(&self) -> Option<System> {
        self.kind.immigrants().map(Immigrants::system)
    }

    fn offer(&self, room: &Name, deme: &Name) -> Option<Offer> {
        self.migrating()?;
        let record = self.records.last()?;
        let champion = self.kind.champion(record)?.chromosome;
        Some(Offer {
            room: room.clone(),
            deme: deme.clone(),
            kind: K::ID,
            generation: self.records.len() as u32 - 1,
            spread: self.kind.spread(record)?,
            program: Chromosome::parse(&champion).ok()?,
        })
    }

    fn games(&self) -> Option<&dyn Games> {
        K::games(self)
    }
}

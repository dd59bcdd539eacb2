//! The evolution of EvoChess's move ordering alone (Gross et al. 2002): programs are fit that search positions to a fixed depth with few
//! nodes. The paper breeds its move ordering by games, with the other modules, and measures it so; to breed it so is our choice, and
//! takes minutes.
//!
//! The programs of a deme are an evolution strategy: the best live on and have children by recombination and mutation, which take
//! the place of all others. Demes send copies of their best to the next, in a ring.
//!
//! Searches are exact and the positions stay, so what is known of an ordering holds as long as its program lives.

mod checkpoint;
mod record;
mod settings;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use millipawn_engine::{
    Example, TrainingSet,
    examples::import::grouped,
    search::evochess::{
        count::Ordering,
        order::{TABLE, Weights},
    },
};
use serde::Serialize;

use crate::{
    genome::{
        Genome,
        breed::Origin,
        draw::{Draws, Purpose},
        select,
        strategy::Real,
    },
    job::{
        task::{Job, JobResult},
        tree_size::TreeSize,
    },
    measure::{
        by_ply::{PlyGroup, by_ply},
        five_numbers::FiveNumbers,
    },
    run::{
        Champion, Changes, DemesError, Fitness, Generations, Kind, Opened, PieceSize, RunError,
        Spread, Step, Summary,
        family::{self, Arrival, Birth, Family, Individual, Parents, Scored, Species},
        imitation::split::Split,
        immigrants::Immigrants,
        material::{Beginning, Material},
        settings::RunSettings,
    },
    signature,
    system::{System, evochess},
    text::chromosome::Chromosome,
};

pub use self::{
    checkpoint::{Checkpoint, Kept},
    record::{Record, Unseen, Yardstick, yardsticks},
    settings::Settings,
};

/// Positions in a piece of work: few enough to share evenly, enough to be worth a message.
const CHUNK: usize = 10;

/// Why the evolution of a move ordering cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderingError {
    /// There is nothing to search.
    NoPositions,
    /// All games are set aside to measure on.
    AllHeldOut,
    /// What is wrong with the demes.
    Demes(DemesError),
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for OrderingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoPositions => write!(f, "the games hold no position to search"),
            Self::AllHeldOut => write!(
                f,
                "all games are set aside to measure on: take more games, or a smaller held-out share"
            ),
            Self::Demes(error) => write!(f, "{error}"),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for OrderingError {}

impl From<RunError> for OrderingError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// All that decides in what order a program tries moves.
type Values = [i32; TABLE.len()];

/// A run that breeds a move ordering.
pub type OrderingRun = Generations<OrderingKind>;

/// What such a run needs beside the form of every run.
#[derive(Debug)]
pub struct OrderingKind {
    settings: Settings,
    engine: u64,
    /// Of the games.
    fingerprint: u64,
    bred_on: Vec<Example>,
    /// Their plies of the game in groups, without nodes.
    groups: Vec<PlyGroup>,
    held_out: Vec<Example>,
    yardsticks: Vec<u64>,
    /// In the order of the yardsticks; empty where they are not known.
    yardsticks_by_ply: Vec<Vec<PlyGroup>>,
    /// The programs of the last record.
    scored: Vec<Genome>,
    changes: Changes,
    immigrants: Immigrants,
    /// Of these programs.
    known: BTreeMap<Values, Known>,
}

/// What an ordering needs for the positions that are bred on.
#[derive(Clone, Debug)]
struct Known {
    nodes: u64,
    /// By ply of the game; empty where a checkpoint has only the sum.
    by_ply: Vec<PlyGroup>,
}

/// A generation that is being scored.
#[derive(Debug)]
pub struct Scoring {
    number: u32,
    population: Vec<Genome>,
    orderings: Vec<Values>,
    /// Who searches: orders to compare with, then those that are not known, or in the end the best alone.
    searched: Vec<Ordering>,
    /// What is known of the generation, while its best is measured on positions that were not bred on.
    record: Option<Record>,
}

impl OrderingRun {
    /// A new run on the positions of `set`.
    ///
    /// # Errors
    /// Nothing to search, or settings that replace nobody.
    pub fn new(settings: Settings, set: &TrainingSet) -> Result<Self, OrderingError> {
        OrderingKind::new(settings, set).map(Self::begun)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When `set` is not the one of the run, or the checkpoint contradicts itself.
    pub fn resume(kept: Checkpoint, set: &TrainingSet) -> Result<Self, OrderingError> {
        let mut kind = OrderingKind::new(kept.settings, set)?;
        kind.engine = kept.engine;
        kind.changes = kept.changes;
        kind.immigrants.restore(kept.immigrants)?;
        kind.yardsticks = kept.yardsticks;
        RunError::unless_same(
            "searched positions of other games",
            kept.fingerprint,
            kind.fingerprint,
        )?;
        let due = match kept.generations.is_empty() {
            true => 0,
            false => yardsticks(0).len(),
        };
        let most = kind.most_nodes(kind.bred_on.len());
        let fit = kind.yardsticks.iter().all(|nodes| *nodes <= most);
        if kind.yardsticks.len() != due || !fit {
            return Err(RunError::WrongCheckpoint.into());
        }
        let of_order = |groups: Vec<FiveNumbers>| kind.of_kept(&groups);
        let by_ply = kept.yardsticks_by_ply.into_iter().map(of_order);
        let by_ply = by_ply.collect::<Option<Vec<_>>>();
        kind.yardsticks_by_ply = by_ply
            .filter(|orders| orders.is_empty() || orders.len() == due)
            .ok_or(RunError::WrongCheckpoint)?;
        let mut run = Self::scored_so_far(kind, Vec::new());
        for generation in kept.generations {
            run.replay(|kind, _, scoring| kind.replay(scoring, generation))?;
        }
        run.go_on(Vec::new())?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }
}

impl OrderingKind {
    fn new(settings: Settings, set: &TrainingSet) -> Result<Self, OrderingError> {
        settings.demes().check().map_err(OrderingError::Demes)?;
        let immigrants = Immigrants::new(System::EVOCHESS, settings.demes().children());
        let split = Split::of(set, settings.held_out_share);
        if split.training.is_empty() {
            return Err(match split.held_out.is_empty() {
                true => OrderingError::NoPositions,
                false => OrderingError::AllHeldOut,
            });
        }
        let example = |place: &u32| set.get(*place as usize);
        let mut draws = Draws::derive(settings.seed, 0, 0, Purpose::Positions);
        let drawn = draws.sample(split.training.len() as u32, settings.positions);
        let bred_on = drawn
            .iter()
            .map(|at| example(&split.training[*at as usize]));
        let bred_on: Vec<Example> = bred_on.collect();
        let held_out = split.held_out.iter().map(example);
        Ok(Self {
            groups: by_ply(bred_on.iter().map(|example| (example.ply.into(), 0))),
            bred_on,
            // The set is in random order, so its first examples are as good a sample as any.
            held_out: held_out
                .take(settings.held_out_positions as usize)
                .collect(),
            engine: signature::OWN,
            fingerprint: set.fingerprint(),
            settings,
            changes: Changes::default(),
            immigrants,
            yardsticks: Vec::new(),
            yardsticks_by_ply: Vec::new(),
            scored: Vec::new(),
            known: BTreeMap::new(),
        })
    }

    /// For so many positions, at most.
    fn most_nodes(&self, positions: usize) -> u64 {
        u64::from(self.settings.most_nodes) * positions as u64
    }

    fn positions(&self, scoring: &Scoring) -> &[Example] {
        match scoring.record {
            None => &self.bred_on,
            Some(_) => &self.held_out,
        }
    }

    /// Pieces of work that the positions are cut into.
    fn pieces_of_positions(&self, scoring: &Scoring) -> usize {
        self.positions(scoring).len().div_ceil(CHUNK)
    }

    /// The positions of a piece of work.
    fn chunk(&self, scoring: &Scoring, piece: usize) -> &[Example] {
        let at = piece % self.pieces_of_positions(scoring);
        let mut chunks = self.positions(scoring).chunks(CHUNK);
        chunks.nth(at).unwrap_or_default()
    }

    /// Programs whose order of moves is random, or the children of the last.
    fn population(&self, last: Option<&Record>, number: u32) -> Vec<Genome> {
        let Some(last) = last else {
            return self.first();
        };
        genomes(self.bred(&self.scored, &last.nodes, number))
    }

    fn first(&self) -> Vec<Genome> {
        let programs = self.settings.demes().programs();
        (0..programs).map(|at| self.random(at)).collect()
    }

    fn random(&self, individual: u32) -> Genome {
        let mut draws = Draws::derive(self.settings.seed, 0, individual, Purpose::Genes);
        let order = TABLE
            .iter()
            .map(|_| Real::random(self.settings.steps(), &mut draws))
            .collect();
        with_order(order)
    }

    /// The places of each deme's parents among programs that took so many nodes.
    fn parents(&self, nodes: &[u64], number: u32) -> Vec<Vec<usize>> {
        let best_first = |places: Range<usize>| {
            let order = select::best_first(&nodes[places.clone()], |nodes| Reverse(*nodes));
            order.into_iter().map(|at| places.start + at).collect()
        };
        self.settings.demes().parents(number, best_first)
    }

    /// The generation that follows those of the records, bred once more, and the one before it: all programs follow from the nodes that
    /// each took.
    fn generation(&self, records: &[Record]) -> (Vec<Genome>, Vec<(Genome, Arrival)>) {
        let random = |genome| (genome, Arrival::Alone(Birth::Random));
        let mut now: Vec<(Genome, Arrival)> = self.first().into_iter().map(random).collect();
        let mut before = Vec::new();
        for (at, record) in records.iter().enumerate() {
            before = genomes(now);
            now = self.bred(&before, &record.nodes, at as u32 + 1);
        }
        (before, now)
    }

    /// The next generation, each program with how it came about: in each deme the parents, then their children.
    fn bred(&self, scored: &[Genome], nodes: &[u64], number: u32) -> Vec<(Genome, Arrival)> {
        let steps = self.changes.at(&self.settings, number).steps();
        let deme = self.settings.population as usize;
        let mut next = Vec::new();
        for parents in self.parents(nodes, number) {
            let first = next.len();
            let elite = |at: usize| (scored[at].clone(), Arrival::Bred(Origin::Elite(at)));
            next.extend(parents.iter().map(|at| elite(*at)));
            while next.len() < first + deme {
                let slot = next.len() as u32;
                let mut draws = Draws::derive(self.settings.seed, number, slot, Purpose::Breeding);
                let mut parent = || parents[draws.below(parents.len() as u64) as usize];
                let parents = [parent(), parent()];
                let couple = parents.map(|at| &scored[at]);
                let (child, descent) = evochess::child_by_order(couple, steps, &mut draws);
                next.push((child, Arrival::Bred(Origin::Child { parents, descent })));
            }
        }
        for (at, genome) in self.immigrants.entering(number).enumerate() {
            // What else such a program brings has no effect here.
            let own = with_order(order_of(genome));
            let arrival = Arrival::Alone(Birth::Elsewhere);
            next[self.settings.demes().place_from_elsewhere(at)] = (own, arrival);
        }
        next
    }

    /// Scores a generation with what was kept of it.
    fn replay(&mut self, scoring: Scoring, kept: Kept) -> Option<Record> {
        let most = self.most_nodes(self.bred_on.len());
        let fits = kept.nodes.len() == scoring.population.len()
            && kept.nodes.iter().all(|nodes| *nodes <= most);
        fits.then_some(())?;
        for (ordering, nodes) in scoring.orderings.iter().zip(&kept.nodes) {
            let new = || Known {
                nodes: *nodes,
                by_ply: Vec::new(),
            };
            // The same order takes the same nodes, in whatever generation.
            let known = self.known.entry(*ordering).or_insert_with(new);
            (known.nodes == *nodes).then_some(())?;
        }
        if let Some(groups) = &kept.by_ply {
            let by_ply = self.of_kept(groups)?;
            let best = scoring.orderings[best_of(&kept.nodes)];
            let known = self.known.get_mut(&best)?;
            let fits = known.by_ply.is_empty() || known.by_ply == by_ply;
            fits.then(|| known.by_ply = by_ply)?;
        }
        let mut record = self.complete(&scoring);
        let most = self.most_nodes(self.held_out.len());
        let fits = |nodes: u64| !self.held_out.is_empty() && nodes <= most;
        kept.held_out.is_none_or(fits).then_some(())?;
        record.unseen = kept.held_out.map(|nodes| self.unseen(nodes));
        self.scored = scoring.population;
        Some(record)
    }

    /// Nodes of the positions that are bred on, by ply of the game.
    fn by_ply(&self, nodes: &[u64]) -> Vec<PlyGroup> {
        let plies = self.bred_on.iter().map(|example| example.ply.into());
        by_ply(plies.zip(nodes.iter().copied()))
    }

    /// As [`OrderingKind::by_ply`], of what was kept of it; `None` where it does not fit the positions.
    fn of_kept(&self, groups: &[FiveNumbers]) -> Option<Vec<PlyGroup>> {
        let most = u64::from(self.settings.most_nodes);
        let mut by_ply = self.groups.clone();
        let fits = groups.len() == by_ply.len();
        let fits = fits && groups.iter().all(|group| group.greatest <= most);
        fits.then_some(())?;
        for (group, nodes) in by_ply.iter_mut().zip(groups) {
            group.nodes = *nodes;
        }
        Some(by_ply)
    }

    const fn unseen(&self, nodes: u64) -> Unseen {
        Unseen {
            positions: self.held_out.len() as u32,
            nodes,
        }
    }

    /// The record of a generation whose programs are all known. Others are forgotten: only these have children.
    fn complete(&mut self, scoring: &Scoring) -> Record {
        let living: BTreeSet<&Values> = scoring.orderings.iter().collect();
        self.known.retain(|ordering, _| living.contains(ordering));
        let nodes = scoring
            .orderings
            .iter()
            .map(|ordering| self.known[ordering].nodes);
        let nodes: Vec<u64> = nodes.collect();
        let best = best_of(&nodes);
        let named = yardsticks(0).into_iter().zip(&self.yardsticks);
        Record {
            generation: scoring.number,
            migrants: self.settings.demes().migrants(scoring.number),
            best: nodes[best],
            mean: nodes.iter().sum::<u64>() as f64 / nodes.len() as f64,
            worst: nodes.iter().copied().max().unwrap_or(0),
            positions: self.bred_on.len() as u32,
            yardsticks: named
                .map(|((name, _), nodes)| Yardstick {
                    name,
                    nodes: *nodes,
                })
                .collect(),
            unseen: None,
            by_ply: self.known[&scoring.orderings[best]].by_ply.clone(),
            yardsticks_by_ply: match scoring.number {
                0 => self.yardsticks_by_ply.clone(),
                _ => Vec::new(),
            },
            champion: text_of(&scoring.population[best]),
            diversity: System::EVOCHESS
                .representation()
                .diversity(&scoring.population),
            nodes,
        }
    }

    fn is_held_out_due(&self, number: u32) -> bool {
        let is_last = number >= self.settings.generations;
        (is_last || self.is_at_interval(number)) && !self.held_out.is_empty()
    }

    /// Whether the best is measured, also where the run does not end.
    const fn is_at_interval(&self, number: u32) -> bool {
        number > 0 && number.is_multiple_of(self.settings.held_out_interval)
    }

    /// Takes the nodes of those that searched, a position after the other.
    fn learn(&mut self, scoring: &Scoring, searched: &[Vec<u64>]) {
        let of_all = searched.iter().map(|nodes| Known {
            nodes: nodes.iter().sum(),
            by_ply: self.by_ply(nodes),
        });
        let mut of_all = of_all.collect::<Vec<_>>().into_iter();
        if scoring.number == 0 {
            let compared = of_all.by_ref().take(yardsticks(0).len());
            (self.yardsticks, self.yardsticks_by_ply) =
                compared.map(|known| (known.nodes, known.by_ply)).unzip();
        }
        for (ordering, known) in self.unknown(&scoring.orderings).into_iter().zip(of_all) {
            self.known.insert(ordering, known);
        }
    }

    /// Those that are to be searched with, each once: after a checkpoint also those of which it has only the sum.
    fn unknown(&self, orderings: &[Values]) -> Vec<Values> {
        let mut seen = BTreeSet::new();
        let is_known = |values: &Values| {
            let known = self.known.get(values);
            known.is_some_and(|known| !known.by_ply.is_empty())
        };
        let is_new = |values: &&Values| !is_known(values) && seen.insert(**values);
        orderings.iter().filter(is_new).copied().collect()
    }
}

impl Kind for OrderingKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Scoring;
    /// Nodes for each position of a piece.
    type Piece = Vec<u64>;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, material: &dyn Material) -> Opened<Self> {
        let system = System::offering(Settings::KIND);
        let settings = Settings::from_lines(beginning.settings, system)?;
        let set = material.games(&settings.import)?;
        Ok(OrderingRun::new(settings, &set)?)
    }

    fn reopen(kept: Checkpoint, material: &dyn Material) -> Opened<Self> {
        let set = material.games(&kept.settings.import)?;
        Ok(OrderingRun::resume(kept, &set)?)
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn generations(&self) -> u32 {
        self.settings.generations
    }

    fn set_generations(&mut self, generations: u32) {
        self.settings.generations = generations;
    }

    fn begin(&self, records: &mut [Record]) -> Scoring {
        let number = records.len() as u32;
        // A run that goes on past its end is one with a later end: what was measured only because it ended is forgotten.
        if let Some(last) = records.last_mut()
            && !self.is_at_interval(last.generation)
        {
            last.unseen = None;
        }
        let population = self.population(records.last(), number);
        let orderings: Vec<Values> = population.iter().map(values_of).collect();
        let compared = match number {
            0 => yardsticks(self.settings.seed)
                .map(|(_, ordering)| ordering)
                .to_vec(),
            _ => Vec::new(),
        };
        let unknown = self.unknown(&orderings);
        let searched = compared.into_iter().chain(unknown.iter().map(ordering_of));
        Scoring {
            number,
            searched: searched.collect(),
            population,
            orderings,
            record: None,
        }
    }

    fn pieces(&self, scoring: &Scoring) -> usize {
        scoring.searched.len() * self.pieces_of_positions(scoring)
    }

    fn job(&self, scoring: &Scoring, piece: usize) -> Job {
        let who = piece / self.pieces_of_positions(scoring);
        Job::TreeSize(Box::new(TreeSize {
            ordering: scoring.searched[who].clone(),
            depth: self.settings.depth,
            most: self.settings.most_nodes.into(),
            examples: self.chunk(scoring, piece).to_vec(),
        }))
    }

    fn read(&self, scoring: &Scoring, piece: usize, result: &JobResult) -> Option<Vec<u64>> {
        let JobResult::TreeSize(nodes) = result else {
            return None;
        };
        let most = u64::from(self.settings.most_nodes);
        let fits = nodes.len() == self.chunk(scoring, piece).len();
        let fits = fits && nodes.iter().all(|nodes| *nodes <= most);
        fits.then(|| nodes.clone())
    }

    fn finish(&mut self, _: &[Record], mut scoring: Scoring, results: Vec<Vec<u64>>) -> Step<Self> {
        let pieces = self.pieces_of_positions(&scoring);
        let mut searched = Vec::new();
        let mut results = results.into_iter();
        // Piece by piece: they may be many numbers, and need not be in memory twice.
        while results.len() > 0 {
            searched.push(
                results
                    .by_ref()
                    .take(pieces)
                    .flatten()
                    .collect::<Vec<u64>>(),
            );
        }
        if let Some(mut record) = scoring.record.take() {
            let nodes = searched.first();
            record.unseen = nodes.map(|nodes| self.unseen(nodes.iter().sum()));
            self.scored = scoring.population;
            return Step::Scored(record);
        }
        self.learn(&scoring, &searched);
        let record = self.complete(&scoring);
        if !self.is_held_out_due(scoring.number) {
            self.scored = scoring.population;
            return Step::Scored(record);
        }
        let best = best_of(&record.nodes);
        Step::More(Scoring {
            searched: vec![ordering_of(&scoring.orderings[best])],
            record: Some(record),
            ..scoring
        })
    }

    fn checkpoint(&self, records: &[Record], _: Vec<(usize, Vec<u64>)>) -> Checkpoint {
        let kept = records.iter().map(|record| Kept {
            nodes: record.nodes.clone(),
            held_out: record.unseen.map(|unseen| unseen.nodes),
            by_ply: (!record.by_ply.is_empty()).then(|| nodes_of(&record.by_ply)),
        });
        let generations: Vec<Kept> = kept.collect();
        // Yardsticks belong to the record of generation 0: what was found out for it before is found out again.
        let (yardsticks, by_ply) = match generations.is_empty() {
            true => <(_, Vec<_>)>::default(),
            false => (self.yardsticks.clone(), self.yardsticks_by_ply.clone()),
        };
        Checkpoint {
            settings: self.settings.clone(),
            engine: self.engine,
            fingerprint: self.fingerprint,
            changes: self.changes.clone(),
            immigrants: self.immigrants.all().to_vec(),
            yardsticks,
            yardsticks_by_ply: by_ply.iter().map(|groups| nodes_of(groups)).collect(),
            generations,
        }
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    fn largest_piece(&self) -> PieceSize {
        PieceSize {
            nodes: self.most_nodes(CHUNK),
            milliseconds: 0,
        }
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            generation: record.generation,
            best: record.best,
            mean: record.mean,
            worst: record.worst,
            positions: record.positions,
            yardsticks: match record.generation {
                0 => Some(&record.yardsticks),
                _ => None,
            },
            unseen: record.unseen.as_ref(),
            by_ply: &record.by_ply,
            yardsticks_by_ply: &record.yardsticks_by_ply,
            champion: &record.champion,
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        let a_position = |nodes: f64| grouped((nodes / f64::from(record.positions)).round() as u64);
        let measured = record.unseen.map(|unseen| {
            let mean = unseen.nodes as f64 / f64::from(unseen.positions);
            let positions = grouped(unseen.positions.into());
            format!(
                "{} nodes a position on {positions} positions it was not bred on",
                grouped(mean.round() as u64)
            )
        });
        Summary {
            counts: format!(
                "nodes a position: best {}, mean {}, worst {}",
                a_position(record.best as f64),
                a_position(record.mean),
                a_position(record.worst as f64)
            ),
            measured,
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        Some(Champion {
            chromosome: record.champion.clone(),
            fitness: Some(Fitness::Count(record.best)),
            positions: Some(record.positions),
            games: None,
        })
    }

    fn changes(&self) -> Option<&Changes> {
        Some(&self.changes)
    }

    fn changes_mut(&mut self) -> Option<&mut Changes> {
        Some(&mut self.changes)
    }

    fn immigrants(&self) -> Option<&Immigrants> {
        Some(&self.immigrants)
    }

    fn immigrants_mut(&mut self) -> Option<&mut Immigrants> {
        Some(&mut self.immigrants)
    }

    fn spread(&self, record: &Record) -> Option<Spread> {
        Some(Spread {
            best: record.best as f64,
            mean: record.mean,
            worst: record.worst as f64,
        })
    }

    fn family(&self, records: &[Record], number: usize, individual: usize) -> Option<Family> {
        let fitness = |record: &Record| {
            let nodes = record.nodes.iter();
            nodes.map(|nodes| Fitness::Count(*nodes)).collect()
        };
        let (before, now) = self.generation(records.get(..number)?);
        let arrival = now.get(individual)?.1.clone();
        let scored = Scored {
            number,
            fitness: fitness(records.get(number)?),
            population: &genomes(now),
        };
        let last = number.checked_sub(1).map(|before| &records[before]);
        let deme = individual / self.settings.population as usize;
        let parents = last.map(|last| Parents {
            population: &before,
            fitness: fitness(last),
            best_first: select::best_first(&last.nodes, |nodes| Reverse(*nodes)),
            weights: family::equal_shares(
                before.len(),
                &self.parents(&last.nodes, number as u32)[deme],
            ),
        });
        Family::of(
            Species::Orderings,
            &scored,
            individual,
            &arrival,
            parents.as_ref(),
        )
    }

    fn individuals(&self, records: &[Record], number: usize) -> Option<Vec<Individual>> {
        records.get(number)?;
        let (_, now) = self.generation(&records[..number]);
        Some(Species::Orderings.individuals(&genomes(now)))
    }

    fn ranked(&self, last: &Record) -> Vec<String> {
        let order = select::best_first(&last.nodes, |nodes| Reverse(*nodes));
        order
            .into_iter()
            .map(|at| text_of(&self.scored[at]))
            .collect()
    }
}

fn genomes(generation: Vec<(Genome, Arrival)>) -> Vec<Genome> {
    let programs = generation.into_iter();
    programs.map(|(genome, _)| genome).collect()
}

/// The program that tries moves in this order; its other modules are the standard ones.
fn with_order(order: Vec<Real>) -> Genome {
    let standard = evochess::standard(evochess::STANDARD_DEPTH);
    evochess::Parts { order, ..standard }.genome()
}

fn order_of(genome: &Genome) -> Vec<Real> {
    evochess::Parts::of(genome).order
}

fn values_of(genome: &Genome) -> Values {
    evochess::order_weights(&order_of(genome)).values()
}

fn ordering_of(values: &Values) -> Ordering {
    let mut weights = Weights::DEFAULT;
    for (row, value) in TABLE.iter().zip(values) {
        let set = weights.set(row.name, i64::from(*value));
        set.expect("within its range");
    }
    Ordering::Module(Box::new(weights))
}

fn text_of(genome: &Genome) -> String {
    let chromosome = Chromosome {
        system: System::EVOCHESS,
        genome: genome.clone(),
    };
    chromosome.to_string()
}

/// All of it that does not follow from the positions.
fn nodes_of(by_ply: &[PlyGroup]) -> Vec<FiveNumbers> {
    by_ply.iter().map(|group| group.nodes).collect()
}

/// The place of the fewest nodes, the earlier on ties.
fn best_of(nodes: &[u64]) -> usize {
    let places = 0..nodes.len();
    places.min_by_key(|at| nodes[*at]).unwrap_or(0)
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    best: u64,
    mean: f64,
    worst: u64,
    positions: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    yardsticks: Option<&'a Vec<Yardstick>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unseen: Option<&'a Unseen>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    by_ply: &'a [PlyGroup],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    yardsticks_by_ply: &'a [Vec<PlyGroup>],
    champion: &'a str,
}

//! The evolution of EvoChess's programs by games against fixed-depth opponents (Gross et al. 2002, sections on the fitness and on the demes).
//!
//! From the paper: the fitness, its classes and phases, populations of twenty, demes whose best migrate, and more games of the best after the
//! run. Our choice, since it tells nothing: the best of a deme live on and keep their games, and have children by the operators of each module,
//! which take the place of all others; a run has generations.
//!
//! The games of a generation go on in rounds: in each, every program that has not done plays the games of its next phase, and all are played before
//! the next begins (our choice: a round costs few workers no more than the end of a game).

mod checkpoint;
mod contender;
pub mod fitness;
mod lineage;
pub mod programme;
mod record;
mod settings;

use std::ops::Range;

use millipawn_engine::mix::mix;
use serde::Serialize;
use shakmaty::{Chess, Color};

use self::{
    contender::{Contender, Member, Pairing, best_first},
    programme::{Next, Phase, Programme},
    record::{Played, classes_of},
};
use crate::{
    genome::{
        Genome,
        breed::Origin,
        draw::{Draws, Purpose},
        select,
    },
    job::{
        class_game::{ClassGame, ClassResult},
        task::{Job, JobResult},
    },
    run::{
        Champion, Changes, CrossTable, DemesError, Fitness, GameUnderWay, Games, Generations, Kind,
        Opened, PieceSize, Population, RunError, Spread, Step, Summary,
        family::{Arrival, Birth, Family, Individual, Species},
        immigrants::Immigrants,
        material::{Beginning, Material},
        settings::RunSettings,
    },
    signature,
    system::System,
};

pub use self::{
    checkpoint::{Checkpoint, Kept},
    contender::Generation,
    record::{ClassScore, Record, Scored},
    settings::{Colors, PRESETS, Preset, Settings},
};

/// Programs that lose both their first games are replaced so often (our choice).
const ATTEMPTS: u32 = 3;

/// Nodes that a program may take for a move beyond those it has: the rest of each level that is begun.
const OVERRUN: u64 = 10_000;

/// Why such an evolution cannot start or go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassesError {
    /// What is wrong with the demes.
    Demes(DemesError),
    /// What was kept of the run does not fit.
    Run(RunError),
}

impl std::fmt::Display for ClassesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Demes(error) => write!(f, "{error}"),
            Self::Run(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ClassesError {}

impl From<RunError> for ClassesError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// A run that breeds programs by games against classes.
pub type ClassesRun = Generations<ClassesKind>;

/// What such a run needs beside the form of every run.
#[derive(Debug)]
pub struct ClassesKind {
    settings: Settings,
    engine: u64,
    changes: Changes,
    immigrants: Immigrants,
    /// The programs of the last record.
    scored: Vec<Member>,
    /// The games of each scored generation.
    kept: Vec<Kept>,
    /// The games of the rounds that are over of the generation under way.
    so_far: Vec<ClassResult>,
    /// Its finalists are playing.
    are_finals: bool,
}

impl ClassesRun {
    /// A new run.
    ///
    /// # Errors
    /// Settings that replace nobody.
    pub fn new(settings: Settings) -> Result<Self, ClassesError> {
        ClassesKind::new(settings).map(Self::begun)
    }

    /// The run as it was when the checkpoint was made. That of another engine can be read, but gives no work.
    ///
    /// # Errors
    /// When the checkpoint contradicts itself.
    pub fn resume(kept: Checkpoint) -> Result<Self, ClassesError> {
        let mut kind = ClassesKind::new(kept.settings)?;
        kind.engine = kept.engine;
        kind.changes = kept.changes;
        kind.immigrants.restore(kept.immigrants)?;
        let mut run = Self::scored_so_far(kind, Vec::new());
        for games in kept.generations {
            run.replay(|kind, _, generation| kind.replay(generation, games))?;
        }
        if !kept.games.iter().all(|(_, game)| run.kind().fits(game)) {
            return Err(RunError::WrongCheckpoint.into());
        }
        run.go_on(kept.games)?;
        Ok(run)
    }

    /// The settings of the run.
    pub const fn settings(&self) -> &Settings {
        &self.kind().settings
    }
}

impl ClassesKind {
    fn new(settings: Settings) -> Result<Self, ClassesError> {
        settings.demes().check().map_err(ClassesError::Demes)?;
        Ok(Self {
            changes: Changes::default(),
            immigrants: Immigrants::new(System::EVOCHESS, settings.demes().children()),
            settings,
            engine: signature::OWN,
            scored: Vec::new(),
            kept: Vec::new(),
            so_far: Vec::new(),
            are_finals: false,
        })
    }

    const fn programme(&self) -> Programme {
        Programme {
            highest: self.settings.highest(),
        }
    }

    /// The places of the parents of a generation, for each deme; none of the first.
    fn parents(&self, number: u32) -> Vec<Vec<usize>> {
        if self.scored.is_empty() {
            return vec![Vec::new(); self.settings.demes as usize];
        }
        let best_first = |places: Range<usize>| best_first(&self.scored, places);
        self.settings.demes().parents(number, best_first)
    }

    /// A program that nobody knows: random at first, later a child of these. `attempt` of its kind were there before it.
    fn newcomer(&self, number: u32, slot: usize, attempt: u32, parents: &[usize]) -> Contender {
        let seed = self.settings.seed;
        let individual = slot as u32 | attempt << 24;
        let (genome, arrival) = if parents.is_empty() {
            let mut draws = Draws::derive(seed, number, individual, Purpose::Genes);
            let random = self.settings.breeding().random(&mut draws);
            (random, Arrival::Alone(Birth::Random))
        } else {
            let mut draws = Draws::derive(seed, number, individual, Purpose::Breeding);
            let mut parent = || parents[draws.below(parents.len() as u64) as usize];
            let parents = [parent(), parent()];
            let couple = parents.map(|at| &self.scored[at].genome);
            let breeding = self.changes.at(&self.settings, number).breeding();
            let [(child, descent), _] = breeding.children_recorded(couple, &mut draws);
            (child, Arrival::Bred(Origin::Child { parents, descent }))
        };
        Contender::newcomer(genome, arrival, attempt)
    }

    /// Those that live on, the children, and the immigrants in the place of the last children.
    fn contenders(&self, number: u32, parents: &[Vec<usize>]) -> Vec<Contender> {
        let demes = self.settings.demes();
        let mut all: Vec<Contender> = Vec::new();
        for parents in parents {
            let first = all.len();
            let lives_on = |at: &usize| Contender::of(&self.scored[*at], *at);
            all.extend(parents.iter().map(lives_on));
            let slots = all.len()..first + demes.size as usize;
            all.extend(slots.map(|slot| self.newcomer(number, slot, 0, parents)));
        }
        for (at, genome) in self.immigrants.entering(number).enumerate() {
            let arrival = Arrival::Alone(Birth::Elsewhere);
            let newcomer = Contender::newcomer(genome.clone(), arrival, 0);
            all[demes.place_from_elsewhere(at)] = newcomer;
        }
        all
    }

    /// The games that follow those of a round; none when the generation has played.
    fn following(&self, now: &mut Generation) -> Vec<Pairing> {
        let mut round = Vec::new();
        for who in 0..now.contenders.len() {
            let contender = &mut now.contenders[who];
            let Contender {
                phase,
                own,
                played,
                attempt,
                ..
            } = contender;
            if matches!(phase, Phase::Through | Phase::Over) {
                continue;
            }
            let mut next = self.programme().next(*phase, own, &played.results);
            if next == Next::Replace {
                next = if *attempt < ATTEMPTS {
                    let deme = who / self.settings.population as usize;
                    *contender = self.newcomer(now.number, who, *attempt + 1, &now.parents[deme]);
                    now.replaced += 1;
                    Programme::first()
                } else {
                    Next::Rest(Phase::Over)
                };
            }
            round.extend(contender.go_on(who, next));
        }
        match round.is_empty() {
            true => self.fourth(now),
            false => round,
        }
    }

    /// The games of the best against the strongest, once all others are played.
    fn fourth(&self, now: &mut Generation) -> Vec<Pairing> {
        let members: Vec<Member> = now.members();
        let mut through = best_first(&members, 0..members.len());
        through.retain(|who| now.contenders[*who].phase == Phase::Through);
        let best = (self.settings.parents * self.settings.demes) as usize;
        let mut round = Vec::new();
        for (rank, who) in through.into_iter().enumerate() {
            let contender = &mut now.contenders[who];
            let next = match rank < best {
                true => {
                    self.programme()
                        .next(Phase::Fourth, &contender.own, &contender.played.results)
                }
                false => Next::Rest(Phase::Over),
            };
            round.extend(contender.go_on(who, next));
        }
        round
    }

    /// Takes the results of a round. `has_finals`: whether the best play more games when all others are played.
    fn advance(
        &mut self,
        mut now: Generation,
        results: Vec<ClassResult>,
        has_finals: bool,
    ) -> Step<Self> {
        if let Some(record) = now.record.take() {
            return Step::Scored(self.finish_finals(&now, record, results));
        }
        now.take(&results);
        self.so_far.extend(results);
        now.round = self.following(&mut now);
        if !now.round.is_empty() {
            return Step::More(now);
        }
        let members = now.members();
        let record = self.complete(&now, &members);
        let finals = match has_finals {
            true => self.finals(&members),
            false => Vec::new(),
        };
        if finals.is_empty() {
            self.keep(&now, Vec::new());
            return Step::Scored(record);
        }
        self.are_finals = true;
        Step::More(Generation {
            round: finals,
            record: Some(record),
            ..now
        })
    }

    /// The games of the best after the run.
    fn finals(&self, members: &[Member]) -> Vec<Pairing> {
        let mut finalists: Vec<usize> = Vec::new();
        for who in best_first(members, 0..members.len()) {
            if finalists.len() == self.settings.candidates as usize {
                break;
            }
            // Who has migrated is there twice.
            let is_same = |other: &usize| members[*other].genome == members[who].genome;
            if !finalists.iter().any(is_same) {
                finalists.push(who);
            }
        }
        let mut games = Vec::new();
        for who in finalists {
            for class in self.settings.final_classes() {
                let numbers = 0..self.settings.final_games;
                games.extend(numbers.map(|number| Pairing {
                    who,
                    class,
                    number,
                    is_second: !number.is_multiple_of(2),
                }));
            }
        }
        games
    }

    /// The record with its finalists, the best first.
    fn finish_finals(
        &mut self,
        now: &Generation,
        mut record: Record,
        results: Vec<ClassResult>,
    ) -> Record {
        let each = self.settings.final_games as usize * self.settings.final_classes().len();
        let games: Vec<(&Pairing, &ClassResult)> = now.round.iter().zip(&results).collect();
        let member = |games: &[(&Pairing, &ClassResult)]| {
            let mut played = Played::default();
            for (pairing, result) in games {
                played.add(pairing.class, result);
            }
            now.contenders[games[0].0.who].scored(played)
        };
        let members: Vec<Member> = games.chunks(each).map(member).collect();
        // They stand as the generation has them: that decides between equals.
        let order = select::best_first(&members, |member| member.fitness);
        let finalists = order.into_iter().map(|at| members[at].to_scored());
        record.set_finalists(finalists.collect());
        self.keep(now, results);
        record
    }

    /// The record of a generation that has played.
    fn complete(&self, now: &Generation, members: &[Member]) -> Record {
        let fitness: Vec<u32> = members.iter().map(|member| member.fitness).collect();
        let best = &members[best_first(members, 0..members.len())[0]];
        let sum: u64 = fitness.iter().map(|fitness| u64::from(*fitness)).sum();
        let genomes: Vec<Genome> = members.iter().map(|member| member.genome.clone()).collect();
        let extremes = [fitness.iter().max(), fitness.iter().min()];
        let [highest, lowest] = extremes.map(|extreme| extreme.copied().unwrap_or(0));
        Record {
            generation: now.number,
            best: classes_of(highest),
            mean: sum as f64 / fitness.len() as f64 / f64::from(fitness::CLASS),
            worst: classes_of(lowest),
            fitness,
            migrants: self.settings.demes().migrants(now.number),
            games: self.so_far.len() as u32,
            replaced: now.replaced,
            immigrants: self.immigrants.count(now.number) as u32,
            champion: best.text(),
            fittest: best.to_scored(),
            finalists: Vec::new(),
            preset: self.settings.preset(),
            diversity: System::EVOCHESS.representation().diversity(&genomes),
        }
    }

    /// The generation is scored.
    fn keep(&mut self, now: &Generation, finals: Vec<ClassResult>) {
        self.scored = now.members();
        self.are_finals = false;
        self.kept.push(Kept {
            games: std::mem::take(&mut self.so_far),
            finals,
        });
    }

    /// Scores a generation with the games that were kept of it.
    fn replay(&mut self, mut now: Generation, kept: Kept) -> Option<Record> {
        let (mut games, mut finals) = (kept.games.as_slice(), kept.finals.as_slice());
        let has_finals = !finals.is_empty();
        loop {
            let left = match now.record {
                None => &mut games,
                Some(_) => &mut finals,
            };
            let (round, rest) = left.split_at_checked(now.round.len())?;
            round.iter().all(|game| self.fits(game)).then_some(())?;
            *left = rest;
            match self.advance(now, round.to_vec(), has_finals) {
                Step::More(next) => now = next,
                Step::Scored(record) => {
                    return (games.is_empty() && finals.is_empty()).then_some(record);
                }
            }
        }
    }

    /// Whether a game of these settings can end so.
    fn fits(&self, game: &ClassResult) -> bool {
        let a_move = u64::from(self.settings.nodes) + OVERRUN;
        game.is_possible()
            && game.moves <= self.settings.longest
            && game.nodes <= a_move * u64::from(game.moves + 1)
    }
}

impl Kind for ClassesKind {
    type Settings = Settings;
    type Record = Record;
    type Generation = Generation;
    type Piece = ClassResult;
    type Checkpoint = Checkpoint;

    fn open(beginning: &Beginning<'_>, _: &dyn Material) -> Opened<Self> {
        let system = System::offering(Settings::KIND);
        let settings = Settings::from_lines(beginning.settings, system)?;
        Ok(ClassesRun::new(settings)?)
    }

    fn reopen(kept: Checkpoint, _: &dyn Material) -> Opened<Self> {
        Ok(ClassesRun::resume(kept)?)
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

    fn begin(&self, records: &mut [Record]) -> Generation {
        let number = records.len() as u32;
        // A run that goes on past its end is one with a later end: what was played only because it ended is forgotten.
        if let Some(last) = records.last_mut() {
            last.set_finalists(Vec::new());
        }
        let parents = self.parents(number);
        let mut now = Generation {
            number,
            contenders: self.contenders(number, &parents),
            parents,
            round: Vec::new(),
            replaced: 0,
            record: None,
        };
        let programme = self.programme();
        for (who, contender) in now.contenders.iter_mut().enumerate() {
            let next = match contender.phase {
                Phase::First => Programme::first(),
                _ => programme.once_more(&contender.played.results),
            };
            now.round.extend(contender.go_on(who, next));
        }
        now
    }

    fn pieces(&self, now: &Generation) -> usize {
        now.round.len()
    }

    fn job(&self, now: &Generation, piece: usize) -> Job {
        let pairing = now.round[piece];
        let Pairing {
            who, class, number, ..
        } = pairing;
        let contender = &now.contenders[who];
        let mut draws = Draws::derive(self.settings.seed, now.number, who as u32, Purpose::Games);
        let attempt = match now.record {
            None => u64::from(contender.attempt),
            // Finals are other games.
            Some(_) => u64::MAX,
        };
        let game = u64::from(class) << 32 | u64::from(number);
        Job::ClassGame(Box::new(ClassGame {
            genome: contender.genome.clone(),
            color: pairing.color(self.settings.colors),
            class,
            nodes: self.settings.nodes,
            longest: self.settings.longest,
            seed: mix(mix(draws.bits(), attempt), game),
        }))
    }

    fn read(&self, _: &Generation, _: usize, result: &JobResult) -> Option<ClassResult> {
        match result {
            JobResult::ClassGame(game) => self.fits(game).then_some(*game),
            _ => None,
        }
    }

    fn finish(&mut self, _: &[Record], now: Generation, results: Vec<ClassResult>) -> Step<Self> {
        let is_last = now.number >= self.settings.generations;
        self.advance(now, results, is_last)
    }

    fn checkpoint(&self, records: &[Record], done: Vec<(usize, ClassResult)>) -> Checkpoint {
        let generations = self.kept.iter().zip(records).map(|(kept, record)| Kept {
            games: kept.games.clone(),
            finals: match record.finalists.is_empty() {
                true => Vec::new(),
                false => kept.finals.clone(),
            },
        });
        let before = self.so_far.len();
        let earlier = self.so_far.iter().copied().enumerate();
        // Finals of a run that is to go on past them are forgotten.
        let is_forgotten = self.are_finals && self.settings.generations as usize > records.len();
        let done = done.into_iter().filter(|_| !is_forgotten);
        let done = done.map(|(at, game)| (before + at, game));
        Checkpoint {
            settings: self.settings.clone(),
            engine: self.engine,
            changes: self.changes.clone(),
            immigrants: self.immigrants.all().to_vec(),
            generations: generations.collect(),
            games: earlier.chain(done).collect(),
        }
    }

    fn engine(&self) -> Option<u64> {
        Some(self.engine)
    }

    /// A ply more takes an opponent about six times as many nodes; in a whole game they come near the mean.
    fn largest_piece(&self) -> PieceSize {
        let opponent = 8 * 6_u64.pow(self.settings.plies);
        PieceSize {
            nodes: u64::from(self.settings.longest) * (u64::from(self.settings.nodes) + opponent),
            milliseconds: 0,
        }
    }

    fn line<'a>(&self, record: &'a Record) -> Box<dyn erased_serde::Serialize + 'a> {
        Box::new(Line {
            generation: record.generation,
            best: record.best,
            mean: record.mean,
            worst: record.worst,
            games: record.games,
            replaced: record.replaced,
            immigrants: record.immigrants,
            preset: record.preset,
            champion: &record.champion,
            fittest: &record.fittest,
            finalists: match record.finalists.is_empty() {
                true => None,
                false => Some(&record.finalists),
            },
        })
    }

    fn summary(&self, record: &Record) -> Summary {
        let finals = record.finalists.first().map(|winner| {
            format!(
                "the champion has {:.3} in {} more games, the best of {} finalists",
                winner.fitness,
                winner.classes.iter().map(|class| class.games).sum::<u32>(),
                record.finalists.len()
            )
        });
        Summary {
            counts: format!(
                "fitness: best {:.3}, mean {:.3}, worst {:.3}; {} games{}",
                record.best,
                record.mean,
                record.worst,
                record.games,
                record
                    .preset
                    .map_or_else(String::new, |preset| format!(", preset {preset}"))
            ),
            measured: finals,
        }
    }

    fn champion(&self, record: &Record) -> Option<Champion> {
        let winner = record.winner();
        Some(Champion {
            chromosome: winner.program.clone(),
            fitness: Some(Fitness::Classes(winner.fitness)),
            positions: None,
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
            best: record.best,
            mean: record.mean,
            worst: record.worst,
        })
    }

    fn family(&self, _: &[Record], number: usize, individual: usize) -> Option<Family> {
        self.lineage(number, individual)
    }

    fn individuals(&self, _: &[Record], number: usize) -> Option<Vec<Individual>> {
        let past = self.past(number)?.kind;
        let genomes: Vec<Genome> = past
            .scored
            .into_iter()
            .map(|member| member.genome)
            .collect();
        Some(Species::Programs(System::EVOCHESS).individuals(&genomes))
    }

    /// Finalists come first.
    fn ranked(&self, last: &Record) -> Vec<String> {
        let order = best_first(&self.scored, 0..self.scored.len());
        let mut ranked: Vec<String> = order.into_iter().map(|at| self.scored[at].text()).collect();
        let finalists = last.finalists.iter().map(|scored| &scored.program);
        for (place, finalist) in finalists.enumerate() {
            let at = ranked.iter().skip(place).position(|text| text == finalist);
            ranked[place..=place + at.unwrap_or(0)].rotate_right(1);
        }
        ranked
    }

    fn population(&self) -> Option<Population<'_>> {
        (!self.scored.is_empty()).then(|| Population {
            system: System::EVOCHESS,
            genomes: self.scored.iter().map(|member| &member.genome).collect(),
            fitness: self.scored.iter().map(|member| member.fitness).collect(),
        })
    }

    fn games(run: &Generations<Self>) -> Option<&dyn Games> {
        Some(run)
    }
}

/// What all games begin with: there is no book.
static START: std::sync::LazyLock<Chess> = std::sync::LazyLock::new(Chess::default);

impl Games for ClassesRun {
    fn game(&self, game: usize) -> Option<GameUnderWay<'_>> {
        let now = self.under_way()?;
        let pairing = *now.round.get(game)?;
        let Pairing { who, class, .. } = pairing;
        let own = format!("Program {}", who + 1);
        let plies = class / 2;
        let other = match plies {
            1 => "1 ply".to_owned(),
            _ => format!("{plies} plies"),
        };
        let (white, black) = match pairing.color(self.settings().colors) {
            Color::White => (own, other),
            Color::Black => (other, own),
        };
        Some(GameUnderWay {
            white,
            black,
            start: &START,
        })
    }

    fn cross_table(&self) -> Option<CrossTable> {
        None
    }
}

/// A generation as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    generation: u32,
    best: f64,
    mean: f64,
    worst: f64,
    games: u32,
    replaced: u32,
    immigrants: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    champion: &'a str,
    fittest: &'a Scored,
    #[serde(skip_serializing_if = "Option::is_none")]
    finalists: Option<&'a Vec<Scored>>,
}

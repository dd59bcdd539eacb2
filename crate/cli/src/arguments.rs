//! What may stand on the command line.

use std::{
    env,
    ffi::OsString,
    fmt::Display,
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
    sync::LazyLock,
};

use clap::{
    ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind,
    parser::ValueSource,
};
use millipawn_evolve::{
    signature,
    system::{System, search_genome::PlayerSearch},
    text::{offer::Name, program::Program},
};

use crate::{failure::Failure, given, reproduce::size::Size, threads::cores};

/// The variable of the environment that stands for the network's address.
pub(crate) const ADDRESS: &str = "MILLIPAWN_NETWORK";

/// The build and the engine: runs that search go on only with the engine that began them.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let (build, engine) = (env!("CARGO_PKG_VERSION"), signature::OWN);
    format!("{build} (engine signature {engine})")
});

/// Chess programs that evolve, on the command line.
#[derive(Debug, Parser)]
#[command(name = "millipawn", version = &**VERSION, about, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Breed programs that find the moves of the games
    Evolve(EvolveArguments),
    /// Let programs play each other and breed the winners
    Coevolve(CoevolveArguments),
    /// Breed the search of a program, so that it solves a suite with few nodes
    Tune(TuneArguments),
    /// Let a program learn, by playing itself or from games
    Learn(LearnArguments),
    /// Make a paper's experiments from end to end and set its figures beside ours
    Reproduce(ReproduceArguments),
    /// Count how often a program finds the move played
    Evaluate(EvaluateArguments),
    /// Show a program's genes
    Inspect(InspectArguments),
    /// Speak UCI to a chess interface, as is done without any argument too
    Uci(UciArguments),
    /// Play games between two players
    Match(MatchArguments),
    /// Play games between all of several players
    Tournament(TournamentArguments),
    /// Measure how well the champions of a run play, generation by generation
    Ladder(LadderArguments),
    /// Count the positions of a suite that a player solves
    Solve(SolveArguments),
    /// Count the nodes of searches to a fixed depth, by the order in which they try moves
    Orderings(OrderingsArguments),
    /// Put a program of EvoChess together from the modules of others
    Compose(ComposeArguments),
    /// Search fixed positions: the last line is the signature and the speed
    Bench,
    /// Draw openings at random, as OpenBench asks for them: N seed S book FILE|None
    Genfens(GenfensArguments),
    /// Count the move paths of a position
    Perft(PerftArguments),
    /// Start a broker, over which other machines take part in the work
    #[cfg(feature = "network")]
    Network(BrokerArguments),
    /// Lend this machine's cores to whoever has work on a network
    #[cfg(feature = "network")]
    Work(WorkArguments),
}

impl Command {
    /// Who does its work, where others may.
    const fn pool(&mut self) -> Option<&mut PoolArguments> {
        match self {
            Self::Evolve(arguments) => Some(&mut arguments.pool),
            Self::Coevolve(arguments) => Some(&mut arguments.stage.pool),
            Self::Tune(arguments) => Some(&mut arguments.stage.pool),
            Self::Learn(arguments) => Some(&mut arguments.stage.pool),
            Self::Reproduce(arguments) => Some(&mut arguments.pool),
            Self::Evaluate(arguments) => Some(&mut arguments.pool),
            Self::Match(arguments) => Some(&mut arguments.contest.pool),
            Self::Tournament(arguments) => Some(&mut arguments.contest.pool),
            Self::Ladder(arguments) => Some(&mut arguments.pool),
            Self::Solve(arguments) => Some(&mut arguments.pool),
            Self::Orderings(arguments) => Some(&mut arguments.pool),
            _ => None,
        }
    }
}

/// Who does the work.
#[derive(Args, Clone, Debug, Default)]
pub struct PoolArguments {
    /// Threads; any number gives the same result, unless a clock binds (the number of cores, one where games or positions are timed);
    /// with --network may be 0
    #[arg(long, visible_alias = "concurrency", value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub workers: Option<u16>,
    /// Give work to other machines too: the address that `millipawn network` prints. Set it in the environment to hide its password
    /// from other users of this machine
    #[arg(long, value_name = "URL", env = ADDRESS, hide_env_values = true)]
    pub network: Option<String>,
    /// Whether that address stands in the environment alone: there it is for every command that has use for it
    #[arg(skip)]
    pub is_of_environment: bool,
    /// Check this share of their results here, 0 to 1 (0: they are machines of your own)
    #[arg(long, value_name = "P", value_parser = share, requires = "network")]
    pub verify: Option<f64>,
    /// Give a piece of work to another worker when the one that has it was silent for so many seconds
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u16).range(5..=3600), requires = "network")]
    pub redeliver: u16,
}

/// The room, in which programs go from deme to deme.
#[derive(Args, Clone, Debug, Default)]
pub struct RoomArguments {
    /// Exchange programs with the other demes of this room, over --network: the best of each generation is offered, and up to two of
    /// theirs enter the next. All work is done here
    #[arg(long, value_name = "NAME", value_parser = name, requires = "network", conflicts_with_all = ["verify", "redeliver"])]
    pub room: Option<Name>,
    /// What the others call this deme (drawn at random)
    #[arg(long, value_name = "NAME", value_parser = name, requires = "room")]
    pub deme: Option<Name>,
    /// Make the kept run again from its first generation: programs from elsewhere come when they came, and all comes out the same
    #[arg(long, requires = "resume", conflicts_with = "room")]
    pub replay: bool,
}

impl RoomArguments {
    /// Who does the work: a room has the network for programs.
    pub(crate) fn pool(&self, pool: &PoolArguments) -> PoolArguments {
        match self.room {
            Some(_) => PoolArguments {
                network: None,
                ..pool.clone()
            },
            None => pool.clone(),
        }
    }
}

impl PoolArguments {
    /// Threads of this machine that work.
    ///
    /// # Errors
    /// None, where nobody else works.
    pub(crate) fn threads(&self) -> Result<usize, Failure> {
        match self.workers.map_or_else(cores, usize::from) {
            0 if self.network.is_none() => {
                let why = "nobody would work: only with --network can others do it all";
                Err(Failure::of("--workers 0", why))
            }
            threads => Ok(threads),
        }
    }

    /// The same for what only this machine can do, and `why`.
    ///
    /// # Errors
    /// A network that the command line names; that of the environment is told not to be used.
    pub(crate) fn of_this_machine(&self, why: impl Display) -> Result<Self, Failure> {
        if self.network.is_some() && !self.is_of_environment {
            return Err(Failure::of("--network", why));
        }
        if self.network.is_some() {
            eprintln!("{ADDRESS} is not used here: {why}.");
        }
        Ok(Self {
            network: None,
            verify: None,
            ..self.clone()
        })
    }
}

fn name(text: &str) -> Result<Name, String> {
    Name::parse(text).ok_or_else(|| "1 to 32 letters, digits, - and _ are wanted".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "a number from 0 to 1 is wanted")?;
    match (0.0..=1.0).contains(&share) {
        true => Ok(share),
        false => Err("a number from 0 to 1 is wanted".to_owned()),
    }
}

/// Of `evolve`.
#[derive(Args, Clone, Debug)]
pub struct EvolveArguments {
    /// The experiment system: its chromosome, and its paper's settings (acpp)
    #[arg(long, value_name = "ID", value_parser = System::IDS)]
    pub system: Option<String>,
    /// PGN files (also .gz, .zst, .zip); without any the sample games are used
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub pgn: Vec<PathBuf>,
    /// The run ends when this generation is scored (acpp: 100, falcon: 200)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub generations: Option<String>,
    /// How many programs live in each generation (acpp: 50, falcon: 100)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub population: Option<String>,
    /// Decides every random draw (the year of the paper): an integer, or `random` to draw one
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<String>,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// Programs of other machines
    #[command(flatten)]
    pub room: RoomArguments,
    /// Any setting by its label, as in mutation-probability=0.002
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Let a setting have another value from a generation on, as in 40:mutation-probability=0.01; may be repeated
    #[arg(long, value_name = "GENERATION:NAME=VALUE")]
    pub set_at: Vec<String>,
    /// Make so many runs, each with the next seed, and compare their champions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000), conflicts_with_all = ["checkpoint", "resume", "room"])]
    pub runs: Option<u16>,
    /// Keep the state of the run here after every generation
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Go on with the run kept here, on the same games
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// In the end also where this program of the last generation came from, counted from 1: parents, crossover points, mutations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "runs")]
    pub family: Option<u32>,
    /// A line of JSON a generation, and the champion in the last
    #[arg(long)]
    pub json: bool,
}

/// Of a run of any kind but `evolve`.
#[derive(Args, Clone, Debug)]
pub struct StageArguments {
    /// The run ends when this generation is scored (50)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub generations: Option<String>,
    /// Decides every random draw (2014): an integer, or `random` to draw one
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub seed: Option<String>,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// Programs of other machines
    #[command(flatten)]
    pub room: RoomArguments,
    /// Any setting by its label, as in mutation-probability=0.02; see docs/stages.md
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "resume")]
    pub set: Vec<String>,
    /// Let a setting have another value from a generation on, as in 40:mutation-probability=0.01; may be repeated
    #[arg(long, value_name = "GENERATION:NAME=VALUE")]
    pub set_at: Vec<String>,
    /// Keep the state of the run here, also in the middle of a generation
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Go on with the run kept here
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Where another engine made the run kept there: begin it again from its first generation
    #[arg(long, requires = "resume")]
    pub anew: bool,
    /// Write the last generation here, a program a line, the fittest first
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// A line of JSON a generation, and the champion in the last
    #[arg(long)]
    pub json: bool,
}

/// Of `coevolve`.
#[derive(Args, Clone, Debug)]
pub struct CoevolveArguments {
    /// The first generation: chromosomes, links, files with one a line or of a program that the page saved, or the checkpoint of a
    /// run of evolve
    #[arg(long, value_name = "TEXT|FILE", num_args = 1.., conflicts_with_all = ["resume", "system", "population"])]
    pub from: Vec<String>,
    /// Begin with random programs of this system (acpp)
    #[arg(long, value_name = "ID", value_parser = System::IDS, conflicts_with = "resume")]
    pub system: Option<String>,
    /// How many random programs (acpp: 50, falcon: 10)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub population: Option<String>,
    /// Games of every two programs (acpp: 1, falcon: 4)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub games_per_pair: Option<String>,
    /// Nodes a move (1000)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub nodes: Option<String>,
    /// Milliseconds of each side for a game, instead of nodes (5000 in the paper): no such run can be repeated
    #[arg(long, value_name = "MS", allow_negative_numbers = true, conflicts_with_all = ["resume", "nodes"])]
    pub clock: Option<String>,
    /// How all programs search: plain, david or the chromosome of a search (plain)
    #[arg(long, value_name = "SEARCH", value_parser = PlayerSearch::parse, conflicts_with = "resume")]
    pub search: Option<PlayerSearch>,
    /// Openings, EPD or PGN; without a file a small suite of our own
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// A rule of adjudication, as in ResignScore=600; see docs/matches.md
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "resume")]
    pub rule: Vec<String>,
    /// In the end also where this program of the last generation came from, counted from 1: parents, crossover points, mutations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub family: Option<u32>,
    /// The run
    #[command(flatten)]
    pub stage: StageArguments,
}

/// Of `tune`.
#[derive(Args, Clone, Debug)]
pub struct TuneArguments {
    /// Positions with moves to find (bm) or to avoid (am); without a file a small suite of our own
    #[arg(long, value_name = "EPD")]
    pub suite: Option<PathBuf>,
    /// Whose search: a chromosome, link or file of a program, or staunton, with options as in `match` (staunton). The bred search
    /// takes the place of its own; search parameters set as options, as in staunton?NullMove=1, hold for all, and Search is refused
    #[arg(long, value_name = "PLAYER", conflicts_with = "resume")]
    pub program: Option<String>,
    /// Nodes a position at most: so many are counted for one that is not solved (500000)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub nodes: Option<String>,
    /// How many searches live in each generation (10)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub population: Option<String>,
    /// In the end also where this search of the last generation came from, counted from 1: parents, crossover points, mutations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub family: Option<u32>,
    /// The run
    #[command(flatten)]
    pub stage: StageArguments,
}

/// Of `learn`.
#[derive(Args, Clone, Debug)]
pub struct LearnArguments {
    /// The system whose programs learn (meep)
    #[arg(long, value_name = "ID", value_parser = System::IDS)]
    pub system: Option<String>,
    /// What is learned from: treestrap-ab, treestrap-mm, rootstrap, td-leaf or td-root (treestrap-ab); or imitation, of the games of --pgn
    #[arg(long, value_name = "METHOD", conflicts_with = "resume")]
    pub method: Option<String>,
    /// Learn to choose the moves of these games (also .gz, .zst, .zip), as --method imitation does of the sample games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub pgn: Vec<PathBuf>,
    /// The run ends with the round in which this game is played; 0 is the program that knows nothing
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "generations"
    )]
    pub games: Option<u64>,
    /// Nodes a move (5000)
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        conflicts_with = "resume"
    )]
    pub nodes: Option<String>,
    /// Milliseconds of each side for a game, learning included, instead of nodes: no such run can be repeated
    #[arg(long, value_name = "MS", allow_negative_numbers = true, conflicts_with_all = ["resume", "nodes"])]
    pub clock: Option<String>,
    /// Whom to play against, as in `match`; without one it plays itself
    #[arg(long, value_name = "PLAYER", conflicts_with = "resume")]
    pub opponent: Option<String>,
    /// Openings, EPD or PGN; without a file a small suite of our own
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// The weights to begin with: a chromosome, a link, the file of a program, or the checkpoint of a run that learned. Without any they
    /// are small and random
    #[arg(long, value_name = "TEXT|FILE", conflicts_with = "resume")]
    pub from: Option<String>,
    /// The run: its generations are rounds of games, or steps where it learns from games; --out holds the program in full precision
    #[command(flatten)]
    pub stage: StageArguments,
}

/// Of `reproduce`.
#[derive(Args, Clone, Debug)]
pub struct ReproduceArguments {
    /// Whose paper
    #[arg(value_parser = System::IDS)]
    pub system: String,
    /// Where the data are: gm/train.pgn, gm/classic.pgn, suites/ecm879.epd, suites/wac300.epd,
    /// openings/8moves_v3_5000.pgn; what is missing is told (meep needs none; evochess uses the two of gm where they
    /// are, else the sample games)
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Where steps are kept, for another call to go on with, and the report is written (reproduction/SYSTEM)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How large: trial takes seconds and says nothing, usual an hour or two, full hours (meep) or days
    #[arg(long, value_name = "SIZE", default_value = "usual", value_parser = Size::NAMES)]
    pub size: String,
    /// A player that the finished program meets by the clock, as in `match`; may be repeated (falcon)
    #[arg(long, value_name = "PLAYER")]
    pub against: Vec<String>,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
}

/// Of `evaluate`.
#[derive(Args, Clone, Debug)]
pub struct EvaluateArguments {
    /// The program: a chromosome, a link to one or to an experiment, or the file of a program that the page saved
    #[arg(value_parser = given::program)]
    pub chromosome: Program,
    /// PGN file (also .gz, .zst, .zip), may be repeated; without any the sample games are used
    #[arg(long, value_name = "FILE")]
    pub pgn: Vec<PathBuf>,
    /// Only positions whose side to move won the game
    #[arg(long)]
    pub winners: bool,
    /// Leave out so many half-moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub skip_plies: u16,
    /// Draw so many positions of each game instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub per_game: Option<u16>,
    /// Decides which positions `--per-game` draws
    #[arg(long, value_name = "S", default_value_t = 1991)]
    pub seed: u64,
    /// How the program looks for its move: with quiescence, as it plays, or one ply alone
    #[arg(long, default_value = "quiescence", value_parser = ["quiescence", "static"])]
    pub search: String,
    /// Also how many moves it finds with each gene at zero, or each group of weights, the greatest loss first
    #[arg(long = "without-each")]
    pub ablation: bool,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Of `inspect`.
#[derive(Args, Clone, Debug)]
pub struct InspectArguments {
    /// The program: a chromosome, a link to one or to an experiment, or the file of a program that the page saved
    #[arg(value_parser = given::program)]
    pub chromosome: Program,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// The genes of the evaluation as a table of comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Of `compose`.
#[derive(Args, Clone, Debug)]
pub struct ComposeArguments {
    /// The program whose modules are kept where no other is named: a chromosome, a link or a file
    #[arg(value_parser = given::program)]
    pub program: Program,
    /// Whose move ordering module: a program, or `standard` for the weights set by hand
    #[arg(long, value_name = "PROGRAM")]
    pub order: Option<String>,
    /// Whose position module: a program, or `standard` for the paper's fixed weights
    #[arg(long, value_name = "PROGRAM")]
    pub position: Option<String>,
    /// Whose depth module: a program, `standard`, `plies:N` for a fixed depth of 1 to 4, or a file with its text
    #[arg(long, value_name = "PROGRAM")]
    pub depth: Option<String>,
    /// Print the depth program as text instead of the whole program
    #[arg(long, conflicts_with_all = ["order", "position"])]
    pub text: bool,
    /// One line of JSON
    #[arg(long, conflicts_with = "text")]
    pub json: bool,
}

/// Of `uci`.
#[derive(Args, Clone, Debug, Default)]
pub struct UciArguments {
    /// The program that plays, as a chromosome, link or file; without one Staunton does, the hand-set yardstick
    #[arg(long, value_name = "TEXT", value_parser = given::program)]
    pub chromosome: Option<Program>,
}

/// Where the games of a contest are kept.
#[derive(Args, Clone, Debug, Default)]
pub struct KeepArguments {
    /// Keep every game here as soon as it is over
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Go on behind the games kept here; everything else that is said must be as it was when they were played
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// How games are played, whoever plays.
#[derive(Args, Clone, Debug)]
pub struct ContestArguments {
    /// Nodes a move (5000 where no limit is given); depth:N and random ignore it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["tc", "st"])]
    pub nodes: Option<u64>,
    /// Seconds for the game and increment a move, as in 10+0.1
    #[arg(long, value_name = "S+I", conflicts_with = "st")]
    pub tc: Option<String>,
    /// Seconds for every move
    #[arg(long, value_name = "S")]
    pub st: Option<f64>,
    /// Openings, EPD or PGN; without a file a small suite of our own
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Decides the order of the openings and what players draw at random
    #[arg(long, value_name = "S", default_value_t = 1991)]
    pub seed: u64,
    /// A rule of adjudication, as in ResignScore=600; see docs/matches.md
    #[arg(long, value_name = "NAME=VALUE")]
    pub rule: Vec<String>,
    /// Write the games here
    #[arg(long, value_name = "FILE")]
    pub pgn_out: Option<PathBuf>,
    /// Where they are kept
    #[command(flatten)]
    pub keep: KeepArguments,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
}

const PLAYERS: &str = "Players: random; depth:1 to depth:7; staunton; a chromosome, a link of the page to one or to an experiment \
    (its champion), or the file of a program that the page saved; uci:COMMAND; xboard:COMMAND. Options follow a \
    question mark: staunton?NullMove=0&Nodes=20000, uci:stockfish?Hash=16.";

/// Of `match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = PLAYERS)]
pub struct MatchArguments {
    /// Whose points are counted
    pub a: String,
    /// The opponent
    pub b: String,
    /// Games; two with each opening, colours exchanged
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// How they are played
    #[command(flatten)]
    pub contest: ContestArguments,
    /// End as soon as this test is decided: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Of `tournament`.
#[derive(Args, Clone, Debug)]
#[command(after_help = PLAYERS)]
pub struct TournamentArguments {
    /// Who plays: everyone against everyone
    #[arg(required = true, num_args = 2..)]
    pub players: Vec<String>,
    /// The first player meets each of the others, and these do not meet
    #[arg(long)]
    pub gauntlet: bool,
    /// Games of each pair of players that meet
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// How they are played
    #[command(flatten)]
    pub contest: ContestArguments,
    /// The player whose rating is fixed (the first of the ladder, else the first)
    #[arg(long, value_name = "PLAYER")]
    pub anchor: Option<String>,
    /// The anchor's rating
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = 0.0,
        allow_negative_numbers = true
    )]
    pub anchor_rating: f64,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Of `ladder`.
#[derive(Args, Clone, Debug)]
pub struct LadderArguments {
    /// What `evolve --json` or `coevolve --json` wrote
    pub run: PathBuf,
    /// Generations to measure, as in 0,10,20 (the first, and those with a rate; 12 at most)
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub generations: Vec<u32>,
    /// Count moves found in the games of these PGN files instead (also .gz, .zst, .zip)
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub pgn: Vec<PathBuf>,
    /// Of these games only positions whose side to move won
    #[arg(long, requires = "pgn")]
    pub winners: bool,
    /// Let them play with the engine, so many nodes a move (by the rule of the fitness: one ply and quiescence)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Games of each champion with each rung, and of every two rungs (80)
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Depths of the rungs, 0 for the random mover (2,3,4; with nodes 3,4,5)
    #[arg(long, value_name = "N", value_delimiter = ',')]
    pub rungs: Vec<u32>,
    /// Openings, EPD or PGN; without a file a small suite of our own
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Decides the order of the openings
    #[arg(long, value_name = "S", default_value_t = millipawn_evolve::measure::ladder::SEED)]
    pub seed: u64,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// Write the games here
    #[arg(long, value_name = "FILE")]
    pub pgn_out: Option<PathBuf>,
    /// Where they are kept
    #[command(flatten)]
    pub keep: KeepArguments,
    /// A line of JSON a generation, and the rungs and what it comes to in the last
    #[arg(long)]
    pub json: bool,
}

/// Of `solve`.
#[derive(Args, Clone, Debug)]
#[command(after_help = PLAYERS)]
pub struct SolveArguments {
    /// Who solves
    pub player: String,
    /// Positions with moves to find (bm) or to avoid (am)
    #[arg(long, value_name = "EPD")]
    pub suite: PathBuf,
    /// Nodes a position; depth:N and random ignore it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "st")]
    pub nodes: Option<u64>,
    /// Seconds a position instead
    #[arg(long, value_name = "S", conflicts_with = "nodes")]
    pub st: Option<f64>,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Of `orderings`.
#[derive(Args, Clone, Debug)]
pub struct OrderingsArguments {
    /// Programs of EvoChess, whose move ordering modules are counted
    #[arg(value_name = "PROGRAM", value_parser = given::program)]
    pub programs: Vec<Program>,
    /// The orders made by hand that are counted beside them (all)
    #[arg(long, value_name = "ORDER", value_delimiter = ',', value_parser = ["random", "published", "captures", "history", "hand"])]
    pub orders: Vec<String>,
    /// Positions, a FEN a line; its move number says the ply
    #[arg(long, value_name = "FILE", conflicts_with = "pgn")]
    pub positions: Option<PathBuf>,
    /// Or a sample of the positions of these games after the tenth half-move (also .gz, .zst, .zip); without either, of the sample games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub pgn: Vec<PathBuf>,
    /// How many of them
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub count: u32,
    /// Decides which, and the random order
    #[arg(long, value_name = "S", default_value_t = 2002)]
    pub seed: u64,
    /// Write the positions here, so that they can be counted again
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Counts at every depth up to this one, in plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub depth: u32,
    /// At the greatest depth also by ply of the game: least, quartiles and greatest for each ten plies
    #[arg(long)]
    pub by_ply: bool,
    /// A search that takes more nodes is ended and counts so many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1024..))]
    pub most: Option<u64>,
    /// Who works
    #[command(flatten)]
    pub pool: PoolArguments,
    /// A line of JSON for each order and depth, and for each group of plies
    #[arg(long)]
    pub json: bool,
}

/// Of `genfens`.
#[derive(Args, Clone, Debug)]
pub struct GenfensArguments {
    /// How many
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub number: u32,
    /// seed S, book FILE or None; other words are OpenBench's and have no meaning here
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    pub words: Vec<String>,
}

/// Of `perft`.
#[derive(Args, Clone, Debug)]
pub struct PerftArguments {
    /// Half-moves
    #[arg(value_parser = clap::value_parser!(u32).range(0..=20))]
    pub depth: u32,
    /// The position, in quotes or as it is; without one the usual start
    pub fen: Vec<String>,
}

/// Of `network`.
#[cfg(feature = "network")]
#[derive(Args, Clone, Debug)]
pub struct BrokerArguments {
    /// The address of this machine that others reach it by, or 0.0.0.0 for all; without one only this machine does
    #[arg(long, value_name = "ADDRESS", default_value_t = std::net::Ipv4Addr::LOCALHOST.into())]
    pub listen: std::net::IpAddr,
    /// The port (that of the last time, or a free one)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub port: Option<u16>,
    /// Keep store, passwords and port here, so that a second start is the same broker; without it all is new
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// A certificate for encrypted connections
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Its key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
    /// Let others connect without encryption: in a network that is your own
    #[arg(long, conflicts_with = "tls_cert")]
    pub plain: bool,
    /// The port for demes in browsers (that of the last time, or a free one)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub page_port: Option<u16>,
    /// The address of a page that browsers may come from, as in https://example.org; may be repeated (that of `make run`, on this machine)
    #[arg(long, value_name = "ORIGIN", default_values = ["http://localhost:4173", "http://127.0.0.1:4173"])]
    pub origin: Vec<String>,
    /// The program (nats-server of the path)
    #[arg(long, value_name = "FILE")]
    pub server: Option<PathBuf>,
    /// The addresses as one line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Of `work`.
#[cfg(feature = "network")]
#[derive(Args, Clone, Debug)]
pub struct WorkArguments {
    /// The address that `millipawn network` prints. Set it in the environment to hide its password from other users of this machine
    #[arg(env = ADDRESS, hide_env_values = true)]
    pub url: String,
    /// Threads (the number of cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Do not step behind the machine's other programs
    #[arg(long)]
    pub full_priority: bool,
}

/// The subcommand asked for; help and version are written and end the program here.
///
/// # Errors
/// What is wrong with the command line.
pub fn read() -> Result<Command, Failure> {
    match parse(words(env::args_os().collect())) {
        Ok(command) => Ok(command),
        Err(error) if is_answer(error.kind()) => error.exit(),
        Err(_) if is_started_by_an_interface() => Ok(Command::Uci(UciArguments::default())),
        Err(error) => Err(Failure::Refused(one_line(&error))),
    }
}

fn parse(words: Vec<OsString>) -> Result<Command, clap::Error> {
    let mut matches = Arguments::command().try_get_matches_from(words)?;
    let of_command = matches.subcommand().map(|(_, of_command)| of_command);
    let is_of_environment = of_command.is_some_and(is_network_of_environment);
    let parsed = Arguments::from_arg_matches_mut(&mut matches);
    let mut command = parsed
        .map_err(|error| error.format(&mut Arguments::command()))?
        .command;
    if let Some(pool) = command.pool() {
        pool.is_of_environment = is_of_environment;
    }
    Ok(command)
}

fn is_network_of_environment(matches: &ArgMatches) -> bool {
    const NETWORK: &str = "network";
    matches!(matches.try_contains_id(NETWORK), Ok(true))
        && matches.value_source(NETWORK) == Some(ValueSource::EnvVariable)
}

/// OpenBench asks for openings in a single argument, and then says `quit`.
fn words(mut given: Vec<OsString>) -> Vec<OsString> {
    let asked = given.get(1).and_then(|text| text.to_str());
    if let Some(asked) = asked.filter(|text| text.starts_with("genfens ")) {
        let asked: Vec<OsString> = asked.split_whitespace().map(OsString::from).collect();
        given.splice(1.., asked);
    }
    given
}

/// Chess interfaces start an engine without arguments and then speak to it.
fn is_started_by_an_interface() -> bool {
    let input = io::stdin();
    let speaks = || input.lock().fill_buf().is_ok_and(|said| !said.is_empty());
    env::args_os().len() == 1 && !input.is_terminal() && speaks()
}

fn is_answer(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
}

/// clap's message without its advice on usage.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let message = text.split("\n\nUsage:").next().unwrap_or_default();
    let message = message.split("\n\nFor more").next().unwrap_or_default();
    let words: Vec<&str> = message.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

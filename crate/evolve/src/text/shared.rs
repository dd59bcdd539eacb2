//! What people share: chromosomes, and links of the page to a program (`#c=`) or an experiment (`#x=`), of which the champion
//! plays. Links may stand behind the address of any page, and options of a player behind them. What a link calls its program
//! (`&name=`) changes nothing.

use millipawn_engine::play::engine;

use crate::run::{
    checkpoint::{self, Checkpoint as _, CheckpointError},
    classes, coevolution, imitation, learning, ordering, supervised, tuning,
};
use crate::text::{
    chromosome::Chromosome,
    link::ExperimentLink,
    link_text::{LinkError, split},
    player::{Player, PlayerError},
    program::Program,
    stage_link::{
        ClassesLink, CoevolutionLink, LearningLink, OrderingLink, SupervisedLink, TuningLink,
    },
};

/// A run that somebody made, of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    /// Programs that find the moves of games.
    Imitation(ExperimentLink),
    /// Programs bred by games against fixed-depth opponents.
    Classes(ClassesLink),
    /// Programs that play each other.
    Coevolution(CoevolutionLink),
    /// A program that learns from its games.
    Learning(LearningLink),
    /// Programs bred to search with few nodes.
    Ordering(OrderingLink),
    /// A program that learns from games.
    Supervised(SupervisedLink),
    /// A search bred on a suite.
    Tuning(TuningLink),
}

const LEFT_OUT: &str = "the link could not carry all programs that this run began with";

/// The checkpoint; `None` where it is of another kind of run.
fn of_kind<C: checkpoint::Checkpoint>(text: &str) -> Result<Option<C>, String> {
    match C::from_text(text) {
        Err(CheckpointError::NotACheckpoint) => Ok(None),
        kept => kept.map(Some).map_err(|error| error.to_string()),
    }
}

impl Link {
    /// Reads what [`Link::to_string`](ToString::to_string) wrote.
    ///
    /// # Errors
    /// What is wrong with the text; the first trouble found.
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        match split(text)?.0 {
            ClassesLink::ID => ClassesLink::parse(text).map(Self::Classes),
            CoevolutionLink::ID => CoevolutionLink::parse(text).map(Self::Coevolution),
            LearningLink::ID => LearningLink::parse(text).map(Self::Learning),
            OrderingLink::ID => OrderingLink::parse(text).map(Self::Ordering),
            SupervisedLink::ID => SupervisedLink::parse(text).map(Self::Supervised),
            TuningLink::ID => TuningLink::parse(text).map(Self::Tuning),
            _ => ExperimentLink::parse(text).map(Self::Imitation),
        }
    }

    /// The run that is kept, with the champion of the generation scored last there.
    ///
    /// # Errors
    /// A damaged checkpoint, one of another kind of run or without a generation, or a text that is no champion, for people.
    pub fn of_run(checkpoint: &str, champion: &str) -> Result<Self, String> {
        let program = || Chromosome::parse(champion).map_err(|error| error.to_string());
        let link = if let Some(kept) = of_kind::<imitation::Checkpoint>(checkpoint)? {
            ExperimentLink::of(&kept, program()?).map(Self::Imitation)
        } else if let Some(kept) = of_kind::<classes::Checkpoint>(checkpoint)? {
            ClassesLink::of(&kept, program()?).map(Self::Classes)
        } else if let Some(kept) = of_kind::<coevolution::Checkpoint>(checkpoint)? {
            CoevolutionLink::of(&kept, program()?).map(Self::Coevolution)
        } else if let Some(kept) = of_kind::<learning::Checkpoint>(checkpoint)? {
            LearningLink::of(&kept, program()?).map(Self::Learning)
        } else if let Some(kept) = of_kind::<ordering::Checkpoint>(checkpoint)? {
            OrderingLink::of(&kept, program()?).map(Self::Ordering)
        } else if let Some(kept) = of_kind::<supervised::Checkpoint>(checkpoint)? {
            SupervisedLink::of(&kept, program()?).map(Self::Supervised)
        } else {
            let kept = tuning::Checkpoint::from_text(checkpoint);
            let kept = kept.map_err(|error| error.to_string())?;
            let champion = Player::parse(champion).map_err(|error| error.to_string())?;
            TuningLink::of(&kept, champion).map(Self::Tuning)
        };
        link.ok_or_else(|| "the run has no champion yet, is too long for a link, or took in programs from elsewhere".to_owned())
    }

    /// The run of a later stage before its first generation, as a checkpoint.
    ///
    /// # Errors
    /// Why the link alone cannot begin it, for people.
    pub fn checkpoint(&self) -> Result<String, &'static str> {
        match self {
            Self::Imitation(_) => Err("the link is to a run of the first stage"),
            Self::Classes(link) => Ok(link.checkpoint().to_text()),
            Self::Coevolution(link) => link.checkpoint().map(|kept| kept.to_text()).ok_or(LEFT_OUT),
            Self::Learning(link) => link.checkpoint().map(|kept| kept.to_text()).ok_or(LEFT_OUT),
            Self::Ordering(link) => Ok(link.checkpoint().to_text()),
            Self::Supervised(link) => link.checkpoint().map(|kept| kept.to_text()).ok_or(LEFT_OUT),
            Self::Tuning(link) => Ok(link.checkpoint().to_text()),
        }
    }

    /// The champion of its last generation.
    pub fn champion(&self) -> Player {
        let program = |chromosome: &Chromosome| Player::from(Program::from(chromosome.clone()));
        match self {
            Self::Imitation(link) => program(&link.chromosome),
            Self::Classes(link) => program(&link.champion),
            Self::Coevolution(link) => program(&link.champion),
            Self::Learning(link) => program(&link.champion),
            Self::Ordering(link) => program(&link.champion),
            Self::Supervised(link) => program(&link.champion),
            Self::Tuning(link) => link.champion.clone(),
        }
    }
}

impl std::fmt::Display for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Imitation(link) => write!(f, "{link}"),
            Self::Classes(link) => write!(f, "{link}"),
            Self::Coevolution(link) => write!(f, "{link}"),
            Self::Learning(link) => write!(f, "{link}"),
            Self::Ordering(link) => write!(f, "{link}"),
            Self::Supervised(link) => write!(f, "{link}"),
            Self::Tuning(link) => write!(f, "{link}"),
        }
    }
}

/// Why a text names nobody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedError {
    /// No player.
    Player(PlayerError),
    /// A link to a program that cannot be read.
    Program(PlayerError),
    /// A link to an experiment that cannot be read.
    Experiment(LinkError),
    /// A player, but not a bred program alone.
    NotAProgram(String),
}

impl std::fmt::Display for SharedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Player(error) => write!(f, "{error}"),
            Self::Program(error) => write!(f, "the link to a program: {error}"),
            Self::Experiment(error) => write!(f, "the link to an experiment: {error}"),
            Self::NotAProgram(name) => write!(f, "{name} is a player, not a bred program alone"),
        }
    }
}

impl std::error::Error for SharedError {}

/// The player that a name, a chromosome or a link stands for.
///
/// # Errors
/// What is wrong with the text.
pub fn player(text: &str) -> Result<Player, SharedError> {
    if let Some((_, text)) = text.rsplit_once("#c=") {
        return Player::parse(&nameless(text)).map_err(SharedError::Program);
    }
    let Some((_, text)) = text.rsplit_once("#x=") else {
        return Player::parse(text).map_err(SharedError::Player);
    };
    let (link, options) = text.split_once('?').unwrap_or((text, ""));
    let champion = Link::parse(link).map_err(SharedError::Experiment)?;
    let champion = champion.champion().with_options(options);
    champion.map_err(SharedError::Player)
}

/// Without what the program is called; in a link that is percent-encoded, so options begin with the next question mark.
fn nameless(text: &str) -> String {
    match text.split_once("&name=") {
        Some((program, named)) if !program.contains('?') => {
            let options = named.find('?').map_or("", |at| &named[at..]);
            format!("{program}{options}")
        }
        _ => text.to_owned(),
    }
}

/// The program that a chromosome or a link stands for.
///
/// # Errors
/// What is wrong with the text.
pub fn program(text: &str) -> Result<Program, SharedError> {
    // What is wrong with a chromosome is told of the chromosome, not of players.
    if !text.contains('#')
        && let Err(error) = Program::parse(text)
        && Player::parse(text).is_err()
    {
        return Err(SharedError::Player(PlayerError::Chromosome(error)));
    }
    program_of(&player(text)?)
}

/// The program that a player is.
///
/// # Errors
/// When it is none, or has options.
pub fn program_of(player: &Player) -> Result<Program, SharedError> {
    match player.program() {
        Some(program) if *player == Player::from(program.clone()) => Ok(program.clone()),
        _ => Err(SharedError::NotAProgram(player.name())),
    }
}

/// The same as the engine's UCI takes it, of what its option Chromosome is set to.
///
/// # Errors
/// What is wrong with the text, for people.
pub fn for_uci(text: &str) -> Result<engine::Program, String> {
    program(text)
        .map(|program| program.for_uci())
        .map_err(|error| error.to_string())
}

//! Players by name: the one place that turns what a person writes into a player of the ladder or a bred program.
//!
//! `random`, `depth:1` to `depth:7`, `staunton`, or a chromosome; the last two may be followed by options, as in
//! `staunton?NullMove=0&Nodes=5000`: any search parameter, any of Staunton's weights, `Nodes` (a move, instead of the match's),
//! `Hash` (mebibytes of the transposition table) and `Search`, which sets all search parameters at once: `plain` (without
//! selective parts), `david` (as published in 2014) or the chromosome of a search. They are set in the order written.

use millipawn_engine::{
    contest::mover::{Engine, FixedDepth, Mover, Random},
    player::{Judge, Setup},
    search::parameters::Parameters,
    staunton,
    tunable::TunableError,
};

use crate::{chromosome::ChromosomeError, judge::judge, program::Program, searching::Searching};

/// Plies of the deepest fixed-depth player.
pub const DEEPEST: u32 = 7;
/// Mebibytes of a player's table: enough for the node limits of matches, quick to clear (our choice).
const HASH: usize = 8;
/// The largest table that may be asked for.
const LARGEST_HASH: usize = 1024;

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Any legal move.
    Random,
    /// f-negascout of so many plies with EvoChess's standard evaluation.
    Depth(u32),
    /// The reference evaluation.
    Staunton(Box<staunton::Weights>),
    /// A bred program.
    Program(Box<Program>),
}

/// A player that needs nothing but itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Who plays.
    pub kind: Kind,
    /// How it searches, where it plays with the engine.
    pub parameters: Parameters,
    /// Its own limit of nodes a move.
    pub nodes: Option<u64>,
    /// Mebibytes of its table.
    pub hash: usize,
    /// The options as they were written.
    options: String,
}

/// Why a text is not a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// Not of any known form.
    Unknown,
    /// `depth:` with something else than 1 to 7.
    Depth(String),
    /// It looks like a chromosome.
    Chromosome(ChromosomeError),
    /// Not of the form `name=value`, with a whole number.
    Option(String),
    /// This player has no options.
    NoOptions,
    /// No such option, or not this value.
    Value(TunableError),
    /// `Nodes` or `Hash` out of range.
    Range(&'static str, u64, u64),
}

impl std::fmt::Display for PlayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => write!(
                f,
                "not a player: random, depth:1 to depth:{DEEPEST}, staunton, or a chromosome"
            ),
            Self::Depth(text) => write!(f, "the depth goes from 1 to {DEEPEST}, not \"{text}\""),
            Self::Chromosome(error) => write!(f, "not a chromosome: {error}"),
            Self::Option(text) => write!(f, "\"{text}\" is not an option: name=number is"),
            Self::NoOptions => write!(f, "this player has no options"),
            Self::Value(error) => write!(f, "{error}"),
            Self::Range(name, low, high) => write!(f, "{name} goes from {low} to {high}"),
        }
    }
}

impl std::error::Error for PlayerError {}

impl Player {
    /// Reads a player's name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PlayerError> {
        let (name, options) = text.split_once('?').unwrap_or((text, ""));
        let mut player = Self {
            kind: kind(name)?,
            parameters: Parameters::DEFAULT,
            nodes: None,
            hash: HASH,
            options: options.to_owned(),
        };
        if let Kind::Program(program) = &player.kind {
            player.parameters = program.parameters().unwrap_or(Parameters::DEFAULT);
        }
        for option in options.split('&').filter(|option| !option.is_empty()) {
            player.set(option)?;
        }
        Ok(player)
    }

    fn set(&mut self, option: &str) -> Result<(), PlayerError> {
        if matches!(self.kind, Kind::Random | Kind::Depth(_)) {
            return Err(PlayerError::NoOptions);
        }
        let wrong = || PlayerError::Option(option.chars().take(40).collect());
        let (name, value) = option.split_once('=').ok_or_else(wrong)?;
        if name.eq_ignore_ascii_case("Search") {
            self.parameters = search(value)?;
            return Ok(());
        }
        let value: i64 = value.parse().map_err(|_| wrong())?;
        if name.eq_ignore_ascii_case("Nodes") {
            self.nodes = Some(within("Nodes", value, 1, u64::MAX)?);
            return Ok(());
        }
        if name.eq_ignore_ascii_case("Hash") {
            self.hash = within("Hash", value, 1, LARGEST_HASH as u64)? as usize;
            return Ok(());
        }
        let set = self.parameters.set(name, value);
        match (set, &mut self.kind) {
            (Err(TunableError::Unknown(_)), Kind::Staunton(weights)) => weights.set(name, value),
            (set, _) => set,
        }
        .map_err(PlayerError::Value)
    }

    /// A name for tables and PGN: the text, a chromosome shortened to its system and the end of its text.
    pub fn name(&self) -> String {
        let text = match &self.kind {
            Kind::Program(program) => {
                let text = program.to_string();
                let id = program.evaluation.system.id();
                format!("{id}:{}", &text[text.len() - 6..])
            }
            other => other.to_string(),
        };
        text + &self.suffix()
    }

    fn suffix(&self) -> String {
        if self.options.is_empty() {
            String::new()
        } else {
            format!("?{}", self.options)
        }
    }

    /// Its genes, where it has some.
    pub const fn program(&self) -> Option<&Program> {
        match &self.kind {
            Kind::Program(program) => Some(program),
            _ => None,
        }
    }

    /// What the engine needs to search as it does; `None` of those that do not play with the engine.
    pub fn setup(&self) -> Option<Setup> {
        let judge = match &self.kind {
            Kind::Random | Kind::Depth(_) => return None,
            Kind::Staunton(weights) => Judge::Staunton(**weights),
            Kind::Program(program) => judge(&program.evaluation),
        };
        Some(Setup {
            judge,
            parameters: self.parameters,
            hash: self.hash,
        })
    }

    /// The same player with this search, where it plays with the engine; what its options say of the search still holds.
    pub fn with_search(&self, genes: &Searching) -> Option<Self> {
        let text = match &self.kind {
            Kind::Random | Kind::Depth(_) => return None,
            Kind::Staunton(_) if self.options.is_empty() => format!("staunton?Search={genes}"),
            Kind::Staunton(_) => format!("staunton?Search={genes}&{}", self.options),
            Kind::Program(program) => {
                let program = Program {
                    search: Some(genes.clone()),
                    ..(**program).clone()
                };
                format!("{program}{}", self.suffix())
            }
        };
        Self::parse(&text).ok()
    }

    /// Whether the node limit of a match binds it.
    pub const fn is_bound_by_nodes(&self) -> bool {
        self.nodes.is_none() && !self.is_fixed()
    }

    /// Whether neither nodes nor time bind it.
    pub const fn is_fixed(&self) -> bool {
        matches!(self.kind, Kind::Random | Kind::Depth(_))
    }

    /// The player at the board.
    pub fn mover(&self) -> Box<dyn Mover> {
        match &self.kind {
            Kind::Random => Box::new(Random::default()),
            Kind::Depth(depth) => Box::new(FixedDepth::new(*depth)),
            Kind::Staunton(_) | Kind::Program(_) => {
                let setup = self.setup().expect("it plays with the engine");
                Box::new(Engine::new(&setup, self.nodes))
            }
        }
    }
}

impl std::fmt::Display for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.kind, self.suffix())
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::Depth(depth) => write!(f, "depth:{depth}"),
            Self::Staunton(_) => write!(f, "staunton"),
            Self::Program(program) => write!(f, "{program}"),
        }
    }
}

fn kind(name: &str) -> Result<Kind, PlayerError> {
    if let Some(depth) = name.strip_prefix("depth:") {
        let plies = depth
            .parse()
            .ok()
            .filter(|plies| (1..=DEEPEST).contains(plies));
        return plies
            .map(Kind::Depth)
            .ok_or_else(|| PlayerError::Depth(depth.chars().take(20).collect()));
    }
    match name {
        "random" => Ok(Kind::Random),
        "staunton" => Ok(Kind::Staunton(Box::default())),
        _ => match Program::parse(name) {
            Ok(program) => Ok(Kind::Program(Box::new(program))),
            Err(ChromosomeError::Shape) => Err(PlayerError::Unknown),
            Err(error) => Err(PlayerError::Chromosome(error)),
        },
    }
}

/// The parameters that the option `Search` stands for.
fn search(value: &str) -> Result<Parameters, PlayerError> {
    match value {
        "plain" => Ok(Parameters::PLAIN),
        "david" => Ok(Parameters::DAVID),
        _ => Searching::parse(value)
            .map(|genes| genes.parameters())
            .map_err(PlayerError::Chromosome),
    }
}

fn within(name: &'static str, value: i64, low: u64, high: u64) -> Result<u64, PlayerError> {
    u64::try_from(value)
        .ok()
        .filter(|value| (low..=high).contains(value))
        .ok_or(PlayerError::Range(name, low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        acpp,
        chromosome::{Chromosome, System},
    };

    #[test]
    fn names_come_back() {
        let program = Program::from(Chromosome {
            system: System::Acpp,
            bits: acpp::hand_set(),
        });
        let search = Searching::of(&Parameters::DAVID);
        let texts = [
            "random".to_owned(),
            "depth:7".to_owned(),
            "staunton".to_owned(),
            "staunton?NullMove=0&PawnMid=90&Hash=2".to_owned(),
            format!("{program}?nodes=1000"),
            format!("{program}.{search}"),
            "staunton?Search=plain".to_owned(),
        ];
        for text in texts {
            let player = Player::parse(&text).expect("a player");
            assert_eq!(player.to_string(), text);
            assert!(player.name().len() < 50);
        }
        let player = Player::parse("staunton?NullMove=0&PawnMid=90&Hash=2").expect("a player");
        assert_eq!((player.parameters.null_move, player.hash), (0, 2));
        assert!(matches!(player.kind, Kind::Staunton(weights) if weights.pawn_mid == 90));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |text: &str| Player::parse(text).expect_err("not a player").to_string();
        assert!(told("").contains("not a player"));
        assert!(told("stockfish").contains("not a player"));
        assert!(told("depth:8").contains("1 to 7"));
        assert!(told("depth:").contains("1 to 7"));
        assert!(told("acpp.9.AAAA").contains("version 9"));
        assert!(told("random?Nodes=5").contains("no options"));
        assert!(told("staunton?Speed=5").contains("no parameter \"Speed\""));
        assert!(told("staunton?NullMove=2").contains("from 0 to 1"));
        assert!(told("staunton?NullMove").contains("name=number"));
        assert!(told("staunton?Hash=0").contains("Hash"));
        assert!(told("staunton?Search=deep").contains("not of the form"));
        assert!(told("random?Search=plain").contains("no options"));
    }

    #[test]
    fn a_search_replaces_another() {
        let genes = Searching::of(&Parameters::DAVID);
        for text in ["staunton", "staunton?PawnMid=90&Razoring=2"] {
            let player = Player::parse(text).expect("a player");
            let with = player
                .with_search(&genes)
                .expect("it plays with the engine");
            assert_eq!(with.kind, player.kind);
            let razoring = player.parameters.razoring.min(2) * i32::from(text.len() > 8);
            let expected = Parameters {
                razoring,
                ..Parameters::DAVID
            };
            assert_eq!(with.parameters, expected);
            assert_eq!(with.setup().map(|setup| setup.parameters), Some(expected));
        }
        let program = Program::from(Chromosome {
            system: System::Acpp,
            bits: acpp::hand_set(),
        });
        let player = Player::parse(&program.to_string()).expect("a player");
        let with = player
            .with_search(&genes)
            .expect("it plays with the engine");
        assert_eq!(with.to_string(), format!("{program}.{genes}"));
        assert_eq!(with.with_search(&genes), Some(with.clone()));
        assert_eq!(
            Player::parse("random")
                .expect("a player")
                .with_search(&genes),
            None
        );
    }
}

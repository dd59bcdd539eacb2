//! Players by name: the one place that turns what a person writes into a player of the ladder or a bred program.
//!
//! `random`, `depth:1` to `depth:7`, `staunton`, or a chromosome; the last two may be followed by options, as in
//! `staunton?NullMove=0&Nodes=5000`: any search parameter, any of Staunton's weights, `Nodes` (a move, instead of the match's),
//! `Hash` (mebibytes of the transposition table) and `Search`, which sets all search parameters at once
//! ([`PlayerSearch`]). They are set in the order written.
//!
//! A [`Player`] is a value: text is read once, and whoever needs the same player with another search or table changes the
//! value. Its own text names the search first, then what is set one by one.

use std::collections::BTreeMap;

use millipawn_engine::{
    evaluation::staunton,
    play::{
        contest::mover::{EngineMover, FixedDepth, Mover, Random},
        engine::Setup,
        evaluator::Evaluator,
    },
    search::parameters::{self, Parameters},
    tunable::{Tunable, TunableError},
};

use crate::{
    system::search_genome::{self, PlayerSearch, SearchError, SearchGenome},
    text::{chromosome::ChromosomeError, program::Program},
};

/// Plies of the deepest fixed-depth player.
pub const DEEPEST: u32 = 7;
/// Mebibytes of a player's table: enough for the node limits of matches, quick to clear (our choice).
const HASH: usize = 8;
/// The largest table that may be asked for.
const LARGEST_HASH: usize = 1024;
/// The largest of a player whose search is tuned. Others send such runs, and every worker has a table for every piece of work.
pub const LARGEST_TUNED_HASH: usize = 64;

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
    /// Instead of its own search: that of its genes, or the reference configuration.
    pub search: Option<PlayerSearch>,
    /// Search parameters that were set one by one, by their number in the [table](parameters::TABLE): they hold whatever the
    /// search is.
    fixed: BTreeMap<usize, i32>,
    /// Its own limit of nodes a move.
    pub nodes: Option<u64>,
    /// Mebibytes of its table.
    pub hash: usize,
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
    /// This player's search has no such parameters: it brings its own.
    OwnSearch,
    /// No such option, or not this value.
    Value(TunableError),
    /// `Search` with something that is no search.
    Search(SearchError),
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
            Self::OwnSearch => write!(
                f,
                "this player brings a search of its own, so of all options it has only Nodes"
            ),
            Self::Value(error) => write!(f, "{error}"),
            Self::Search(error) => write!(f, "{error}"),
            Self::Range(name, low, high) => write!(f, "{name} goes from {low} to {high}"),
        }
    }
}

impl std::error::Error for PlayerError {}

impl From<Program> for Player {
    fn from(program: Program) -> Self {
        Self::of(Kind::Program(Box::new(program)))
    }
}

impl Player {
    /// As it is without options.
    pub const fn of(kind: Kind) -> Self {
        Self {
            kind,
            search: None,
            fixed: BTreeMap::new(),
            nodes: None,
            hash: HASH,
        }
    }

    /// The same with this search, and a table of so many mebibytes; one that brings a search of its own has no use for either.
    #[must_use]
    pub fn equipped(self, search: PlayerSearch, hash: usize) -> Self {
        if self.has_own_search() {
            return self;
        }
        Self {
            search: Some(search),
            hash,
            ..self
        }
    }

    /// Reads a player's name.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PlayerError> {
        let (name, options) = text.split_once('?').unwrap_or((text, ""));
        Self::of(kind(name)?).with_options(options)
    }

    /// The same with more options, as they stand behind the question mark.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn with_options(mut self, options: &str) -> Result<Self, PlayerError> {
        for option in options.split('&').filter(|option| !option.is_empty()) {
            self.set(option)?;
        }
        Ok(self)
    }

    fn set(&mut self, option: &str) -> Result<(), PlayerError> {
        if self.is_fixed() {
            return Err(PlayerError::NoOptions);
        }
        let wrong = || PlayerError::Option(option.chars().take(40).collect());
        let (name, value) = option.split_once('=').ok_or_else(wrong)?;
        if !name.eq_ignore_ascii_case("Nodes") && self.has_own_search() {
            return Err(PlayerError::OwnSearch);
        }
        if name.eq_ignore_ascii_case("Search") {
            self.search = Some(PlayerSearch::parse(value).map_err(PlayerError::Search)?);
            self.fixed.clear();
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
        self.set_number(name, value).map_err(PlayerError::Value)
    }

    /// A search parameter, or one of Staunton's weights.
    fn set_number(&mut self, name: &str, value: i64) -> Result<(), TunableError> {
        let named = |row: &Tunable| row.name.eq_ignore_ascii_case(name);
        match (parameters::TABLE.iter().position(named), &mut self.kind) {
            (None, Kind::Staunton(weights)) => weights.set(name, value),
            (None, _) => Err(TunableError::Unknown(name.to_owned())),
            (Some(row), _) => {
                let mut checked = Parameters::DEFAULT;
                checked.set(name, value)?;
                self.fixed.insert(row, checked.values()[row]);
                Ok(())
            }
        }
    }

    /// How it searches, where it plays with the engine.
    pub fn parameters(&self) -> Parameters {
        let own = match (&self.search, &self.kind) {
            (Some(search), _) => Some(search.parameters()),
            (None, Kind::Program(program)) => program.parameters(),
            (None, _) => None,
        };
        let mut parameters = own.unwrap_or(Parameters::DEFAULT);
        for (row, value) in &self.fixed {
            parameters
                .set(parameters::TABLE[*row].name, i64::from(*value))
                .expect("it was checked when it was set");
        }
        parameters
    }

    /// Whether a search could be bred for it: it plays with the engine, and its options neither name a whole search nor hold
    /// every parameter that has a gene.
    pub fn leaves_a_search_to_breed(&self) -> bool {
        let held = (0..search_genome::GENES).all(|row| self.fixed.contains_key(&row));
        !self.is_fixed() && !self.has_own_search() && self.search.is_none() && !held
    }

    /// Whether it is a program that brings a search of its own.
    pub fn has_own_search(&self) -> bool {
        let program = self.program();
        program.is_some_and(|program| program.evaluation.evaluator().has_own_search())
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

    /// Its options as text.
    fn suffix(&self) -> String {
        let search = self.search.iter().map(|search| format!("Search={search}"));
        let fixed = self
            .fixed
            .iter()
            .map(|(row, value)| format!("{}={value}", parameters::TABLE[*row].name));
        let nodes = self.nodes.iter().map(|nodes| format!("Nodes={nodes}"));
        let hash = (self.hash != HASH).then(|| format!("Hash={}", self.hash));
        let options: Vec<String> = search
            .chain(fixed)
            .chain(self.weights())
            .chain(nodes)
            .chain(hash)
            .collect();
        match options.is_empty() {
            true => String::new(),
            false => format!("?{}", options.join("&")),
        }
    }

    /// Staunton's weights that are not the usual ones.
    fn weights(&self) -> Vec<String> {
        let Kind::Staunton(weights) = &self.kind else {
            return Vec::new();
        };
        let rows = staunton::TABLE.iter().zip(weights.values());
        rows.filter(|(row, value)| *value != row.default)
            .map(|(row, value)| format!("{}={value}", row.name))
            .collect()
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
        let evaluator = match &self.kind {
            Kind::Random | Kind::Depth(_) => return None,
            Kind::Staunton(weights) => Evaluator::staunton(**weights),
            Kind::Program(program) => program.evaluation.evaluator(),
        };
        Some(Setup {
            evaluator,
            parameters: self.parameters(),
            hash: self.hash,
        })
    }

    /// The same player with this search instead of its own, where it plays with the engine. Parameters that were set one by one
    /// still hold.
    pub fn with_search(&self, genes: &SearchGenome) -> Option<Self> {
        let mut player = self.clone();
        match &mut player.kind {
            Kind::Random | Kind::Depth(_) => return None,
            Kind::Staunton(_) => player.search = Some(PlayerSearch::Bred(genes.clone())),
            Kind::Program(program) => {
                program.search = Some(genes.clone());
                player.search = None;
            }
        }
        Some(player)
    }

    /// Whether a seed decides its moves.
    pub const fn is_random(&self) -> bool {
        matches!(self.kind, Kind::Random)
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
                Box::new(EngineMover::new(&setup, self.nodes))
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
        run::tuning::{TuningError, is_tunable},
        system::{System, acpp},
        text::chromosome::Chromosome,
    };

    #[test]
    fn a_program_with_its_own_search_has_no_parameters_to_set_or_breed() {
        let program = Program::from(Chromosome {
            system: System::EVOCHESS,
            genome: System::EVOCHESS.hand_set(),
        });
        for option in ["NullMove=0", "Search=plain", "Hash=2"] {
            let parsed = Player::parse(&format!("{program}?{option}"));
            assert_eq!(parsed, Err(PlayerError::OwnSearch), "{option}");
        }
        let player = Player::parse(&format!("{program}?Nodes=500")).expect("a player");
        assert_eq!(player.nodes, Some(500));
        let refused = Err(TuningError::NoEngine);
        let player = Player::from(program);
        assert_eq!(is_tunable(&player), refused);
        assert_eq!(player.clone().equipped(PlayerSearch::Plain, 2), player);
    }

    #[test]
    fn names_come_back() {
        let program = Program::from(Chromosome {
            system: System::ACPP,
            genome: acpp::hand_set(),
        });
        let search = SearchGenome::of(&Parameters::DAVID);
        let texts = [
            "random".to_owned(),
            "depth:7".to_owned(),
            "staunton".to_owned(),
            "staunton?NullMove=0&PawnMid=90&Hash=2".to_owned(),
            format!("{program}?Nodes=1000"),
            format!("{program}.{search}"),
            "staunton?Search=plain".to_owned(),
        ];
        for text in texts {
            let player = Player::parse(&text).expect("a player");
            assert_eq!(player.to_string(), text);
            assert!(player.name().len() < 50);
        }
        let player = Player::parse("staunton?NullMove=0&PawnMid=90&Hash=2").expect("a player");
        assert_eq!((player.parameters().null_move, player.hash), (0, 2));
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
    fn options_are_set_in_their_order_and_told_in_one() {
        for (text, told) in [
            ("staunton?hash=2&nullmove=0", "staunton?NullMove=0&Hash=2"),
            ("staunton?NullMove=0&Search=plain", "staunton?Search=plain"),
            (
                "staunton?Search=david&Search=plain&Razoring=2&Razoring=4",
                "staunton?Search=plain&Razoring=4",
            ),
            (
                "staunton?Hash=8&PawnMid=90&NullMove=1",
                "staunton?NullMove=1&PawnMid=90",
            ),
        ] {
            let player = Player::parse(text).expect("a player");
            assert_eq!(player.to_string(), told);
            assert_eq!(Player::parse(told), Ok(player));
        }
    }

    #[test]
    fn a_search_replaces_another() {
        let genes = SearchGenome::of(&Parameters::DAVID);
        for text in [
            "staunton",
            "staunton?Search=plain",
            "staunton?Search=plain&PawnMid=90&Razoring=2&NullMove=0",
        ] {
            let player = Player::parse(text).expect("a player");
            let with = player
                .with_search(&genes)
                .expect("it plays with the engine");
            assert_eq!(with.kind, player.kind);
            let mut expected = Parameters::DAVID;
            if text.contains("Razoring") {
                expected.razoring = 2;
                expected.null_move = 0;
            }
            assert_eq!(with.parameters(), expected);
            assert_eq!(with.setup().map(|setup| setup.parameters), Some(expected));
        }
        let program = Program::from(Chromosome {
            system: System::ACPP,
            genome: acpp::hand_set(),
        });
        for text in [program.to_string(), format!("{program}?Search=plain")] {
            let player = Player::parse(&text).expect("a player");
            let with = player
                .with_search(&genes)
                .expect("it plays with the engine");
            assert_eq!(with.to_string(), format!("{program}.{genes}"));
            assert_eq!(with.with_search(&genes), Some(with.clone()));
        }
        let random = Player::parse("random").expect("a player");
        assert_eq!(random.with_search(&genes), None);
    }
}

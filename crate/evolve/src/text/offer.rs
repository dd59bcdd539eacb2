//! A program that a deme offers to the others of its room, as text: the one thing that demes send each other, whatever carries it.
//!
//! Lines of at most [`MAX_BYTES`] together: `millipawn-offer 1`, `room`, `deme`, `kind` (of run), `generation`, `best`, `mean` and `worst`
//! (the fitness of that generation), `program`, each with one value, in this order, and `crc` of all lines before. An offer has one spelling.
//! Whoever reads it believes nothing of it but that: the program is measured again.

use crate::{
    run::{Spread, kinds, settings::MOST_GENERATIONS},
    system::System,
    text::chromosome::Chromosome,
};

/// No offer is longer.
pub const MAX_BYTES: usize = 4096;

const HEAD: &str = "millipawn-offer ";
const VERSION: &str = "1";

/// The name of a room or a deme: up to 32 letters, digits, `-` and `_`, so that it can be a part of an address, and never anything
/// but text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(String);

impl Name {
    const LONGEST: usize = 32;

    /// Reads a name; `None` of what is none.
    pub fn parse(text: &str) -> Option<Self> {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let fits = (1..=Self::LONGEST).contains(&text.len()) && text.chars().all(is_fit);
        fits.then(|| Self(text.to_owned()))
    }

    /// A name from a random number.
    pub fn drawn(random: u64) -> Self {
        Self(format!("{:08x}", random >> 32))
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a deme offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// For the demes of this room.
    pub room: Name,
    /// Who offers it.
    pub deme: Name,
    /// The kind of run that bred it.
    pub kind: &'static str,
    /// The generation that it is the best of.
    pub generation: u32,
    /// The fitness of that generation, as its deme tells it.
    pub spread: Spread,
    /// The program.
    pub program: Chromosome,
}

/// Why bytes are not an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferError {
    /// More than [`MAX_BYTES`].
    TooLong,
    /// They do not begin as one.
    NotAnOffer,
    /// Of a version that is not known here.
    UnknownVersion,
    /// The checksum does not fit.
    Damaged,
    /// This line is not there, or cannot be read.
    Line(&'static str),
    /// The same offer is written otherwise.
    Spelling,
}

impl std::fmt::Display for OfferError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong => write!(f, "longer than {MAX_BYTES} bytes"),
            Self::NotAnOffer => write!(f, "not an offer"),
            Self::UnknownVersion => write!(f, "an offer of another version"),
            Self::Damaged => write!(f, "damaged: its checksum does not fit"),
            Self::Line(name) => write!(f, "no {name} that could be read"),
            Self::Spelling => write!(f, "not written as offers are"),
        }
    }
}

impl std::error::Error for OfferError {}

impl Offer {
    /// As text; `None` where the program is too long for an offer.
    pub fn to_text(&self) -> Option<String> {
        let Self {
            room,
            deme,
            kind,
            generation,
            spread: Spread { best, mean, worst },
            program,
        } = self;
        let body = format!(
            "{HEAD}{VERSION}\nroom {room}\ndeme {deme}\nkind {kind}\ngeneration {generation}\nbest {best}\nmean {mean}\nworst {worst}\nprogram {program}\n"
        );
        let text = format!("{body}crc {:08x}\n", crc32fast::hash(body.as_bytes()));
        (text.len() <= MAX_BYTES).then_some(text)
    }

    /// Inverse of [`Offer::to_text`]. Size, version and checksum are looked at first, and nothing is built before they fit.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OfferError> {
        if bytes.len() > MAX_BYTES {
            return Err(OfferError::TooLong);
        }
        let text = str::from_utf8(bytes).map_err(|_| OfferError::NotAnOffer)?;
        let rest = text.strip_prefix(HEAD).ok_or(OfferError::NotAnOffer)?;
        if rest.split('\n').next() != Some(VERSION) {
            return Err(OfferError::UnknownVersion);
        }
        let (body, checksum) = text.rsplit_once("crc ").ok_or(OfferError::Damaged)?;
        if checksum.trim_end() != format!("{:08x}", crc32fast::hash(body.as_bytes())) {
            return Err(OfferError::Damaged);
        }
        let mut lines = body.lines().skip(1);
        let mut value = |name: &'static str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name));
            let value = line.and_then(|rest| rest.strip_prefix(' '));
            value.ok_or(OfferError::Line(name))
        };
        let offer = Self {
            room: read("room", value("room")?, Name::parse)?,
            deme: read("deme", value("deme")?, Name::parse)?,
            kind: read("kind", value("kind")?, kind)?,
            generation: read("generation", value("generation")?, generation)?,
            spread: Spread {
                best: read("best", value("best")?, finite)?,
                mean: read("mean", value("mean")?, finite)?,
                worst: read("worst", value("worst")?, finite)?,
            },
            program: read("program", value("program")?, |text| {
                Chromosome::parse(text).ok()
            })?,
        };
        match offer.to_text().as_deref() == Some(text) {
            true => Ok(offer),
            false => Err(OfferError::Spelling),
        }
    }

    /// The system of its program.
    pub const fn system(&self) -> System {
        self.program.system
    }
}

/// Where all offers of a room are published, in the words of NATS.
pub fn subjects(room: &Name) -> String {
    format!("mp.v{VERSION}.offer.{room}.*")
}

/// Where the offers of a deme are published.
pub fn subject(room: &Name, deme: &Name) -> String {
    format!("mp.v{VERSION}.offer.{room}.{deme}")
}

fn read<T>(
    name: &'static str,
    text: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, OfferError> {
    parse(text).ok_or(OfferError::Line(name))
}

fn generation(text: &str) -> Option<u32> {
    text.parse()
        .ok()
        .filter(|number| *number <= MOST_GENERATIONS)
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn kind(text: &str) -> Option<&'static str> {
    kinds::of_id(text).ok().map(|row| row.id)
}

//! A room, in which demes of different machines offer each other their best: who is there, and which of their programs come to a run here.
//!
//! Offers come when they come. The newest of each deme waits; when a generation is scored, up to two are drawn at random, of different demes,
//! and enter the generation that begins next. What is drawn does not follow from a seed: a run keeps what entered, and is repeated with that.

use std::collections::BTreeMap;

use super::{MOST_A_GENERATION, Run, Spread};
use crate::{
    system::System,
    text::{
        chromosome::Chromosome,
        offer::{Name, Offer, OfferError},
    },
};

/// Demes that are known at once (our choice).
const MOST_DEMES: usize = 100;
/// Between two offers of a deme that are read, in milliseconds (our choice).
const PAUSE_MS: u64 = 200;
/// Offers of all demes that are looked at in a second (our choice): whoever sends more fills no processor here.
const MOST_A_SECOND: u32 = 200;
const SECOND_MS: u64 = 1000;
/// Who was not heard for so long has left (our choice): offers are repeated every minute.
const GONE_MS: u64 = 150_000;

/// Why an offer was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// More of them than are looked at.
    TooOften,
    /// Bytes that are no offer.
    Offer(OfferError),
    /// For another room, or of another kind of run or system.
    Elsewhere,
    /// More demes than are known at once.
    Full,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooOften => write!(f, "more offers than are read"),
            Self::Offer(error) => write!(f, "{error}"),
            Self::Elsewhere => write!(f, "not for this room, system and kind of run"),
            Self::Full => write!(f, "there are {MOST_DEMES} demes already"),
        }
    }
}

/// A deme elsewhere.
#[derive(Clone, Debug)]
struct Peer {
    heard_ms: u64,
    generation: u32,
    spread: Spread,
    /// What it offered last.
    program: Chromosome,
    /// Whether that waits to be drawn.
    waits: bool,
}

/// Of a deme, for people.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct PeerShown {
    /// Its name.
    pub deme: String,
    /// The generation that it has scored.
    pub generation: u32,
    /// The best fitness there, as it tells it.
    pub best: f64,
}

/// A program that came.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Entered {
    /// From where.
    pub deme: String,
    /// Which.
    pub program: String,
    /// The generation that it enters.
    pub generation: u32,
}

/// What became of the programs that were drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Visit {
    /// Those that entered.
    pub entered: Vec<Entered>,
    /// Why the last that could not enter could not, for people.
    pub refused: Option<String>,
}

/// A run's place in a room.
#[derive(Clone, Debug)]
pub struct Room {
    name: Name,
    own: Name,
    kind: &'static str,
    system: System,
    peers: BTreeMap<Name, Peer>,
    second_began_ms: u64,
    this_second: u32,
}

impl Room {
    /// The room of that name for this run, whose deme is called `own`; `None` of a kind of run whose programs do not migrate.
    pub fn of(run: &dyn Run, name: Name, own: Name) -> Option<Self> {
        Some(Self {
            name,
            own,
            kind: run.kind(),
            system: run.migrating()?,
            peers: BTreeMap::new(),
            second_began_ms: 0,
            this_second: 0,
        })
    }

    /// Takes an offer that came at this time. One's own, which comes back, is none of interest.
    ///
    /// # Errors
    /// Why it is not taken; nothing of it is kept.
    pub fn hear(&mut self, offer: &[u8], now_ms: u64) -> Result<(), Refused> {
        if now_ms.saturating_sub(self.second_began_ms) >= SECOND_MS {
            (self.second_began_ms, self.this_second) = (now_ms, 0);
        }
        self.this_second += 1;
        if self.this_second > MOST_A_SECOND {
            return Err(Refused::TooOften);
        }
        let offer = Offer::from_bytes(offer).map_err(Refused::Offer)?;
        if offer.room != self.name || offer.kind != self.kind || offer.system() != self.system {
            return Err(Refused::Elsewhere);
        }
        if offer.deme == self.own {
            return Ok(());
        }
        self.forget_the_gone(now_ms);
        let before = self.peers.get(&offer.deme);
        if before.is_some_and(|peer| now_ms.saturating_sub(peer.heard_ms) < PAUSE_MS) {
            return Err(Refused::TooOften);
        }
        if before.is_none() && self.peers.len() >= MOST_DEMES {
            return Err(Refused::Full);
        }
        // Repeated for those who come late: it waits only once.
        let waits = before.is_none_or(|peer| peer.waits || peer.program != offer.program);
        let peer = Peer {
            heard_ms: now_ms,
            generation: offer.generation,
            spread: offer.spread,
            program: offer.program,
            waits,
        };
        self.peers.insert(offer.deme, peer);
        Ok(())
    }

    /// Lets some of those that wait into the run: called when a generation is scored. `random` draws which. After the last generation
    /// nobody enters, and they go on waiting: the run may be made longer.
    pub fn visit(&mut self, run: &mut dyn Run, mut random: impl FnMut() -> u64) -> Visit {
        let mut visit = Visit::default();
        if run.is_finished() {
            return visit;
        }
        for _ in 0..MOST_A_GENERATION {
            let Some((deme, program)) = self.draw(random()) else {
                break;
            };
            let program = program.to_string();
            match run.receive(&program) {
                Ok(generation) => visit.entered.push(Entered {
                    deme: deme.to_string(),
                    program,
                    generation,
                }),
                Err(why) => visit.refused = Some(why),
            }
        }
        visit
    }

    /// One of those that wait, which waits no longer.
    fn draw(&mut self, random: u64) -> Option<(&Name, &Chromosome)> {
        let waiting = self.peers.values().filter(|peer| peer.waits).count() as u64;
        let place = random.checked_rem(waiting)? as usize;
        let mut waiting = self.peers.iter_mut().filter(|(_, peer)| peer.waits);
        let (deme, peer) = waiting.nth(place)?;
        peer.waits = false;
        Some((deme, &peer.program))
    }

    /// What this deme offers now; `None` before a generation is scored, or where its best is too long for an offer.
    pub fn offer(&self, run: &dyn Run) -> Option<String> {
        run.offer(&self.name, &self.own)?.to_text()
    }

    /// Who is here, at this time.
    pub fn peers(&mut self, now_ms: u64) -> Vec<PeerShown> {
        self.forget_the_gone(now_ms);
        let shown = |(deme, peer): (&Name, &Peer)| PeerShown {
            deme: deme.to_string(),
            generation: peer.generation,
            best: peer.spread.best,
        };
        self.peers.iter().map(shown).collect()
    }

    fn forget_the_gone(&mut self, now_ms: u64) {
        let is_here = |_: &Name, peer: &mut Peer| now_ms.saturating_sub(peer.heard_ms) < GONE_MS;
        self.peers.retain(is_here);
    }
}

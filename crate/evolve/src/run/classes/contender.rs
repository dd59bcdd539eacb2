//! The programs of a generation as they play: where each stands, its games, and who is the fittest.

use std::{cmp::Reverse, ops::Range};

use millipawn_engine::{search::evochess::depth, sorting::sort_by_key};
use shakmaty::Color;

use super::{
    programme::{GameResult, Next, Phase},
    record::{Played, Record, Scored},
    settings::Colors,
};
use crate::{
    genome::{Genome, breed::Origin},
    job::class_game::ClassResult,
    run::family::Arrival,
    system::{System, evochess::Parts},
    text::chromosome::Chromosome,
};

/// A scored program with the games it keeps if it lives on.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) genome: Genome,
    pub(super) played: Played,
    pub(super) fitness: u32,
    /// Instructions of its depth program that have an effect.
    pub(super) effective: usize,
    /// How it came into its generation.
    pub(super) arrival: Arrival,
}

/// A program that is playing.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) genome: Genome,
    /// Instructions of its depth program that have an effect.
    effective: usize,
    arrival: Arrival,
    /// How many programs were here before it in this generation.
    pub(super) attempt: u32,
    pub(super) phase: Phase,
    /// Its games of this generation.
    pub(super) own: Vec<GameResult>,
    /// All its games, also of earlier generations.
    pub(super) played: Played,
}

/// A game of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    /// The program.
    pub(super) who: usize,
    /// Of its opponent.
    pub(super) class: u32,
    /// How many games it has in this generation before this one.
    pub(super) number: u32,
    /// Whether it has an odd number of games against this class before.
    pub(super) is_second: bool,
}

impl Pairing {
    /// What the program plays.
    pub(super) fn color(self, colors: Colors) -> Color {
        match colors {
            Colors::Both if self.is_second => Color::Black,
            _ => Color::White,
        }
    }
}

/// A generation that is playing.
#[derive(Debug)]
pub struct Generation {
    pub(super) number: u32,
    /// The places of each deme's parents in the generation before.
    pub(super) parents: Vec<Vec<usize>>,
    pub(super) contenders: Vec<Contender>,
    /// The games of the round.
    pub(super) round: Vec<Pairing>,
    pub(super) replaced: u32,
    /// What is known of the generation, while its finalists play.
    pub(super) record: Option<Record>,
}

/// The places of the programs in order: the fittest first, of equals the one with the shorter depth program, then the earlier.
pub(super) fn best_first(members: &[Member], places: Range<usize>) -> Vec<usize> {
    let mut places: Vec<usize> = places.collect();
    sort_by_key(&mut places, |at| {
        (Reverse(members[*at].fitness), members[*at].effective)
    });
    places
}

impl Member {
    pub(super) fn text(&self) -> String {
        let chromosome = Chromosome {
            system: System::EVOCHESS,
            genome: self.genome.clone(),
        };
        chromosome.to_string()
    }

    pub(super) fn to_scored(&self) -> Scored {
        Scored::new(self.text(), self.effective as u32, &self.played)
    }
}

impl Contender {
    pub(super) fn newcomer(genome: Genome, arrival: Arrival, attempt: u32) -> Self {
        Self {
            effective: depth::effective_length(&Parts::of(&genome).depth),
            genome,
            arrival,
            attempt,
            phase: Phase::First,
            own: Vec::new(),
            played: Played::default(),
        }
    }

    /// One that lives on, from this place, keeps its games.
    pub(super) fn of(member: &Member, place: usize) -> Self {
        Self {
            genome: member.genome.clone(),
            effective: member.effective,
            arrival: Arrival::Bred(Origin::Elite(place)),
            attempt: 0,
            phase: Phase::Third,
            own: Vec::new(),
            played: member.played,
        }
    }

    /// With these games it is scored.
    pub(super) fn scored(&self, played: Played) -> Member {
        Member {
            genome: self.genome.clone(),
            fitness: played.results.fitness(),
            effective: self.effective,
            arrival: self.arrival.clone(),
            played,
        }
    }

    /// Enters the next phase, if there is one; answers with its games.
    pub(super) fn go_on(&mut self, who: usize, next: Next) -> Vec<Pairing> {
        let (phase, classes) = match next {
            Next::Play(phase, classes) => (phase, classes),
            Next::Rest(phase) => (phase, Vec::new()),
            Next::Replace => (Phase::Over, Vec::new()),
        };
        self.phase = phase;
        let mut games: Vec<Pairing> = Vec::new();
        for class in classes {
            let here = games.iter().filter(|game| game.class == class).count() as u32;
            let earlier = self.played.results.tally(class).games;
            games.push(Pairing {
                who,
                class,
                number: (self.own.len() + games.len()) as u32,
                is_second: !(earlier + here).is_multiple_of(2),
            });
        }
        games
    }
}

impl Generation {
    pub(super) fn take(&mut self, results: &[ClassResult]) {
        for (pairing, result) in self.round.iter().zip(results) {
            let contender = &mut self.contenders[pairing.who];
            contender.own.push(GameResult {
                class: pairing.class,
                result: result.result,
            });
            contender.played.add(pairing.class, result);
        }
    }

    pub(super) fn members(&self) -> Vec<Member> {
        let contenders = self.contenders.iter();
        contenders
            .map(|contender| contender.scored(contender.played))
            .collect()
    }
}

//! Demes: populations that live side by side and send copies of their best to the next, in a ring.

use std::ops::Range;

/// The most programs of a run, all demes together (our choice).
const MOST_PROGRAMS: u32 = 1000;

/// Why programs cannot be divided so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemesError {
    /// No program would be replaced.
    AllParents,
    /// More programs in all demes than may be.
    TooMany(u32),
}

impl std::fmt::Display for DemesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AllParents => write!(
                f,
                "Parents must be fewer than Population: the others are replaced by their children"
            ),
            Self::TooMany(programs) => write!(
                f,
                "Demes times Population are {programs} programs, and at most {MOST_PROGRAMS} can be bred"
            ),
        }
    }
}

impl std::error::Error for DemesError {}

/// How a run's programs are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demes {
    /// How many there are.
    pub(super) count: u32,
    /// Programs of each.
    pub(super) size: u32,
    /// The best of each that live on and have children.
    pub(super) parents: u32,
    /// Every how many generations they exchange programs.
    pub(super) interval: u32,
    /// How many each sends.
    pub(super) migrants: u32,
}

impl Demes {
    /// Refuses numbers that do not fit together.
    pub(super) const fn check(&self) -> Result<(), DemesError> {
        if self.parents >= self.size {
            return Err(DemesError::AllParents);
        }
        match self.programs() <= MOST_PROGRAMS {
            true => Ok(()),
            false => Err(DemesError::TooMany(self.programs())),
        }
    }

    /// Programs of all.
    pub(super) const fn programs(&self) -> u32 {
        self.count * self.size
    }

    /// The places of the parents of generation `number` among all programs, for each deme: its best first, the last of them replaced by
    /// the best of the deme before where they exchange. `best_first` puts the places of a deme in order.
    pub(super) fn parents(
        &self,
        number: u32,
        best_first: impl Fn(Range<usize>) -> Vec<usize>,
    ) -> Vec<Vec<usize>> {
        let (demes, size) = (self.count as usize, self.size as usize);
        let best = |deme: usize| {
            let mut places = best_first(deme * size..(deme + 1) * size);
            places.truncate(self.parents as usize);
            places
        };
        let own: Vec<Vec<usize>> = (0..demes).map(best).collect();
        let count = self.received(number) as usize;
        let with_migrants = |at: usize| {
            let migrants = &own[(at + demes - 1) % demes];
            let stay = own[at].len() - count;
            [&own[at][..stay], &migrants[..count]].concat()
        };
        (0..demes).map(with_migrants).collect()
    }

    /// Children of all, whose places programs from elsewhere can take.
    pub(super) const fn children(&self) -> usize {
        (self.count * (self.size - self.parents)) as usize
    }

    /// The place of a program from elsewhere, of those that enter a generation: the last child of each deme in turn, then the one before.
    pub(super) const fn place_from_elsewhere(&self, at: usize) -> usize {
        let (count, size) = (self.count as usize, self.size as usize);
        (at % count + 1) * size - 1 - at / count
    }

    /// How many programs each deme has from the one before in generation `number`.
    const fn received(&self, number: u32) -> u32 {
        if self.count == 1 || number == 0 || !number.is_multiple_of(self.interval) {
            return 0;
        }
        match self.migrants < self.parents {
            true => self.migrants,
            false => self.parents,
        }
    }

    /// The places of these among all programs of the generation.
    pub(super) fn migrants(&self, number: u32) -> Vec<u32> {
        let last_parents = self.parents - self.received(number)..self.parents;
        (0..self.count)
            .flat_map(|deme| last_parents.clone().map(move |at| deme * self.size + at))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMES: Demes = Demes {
        count: 3,
        size: 4,
        parents: 2,
        interval: 5,
        migrants: 1,
    };

    /// The last of a deme is the best.
    fn last_first(places: Range<usize>) -> Vec<usize> {
        places.rev().collect()
    }

    #[test]
    fn numbers_that_do_not_fit_together_are_refused() {
        assert_eq!(DEMES.check(), Ok(()));
        let all = Demes {
            parents: 4,
            ..DEMES
        };
        assert_eq!(all.check(), Err(DemesError::AllParents));
        let many = Demes {
            count: 251,
            ..DEMES
        };
        assert_eq!(many.check(), Err(DemesError::TooMany(1004)));
    }

    #[test]
    fn the_best_of_each_deme_are_its_parents() {
        assert_eq!(DEMES.programs(), 12);
        assert_eq!(DEMES.parents(4, last_first), [[3, 2], [7, 6], [11, 10]]);
    }

    #[test]
    fn the_best_of_the_deme_before_take_the_place_of_the_last() {
        assert_eq!(DEMES.parents(5, last_first), [[3, 11], [7, 3], [11, 7]]);
        // The parents of a deme are its first programs.
        assert_eq!(DEMES.migrants(5), [1, 5, 9]);
        assert_eq!([DEMES.migrants(0), DEMES.migrants(4)].concat(), []);
        let all = Demes {
            migrants: 9,
            ..DEMES
        };
        assert_eq!(all.parents(5, last_first), [[11, 10], [3, 2], [7, 6]]);
        assert_eq!(all.migrants(10), [0, 1, 4, 5, 8, 9]);
        let alone = Demes { count: 1, ..DEMES };
        assert_eq!(alone.parents(5, last_first), [[3, 2]]);
        assert_eq!(alone.migrants(5), []);
    }
}

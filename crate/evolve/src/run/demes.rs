//! Demes: populations that live side by side and send copies of their best to the next, in a ring.

use std::ops::Range;

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
        if demes == 1 || !number.is_multiple_of(self.interval) {
            return own;
        }
        let with_migrants = |at: usize| {
            let migrants = &own[(at + demes - 1) % demes];
            let count = (self.migrants as usize).min(migrants.len());
            let stay = own[at].len() - count;
            [&own[at][..stay], &migrants[..count]].concat()
        };
        (0..demes).map(with_migrants).collect()
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
    fn the_best_of_each_deme_are_its_parents() {
        assert_eq!(DEMES.programs(), 12);
        assert_eq!(DEMES.parents(4, last_first), [[3, 2], [7, 6], [11, 10]]);
    }

    #[test]
    fn the_best_of_the_deme_before_take_the_place_of_the_last() {
        assert_eq!(DEMES.parents(5, last_first), [[3, 11], [7, 3], [11, 7]]);
        let all = Demes {
            migrants: 9,
            ..DEMES
        };
        assert_eq!(all.parents(5, last_first), [[11, 10], [3, 2], [7, 6]]);
        let alone = Demes { count: 1, ..DEMES };
        assert_eq!(alone.parents(5, last_first), [[3, 2]]);
    }
}

//! A bounded cache of data about examples, kept from one generation to the next.

use std::collections::BTreeMap;

use crate::examples::example::Example;

/// Maps examples to cached values, about as many as its limit. The least recently used ones are evicted.
pub(super) struct Recent<T> {
    entries: BTreeMap<[u8; Example::BYTES], Stamped<T>>,
    /// Counts lookups.
    clock: u64,
    /// When to look for unused entries again, on that clock.
    next_sweep: u64,
    capacity: usize,
}

struct Stamped<T> {
    value: T,
    /// The clock at its last use.
    asked: u64,
}

impl<T> Recent<T> {
    /// An empty cache for about this many examples.
    pub(super) const fn new(capacity: usize) -> Self {
        Self {
            entries: BTreeMap::new(),
            clock: 0,
            next_sweep: 0,
            capacity,
        }
    }

    /// The number of cached examples.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Makes room for examples that are about to be looked up. `on_evict` is called with every evicted value.
    pub(super) fn begin(&mut self, examples: &[Example], mut on_evict: impl FnMut(&T)) {
        self.clock += examples.len() as u64;
        if self.entries.len() + examples.len() <= self.capacity {
            return;
        }
        let is_new = |example: &&Example| !self.entries.contains_key(&example.to_bytes());
        let new = examples.iter().filter(is_new).count();
        if self.entries.len() + new <= self.capacity {
            return;
        }
        // Evicts a quarter more than needed, so that evictions are rare.
        let room = (self.capacity / 4 * 3).saturating_sub(new);
        let mut stamps: Vec<u64> = self.entries.values().map(|entry| entry.asked).collect();
        stamps.sort_unstable();
        if let Some(last) = stamps.len().saturating_sub(room).checked_sub(1) {
            self.retain(|asked| asked > stamps[last], &mut on_evict);
        }
    }

    /// Evicts what was not used in the last two rounds, where a round is as many lookups as there are entries: it belongs to earlier
    /// runs. Does so at most once a round.
    pub(super) fn evict_unused(&mut self, mut on_evict: impl FnMut(&T)) {
        if self.clock < self.next_sweep {
            return;
        }
        let round = self.entries.len() as u64;
        self.next_sweep = self.clock + round;
        let oldest = self.clock.saturating_sub(2 * round);
        self.retain(|asked| asked >= oldest, &mut on_evict);
    }

    fn retain(&mut self, is_used: impl Fn(u64) -> bool, on_evict: &mut impl FnMut(&T)) {
        self.entries.retain(|_, entry| {
            let stays = is_used(entry.asked);
            if !stays {
                on_evict(&entry.value);
            }
            stays
        });
    }

    /// The value of an example, if it is cached.
    pub(super) fn get(&mut self, example: &Example) -> Option<&mut T> {
        let entry = self.entries.get_mut(&example.to_bytes())?;
        entry.asked = self.clock;
        Some(&mut entry.value)
    }

    /// Caches the value of an example.
    pub(super) fn insert(&mut self, example: &Example, value: T) {
        let asked = self.clock;
        self.entries
            .insert(example.to_bytes(), Stamped { value, asked });
    }

    /// The value of an example, made now if it is not cached.
    pub(super) fn get_or_insert_with(
        &mut self,
        example: &Example,
        make: impl FnOnce() -> T,
    ) -> &mut T {
        let entry = self
            .entries
            .entry(example.to_bytes())
            .or_insert_with(|| Stamped {
                value: make(),
                asked: 0,
            });
        entry.asked = self.clock;
        &mut entry.value
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::*;

    fn example(number: u16) -> Example {
        let position = Chess::default();
        let mut example = Example::new(&position, position.legal_moves()[0]).expect("it packs");
        example.ply = number;
        example
    }

    fn ask(recent: &mut Recent<u16>, numbers: impl Iterator<Item = u16>, evicted: &mut Vec<u16>) {
        let numbers: Vec<u16> = numbers.collect();
        let examples: Vec<Example> = numbers.iter().map(|number| example(*number)).collect();
        recent.begin(&examples, |number| evicted.push(*number));
        for (example, number) in examples.iter().zip(numbers) {
            assert_eq!(*recent.get_or_insert_with(example, || number), number);
        }
    }

    #[test]
    fn a_full_cache_evicts_the_least_recently_used() {
        let mut recent = Recent::new(40);
        let mut evicted = Vec::new();
        for begin in [0, 10, 20, 30, 0] {
            ask(&mut recent, begin..begin + 10, &mut evicted);
        }
        assert_eq!((recent.len(), evicted.len()), (40, 0));
        ask(&mut recent, 40..50, &mut evicted);
        assert_eq!(evicted, (10..30).collect::<Vec<_>>());
        assert_eq!(recent.len(), 30);
    }

    #[test]
    fn what_was_got_counts_as_used() {
        let mut recent = Recent::new(40);
        let begin = |recent: &mut Recent<u16>, numbers: std::ops::Range<u16>| {
            let examples: Vec<Example> = numbers.map(example).collect();
            recent.begin(&examples, |_| {});
        };
        for number in 0..40 {
            begin(&mut recent, number..number + 1);
            assert_eq!(recent.get(&example(number)), None);
            recent.insert(&example(number), number);
        }
        begin(&mut recent, 0..10);
        for number in 0..10 {
            assert_eq!(recent.get(&example(number)), Some(&mut { number }));
        }
        begin(&mut recent, 40..50);
        let kept: Vec<u16> = (0..50)
            .filter(|number| recent.get(&example(*number)).is_some())
            .collect();
        assert_eq!(kept, (0..10).chain(30..40).collect::<Vec<_>>());
    }

    #[test]
    fn what_two_rounds_did_not_use_is_evicted() {
        let mut recent = Recent::new(1000);
        let mut evicted = Vec::new();
        ask(&mut recent, 0..20, &mut evicted);
        for round in 0..6 {
            for begin in (100..180).step_by(10) {
                ask(&mut recent, begin..begin + 10, &mut evicted);
                recent.evict_unused(|number| evicted.push(*number));
            }
            assert!(round > 1 || evicted.is_empty());
        }
        evicted.sort_unstable();
        assert_eq!(evicted, (0..20).collect::<Vec<_>>());
        assert_eq!(recent.len(), 80);
    }
}

//! What is kept of examples from one generation to the next, without end and yet within bounds.

use std::collections::BTreeMap;

use crate::examples::example::Example;

/// Something kept of each of many examples. Where there are too many, what was not asked about for longest is forgotten.
pub(super) struct Recent<T> {
    kept: BTreeMap<[u8; Example::BYTES], Stamped<T>>,
    /// Examples asked about so far.
    clock: u64,
    /// When what is of no use is looked for again.
    next_search: u64,
    most: usize,
}

struct Stamped<T> {
    value: T,
    /// The clock when it was asked about last.
    asked: u64,
}

impl<T> Recent<T> {
    /// Of so many examples at most.
    pub(super) const fn new(most: usize) -> Self {
        Self {
            kept: BTreeMap::new(),
            clock: 0,
            next_search: 0,
            most,
        }
    }

    /// Of how many examples something is kept.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// These will be asked about: makes room for them. `forget` is told of everything forgotten.
    pub(super) fn begin(&mut self, examples: &[Example], mut forget: impl FnMut(&T)) {
        self.clock += examples.len() as u64;
        if self.kept.len() + examples.len() <= self.most {
            return;
        }
        let is_new = |example: &&Example| !self.kept.contains_key(&example.to_bytes());
        let new = examples.iter().filter(is_new).count();
        if self.kept.len() + new <= self.most {
            return;
        }
        // A quarter more than needed, so that it is rare.
        let room = (self.most / 4 * 3).saturating_sub(new);
        let mut stamps: Vec<u64> = self.kept.values().map(|kept| kept.asked).collect();
        stamps.sort_unstable();
        if let Some(last) = stamps.len().saturating_sub(room).checked_sub(1) {
            self.retain(|asked| asked > stamps[last], &mut forget);
        }
    }

    /// Forgets what two whole rounds did not ask about: it is of earlier runs. Looks for it once a round at most.
    pub(super) fn forget_unused(&mut self, mut forget: impl FnMut(&T)) {
        if self.clock < self.next_search {
            return;
        }
        let round = self.kept.len() as u64;
        self.next_search = self.clock + round;
        let oldest = self.clock.saturating_sub(2 * round);
        self.retain(|asked| asked >= oldest, &mut forget);
    }

    fn retain(&mut self, is_kept: impl Fn(u64) -> bool, forget: &mut impl FnMut(&T)) {
        self.kept.retain(|_, kept| {
            let stays = is_kept(kept.asked);
            if !stays {
                forget(&kept.value);
            }
            stays
        });
    }

    /// What is kept of an example, or is made of it now.
    pub(super) fn ask(&mut self, example: &Example, make: impl FnOnce() -> T) -> &mut T {
        let kept = self
            .kept
            .entry(example.to_bytes())
            .or_insert_with(|| Stamped {
                value: make(),
                asked: 0,
            });
        kept.asked = self.clock;
        &mut kept.value
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

    fn ask(recent: &mut Recent<u16>, numbers: impl Iterator<Item = u16>, forgotten: &mut Vec<u16>) {
        let numbers: Vec<u16> = numbers.collect();
        let examples: Vec<Example> = numbers.iter().map(|number| example(*number)).collect();
        recent.begin(&examples, |number| forgotten.push(*number));
        for (example, number) in examples.iter().zip(numbers) {
            assert_eq!(*recent.ask(example, || number), number);
        }
    }

    #[test]
    fn too_many_forget_what_was_not_asked_about_for_longest() {
        let mut recent = Recent::new(40);
        let mut forgotten = Vec::new();
        for begin in [0, 10, 20, 30, 0] {
            ask(&mut recent, begin..begin + 10, &mut forgotten);
        }
        assert_eq!((recent.len(), forgotten.len()), (40, 0));
        ask(&mut recent, 40..50, &mut forgotten);
        assert_eq!(forgotten, (10..30).collect::<Vec<_>>());
        assert_eq!(recent.len(), 30);
    }

    #[test]
    fn what_two_rounds_did_not_ask_about_is_of_no_use() {
        let mut recent = Recent::new(1000);
        let mut forgotten = Vec::new();
        ask(&mut recent, 0..20, &mut forgotten);
        for round in 0..6 {
            for begin in (100..180).step_by(10) {
                ask(&mut recent, begin..begin + 10, &mut forgotten);
                recent.forget_unused(|number| forgotten.push(*number));
            }
            assert!(round > 1 || forgotten.is_empty());
        }
        forgotten.sort_unstable();
        assert_eq!(forgotten, (0..20).collect::<Vec<_>>());
        assert_eq!(recent.len(), 80);
    }
}

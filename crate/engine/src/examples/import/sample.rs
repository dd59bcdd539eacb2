//! An unbiased sample of positions in bounded memory.

use std::cmp::Ordering;

use super::settings::ImportSettings;
use crate::{
    examples::{example::Example, training_set::TrainingSet},
    mix,
};

/// Keeps the examples with the smallest keys. The keys are hashes, so the choice is random; it depends on the seed and on the
/// examples, not on their order. (Known as bottom-k or min-wise sampling: Broder 1997,
/// Cohen and Kaplan 2007.)
pub(super) struct Sample {
    keep: usize,
    per_game: usize,
    seed: u64,
    /// Examples with the same position and move are one.
    is_distinct: bool,
    /// Entries with larger keys cannot enter the sample any more.
    bar: u64,
    entries: Vec<Entry>,
}

/// A key, most significant byte first, and an encoded example: 43 bytes, which pack without gaps.
type Entry = [u8; KEY + Example::BYTES];

const KEY: usize = 8;
/// Key, position and move: entries that agree in these are duplicates.
const DUPLICATE_KEY: usize = KEY + 26;
/// The offset of the game's hash, the last field of an encoded example.
const GAME: usize = KEY + Example::BYTES - 4;

/// Separates the hashes for two purposes. With the same hash for both, the positions drawn within a game would be favoured in the
/// sample too.
enum Purpose {
    PerGame = 1,
    Sample = 2,
}

impl Sample {
    pub(super) fn new(settings: &ImportSettings) -> Self {
        Self {
            keep: settings.keep as usize,
            per_game: usize::from(settings.per_game),
            seed: settings.sample_seed,
            is_distinct: settings.drop_duplicates,
            bar: u64::MAX,
            entries: Vec::new(),
        }
    }

    /// Adds the examples of a game, after drawing `per_game` of them, and returns their number.
    pub(super) fn offer(&mut self, game: u64, examples: &mut Vec<Example>) -> usize {
        if self.per_game > 0 && examples.len() > self.per_game {
            let seed = mix::mix(self.seed, Purpose::PerGame as u64);
            examples.sort_by_cached_key(|example| of_game(seed, game, example.ply));
            examples.truncate(self.per_game);
        }
        examples.iter().for_each(|example| self.take(game, example));
        examples.len()
    }

    /// Adds an earlier sample. With the same settings and duplicates dropped, the smallest keys of two samples together are the
    /// smallest of all examples that either was offered.
    pub(super) fn add(&mut self, earlier: &TrainingSet) {
        earlier
            .iter()
            .for_each(|example| self.take(example.game.into(), &example));
    }

    /// An upper bound for the size of the final sample.
    pub(super) fn len(&self) -> usize {
        self.entries.len().min(self.keep)
    }

    /// The examples in the order of their keys, which is a random one.
    pub(super) fn finish(self) -> TrainingSet {
        let ranks = self.ranked();
        let mut set = TrainingSet::with_capacity(ranks.len());
        for (_, index) in ranks {
            let encoded = self.entries[index as usize].last_chunk();
            set.push_encoded(encoded.expect("an entry ends with an example"));
        }
        set
    }

    fn take(&mut self, game: u64, example: &Example) {
        let seed = mix::mix(self.seed, Purpose::Sample as u64);
        let key = if self.is_distinct {
            mix::mix_bytes(seed, &example.identity())
        } else {
            of_game(seed, game, example.ply)
        };
        if key <= self.bar {
            self.make_room();
            self.entries.push(entry(key, example));
        }
    }

    /// The maximum number of entries in memory: a quarter more than the sample, so that sorting is rare.
    fn limit(&self) -> usize {
        self.keep + (self.keep / 4).max(1 << 10)
    }

    fn make_room(&mut self) {
        if self.entries.len() == self.limit() {
            self.shrink();
        }
        if self.entries.len() == self.entries.capacity() {
            let held = self.entries.len();
            self.entries
                .reserve_exact(held.max(1 << 10).min(self.limit() - held));
        }
    }

    /// Keys and indices of the entries to keep, in order. (Sorting these is twice as fast as sorting the entries.)
    fn ranked(&self) -> Vec<(u64, u32)> {
        let entry = |index: u32| &self.entries[index as usize];
        let mut ranks: Vec<(u64, u32)> = (0..)
            .zip(&self.entries)
            .map(|(index, entry)| (key(entry), index))
            .collect();
        // Entries that are equal in this order are equal in every byte.
        ranks.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| order(entry(a.1), entry(b.1))));
        if self.is_distinct {
            ranks.dedup_by(|b, a| {
                a.0 == b.0 && entry(a.1)[..DUPLICATE_KEY] == entry(b.1)[..DUPLICATE_KEY]
            });
        }
        ranks.truncate(self.keep);
        ranks
    }

    fn shrink(&mut self) {
        let ranks = self.ranked();
        if let Some((key, _)) = ranks.last().filter(|_| ranks.len() == self.keep) {
            self.bar = *key;
        }
        let mut kept: Vec<u32> = ranks.into_iter().map(|(_, index)| index).collect();
        kept.sort_unstable();
        for (to, from) in kept.iter().enumerate() {
            self.entries[to] = self.entries[*from as usize];
        }
        self.entries.truncate(kept.len());
    }
}

fn of_game(seed: u64, game: u64, ply: u16) -> u64 {
    mix::mix(mix::mix(seed, game), u64::from(ply))
}

fn entry(key: u64, example: &Example) -> Entry {
    let mut entry = [0; KEY + Example::BYTES];
    entry[..KEY].copy_from_slice(&key.to_be_bytes());
    entry[KEY..].copy_from_slice(&example.to_bytes());
    entry
}

/// The order of entries with the same key: by position and move, then by the game's hash, which makes the choice among duplicates
/// random; the remaining bytes only make the order total.
fn order(a: &Entry, b: &Entry) -> Ordering {
    let by = |part: std::ops::Range<usize>| a[part.clone()].cmp(&b[part]);
    by(KEY..DUPLICATE_KEY)
        .then_with(|| by(GAME..a.len()))
        .then_with(|| by(DUPLICATE_KEY..GAME))
}

fn key(entry: &Entry) -> u64 {
    u64::from_be_bytes(*entry.first_chunk().expect("an entry is longer"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Chess, Position};

    /// A legal example that differs from the others in game and ply, and in the move with `number`.
    fn example(number: u64, ply: u16) -> Example {
        let start = Chess::default();
        let moves = start.legal_moves();
        let chosen = moves[number as usize % moves.len()];
        let mut example = Example::new(&start, chosen).expect("the start packs");
        example.ply = ply;
        example.game = number as u32;
        example
    }

    fn sample(keep: u32, drop_duplicates: bool, per_game: u16, seed: u64) -> Sample {
        Sample::new(&ImportSettings {
            keep,
            drop_duplicates,
            per_game,
            sample_seed: seed,
            ..ImportSettings::default()
        })
    }

    #[test]
    fn every_position_has_the_same_chance() {
        // 200 samples of 100 of the 1,000 positions of 50 games of two lengths: each is expected 20 times.
        let plies = |game: u32| if game.is_multiple_of(2) { 10 } else { 30 };
        let first = |game: u32| game / 2 * 40 + game % 2 * 10;
        let mut times = [0_u32; 1000];
        for seed in 0..200 {
            let mut sample = sample(100, false, 0, seed);
            for game in 0..50 {
                let mut examples = (0..plies(game))
                    .map(|ply| example(game.into(), ply))
                    .collect();
                sample.offer(mix::mix(0, game.into()), &mut examples);
            }
            let set = sample.finish();
            assert_eq!(set.len(), 100);
            set.iter()
                .for_each(|kept| times[(first(kept.game) + u32::from(kept.ply)) as usize] += 1);
        }
        let chi_square: f64 = times
            .iter()
            .map(|n| (f64::from(*n) - 20.0).powi(2) / 20.0)
            .sum();
        // Drawn without putting back: 999 degrees of freedom times 0.9, give or take three standard deviations of 40.
        assert!((780.0..1020.0).contains(&chi_square), "{chi_square}");
    }

    #[test]
    fn the_order_does_not_matter() {
        let offers: Vec<(u64, u16)> = (0..4000).map(|n| (n % 70, (n / 70) as u16)).collect();
        for distinct in [false, true] {
            let run = |offers: &mut dyn Iterator<Item = &(u64, u16)>| {
                let mut sample = sample(50, distinct, 0, 7);
                for (game, ply) in offers {
                    sample.offer(*game, &mut vec![example(*game, *ply)]);
                }
                sample.finish()
            };
            assert_eq!(run(&mut offers.iter()), run(&mut offers.iter().rev()));
        }
    }

    #[test]
    fn samples_add_up() {
        let offer = |sample: &mut Sample, games: std::ops::Range<u64>| {
            for game in games {
                sample.offer(game, &mut vec![example(game, 0)]);
            }
        };
        let new = || sample(10, true, 0, 7);
        let (mut all, mut early, mut both) = (new(), new(), new());
        offer(&mut all, 0..20);
        offer(&mut early, 0..12);
        both.add(&early.finish());
        offer(&mut both, 12..20);
        assert_eq!(both.finish(), all.finish());
    }

    #[test]
    fn duplicates_are_dropped() {
        let mut sample = sample(1000, true, 0, 7);
        for game in 0..400 {
            sample.offer(game, &mut vec![example(game, 0), example(game, 1)]);
        }
        // There are 20 first moves.
        assert_eq!(sample.finish().len(), 20);
    }

    #[test]
    fn holds_no_more_than_a_quarter_above() {
        let mut sample = sample(10_000, false, 0, 7);
        for game in 0..100 {
            sample.offer(game, &mut (0..1000).map(|ply| example(game, ply)).collect());
            assert!(sample.entries.capacity() <= 12_500);
        }
        assert_eq!(sample.finish().len(), 10_000);
    }

    #[test]
    fn draws_so_many_of_each_game() {
        let mut sample = sample(1000, false, 3, 7);
        assert_eq!(
            sample.offer(1, &mut (0..50).map(|ply| example(1, ply)).collect()),
            3
        );
        assert_eq!(
            sample.offer(2, &mut (0..2).map(|ply| example(2, ply)).collect()),
            2
        );
        assert_eq!(sample.finish().len(), 5);
    }
}

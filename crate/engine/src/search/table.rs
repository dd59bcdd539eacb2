//! The transposition table: results of positions that were searched before.

use crate::evaluation::{MATE, MATE_BOUND};

/// How a score relates to the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// For the side to move, in sixteenths of a millipawn; mate scores count plies from the root of the search.
    pub score: i32,
    /// How the score relates to the exact value.
    pub bound: Bound,
    /// In quarter plies.
    pub depth: i32,
    /// [`tie_key`](super::quiescence::tie_key) of the best move.
    pub best: Option<u16>,
}

/// An entry as it is stored, in 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    score: i32,
    best: u16,
    depth: u8,
    /// Two bits for the bound (0: empty), six for the age.
    kind: u8,
}

const SLOTS: usize = 4;

/// The slots that a position may be in: one cache line, so that a probe waits for memory once.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

const _: () = assert!(size_of::<Bucket>() == 64);

const AGES: u8 = 64;

/// The transposition table. Two positions may share a key, so the caller must check that a move from the table is legal.
#[derive(Clone, Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
    /// Nothing was stored since it was cleared, which takes long where it is large.
    is_clear: bool,
}

impl Table {
    /// A table of this many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        Self {
            buckets: vec![Bucket::default(); buckets],
            age: 0,
            is_clear: true,
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        if !self.is_clear {
            self.buckets.fill(Bucket::default());
            self.is_clear = true;
        }
        self.age = 0;
    }

    /// Begins a new search. Entries of earlier searches are replaced first.
    pub fn new_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// The share of the table that this search filled, in thousandths, estimated from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|slot| slot.kind & 3 != 0 && slot.kind >> 2 == self.age)
            .count();
        (used * 1000 / (sample * SLOTS)) as u32
    }

    fn bucket(&self, key: u64) -> usize {
        // From the upper half of the key: wasm has no wider product than this.
        (((key >> 32) * self.buckets.len() as u64) >> 32) as usize
    }

    /// Begins to load the bucket of a position that will soon be asked for. Nothing waits for it.
    #[cfg(target_arch = "x86_64")]
    pub fn prefetch(&self, key: u64) {
        safe_arch::prefetch_t0(&self.buckets[self.bucket(key)]);
    }

    /// Nothing: there is no such instruction here.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn prefetch(&self, _: u64) {}

    /// The entry of a position that is `ply` plies from the root.
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        let slot = self.buckets[self.bucket(key)]
            .0
            .iter()
            .find(|slot| slot.key == key && slot.kind & 3 != 0)?;
        Some(Entry {
            score: from_root(slot.score, ply),
            bound: match slot.kind & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: i32::from(slot.depth),
            best: (slot.best != 0).then_some(slot.best),
        })
    }

    /// Stores the result of a position that is `ply` plies from the root. In a full bucket it replaces the shallowest entry, where
    /// an age of one search counts as much as four plies.
    pub fn put(&mut self, key: u64, ply: usize, entry: Entry) {
        self.is_clear = false;
        let age = self.age;
        let at = self.bucket(key);
        let bucket = &mut self.buckets[at].0;
        let worth = |slot: &Slot| {
            let age = (AGES + age - (slot.kind >> 2)) % AGES;
            i32::from(slot.depth) - 16 * i32::from(age)
        };
        let place = bucket
            .iter()
            .position(|slot| slot.key == key || slot.kind & 3 == 0)
            .unwrap_or_else(|| (0..SLOTS).min_by_key(|at| worth(&bucket[*at])).unwrap_or(0));
        let slot = &mut bucket[place];
        let known = slot.key == key && slot.kind & 3 != 0;
        let best = entry.best.unwrap_or(if known { slot.best } else { 0 });
        // A bound from a much shallower search does not replace a result of the same search.
        if known
            && slot.kind >> 2 == age
            && entry.bound != Bound::Exact
            && entry.depth + 3 * super::parameters::PLY < i32::from(slot.depth)
        {
            slot.best = best;
            return;
        }
        *slot = Slot {
            key,
            score: from_node(entry.score, ply),
            best,
            depth: entry.depth.clamp(0, 255) as u8,
            kind: (age << 2)
                | match entry.bound {
                    Bound::Upper => 1,
                    Bound::Lower => 2,
                    Bound::Exact => 3,
                },
        };
    }
}

/// Mate scores are stored relative to the position itself, so that they hold at whatever ply it occurs.
fn from_node(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND..=MATE => score + ply as i32,
        _ if score <= -MATE_BOUND => score - ply as i32,
        _ => score,
    }
}

fn from_root(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score - ply as i32,
        _ if score <= -MATE_BOUND => score + ply as i32,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn entry(score: i32, depth: i32) -> Entry {
        Entry {
            score,
            bound: Bound::Exact,
            depth,
            best: Some(77),
        }
    }

    #[test]
    fn keeps_mates_as_distances() {
        let mut table = Table::new(1);
        table.put(5, 3, entry(MATE - 7, 8));
        assert_eq!(table.get(5, 3), Some(entry(MATE - 7, 8)));
        assert_eq!(table.get(5, 1), Some(entry(MATE - 5, 8)));
        table.put(5, 2, entry(6 - MATE, 8));
        assert_eq!(table.get(5, 4), Some(entry(8 - MATE, 8)));
        assert_eq!(table.get(6, 3), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_is_replaced() {
        let mut table = Table::new(1);
        for key in 1..=4 {
            table.put(key, 0, entry(0, 4 * key as i32));
        }
        table.put(5, 0, entry(0, 4));
        assert_eq!(table.get(1, 0), None, "the shallowest");
        table.new_search();
        table.put(6, 0, entry(0, 4));
        table.put(7, 0, entry(0, 4));
        assert!(
            table.get(6, 0).is_some(),
            "young entries stay while there are old ones"
        );
        assert!(table.get(4, 0).is_some(), "of the old ones the deepest");
    }

    #[test]
    fn a_deep_entry_survives_a_shallow_bound() {
        let mut table = Table::new(1);
        table.put(9, 0, entry(50, 40));
        let shallow = Entry {
            bound: Bound::Lower,
            best: Some(12),
            ..entry(10, 4)
        };
        table.put(9, 0, shallow);
        assert_eq!(
            table.get(9, 0),
            Some(Entry {
                best: Some(12),
                ..entry(50, 40)
            })
        );
    }
}

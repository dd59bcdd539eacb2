//! Work of ordering alone: how many nodes searches to a fixed depth take.

use millipawn_engine::{
    Example,
    search::{
        MAX_PLY,
        evochess::{
            count::Ordering,
            order::{TABLE, Weights},
        },
    },
};

use crate::job::message::{Reader, Unreadable};

/// Search these positions to this depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeSize {
    /// In what order moves are tried.
    pub ordering: Ordering,
    /// Plies.
    pub depth: u32,
    /// A search that takes more nodes counts so many.
    pub most: u64,
    /// The positions; the moves played there do not matter.
    pub examples: Vec<Example>,
}

impl TreeSize {
    /// Nodes of each search.
    pub(crate) fn count(&self) -> Vec<u64> {
        let nodes = |example: &Example| {
            let unpacked = example.unpack();
            unpacked.map_or(0, |(position, _)| {
                self.ordering.nodes(&position, self.depth, self.most)
            })
        };
        self.examples.iter().map(nodes).collect()
    }

    /// The ordering, depth (u32), most nodes (u64), then the examples.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_ordering(&self.ordering, bytes);
        bytes.extend_from_slice(&self.depth.to_le_bytes());
        bytes.extend_from_slice(&self.most.to_le_bytes());
        for example in &self.examples {
            bytes.extend_from_slice(&example.to_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            ordering: read_ordering(reader)?,
            depth: plies(reader.number()?)?,
            most: u64::from_le_bytes(reader.array()?),
            examples: reader
                .all(|reader| Example::from_bytes(&reader.array()?).ok_or(Unreadable))?,
        })
    }
}

/// No line is longer than that.
const fn plies(depth: u32) -> Result<u32, Unreadable> {
    match depth as usize <= MAX_PLY {
        true => Ok(depth),
        false => Err(Unreadable),
    }
}

/// Which it is (u8), then a seed (u64) or weights (u16 each).
fn write_ordering(ordering: &Ordering, bytes: &mut Vec<u8>) {
    match ordering {
        Ordering::Random(seed) => {
            bytes.push(0);
            bytes.extend_from_slice(&seed.to_le_bytes());
        }
        Ordering::Published => bytes.push(1),
        Ordering::Captures => bytes.push(2),
        Ordering::History => bytes.push(3),
        Ordering::Module(weights) => {
            bytes.push(4);
            for value in weights.values() {
                bytes.extend_from_slice(&(value as u16).to_le_bytes());
            }
        }
    }
}

fn read_ordering(reader: &mut Reader<'_>) -> Result<Ordering, Unreadable> {
    Ok(match reader.array()? {
        [0] => Ordering::Random(u64::from_le_bytes(reader.array()?)),
        [1] => Ordering::Published,
        [2] => Ordering::Captures,
        [3] => Ordering::History,
        [4] => {
            let mut weights = Weights::DEFAULT;
            for row in TABLE {
                let value = u16::from_le_bytes(reader.array()?);
                let set = weights.set(row.name, value.into());
                set.map_err(|_| Unreadable)?;
            }
            Ordering::Module(Box::new(weights))
        }
        _ => return Err(Unreadable),
    })
}

//! Work of learning from games: what positions with the moves played there teach the weights.

use millipawn_engine::{Example, evaluation::meep::is_number_of_features};

use crate::{
    job::message::{Reader, Unreadable, write_block},
    learn::{choice::Choices, step::Precise},
};

/// Find out what these positions teach these weights.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveLearning {
    /// The weights that choose.
    pub weights: Precise,
    /// Whether they are to learn; else it is only counted how many moves they find.
    pub teaches: bool,
    /// The chunk.
    pub examples: Vec<Example>,
}

impl MoveLearning {
    pub(crate) fn perform(&self) -> Choices {
        let weights = self.weights.weights();
        match self.teaches {
            true => Choices::of(&weights, &self.examples),
            false => Choices::counted(&weights, &self.examples),
        }
    }

    /// The weights, whether they learn (0 or 1), then the examples.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        write_block(bytes, &self.weights.to_bytes());
        bytes.push(u8::from(self.teaches));
        for example in &self.examples {
            bytes.extend_from_slice(&example.to_bytes());
        }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self {
            weights: Precise::from_bytes(reader.block()?).ok_or(Unreadable)?,
            teaches: match reader.array()? {
                [0] => false,
                [1] => true,
                _ => return Err(Unreadable),
            },
            examples: reader
                .all(|reader| Example::from_bytes(&reader.array()?).ok_or(Unreadable))?,
        })
    }
}

/// Positions and moves found (u32), the loss (u64), a sum (i64) for each weight.
pub(crate) fn write_choices(choices: &Choices, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&choices.positions.to_le_bytes());
    bytes.extend_from_slice(&choices.found.to_le_bytes());
    bytes.extend_from_slice(&choices.loss.to_le_bytes());
    for sum in &choices.sums {
        bytes.extend_from_slice(&sum.to_le_bytes());
    }
}

pub(crate) fn read_choices(reader: &mut Reader<'_>) -> Result<Choices, Unreadable> {
    let (positions, found) = (reader.number()?, reader.number()?);
    let loss = u64::from_le_bytes(reader.array()?);
    let sums = reader.all(|reader| Ok(i64::from_le_bytes(reader.array()?)))?;
    let fits = |sum: &i64| sum.unsigned_abs() <= MOST;
    let are_possible = is_number_of_features(sums.len()) && sums.iter().all(fits);
    match found <= positions && loss <= MOST && are_possible {
        true => Ok(Choices {
            sums,
            positions,
            found,
            loss,
        }),
        false => Err(Unreadable),
    }
}

/// No work comes to so much, and no sum of so much overflows.
const MOST: u64 = 1 << 48;

//! A training set: the examples that a run learns from and is measured on, as one compact block of bytes.

use std::sync::Arc;

use crate::examples::example::Example;

/// Examples in a fixed order, stored in encoded form (35 bytes each), so that a million of them take little memory. A clone shares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrainingSet {
    encoded: Arc<Vec<u8>>,
}

/// Why bytes are not a training set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrainingSetError {
    /// They do not begin with the training set's mark.
    NotATrainingSet,
    /// They were written by a version this program does not know.
    UnknownVersion(u8),
    /// Their length does not fit the number of examples they announce.
    WrongLength,
    /// The checksum does not fit.
    Damaged,
}

impl std::fmt::Display for TrainingSetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotATrainingSet => write!(f, "these bytes are not a training set"),
            Self::UnknownVersion(version) => {
                write!(
                    f,
                    "training set of version {version}, which this program does not know"
                )
            }
            Self::WrongLength => write!(f, "the training set is cut short or too long"),
            Self::Damaged => write!(f, "the training set is damaged (its checksum differs)"),
        }
    }
}

impl std::error::Error for TrainingSetError {}

impl TrainingSet {
    const MARK: [u8; 4] = *b"MPTS";
    const VERSION: u8 = 1;
    const HEADER: usize = 4 + 1 + 4;
    const CHECKSUM: usize = 4;

    /// An empty set with capacity for `examples`.
    pub fn with_capacity(examples: usize) -> Self {
        Self {
            encoded: Arc::new(Vec::with_capacity(examples * Example::BYTES)),
        }
    }

    /// Appends an example.
    pub fn push(&mut self, example: &Example) {
        Arc::make_mut(&mut self.encoded).extend_from_slice(&example.to_bytes());
    }

    /// Appends an example that [`Example::to_bytes`] encoded.
    pub(crate) fn push_encoded(&mut self, encoded: &[u8; Example::BYTES]) {
        Arc::make_mut(&mut self.encoded).extend_from_slice(encoded);
    }

    /// Number of examples.
    pub fn len(&self) -> usize {
        self.encoded.len() / Example::BYTES
    }

    /// Whether there is no example.
    pub fn is_empty(&self) -> bool {
        self.encoded.is_empty()
    }

    /// The example at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`TrainingSet::len`].
    pub fn get(&self, index: usize) -> Example {
        let at = index * Example::BYTES;
        self.encoded[at..at + Example::BYTES]
            .try_into()
            .ok()
            .and_then(Example::from_bytes)
            .expect("checked when the set was read")
    }

    /// All examples in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Example> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// A hash of the examples and their order. Sets with the same fingerprint hold the same data.
    ///
    /// FNV-1a, 64 bits, over the encoded examples (our choice: it detects different data, not forgery).
    pub fn fingerprint(&self) -> u64 {
        self.encoded
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }

    /// `MPTS`, version, number of examples (u32, little-endian), the examples, CRC-32 of all that precedes it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::HEADER + self.encoded.len() + Self::CHECKSUM);
        bytes.extend_from_slice(&Self::MARK);
        bytes.push(Self::VERSION);
        let count = u32::try_from(self.len()).expect("the importer keeps far fewer than 2^32");
        bytes.extend_from_slice(&count.to_le_bytes());
        bytes.extend_from_slice(&self.encoded);
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Inverse of [`TrainingSet::to_bytes`].
    ///
    /// # Errors
    /// Every departure from the format. Length and checksum are verified before anything else is used.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TrainingSetError> {
        let rest = bytes
            .strip_prefix(&Self::MARK)
            .ok_or(TrainingSetError::NotATrainingSet)?;
        let (&version, rest) = rest.split_first().ok_or(TrainingSetError::WrongLength)?;
        if version != Self::VERSION {
            return Err(TrainingSetError::UnknownVersion(version));
        }
        let (count, rest) = rest
            .split_first_chunk::<4>()
            .ok_or(TrainingSetError::WrongLength)?;
        let (encoded, checksum) = rest
            .split_last_chunk::<4>()
            .ok_or(TrainingSetError::WrongLength)?;
        let expected = u64::from(u32::from_le_bytes(*count)) * Example::BYTES as u64;
        if encoded.len() as u64 != expected {
            return Err(TrainingSetError::WrongLength);
        }
        if crc32fast::hash(&bytes[..bytes.len() - Self::CHECKSUM]) != u32::from_le_bytes(*checksum)
        {
            return Err(TrainingSetError::Damaged);
        }
        let valid = encoded.chunks_exact(Example::BYTES).all(|chunk| {
            chunk
                .try_into()
                .ok()
                .and_then(Example::from_bytes)
                .is_some()
        });
        if !valid {
            return Err(TrainingSetError::Damaged);
        }
        Ok(Self {
            encoded: Arc::new(encoded.to_vec()),
        })
    }
}

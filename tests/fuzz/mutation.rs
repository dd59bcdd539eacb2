//! Damage to valid inputs.

use proptest::{prelude::*, sample::Index};

/// A change of bytes somewhere.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Another byte in place of one.
    Replace(Index, u8),
    /// One more.
    Insert(Index, u8),
    /// So many fewer.
    Remove(Index, u8),
    /// A piece once more, somewhere else.
    Repeat(Index, Index, u8),
    /// Nothing after it.
    Cut(Index),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let length = bytes.len();
        let end = |from: usize, count: u8| length.min(from + usize::from(count));
        match *self {
            Self::Replace(at, byte) => bytes[at.index(length)] = byte,
            Self::Insert(at, byte) => bytes.insert(at.index(length), byte),
            Self::Remove(at, count) => {
                let from = at.index(length);
                bytes.drain(from..end(from, count));
            }
            Self::Repeat(from, to, count) => {
                let from = from.index(length);
                let piece = bytes[from..end(from, count)].to_vec();
                let to = to.index(length);
                bytes.splice(to..to, piece);
            }
            Self::Cut(at) => bytes.truncate(at.index(length)),
        }
    }
}

/// Some edits with bytes of `alphabet`, or any bytes: mostly none, so that most inputs stay valid.
pub fn edits(alphabet: &'static [u8]) -> impl Strategy<Value = Vec<Edit>> {
    let byte = || prop_oneof![6 => proptest::sample::select(alphabet), 1 => any::<u8>()];
    let edit = prop_oneof![
        4 => (any::<Index>(), byte()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        2 => (any::<Index>(), byte()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        2 => (any::<Index>(), 1..9_u8).prop_map(|(at, count)| Edit::Remove(at, count)),
        1 => (any::<Index>(), any::<Index>(), 1..30_u8).prop_map(|(from, to, count)| Edit::Repeat(from, to, count)),
        1 => any::<Index>().prop_map(Edit::Cut),
    ];
    prop_oneof![
        3 => Just(Vec::new()),
        2 => proptest::collection::vec(edit, 1..4),
    ]
}

/// The bytes with the edits made.
pub fn edited(mut bytes: Vec<u8>, edits: &[Edit]) -> Vec<u8> {
    for edit in edits {
        edit.apply(&mut bytes);
    }
    bytes
}

/// The text with the edits made; what is no text any more is replaced.
pub fn edited_text(text: String, edits: &[Edit]) -> String {
    String::from_utf8_lossy(&edited(text.into_bytes(), edits)).into_owned()
}

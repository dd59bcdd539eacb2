//! Messages between those who give work and those who do it, as bytes: what their kinds have in common.

/// Bytes that are no task or outcome of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a message between workers could not be read")
    }
}

impl std::error::Error for Unreadable {}

/// How many bytes (u32), then the bytes.
pub(crate) fn write_block(bytes: &mut Vec<u8>, block: &[u8]) {
    bytes.extend_from_slice(&(block.len() as u32).to_le_bytes());
    bytes.extend_from_slice(block);
}

/// The same of a text.
pub(crate) fn write_text(bytes: &mut Vec<u8>, text: &str) {
    write_block(bytes, text.as_bytes());
}

/// What is left of a message.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Unreadable> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(Unreadable)?;
        self.0 = rest;
        Ok(*head)
    }

    pub(crate) fn number(&mut self) -> Result<u32, Unreadable> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn left(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], Unreadable> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(Unreadable)?;
        self.0 = rest;
        Ok(head)
    }

    /// What [`write_block`] wrote.
    pub(crate) fn block(&mut self) -> Result<&'a [u8], Unreadable> {
        let length = self.number()? as usize;
        self.bytes(length)
    }

    /// What [`write_text`] wrote.
    pub(crate) fn text(&mut self) -> Result<&'a str, Unreadable> {
        str::from_utf8(self.block()?).map_err(|_| Unreadable)
    }

    /// One after the other up to the end.
    pub(crate) fn all<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<Vec<T>, Unreadable> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push(read(self)?);
        }
        Ok(all)
    }

    /// Nothing may be left.
    pub(crate) const fn end(&self) -> Result<(), Unreadable> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(Unreadable)
        }
    }
}

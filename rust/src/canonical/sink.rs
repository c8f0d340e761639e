//! Where canonical text goes: into memory, or straight into SHA-256 through a small buffer.

use sha2::{Digest, Sha256};

/// Bytes kept back before they are hashed: large enough that a flush is rare, small enough to stay in the first cache.
const HASH_BUFFER: usize = 32 * 1024;

/// A place to write text to.
pub struct Sink {
    buffer: Vec<u8>,
    hasher: Option<Sha256>,
}

impl Sink {
    /// A sink that keeps the text.
    #[must_use]
    pub fn keeping(expected: usize) -> Self {
        Self { buffer: Vec::with_capacity(expected), hasher: None }
    }

    /// A sink that hashes the text and keeps none of it.
    #[must_use]
    pub fn hashing() -> Self {
        Self { buffer: Vec::with_capacity(HASH_BUFFER), hasher: Some(Sha256::new()) }
    }

    /// Appends bytes as they are.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        if self.buffer.capacity() - self.buffer.len() < bytes.len() {
            self.make_room(bytes.len());
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Appends one byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, need: usize) {
        match &mut self.hasher {
            None => self.buffer.reserve(need),
            Some(hasher) => {
                hasher.update(&self.buffer);
                self.buffer.clear();
            }
        }
    }

    /// How many bytes a keeping sink holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Whether nothing was written yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// The text of a keeping sink.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.buffer
    }

    /// SHA-256 of all that was written.
    #[must_use]
    pub fn into_digest(self) -> [u8; 32] {
        let mut hasher = self.hasher.unwrap_or_default();
        hasher.update(&self.buffer);
        hasher.finalize().into()
    }
}

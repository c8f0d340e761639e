//! Where canonical text goes: into memory, or straight into SHA-256 through a small buffer.
//!
//! Most pieces are a few bytes long, so the buffer is always filled memory with a length beside it: a piece is copied in
//! blocks of constant size, whose surplus the next piece overwrites, and no piece costs a call.

use sha2::{Digest, Sha256};

/// Bytes kept back before they are hashed: large enough that a flush is rare, small enough to stay in the first cache.
const HASH_BUFFER: usize = 32 * 1024;

/// The size of the blocks in which pieces are copied.
pub(crate) const BLOCK: usize = 16;

/// A place to write text to.
pub struct Sink {
    buffer: Vec<u8>,
    length: usize,
    hasher: Option<Sha256>,
}

impl Sink {
    /// A sink that keeps the text.
    #[must_use]
    pub fn keeping(expected: usize) -> Self {
        Self { buffer: vec![0; expected], length: 0, hasher: None }
    }

    /// A sink that hashes the text and keeps none of it.
    #[must_use]
    pub fn hashing() -> Self {
        Self { buffer: vec![0; HASH_BUFFER], length: 0, hasher: Some(Sha256::new()) }
    }

    /// The next `size` bytes of the buffer, whatever they hold.
    #[inline]
    fn room(&mut self, size: usize) -> &mut [u8] {
        if self.buffer.len() - self.length < size {
            self.make_room(size);
        }
        // SAFETY: `length` never exceeds `buffer.len()`, and at least `size` bytes lie between them: else `make_room` has just
        // made them. Checking again costs 3 % of a hash (`benches/core`).
        unsafe { self.buffer.get_unchecked_mut(self.length..self.length + size) }
    }

    #[cold]
    #[inline(never)]
    fn make_room(&mut self, size: usize) {
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&self.buffer[..self.length]);
            self.length = 0;
        }
        if self.buffer.len() - self.length < size {
            let grown = (2 * self.buffer.len()).max(self.length + size + BLOCK);
            self.buffer.resize(grown, 0);
        }
    }

    /// Appends bytes of any number.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.room(bytes.len()).copy_from_slice(bytes);
        self.length += bytes.len();
    }

    /// Appends the first `used` bytes of a block.
    #[inline]
    pub(crate) fn block<const N: usize>(&mut self, block: &[u8; N], used: usize) {
        self.room(N).copy_from_slice(block);
        self.length += used;
    }

    /// Appends two halves that overlap so that together they are `length` bytes long.
    #[inline]
    pub(crate) fn halves<const N: usize>(&mut self, head: &[u8; N], tail: &[u8; N], length: usize) {
        let room = self.room(2 * N);
        room[..N].copy_from_slice(head);
        room[length - N..length].copy_from_slice(tail);
        self.length += length;
    }

    /// The same between quotes.
    #[inline]
    pub(crate) fn quoted_halves<const N: usize>(&mut self, head: &[u8; N], tail: &[u8; N], length: usize) {
        let room = self.room(2 * N + 2);
        room[0] = b'"';
        room[1..=N].copy_from_slice(head);
        room[length + 1 - N..=length].copy_from_slice(tail);
        room[length + 1] = b'"';
        self.length += length + 2;
    }

    /// Appends a few bytes, up to two blocks, without a call.
    #[inline]
    pub(crate) fn short(&mut self, bytes: &[u8]) {
        if let (Some(head), Some(tail)) = (bytes.first_chunk::<BLOCK>(), bytes.last_chunk::<BLOCK>())
            && bytes.len() <= 2 * BLOCK
        {
            self.halves(head, tail, bytes.len());
        } else if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>())
            && bytes.len() <= BLOCK
        {
            self.halves(head, tail, bytes.len());
        } else {
            self.bytes(bytes);
        }
    }

    /// Appends one byte.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.room(1)[0] = byte;
        self.length += 1;
    }

    /// How many bytes a keeping sink holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether nothing was written yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text of a keeping sink.
    #[must_use]
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.buffer.truncate(self.length);
        self.buffer
    }

    /// SHA-256 of all that was written.
    #[must_use]
    pub fn into_digest(self) -> [u8; 32] {
        let mut hasher = self.hasher.unwrap_or_default();
        hasher.update(&self.buffer[..self.length]);
        hasher.finalize().into()
    }
}

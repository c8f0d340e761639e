//! Keys of objects that come again and again, ready to be written: with bracket or comma, quotes and colon.

use super::Sink;
use crate::errors::{Code, Outcome, Refusal};

/// Nearly every key is shorter with all its signs.
const BLOCK: usize = 32;

/// The keys of one object, in canonical order.
#[derive(Default)]
pub(crate) struct KeyTexts {
    keys: Vec<KeyText>,
    /// The texts of those keys that are longer.
    long: Vec<u8>,
}

pub(crate) struct KeyText {
    length: usize,
    text: [u8; BLOCK],
    /// Where a longer text begins.
    long: usize,
}

impl KeyTexts {
    /// Adds the next key, which `write` writes with its quotes.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Sink) -> Outcome<()>) -> Outcome<()> {
        let mut sink = Sink::keeping(BLOCK);
        sink.byte(if self.keys.is_empty() { b'{' } else { b',' });
        write(&mut sink)?;
        sink.byte(b':');
        let text = sink.into_bytes();
        let mut key = KeyText { length: text.len(), text: [0; BLOCK], long: self.long.len() };
        match key.text.get_mut(..text.len()) {
            Some(own) => own.copy_from_slice(&text),
            None => self.long.extend_from_slice(&text),
        }
        self.keys.push(key);
        Ok(())
    }

    /// The keys, to be written with [`KeyTexts::write`].
    pub(crate) fn keys(&self) -> &[KeyText] {
        &self.keys
    }

    /// Writes one of the keys.
    #[inline]
    pub(crate) fn write(&self, sink: &mut Sink, key: &KeyText) {
        if key.length <= BLOCK {
            sink.block(&key.text, key.length);
        } else {
            sink.bytes(&self.long[key.long..key.long + key.length]);
        }
    }

    /// How many bytes the longer keys have.
    #[cfg(feature = "python")]
    pub(crate) fn long_bytes(&self) -> usize {
        self.long.len()
    }
}

/// The refusal of an object that holds one key twice.
pub(crate) fn duplicate_key(key: &str) -> Refusal {
    let message = format!("the key {key:?} stands twice in one object; send it once");
    Refusal::new(Code::DuplicateKey, message).at(key)
}

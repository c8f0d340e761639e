//! A strict pull reader of JSON text (RFC 8259, no extensions) that never recurses by itself and never copies plain strings.

use std::borrow::Cow;

use crate::errors::{At, Code, Outcome, Refusal};

/// Arrays and objects within each other, at most.
pub const MAX_DEPTH: usize = 512;

/// What begins at the reader's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number
    Number,
    /// A string
    String,
    /// `[`
    Array,
    /// `{`
    Object,
}

impl Kind {
    /// The kind in words, with its article.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

/// Reads one JSON text from front to back.
pub struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of `bytes`.
    ///
    /// # Errors
    ///
    /// `invalid_json` when the bytes are not UTF-8.
    pub fn new(bytes: &'a [u8]) -> Outcome<Self> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Self { text, at: 0, depth: 0 }),
            Err(error) => Err(Refusal::new(
                Code::InvalidJson,
                format!("JSON text is UTF-8, but byte {} is not; encode it as UTF-8", error.valid_up_to()),
            )),
        }
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    fn skip_white_space(&mut self) {
        if self.byte() > Some(b' ') {
            return; // in most texts there is none
        }
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }

    /// A syntax error here.
    #[cold]
    pub(super) fn syntax(&self, expected: &str) -> Refusal {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(character) => format!("{character:?}"),
            None if self.at >= self.text.len() => "the end of the text".to_owned(),
            None => "a broken character".to_owned(),
        };
        let message = format!("expected {expected} at byte {}, found {found}; send one complete JSON text", self.at);
        Refusal::new(Code::InvalidJson, message)
    }

    /// What the next value is, judged by its first character.
    ///
    /// # Errors
    ///
    /// `invalid_json` where no value begins.
    #[inline]
    pub fn kind(&mut self) -> Outcome<Kind> {
        self.skip_white_space();
        match self.byte() {
            Some(b'"') => Ok(Kind::String),
            Some(b'-' | b'0'..=b'9') => Ok(Kind::Number),
            Some(b'{') => Ok(Kind::Object),
            Some(b'[') => Ok(Kind::Array),
            Some(b't' | b'f') => Ok(Kind::Boolean),
            Some(b'n') => Ok(Kind::Null),
            _ => Err(self.syntax("a JSON value")),
        }
    }

    /// Reads `null`.
    ///
    /// # Errors
    ///
    /// `invalid_json` where something else stands.
    pub fn null(&mut self) -> Outcome<()> {
        self.word("null")
    }

    /// Reads `true` or `false`.
    ///
    /// # Errors
    ///
    /// `invalid_json` where something else stands.
    #[inline]
    pub fn boolean(&mut self) -> Outcome<bool> {
        self.skip_white_space();
        let value = self.byte() == Some(b't');
        self.word(if value { "true" } else { "false" })?;
        Ok(value)
    }

    #[inline]
    fn word(&mut self, word: &str) -> Outcome<()> {
        self.skip_white_space();
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.syntax(word));
        }
        self.at += word.len();
        Ok(())
    }

    /// Reads `[`; items follow while [`Reader::more_items`] says so.
    ///
    /// # Errors
    ///
    /// `invalid_json` where something else stands, `too_deep` beyond [`MAX_DEPTH`].
    #[inline]
    pub fn begin_array(&mut self) -> Outcome<()> {
        self.begin(b'[', "an array")
    }

    /// Reads `{`; members follow while [`Reader::next_key`] gives keys.
    ///
    /// # Errors
    ///
    /// `invalid_json` where something else stands, `too_deep` beyond [`MAX_DEPTH`].
    #[inline]
    pub fn begin_object(&mut self) -> Outcome<()> {
        self.begin(b'{', "an object")
    }

    #[inline]
    fn begin(&mut self, bracket: u8, name: &str) -> Outcome<()> {
        self.skip_white_space();
        if self.byte() != Some(bracket) {
            return Err(self.syntax(name));
        }
        if self.depth == MAX_DEPTH {
            return Err(Refusal::new(Code::TooDeep, too_deep()));
        }
        self.at += 1;
        self.depth += 1;
        Ok(())
    }

    /// Whether another item follows; steps over the comma or the closing bracket.
    ///
    /// # Errors
    ///
    /// `invalid_json` where neither stands.
    #[inline]
    pub fn more_items(&mut self, first: bool) -> Outcome<bool> {
        self.more(first, b']', "',' or ']'")
    }

    #[inline]
    fn more(&mut self, first: bool, bracket: u8, expected: &str) -> Outcome<bool> {
        self.skip_white_space();
        match self.byte() {
            Some(byte) if byte == bracket => {
                self.at += 1;
                self.depth -= 1;
                Ok(false)
            }
            Some(b',') if !first => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if first => Ok(true),
            _ => Err(self.syntax(expected)),
        }
    }

    /// The next key, its colon read, or nothing at the closing bracket.
    ///
    /// # Errors
    ///
    /// `invalid_json` where neither stands, `not_canonical` for a key that is not Unicode text.
    #[inline]
    pub fn next_key(&mut self, first: bool) -> Outcome<Option<Cow<'a, str>>> {
        if !self.more(first, b'}', "',' or '}'")? {
            return Ok(None);
        }
        self.skip_white_space();
        if self.byte() != Some(b'"') {
            return Err(self.syntax("a key in quotes"));
        }
        let key = self.string()?;
        self.skip_white_space();
        if self.byte() != Some(b':') {
            return Err(self.syntax("':'").at(&*key));
        }
        self.at += 1;
        Ok(Some(key))
    }

    /// Steps over a key that is written exactly as `quoted` (`"key":`) and answers whether it stood here. Where it did not,
    /// nothing is read. Spares most keys of a large text from being read letter by letter.
    #[inline]
    pub fn take_key(&mut self, first: bool, quoted: &[u8]) -> bool {
        let start = self.at;
        if !first {
            self.skip_white_space();
            if self.byte() != Some(b',') {
                self.at = start;
                return false;
            }
            self.at += 1;
        }
        self.skip_white_space();
        let found = self.text.as_bytes().get(self.at..self.at + quoted.len()).is_some_and(|text| same(text, quoted));
        self.at = if found { self.at + quoted.len() } else { start };
        found
    }

    /// Steps over what is written exactly as the pattern and answers whether it stood here.
    #[inline]
    pub(crate) fn take(&mut self, pattern: &Pattern) -> bool {
        let found = pattern.begins(&self.text.as_bytes()[self.at..]);
        self.at += if found { pattern.length } else { 0 };
        found
    }

    /// The next eight bytes, once white space is skipped; zero near the end.
    #[inline]
    pub(crate) fn ahead(&mut self) -> u64 {
        self.skip_white_space();
        self.text.as_bytes()[self.at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
    }

    /// Reads a string.
    ///
    /// # Errors
    ///
    /// `invalid_json` where none stands, `not_canonical` for a lone surrogate.
    #[inline]
    pub fn string(&mut self) -> Outcome<Cow<'a, str>> {
        self.skip_white_space();
        super::string::read(self)
    }

    /// Reads a number as the nearest double; `-0` becomes `0`.
    ///
    /// # Errors
    ///
    /// `invalid_json` where none stands, `not_canonical` when no double stands for it.
    #[inline]
    pub fn number(&mut self) -> Outcome<f64> {
        self.skip_white_space();
        super::number::read(self)
    }

    /// Reads the string that [`Reader::kind`] has just seen.
    #[inline]
    pub(crate) fn this_string(&mut self) -> Outcome<Cow<'a, str>> {
        super::string::read(self)
    }

    /// Reads the number that [`Reader::kind`] has just seen.
    #[inline]
    pub(crate) fn this_number(&mut self) -> Outcome<f64> {
        super::number::read(self)
    }

    /// Calls `item` for each item of the array that begins here, in order.
    ///
    /// # Errors
    ///
    /// Those of `item`, with the index in their path, and of the array itself.
    #[inline]
    pub fn array(&mut self, mut item: impl FnMut(&mut Self) -> Outcome<()>) -> Outcome<()> {
        self.begin_array()?;
        let mut index = 0;
        while self.more_items(index == 0).at(index)? {
            item(self).at(index)?;
            index += 1;
        }
        Ok(())
    }

    /// Makes sure that nothing but white space follows.
    ///
    /// # Errors
    ///
    /// `invalid_json` where something does.
    pub fn end(&mut self) -> Outcome<()> {
        self.skip_white_space();
        if self.at == self.text.len() { Ok(()) } else { Err(self.syntax("nothing after the value")) }
    }
}

/// A short text that is looked for in one comparison.
pub(crate) struct Pattern {
    text: [u128; 2],
    /// All ones where the text is.
    mask: [u128; 2],
    length: usize,
}

impl Pattern {
    const LONGEST: usize = size_of::<[u128; 2]>();

    /// The pattern of this text, if it is short enough.
    pub(crate) fn of(text: &[u8]) -> Option<Self> {
        let (mut block, mut mask) = ([0; Self::LONGEST], [0; Self::LONGEST]);
        block.get_mut(..text.len())?.copy_from_slice(text);
        mask[..text.len()].fill(0xff);
        Some(Self { text: words(&block), mask: words(&mask), length: text.len() })
    }

    #[inline]
    fn begins(&self, text: &[u8]) -> bool {
        let Some(block) = text.first_chunk() else { return false };
        let ([low, high], [low_mask, high_mask]) = (words(block), self.mask);
        ((low & low_mask) ^ self.text[0]) | ((high & high_mask) ^ self.text[1]) == 0
    }
}

#[inline]
fn words(block: &[u8; Pattern::LONGEST]) -> [u128; 2] {
    let (low, high) = block.split_at(size_of::<u128>());
    [low, high].map(|half| half.try_into().map_or(0, u128::from_le_bytes))
}

/// Whether two texts of one length are equal, without a call for the usual lengths.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    let ends = (one.first_chunk::<8>(), one.last_chunk::<8>(), other.first_chunk::<8>(), other.last_chunk::<8>());
    if let (Some(head), Some(tail), Some(other_head), Some(other_tail)) = ends
        && one.len() <= 16
    {
        return head == other_head && tail == other_tail;
    }
    one == other
}

/// The sentence for a value that is nested too deeply.
#[must_use]
pub(crate) fn too_deep() -> String {
    format!("arrays and objects may be nested {MAX_DEPTH} deep, this value is deeper; flatten it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_taken_where_it_stands_whole_and_nowhere_else() {
        let filler = "abcdefghijklmnopqrstuvwxyz0123456789";
        for length in 1..=Pattern::LONGEST {
            let pattern = Pattern::of(&filler.as_bytes()[..length]).expect("a short text");
            let taken = |text: &str| {
                let mut reader = Reader::new(text.as_bytes()).expect("UTF-8");
                (reader.take(&pattern), reader.at)
            };
            let other = " ".repeat(Pattern::LONGEST);
            assert_eq!(taken(&format!("{}{other}", &filler[..length])), (true, length));
            assert_eq!(taken(&format!("{}{other}", &filler[..length - 1])), (false, 0));
            assert_eq!(taken(&format!("{}-{other}", &filler[1..length])), (false, 0));
        }
        assert!(Pattern::of(filler.as_bytes()).is_none());
    }
}

//! Reading of closed objects: every member is known, stands once, and those required are there.

use std::borrow::Cow;

use crate::errors::{Code, Outcome, Refusal};
use crate::json::{Kind, Reader};

/// The members that an object of the schema may have; the first `required` of them must be there.
pub(super) struct Members<const N: usize> {
    pub(super) names: [&'static str; N],
    /// The names as they stand in a text without white space.
    pub(super) quoted: [&'static str; N],
    pub(super) required: usize,
}

/// Declares members by their names.
macro_rules! members {
    (required $required:literal: $($name:literal),+) => {
        Members { names: [$($name),+], quoted: [$(concat!("\"", $name, "\":")),+], required: $required }
    };
}
pub(super) use members;

/// Which members were there, as bits in the order of the names.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen(u32);

impl Seen {
    pub(super) fn has(self, member: usize) -> bool {
        self.0 & (1 << member) != 0
    }
}

impl<const N: usize> Members<N> {
    /// Reads one object and hands each member's place among the names to `member`, which must read its value.
    #[inline]
    pub(super) fn read<'a>(
        &self,
        reader: &mut Reader<'a>,
        mut member: impl FnMut(&mut Reader<'a>, usize) -> Outcome<()>,
    ) -> Outcome<Seen> {
        expect(reader, Kind::Object)?;
        reader.begin_object()?;
        let mut seen = Seen(0);
        let mut expected = 0;
        while let Some(place) = self.next(reader, seen.0 == 0, expected)? {
            if seen.has(place) {
                return Err(crate::canonical::duplicate_key(self.names[place]));
            }
            seen.0 |= 1 << place;
            member(reader, place).map_err(|refusal| refusal.at(self.names[place]))?;
            expected = place + 1;
        }
        match (0..self.required).find(|place| !seen.has(*place)) {
            None => Ok(seen),
            Some(place) => Err(missing(self.names[place])),
        }
    }

    /// Which member comes next, if any. Ours write the members in the order of the names, so that one is tried first.
    #[inline]
    fn next(&self, reader: &mut Reader<'_>, first: bool, expected: usize) -> Outcome<Option<usize>> {
        if let Some(quoted) = self.quoted.get(expected)
            && reader.take_key(first, quoted.as_bytes())
        {
            return Ok(Some(expected));
        }
        let Some(key) = reader.next_key(first)? else { return Ok(None) };
        match self.names.iter().position(|name| *name == key) {
            Some(place) => Ok(Some(place)),
            None => Err(self.unknown(&key)),
        }
    }

    #[cold]
    fn unknown(&self, key: &str) -> Refusal {
        let known = self.names.join(", ");
        invalid(format!("{:?} is not a member here; the members are {known}", shortened(key))).at(key)
    }
}

/// The refusal of an object without one of its members.
#[cold]
pub(super) fn missing(name: &str) -> Refusal {
    invalid(format!("the member {name:?} is missing; add it"))
}

/// A refusal of JSON that is no snapshot.
#[cold]
pub(super) fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(Code::InvalidSnapshot, message)
}

/// Makes sure of the kind of the next value.
#[inline]
pub(super) fn expect(reader: &mut Reader<'_>, kind: Kind) -> Outcome<()> {
    let found = reader.kind()?;
    if found == kind { Ok(()) } else { Err(unexpected(kind, found)) }
}

#[cold]
fn unexpected(expected: Kind, found: Kind) -> Refusal {
    invalid(format!("expected {}, found {}", expected.name(), found.name()))
}

/// A number.
#[inline]
pub(super) fn number(reader: &mut Reader<'_>) -> Outcome<f64> {
    expect(reader, Kind::Number)?;
    reader.this_number()
}

/// A boolean.
#[inline]
pub(super) fn boolean(reader: &mut Reader<'_>) -> Outcome<bool> {
    expect(reader, Kind::Boolean)?;
    reader.boolean()
}

/// A string.
#[inline]
pub(super) fn string<'a>(reader: &mut Reader<'a>) -> Outcome<Cow<'a, str>> {
    expect(reader, Kind::String)?;
    reader.this_string()
}

/// An integer that is exact as a double.
pub(super) fn integer(reader: &mut Reader<'_>) -> Outcome<i64> {
    #[allow(clippy::cast_precision_loss)] // exact: 2^53 - 1
    const MOST: f64 = crate::canonical::number::MAX_SAFE_INTEGER as f64;
    let value = number(reader)?;
    if value.abs() <= MOST && value.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation)] // whole, and not beyond 2^53
        return Ok(value as i64);
    }
    Err(invalid(format!("expected a whole number, found {value}")))
}

/// The beginning of a text, so that no message is as long as what it complains about.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        Some((end, _)) => Cow::Owned(format!("{}...", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A note number.
pub(super) fn note(reader: &mut Reader<'_>) -> Outcome<u8> {
    let value = number(reader)?;
    if (0.0..=127.0).contains(&value) && value.fract() == 0.0 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole, 0 to 127
        return Ok(value as u8);
    }
    Err(invalid(format!("expected a note, a whole number from 0 to 127, found {value}")))
}

/// A value, or `null`.
#[inline]
pub(super) fn or_null<'a, T>(
    reader: &mut Reader<'a>,
    read: impl FnOnce(&mut Reader<'a>) -> Outcome<T>,
) -> Outcome<Option<T>> {
    if reader.kind()? == Kind::Null { reader.null().map(|()| None) } else { read(reader).map(Some) }
}

//! Reading of rows as they cross the bridge: guarded and shown fields in two byte strings, little-endian, by declaration.
//! Rows of a list come as columns, field by field; `rows.py` says how.

use crate::digest::Digest;
use crate::errors::{Code, Outcome, Refusal};

/// The two byte strings of a row, and how far each is read.
pub struct Streams<'a> {
    guard: &'a [u8],
    shown: &'a [u8],
}

/// A refusal of bytes that are not the row they are said to be.
#[cold]
pub(crate) fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(Code::InvalidRows, message)
}

impl<'a> Streams<'a> {
    /// The next `size` bytes of the stream in which a field travels.
    fn take(&mut self, size: usize, shown: bool) -> Outcome<&'a [u8]> {
        let stream = if shown { &mut self.shown } else { &mut self.guard };
        let Some((taken, rest)) = stream.split_at_checked(size) else {
            return Err(invalid("the bytes end too early"));
        };
        *stream = rest;
        Ok(taken)
    }

    /// So many elements of `N` bytes each.
    fn elements<const N: usize>(&mut self, count: usize, shown: bool) -> Outcome<&'a [[u8; N]]> {
        let size = count.checked_mul(N).ok_or_else(|| too_many(count))?;
        Ok(self.take(size, shown)?.as_chunks().0)
    }

    /// A column of counts, refused when the rest of the bytes cannot hold so many elements. With their sum.
    fn counts(&mut self, count: usize, smallest: usize, shown: bool) -> Outcome<(&'a [[u8; 4]], usize)> {
        let counts = self.elements(count, shown)?;
        let rest = if shown { self.shown.len() } else { self.guard.len() };
        let total = counts.iter().map(|count| u64::from(u32::from_le_bytes(*count))).sum::<u64>();
        let total = usize::try_from(total).map_err(|_| too_many(usize::MAX))?;
        match total.checked_mul(smallest.max(1)) {
            Some(size) if size <= rest => Ok((counts, total)),
            _ => Err(too_many(total)),
        }
    }
}

#[cold]
fn too_many(count: usize) -> Refusal {
    invalid(format!("{count} elements cannot fit into the bytes that follow"))
}

/// What can travel in a row.
pub trait Wire: Sized {
    /// Reads a column of so many. `shown` tells in which stream they travel, unless their own declaration says so.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field.
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>>;

    /// How many bytes one takes at least in its own stream.
    fn smallest(shown: bool) -> usize;

    /// The type, as Python's declaration says it.
    fn hint() -> String;
}

/// A row from its two byte strings, both of which must be used up.
///
/// # Errors
///
/// `invalid_rows`, with the field.
pub fn unpack<Row: Wire>(guard: &[u8], shown: &[u8]) -> Outcome<Row> {
    let mut streams = Streams { guard, shown };
    let mut rows = Row::read(&mut streams, 1, false)?;
    match rows.pop() {
        Some(row) if streams.guard.is_empty() && streams.shown.is_empty() => Ok(row),
        _ => Err(invalid("bytes are left over after the row")),
    }
}

/// A field that is sent but never guarded.
#[derive(Debug, Clone)]
pub struct Shown<T>(pub T);

/// Text.
pub type Text = Box<str>;

/// A column of doubles, which travels as bytes.
#[derive(Debug, Clone, Default)]
pub struct Doubles(pub Vec<f64>);

/// A column of unsigned 32-bit integers, which travels as bytes.
#[derive(Debug, Clone, Default)]
pub struct Places(pub Vec<u32>);

/// A column of SHA-256 digests, which travels as bytes.
#[derive(Debug, Clone, Default)]
pub struct Digests(pub Vec<Digest>);

/// Bytes.
#[derive(Debug, Clone, Default)]
pub struct Bytes(pub Vec<u8>);

impl Wire for bool {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        let flag = |byte: &u8| match byte {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(invalid(format!("expected a boolean, 0 or 1, found {other}"))),
        };
        streams.take(count, shown)?.iter().map(flag).collect()
    }

    fn smallest(_: bool) -> usize {
        1
    }

    fn hint() -> String {
        "bool".to_owned()
    }
}

impl Wire for i64 {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        Ok(streams.elements(count, shown)?.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect())
    }

    fn smallest(_: bool) -> usize {
        size_of::<Self>()
    }

    fn hint() -> String {
        "int".to_owned()
    }
}

impl Wire for f64 {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        Ok(streams.elements(count, shown)?.iter().map(|bytes| Self::from_le_bytes(*bytes)).collect())
    }

    fn smallest(_: bool) -> usize {
        size_of::<Self>()
    }

    fn hint() -> String {
        "float".to_owned()
    }
}

/// A column of pieces, each with a size of its own: all sizes, then all bytes.
fn pieces<'a, T>(
    streams: &mut Streams<'a>,
    count: usize,
    shown: bool,
    read: impl Fn(&'a [u8]) -> Outcome<T>,
) -> Outcome<Vec<T>> {
    let (sizes, total) = streams.counts(count, 1, shown)?;
    let mut rest = streams.take(total, shown)?;
    let piece = |size: &[u8; 4]| {
        let (piece, after) = rest.split_at(u32::from_le_bytes(*size) as usize); // their sum was taken
        rest = after;
        read(piece)
    };
    sizes.iter().map(piece).collect()
}

impl Wire for Text {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        let text = |piece| str::from_utf8(piece).map(Into::into).map_err(|_| invalid("not UTF-8"));
        pieces(streams, count, shown, text)
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "str".to_owned()
    }
}

impl Wire for Bytes {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        pieces(streams, count, shown, |piece| Ok(Self(piece.to_vec())))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

/// Bytes as elements of `N` bytes each.
fn elements<const N: usize, T>(piece: &[u8], element: impl Fn([u8; N]) -> T) -> Outcome<Vec<T>> {
    let (elements, rest) = piece.as_chunks::<N>();
    if rest.is_empty() {
        Ok(elements.iter().copied().map(element).collect())
    } else {
        Err(invalid(format!("expected elements of {N} bytes, found {} bytes left over", rest.len())))
    }
}

impl Wire for Doubles {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        pieces(streams, count, shown, |piece| elements(piece, f64::from_le_bytes).map(Self))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl Wire for Places {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        pieces(streams, count, shown, |piece| elements(piece, u32::from_le_bytes).map(Self))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl Wire for Digests {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        pieces(streams, count, shown, |piece| elements(piece, |digest| digest).map(Self))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        let present = bool::read(streams, count, shown)?;
        let there = present.iter().filter(|is_there| **is_there).count();
        let mut values = T::read(streams, there, shown)?.into_iter();
        Ok(present.into_iter().map(|is_there| if is_there { values.next() } else { None }).collect())
    }

    fn smallest(_: bool) -> usize {
        1
    }

    fn hint() -> String {
        format!("{} | None", T::hint())
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
        let (counts, total) = streams.counts(count, T::smallest(shown), shown)?;
        let items = T::read(streams, total, shown)?;
        if count == 1 {
            return Ok(vec![items]);
        }
        let mut items = items.into_iter();
        Ok(counts.iter().map(|count| items.by_ref().take(u32::from_le_bytes(*count) as usize).collect()).collect())
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        format!("tuple[{}, ...]", T::hint())
    }
}

impl<T: Wire> Wire for Shown<T> {
    fn read(streams: &mut Streams<'_>, count: usize, _: bool) -> Outcome<Vec<Self>> {
        Ok(T::read(streams, count, true)?.into_iter().map(Self).collect())
    }

    fn smallest(shown: bool) -> usize {
        if shown { T::smallest(true) } else { 0 }
    }

    fn hint() -> String {
        format!("Shown[{}]", T::hint())
    }
}

/// Declares rows once: the type, how it is read, and what Python is told about it.
macro_rules! rows {
    ($($(#[$about:meta])* $name:ident { $($field:ident: $kind:ty),+ $(,)? })+) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone)]
            #[allow(missing_docs)] // `wire.py` says what each field is
            pub struct $name { $(pub $field: $kind),+ }

            impl Wire for $name {
                fn read(streams: &mut Streams<'_>, count: usize, shown: bool) -> Outcome<Vec<Self>> {
                    $(
                        let mut $field = <$kind>::read(streams, count, shown)
                            .map_err(|refusal| refusal.at(bare(stringify!($field))))?
                            .into_iter();
                    )+
                    let mut rows = Vec::with_capacity(count);
                    while let ($(Some($field),)+) = ($($field.next(),)+) {
                        rows.push(Self { $($field),+ });
                    }
                    Ok(rows)
                }

                fn smallest(shown: bool) -> usize {
                    0 $(+ <$kind>::smallest(shown))+
                }

                fn hint() -> String {
                    stringify!($name).to_owned()
                }
            }
        )+

        /// Every row with its fields (`name: type`), for a comparison with Python's declaration.
        #[must_use]
        pub fn declared() -> Vec<(&'static str, Vec<String>)> {
            vec![$((stringify!($name), vec![$(format!("{}: {}", bare(stringify!($field)), <$kind>::hint())),+])),+]
        }
    };
}
pub(super) use rows;

/// The name of a field without Rust's mark for its own words.
pub(super) fn bare(name: &'static str) -> &'static str {
    name.strip_prefix("r#").unwrap_or(name)
}

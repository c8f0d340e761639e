//! Reading of rows as they cross the bridge: guarded and shown fields in two byte strings, little-endian, by declaration.

use crate::digest::Digest;
use crate::errors::{At, Code, Outcome, Refusal};

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

    fn array<const N: usize>(&mut self, shown: bool) -> Outcome<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, shown)?);
        Ok(array)
    }

    /// A number of elements, refused when the rest of the bytes cannot hold so many.
    fn count(&mut self, smallest: usize, shown: bool) -> Outcome<usize> {
        let count = u32::from_le_bytes(self.array(shown)?) as usize;
        let rest = if shown { self.shown.len() } else { self.guard.len() };
        match count.checked_mul(smallest.max(1)) {
            Some(size) if size <= rest => Ok(count),
            _ => Err(invalid(format!("{count} elements cannot fit into the bytes that follow"))),
        }
    }
}

/// What can travel in a row.
pub trait Wire: Sized {
    /// Reads one. `shown` tells in which stream it travels, unless its own declaration says so.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field.
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self>;

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
    let row = Row::read(&mut streams, false)?;
    if streams.guard.is_empty() && streams.shown.is_empty() {
        Ok(row)
    } else {
        Err(invalid("bytes are left over after the row"))
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
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        match streams.array(shown)? {
            [0] => Ok(false),
            [1] => Ok(true),
            [other] => Err(invalid(format!("expected a boolean, 0 or 1, found {other}"))),
        }
    }

    fn smallest(_: bool) -> usize {
        1
    }

    fn hint() -> String {
        "bool".to_owned()
    }
}

impl Wire for i64 {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        Ok(Self::from_le_bytes(streams.array(shown)?))
    }

    fn smallest(_: bool) -> usize {
        size_of::<Self>()
    }

    fn hint() -> String {
        "int".to_owned()
    }
}

impl Wire for f64 {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        Ok(Self::from_le_bytes(streams.array(shown)?))
    }

    fn smallest(_: bool) -> usize {
        size_of::<Self>()
    }

    fn hint() -> String {
        "float".to_owned()
    }
}

fn piece<'a>(streams: &mut Streams<'a>, shown: bool) -> Outcome<&'a [u8]> {
    let size = streams.count(1, shown)?;
    streams.take(size, shown)
}

impl Wire for Text {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        str::from_utf8(piece(streams, shown)?).map(Into::into).map_err(|_| invalid("not UTF-8"))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "str".to_owned()
    }
}

impl Wire for Bytes {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        Ok(Self(piece(streams, shown)?.to_vec()))
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

/// Bytes as elements of `N` bytes each.
fn column<const N: usize, T>(
    streams: &mut Streams<'_>,
    shown: bool,
    element: impl Fn([u8; N]) -> T,
) -> Outcome<Vec<T>> {
    let (elements, rest) = piece(streams, shown)?.as_chunks::<N>();
    if rest.is_empty() {
        Ok(elements.iter().copied().map(element).collect())
    } else {
        Err(invalid(format!("expected elements of {N} bytes, found {} bytes left over", rest.len())))
    }
}

impl Wire for Doubles {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        column(streams, shown, f64::from_le_bytes).map(Self)
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl Wire for Places {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        column(streams, shown, u32::from_le_bytes).map(Self)
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl Wire for Digests {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        column(streams, shown, |digest| digest).map(Self)
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        "bytes".to_owned()
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        if bool::read(streams, shown)? { T::read(streams, shown).map(Some) } else { Ok(None) }
    }

    fn smallest(_: bool) -> usize {
        1
    }

    fn hint() -> String {
        format!("{} | None", T::hint())
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
        let count = streams.count(T::smallest(shown), shown)?;
        let mut items = Self::with_capacity(count);
        for index in 0..count {
            items.push(T::read(streams, shown).at(index)?);
        }
        Ok(items)
    }

    fn smallest(_: bool) -> usize {
        size_of::<u32>()
    }

    fn hint() -> String {
        format!("tuple[{}, ...]", T::hint())
    }
}

impl<T: Wire> Wire for Shown<T> {
    fn read(streams: &mut Streams<'_>, _: bool) -> Outcome<Self> {
        T::read(streams, true).map(Self)
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
                fn read(streams: &mut Streams<'_>, shown: bool) -> Outcome<Self> {
                    Ok(Self { $($field: <$kind>::read(streams, shown).map_err(|refusal| refusal.at(bare(stringify!($field))))?),+ })
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

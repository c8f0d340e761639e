//! Strings of JSON text: plain ones are borrowed, escaped ones are decoded.

#![allow(clippy::inline_always)] // calls for single values cost a tenth of reading (`benches/core`)

use std::borrow::Cow;

use super::Reader;
use crate::errors::{Code, Outcome, Refusal};

/// Reads the string that begins at the reader's place.
#[inline(always)]
pub(super) fn read<'a>(reader: &mut Reader<'a>) -> Outcome<Cow<'a, str>> {
    if reader.byte() != Some(b'"') {
        return Err(reader.syntax("a string"));
    }
    let start = reader.at + 1;
    reader.at = start + plain_length(&reader.text.as_bytes()[start..]);
    let plain = &reader.text[start..reader.at];
    if reader.byte() == Some(b'"') {
        reader.at += 1;
        return Ok(Cow::Borrowed(plain));
    }
    decode(reader, plain).map(Cow::Owned)
}

/// How many bytes stand before the first quote, backslash or control character.
#[inline]
fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let special = special_bytes(u64::from_le_bytes(*word));
        if special != 0 {
            return 8 * index + special.trailing_zeros() as usize / 8;
        }
    }
    let start = bytes.len() - rest.len();
    rest.iter().position(|byte| is_special(*byte)).map_or(bytes.len(), |place| start + place)
}

#[inline]
fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// The high bit of each special byte, all in one word. Bits above the first one set may be wrong, as borrows travel upwards.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES * 0x80;
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGH;
    let quote = below(word ^ (ONES * u64::from(b'"')), 1);
    let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
    below(word, 0x20) | quote | backslash
}

#[cold]
fn decode(reader: &mut Reader<'_>, plain: &str) -> Outcome<String> {
    let mut text = plain.to_owned();
    loop {
        match reader.byte() {
            Some(b'"') => {
                reader.at += 1;
                return Ok(text);
            }
            Some(b'\\') => {
                reader.at += 1;
                text.push(escape(reader)?);
            }
            _ => return Err(reader.syntax("the end of a string")),
        }
        let start = reader.at;
        reader.at = start + plain_length(&reader.text.as_bytes()[start..]);
        text.push_str(&reader.text[start..reader.at]);
    }
}

fn escape(reader: &mut Reader<'_>) -> Outcome<char> {
    let character = match reader.byte() {
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => {
            reader.at += 1;
            return unicode(reader);
        }
        _ => return Err(reader.syntax("an escape sequence")),
    };
    reader.at += 1;
    Ok(character)
}

fn unicode(reader: &mut Reader<'_>) -> Outcome<char> {
    let first = unit(reader)?;
    let mut code = u32::from(first);
    if (0xd800..0xdc00).contains(&first) && reader.text.as_bytes()[reader.at..].starts_with(b"\\u") {
        reader.at += 2;
        let second = unit(reader)?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(lone_surrogate(u32::from(first)));
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (u32::from(second) - 0xdc00);
    }
    char::from_u32(code).ok_or_else(|| lone_surrogate(code))
}

fn unit(reader: &mut Reader<'_>) -> Outcome<u16> {
    let digits =
        reader.text.get(reader.at..reader.at + 4).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
    let unit = unit.ok_or_else(|| reader.syntax("four hexadecimal digits"))?;
    reader.at += 4;
    Ok(unit)
}

/// The refusal of half a character.
pub(crate) fn lone_surrogate(code: u32) -> Refusal {
    let message = format!("a string holds the lone surrogate U+{code:04X}, which is not a character; remove it");
    Refusal::new(Code::NotCanonical, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_length_ends_at_the_first_special_byte_wherever_it_stands() {
        for special in (0..=255).filter(|byte| is_special(*byte)) {
            for place in 0..20 {
                for filler in [b'a', 0x20, 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xff] {
                    let mut bytes = [filler; 24];
                    bytes[place] = special;
                    bytes[place + 2] = b'"';
                    assert_eq!(plain_length(&bytes), place, "{special} {filler}");
                }
            }
        }
        assert_eq!(plain_length(&[b'x'; 13]), 13);
    }
}

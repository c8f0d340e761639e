//! Strings of JSON text: plain ones are borrowed, escaped ones are decoded.

use std::borrow::Cow;

use super::Reader;
use crate::errors::{Code, Outcome, Refusal};

/// Reads the string that begins at the reader's place.
#[inline]
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
    bytes.iter().position(|byte| *byte < 0x20 || *byte == b'"' || *byte == b'\\').unwrap_or(bytes.len())
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

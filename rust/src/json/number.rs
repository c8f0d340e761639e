//! Numbers of JSON text: the nearest double, or a refusal.

#![allow(clippy::inline_always)] // calls for single values cost a tenth of reading (`benches/core`)

use super::Reader;
use crate::canonical::{Sink, number::write_double};
use crate::errors::{Code, Outcome, Refusal};

/// The powers of ten that are exact as doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Digits that fit into 53 bits whatever they are.
const EXACT_DIGITS: usize = 15;

/// Reads the number that begins at the reader's place.
#[inline(always)]
pub(super) fn read(reader: &mut Reader<'_>) -> Outcome<f64> {
    let start = reader.at;
    match plain(&reader.text.as_bytes()[start..]) {
        Some((value, length)) => {
            reader.at += length;
            value.map_or_else(|| nearest(reader, start), Ok)
        }
        None => read_any(reader),
    }
}

/// A number without an exponent, which is nearly all of them: its value, if its digits are few, and its length. Long integers
/// are not among them.
#[inline(always)]
fn plain(text: &[u8]) -> Option<(Option<f64>, usize)> {
    let negative = text.first() == Some(&b'-');
    let start = usize::from(negative);
    let (digits, whole) = leading_digits(&text[start..], 0);
    if whole == 0 || whole > EXACT_DIGITS || (whole > 1 && text[start] == b'0') {
        return None;
    }
    let end = start + whole;
    let has_exponent = |end: usize| matches!(text.get(end), Some(b'e' | b'E'));
    if text.get(end) != Some(&b'.') {
        return (!has_exponent(end)).then_some((Some(signed(negative, exact(digits))), end));
    }
    if let Some([b'0', next]) = text[end + 1..].first_chunk()
        && !matches!(next, b'0'..=b'9' | b'e' | b'E')
    {
        return Some((Some(signed(negative, exact(digits))), end + 2)); // whole numbers in a snapshot are written so
    }
    let (digits, fraction) = leading_digits(&text[end + 1..], digits);
    let end = end + 1 + fraction;
    if fraction == 0 || has_exponent(end) {
        return None;
    }
    // Both are exact, so their quotient is the correctly rounded value.
    let value = (whole + fraction <= EXACT_DIGITS).then(|| signed(negative, exact(digits) / POWERS[fraction]));
    Some((value, end))
}

#[inline]
fn leading_digits(text: &[u8], mut digits: u64) -> (u64, usize) {
    let mut count = 0;
    while let Some(byte @ b'0'..=b'9') = text.get(count) {
        digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')); // used only where few enough
        count += 1;
    }
    (digits, count)
}

/// Reads any number.
#[cold]
#[inline(never)]
fn read_any(reader: &mut Reader<'_>) -> Outcome<f64> {
    let start = reader.at;
    reader.at += usize::from(reader.byte() == Some(b'-'));
    whole_part(reader)?;
    let is_integer = !matches!(reader.byte(), Some(b'.' | b'e' | b'E'));
    if reader.byte() == Some(b'.') {
        reader.at += 1;
        some_digits(reader)?;
    }
    if matches!(reader.byte(), Some(b'e' | b'E')) {
        exponent(reader)?;
    }
    if is_integer { long_integer(reader, start) } else { nearest(reader, start) }
}

fn whole_part(reader: &mut Reader<'_>) -> Outcome<()> {
    if reader.byte() == Some(b'0') {
        reader.at += 1;
        if matches!(reader.byte(), Some(b'0'..=b'9')) {
            return Err(reader.syntax("no digit after a leading zero"));
        }
        return Ok(());
    }
    some_digits(reader)
}

fn some_digits(reader: &mut Reader<'_>) -> Outcome<()> {
    let (_, count) = leading_digits(&reader.text.as_bytes()[reader.at..], 0);
    reader.at += count;
    if count == 0 { Err(reader.syntax("a digit")) } else { Ok(()) }
}

fn exponent(reader: &mut Reader<'_>) -> Outcome<()> {
    reader.at += 1;
    if matches!(reader.byte(), Some(b'+' | b'-')) {
        reader.at += 1;
    }
    some_digits(reader)
}

#[inline]
#[allow(clippy::cast_precision_loss)] // at most fifteen digits
fn exact(digits: u64) -> f64 {
    digits.cast_signed() as f64 // one instruction, which there is not for what has no sign
}

/// Gives the sign, but never to zero: `-0` and `0` are one number here.
#[inline]
fn signed(negative: bool, value: f64) -> f64 {
    if negative && value != 0.0 { -value } else { value }
}

fn nearest(reader: &Reader<'_>, start: usize) -> Outcome<f64> {
    let literal = &reader.text[start..reader.at];
    match literal.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(if value == 0.0 { 0.0 } else { value }),
        _ => Err(Refusal::new(
            Code::NotCanonical,
            format!("the number {} lies beyond the doubles; send a finite one", shortened(literal)),
        )),
    }
}

/// An integer beyond 2^53-1 is accepted only as ECMAScript would print it, so that reading it back loses nothing.
#[cold]
fn long_integer(reader: &Reader<'_>, start: usize) -> Outcome<f64> {
    let literal = &reader.text[start..reader.at];
    let value = nearest(reader, start)?;
    let mut printed = Sink::keeping(32);
    write_double(&mut printed, value);
    let printed = printed.into_bytes();
    if printed == literal.as_bytes() {
        return Ok(value);
    }
    Err(Refusal::new(
        Code::NotCanonical,
        format!("the integer {} is not exact as a double; {INTEGER_ADVICE}", shortened(literal)),
    ))
}

/// What to do with an integer that is too long.
pub(crate) const INTEGER_ADVICE: &str = "integers may reach 9007199254740991, send longer ones as strings";

fn shortened(literal: &str) -> String {
    if literal.len() <= 40 { literal.to_owned() } else { format!("{}... ({} digits)", &literal[..40], literal.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Outcome<f64> {
        let mut reader = Reader::new(text.as_bytes())?;
        let value = reader.number()?;
        reader.end().map(|()| value)
    }

    #[test]
    fn a_number_is_the_nearest_double_however_it_is_written() {
        let wholes = ["0", "7", "10", "127", "999999999999999", "1000000000000000", "9007199254740991"];
        let rests = ["", ".0", ".00", ".5", ".05", ".50", ".00000000000001", ".123456789012345678", ".3740038", ".0e2"];
        let exponents = ["", "e0", "E5", "e-7", "e+20"];
        for sign in ["", "-"] {
            for literal in wholes.iter().flat_map(|whole| rests.map(|rest| format!("{sign}{whole}{rest}"))) {
                for exponent in exponents {
                    let literal = format!("{literal}{exponent}");
                    match literal.parse::<f64>() {
                        Ok(value) => assert_eq!(
                            read(&literal).expect("a number").to_bits(),
                            (value + 0.0).to_bits(),
                            "{literal}"
                        ),
                        Err(_) => assert!(read(&literal).is_err(), "{literal}"),
                    }
                }
            }
        }
    }

    #[test]
    fn what_json_does_not_call_a_number_is_refused() {
        for text in [
            "", "-", "01", "-00.5", "00", "1.", "1.e5", ".5", "1e", "1.0e", "1.0e+", "+1", "1.0.", "1.0x", "0x1", "--1",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

//! Numbers of JSON text: the nearest double, or a refusal.

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
#[inline]
pub(super) fn read(reader: &mut Reader<'_>) -> Outcome<f64> {
    let start = reader.at;
    let negative = reader.byte() == Some(b'-');
    reader.at += usize::from(negative);
    let mut digits: u64 = 0;
    let whole = whole_part(reader, &mut digits)?;
    let mut fraction = 0;
    if reader.byte() == Some(b'.') {
        reader.at += 1;
        fraction = some_digits(reader, &mut digits)?;
    } else if !matches!(reader.byte(), Some(b'e' | b'E')) {
        return if whole <= EXACT_DIGITS { Ok(signed(negative, exact(digits))) } else { long_integer(reader, start) };
    }
    if matches!(reader.byte(), Some(b'e' | b'E')) {
        exponent(reader)?;
        return nearest(reader, start);
    }
    // Both are exact, so their quotient is the correctly rounded value.
    if whole + fraction <= EXACT_DIGITS {
        return Ok(signed(negative, exact(digits) / POWERS[fraction]));
    }
    nearest(reader, start)
}

#[inline]
fn whole_part(reader: &mut Reader<'_>, digits: &mut u64) -> Outcome<usize> {
    if reader.byte() == Some(b'0') {
        reader.at += 1;
        if matches!(reader.byte(), Some(b'0'..=b'9')) {
            return Err(reader.syntax("no digit after a leading zero"));
        }
        return Ok(1);
    }
    some_digits(reader, digits)
}

#[inline]
fn some_digits(reader: &mut Reader<'_>, digits: &mut u64) -> Outcome<usize> {
    let start = reader.at;
    while let Some(byte @ b'0'..=b'9') = reader.byte() {
        *digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')); // used only where few enough
        reader.at += 1;
    }
    if reader.at == start { Err(reader.syntax("a digit")) } else { Ok(reader.at - start) }
}

fn exponent(reader: &mut Reader<'_>) -> Outcome<()> {
    reader.at += 1;
    if matches!(reader.byte(), Some(b'+' | b'-')) {
        reader.at += 1;
    }
    some_digits(reader, &mut 0).map(|_| ())
}

#[inline]
#[allow(clippy::cast_precision_loss)] // at most fifteen digits
fn exact(digits: u64) -> f64 {
    digits as f64
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

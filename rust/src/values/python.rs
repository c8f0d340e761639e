//! Values as Python writes them, for sentences that name differences.

use std::fmt::Write as _;

use super::Plain;

impl Plain<'_> {
    /// As Python's `repr` has it.
    #[must_use]
    pub fn repr(&self) -> String {
        match self {
            Self::Number(value) => number(*value),
            Self::Switch(value) => if *value { "True" } else { "False" }.to_owned(),
            Self::Whole(value) => value.to_string(),
            Self::Text(text) => quoted(text),
        }
    }
}

/// A double, with the fewest digits that tell it from all others.
#[must_use]
pub fn number(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let text = format!("{value:e}");
    let exponent: i32 = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if (-4..16).contains(&exponent) {
        return format!("{value:?}");
    }
    let digits = text.split_once('e').map_or(&*text, |(digits, _)| digits);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// A text between quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut shown = String::with_capacity(text.len() + 2);
    shown.push(quote);
    for character in text.chars() {
        match character {
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ if character == quote => shown.extend(['\\', quote]),
            _ => push(&mut shown, character),
        }
    }
    shown.push(quote);
    shown
}

/// A character, or its number where it cannot be seen.
fn push(shown: &mut String, character: char) {
    let visible = character == ' ' || matches!(character, '"' | '\'') || character.escape_debug().len() == 1;
    let code = u32::from(character);
    let _ = match code {
        _ if visible && !character.is_whitespace() || character == ' ' => write!(shown, "{character}"),
        0..=0xff => write!(shown, "\\x{code:02x}"),
        0x100..=0xffff => write!(shown, "\\u{code:04x}"),
        _ => write!(shown, "\\U{code:08x}"),
    }; // writing into a String cannot fail
}

#[cfg(test)]
mod tests {
    use super::{number, quoted};

    #[test]
    fn numbers_and_texts_are_written_as_python_writes_them() {
        for (value, text) in [
            (0.0, "0.0"),
            (-0.5, "-0.5"),
            (1e16, "1e+16"),
            (1e15, "1000000000000000.0"),
            (1.5e-5, "1.5e-05"),
            (0.0001, "0.0001"),
            (0.850_000_023_841_857_9, "0.8500000238418579"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(quoted("it's"), "\"it's\"");
        assert_eq!(quoted("a'\"\n\u{7f}\u{a0}\u{e4}\u{200b}"), "'a\\'\"\\n\\x7f\\xa0\u{e4}\\u200b'");
    }
}

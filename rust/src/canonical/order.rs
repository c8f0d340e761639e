//! The order of keys: by UTF-16 code units (RFC 8785, section 3.2.3).

use std::cmp::Ordering;

/// Compares two UTF-8 texts as their UTF-16 forms would compare.
///
/// UTF-8 order is code point order, and that differs only in one point: what lies beyond the basic plane is written in
/// surrogates in UTF-16, and surrogates come before U+E000.
#[must_use]
pub fn compare_utf16(left: &[u8], right: &[u8]) -> Ordering {
    match left.iter().zip(right).find(|(one, other)| one != other) {
        None => left.len().cmp(&right.len()),
        Some((one, other)) => rank(*one).cmp(&rank(*other)),
    }
}

/// Moves the lead bytes of U+E000 to U+FFFF behind those of the planes beyond.
fn rank(byte: u8) -> u16 {
    u16::from(byte) + if matches!(byte, 0xee | 0xef) { 0x100 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_utf16_code_units() {
        let samples = [
            "",
            "a",
            "aa",
            "\u{7f}",
            "\u{80}",
            "\u{7ff}",
            "\u{d7ff}",
            "\u{e000}",
            "\u{ffff}",
            "\u{10000}",
            "\u{10ffff}a",
        ];
        for left in samples {
            for right in samples {
                let expected = left.encode_utf16().cmp(right.encode_utf16());
                assert_eq!(compare_utf16(left.as_bytes(), right.as_bytes()), expected, "{left:?} {right:?}");
            }
        }
    }
}

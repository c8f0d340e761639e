//! Strings as RFC 8785 writes them: only `"`, `\` and control characters are escaped.

#![allow(clippy::inline_always)] // the walk's hot path: calls between these cost 2 % of a hash (`benches/core`)

use super::Sink;
use super::sink::BLOCK;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Writes text between quotes. Takes UTF-8 (or plain ASCII) bytes.
#[inline(always)]
pub fn write_string(sink: &mut Sink, text: &[u8]) {
    if !write_short::<true>(sink, text) {
        sink.byte(b'"');
        write_escaped(sink, text);
        sink.byte(b'"');
    }
}

/// Writes text that needs no escape between quotes.
#[inline(always)]
pub(super) fn write_plain(sink: &mut Sink, text: &[u8]) {
    if !write_short::<false>(sink, text) {
        sink.byte(b'"');
        sink.bytes(text);
        sink.byte(b'"');
    }
}

/// Writes a short text that needs no escape, as two overlapping halves that never leave the registers; or nothing.
#[inline(always)]
fn write_short<const CHECKED: bool>(sink: &mut Sink, text: &[u8]) -> bool {
    if text.len() > 2 * BLOCK {
        false
    } else if let (Some(head), Some(tail)) = (text.first_chunk::<BLOCK>(), text.last_chunk::<BLOCK>()) {
        write_halves::<CHECKED, _>(sink, head, tail, text.len())
    } else if let (Some(head), Some(tail)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        write_halves::<CHECKED, _>(sink, head, tail, text.len())
    } else if let (Some(head), Some(tail)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        write_halves::<CHECKED, _>(sink, head, tail, text.len())
    } else if let (Some(head), Some(tail)) = (text.first_chunk::<2>(), text.last_chunk::<2>()) {
        write_halves::<CHECKED, _>(sink, head, tail, text.len())
    } else {
        false
    }
}

#[inline(always)]
fn write_halves<const CHECKED: bool, const N: usize>(
    sink: &mut Sink,
    head: &[u8; N],
    tail: &[u8; N],
    length: usize,
) -> bool {
    let plain = !CHECKED || !either_needs_escape(head, tail);
    if plain {
        sink.quoted_halves(head, tail, length);
    }
    plain
}

/// Writes text without the quotes.
pub fn write_escaped(sink: &mut Sink, text: &[u8]) {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    for block in blocks {
        if needs_escape(block) {
            write_slowly(sink, block);
        } else {
            sink.block(block, BLOCK);
        }
    }
    write_slowly(sink, rest);
}

/// Whether any byte needs an escape. Looks at all of them, which compilers turn into a few vector instructions.
#[inline(always)]
fn needs_escape<const N: usize>(block: &[u8; N]) -> bool {
    block.iter().fold(false, |found, byte| found | (plainness(*byte) == 0))
}

/// The same of two blocks at once.
#[inline(always)]
fn either_needs_escape<const N: usize>(one: &[u8; N], other: &[u8; N]) -> bool {
    let pairs = one.iter().zip(other);
    pairs.fold(false, |found, (one, other)| found | (plainness(*one).min(plainness(*other)) == 0))
}

/// Zero for a byte that needs an escape. Comparisons with two characters would be turned into slower instructions.
#[inline(always)]
fn plainness(byte: u8) -> u8 {
    byte.saturating_sub(0x1f).min(byte ^ b'"').min(byte ^ b'\\')
}

fn write_slowly(sink: &mut Sink, text: &[u8]) {
    for byte in text {
        if plainness(*byte) == 0 { write_escape(sink, *byte) } else { sink.byte(*byte) }
    }
}

#[cold]
fn write_escape(sink: &mut Sink, byte: u8) {
    let short = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        _ => {
            sink.bytes(&[b'\\', b'u', b'0', b'0', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            return;
        }
    };
    sink.bytes(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_rfc_names_is_escaped() {
        let mut sink = Sink::keeping(0);
        write_string(&mut sink, "\u{20ac}$\u{f}\nA'B\"\\\\\"/\u{7f}\u{8}\t\u{c}\r".as_bytes());
        let expected = "\"\u{20ac}$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\\b\\t\\f\\r\"";
        assert_eq!(String::from_utf8(sink.into_bytes()).expect("UTF-8"), expected);
    }
}

//! Strings as RFC 8785 writes them: only `"`, `\` and control characters are escaped.

use super::Sink;

/// Bytes escaped in one go, so that a long string never outgrows a hashing sink's buffer.
const CHUNK: usize = 4096;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Writes text between quotes. Takes UTF-8 (or plain ASCII) bytes.
#[inline]
pub fn write_string(sink: &mut Sink, text: &[u8]) {
    sink.byte(b'"');
    write_escaped(sink, text);
    sink.byte(b'"');
}

/// Writes text without the quotes.
#[inline]
pub fn write_escaped(sink: &mut Sink, text: &[u8]) {
    for chunk in text.chunks(CHUNK) {
        let mut rest = chunk;
        while let Some(position) = rest.iter().position(|byte| needs_escape(*byte)) {
            sink.bytes(&rest[..position]);
            write_escape(sink, rest[position]);
            rest = &rest[position + 1..];
        }
        sink.bytes(rest);
    }
}

#[inline]
fn needs_escape(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
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

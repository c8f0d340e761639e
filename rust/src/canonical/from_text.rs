//! JSON text to canonical text, kept or hashed.

use super::Sink;
use super::tape::Tape;
use crate::digest::Digest;
use crate::errors::{Code, Outcome, Refusal};

/// Offsets are 32 bits wide.
const MAX_BYTES: usize = u32::MAX as usize;

/// The canonical form of a JSON text.
///
/// # Errors
///
/// `invalid_json`, `duplicate_key`, `not_canonical`, `too_deep` or `too_large`, each with its path.
pub fn canonical_text(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut sink = Sink::keeping(bytes.len());
    write_text(&mut sink, bytes)?;
    Ok(sink.into_bytes())
}

/// SHA-256 of the canonical form of a JSON text.
///
/// # Errors
///
/// Those of [`canonical_text`].
pub fn hash_text(bytes: &[u8]) -> Outcome<Digest> {
    let mut sink = Sink::hashing();
    write_text(&mut sink, bytes)?;
    Ok(sink.into_digest())
}

/// Writes the canonical form of a JSON text.
///
/// # Errors
///
/// Those of [`canonical_text`].
pub fn write_text(sink: &mut Sink, bytes: &[u8]) -> Outcome<()> {
    if bytes.len() > MAX_BYTES {
        let message = format!("a JSON text may have {MAX_BYTES} bytes, this one has {}; split it", bytes.len());
        return Err(Refusal::new(Code::TooLarge, message));
    }
    Tape::read(bytes)?.write(sink);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        String::from_utf8(canonical_text(text.as_bytes()).expect("JSON")).expect("UTF-8")
    }

    fn refusal(text: &str) -> (Code, String) {
        let refusal = canonical_text(text.as_bytes()).expect_err("a refusal");
        (refusal.code(), refusal.path())
    }

    #[test]
    fn keys_are_sorted_at_every_level_and_white_space_goes() {
        assert_eq!(
            canonical(r#" { "b" : [ ] , "a" : { "d" : { } , "c" : [ 1.0 , -0 , "x" ] } } "#),
            r#"{"a":{"c":[1,0,"x"],"d":{}},"b":[]}"#
        );
        assert_eq!(
            canonical("{\"\\ue000\":1,\"\u{10000}\":2,\"\\u0061\":3}"),
            "{\"a\":3,\"\u{10000}\":2,\"\u{e000}\":1}"
        );
    }

    #[test]
    fn expected_keys_are_found_only_where_they_may_stand() {
        let known = r#"{"the same 1":1,"b":2,"a key of more than thirty-two letters":3}"#;
        let sorted = r#"{"a key of more than thirty-two letters":3,"b":2,"the same 1":1}"#;
        for (other, expected) in [
            (known, sorted),
            (r#"{"the same 1" :1 , "b": 2,"a key of more than thirty-two letters" :3 }"#, sorted),
            (r#"{"the same 1":1,"b":2}"#, r#"{"b":2,"the same 1":1}"#),
            (r#"{"the same 2":1,"the same 1":2}"#, r#"{"the same 1":2,"the same 2":1}"#),
            (r#"{"the same 1":1,"c":2,"b":3}"#, r#"{"b":3,"c":2,"the same 1":1}"#),
        ] {
            assert_eq!(canonical(&format!("[{known},{other},{known}]")), format!("[{sorted},{expected},{sorted}]"));
        }
        for (other, path) in [
            (r#"{"the same 2":1"the same 1":2}"#, "/1"), // a comma is missing
            (r#"{"the same 1":1"b":2}"#, "/1"),
            (r#"{,"the same 1":1}"#, "/1"),
            (r#"{"the same 1":1,,"b":2}"#, "/1"),
        ] {
            assert_eq!(refusal(&format!("[{known},{other},{known}]")), (Code::InvalidJson, path.to_owned()), "{other}");
        }
    }

    #[test]
    fn what_cannot_be_canonical_is_refused_with_its_place() {
        for (text, code, path) in [
            (r#"{"a":[1,{"b":1,"\u0062":2}]}"#, Code::DuplicateKey, "/a/1/b"),
            (r#"{"a":[1e999]}"#, Code::NotCanonical, "/a/0"),
            ("[9007199254740993]", Code::NotCanonical, "/0"),
            (r#"["\ud800"]"#, Code::NotCanonical, "/0"),
            (r#"["\ud800\u0041"]"#, Code::NotCanonical, "/0"),
            ("[01]", Code::InvalidJson, "/0"),
            ("[1,]", Code::InvalidJson, "/1"),
            ("", Code::InvalidJson, ""),
            ("1 2", Code::InvalidJson, ""),
            ("{\"a\"}", Code::InvalidJson, "/a"),
            ("[\"\u{1}\"]", Code::InvalidJson, "/0"),
        ] {
            assert_eq!(refusal(text), (code, path.to_owned()), "{text}");
        }
        assert_eq!(canonical("[9007199254740992,123456789012345680000]"), "[9007199254740992,123456789012345680000]");
    }

    #[test]
    fn five_hundred_and_twelve_levels_are_the_limit() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert_eq!(canonical(&nested(512)), nested(512));
        assert_eq!(refusal(&nested(513)).0, Code::TooDeep);
    }
}

//! The canonical form of JSON (RFC 8785): one value, one text, one hash, whoever writes it.

mod from_text;
mod keys;
pub mod number;
mod order;
mod sink;
mod tape;
pub mod text;

pub use from_text::{canonical_text, hash_text, write_text};
#[cfg(feature = "python")]
pub(crate) use keys::KeyTexts;
pub(crate) use keys::duplicate_key;
pub use order::compare_utf16;
pub use sink::Sink;

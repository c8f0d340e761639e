//! The canonical form of JSON (RFC 8785): one value, one text, one hash, whoever writes it.

mod from_text;
pub mod number;
mod order;
mod sink;
pub mod text;

pub(crate) use from_text::duplicate_key;
pub use from_text::{canonical_text, hash_text, write_text};
pub use order::compare_utf16;
pub use sink::Sink;

//! JSON text in: one strict reader for everything that comes as bytes.

mod number;
mod reader;
mod string;

#[cfg(feature = "python")]
pub(crate) use number::INTEGER_ADVICE;
pub(crate) use reader::Pattern;
#[cfg(feature = "python")]
pub(crate) use reader::too_deep;
pub use reader::{Kind, MAX_DEPTH, Reader};
#[cfg(feature = "python")]
pub(crate) use string::lone_surrogate;

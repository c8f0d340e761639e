//! The native core of Countin: everything whose cost grows with the payload and that is not input or output.
//!
//! | module | what stands there |
//! | --- | --- |
//! | [`errors`] | the one error, with a code and a JSON pointer |
//! | [`json`] | strict reading of JSON text |
//! | [`canonical`] | RFC 8785 |
//! | [`digest`] | SHA-256 |
//! | [`snapshot`] | the one model of the device-chain snapshots |
//! | `python` | the bindings, the only place that knows Python |

pub mod canonical;
pub mod digest;
pub mod errors;
pub mod json;
#[cfg(feature = "python")]
mod python;
pub mod snapshot;

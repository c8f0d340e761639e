//! The native core of Countin: everything whose cost grows with the payload and that is not input or output.
//!
//! | module | what stands there |
//! | --- | --- |
//! | [`errors`] | the one error, with a code and a JSON pointer |
//! | [`json`] | strict reading of JSON text |
//! | [`canonical`] | RFC 8785 |
//! | [`digest`] | SHA-256 |
//! | [`wire`] | the rows of the bridge that the core reads |
//! | [`capture`] | what Live shows, from those rows |
//! | [`values`] | values to write, what they change, and what was read back |
//! | [`snapshot`] | the one model of the snapshots of all families |
//! | `python` | the bindings, the only place that knows Python |

pub mod canonical;
pub mod capture;
pub mod digest;
pub mod errors;
pub mod json;
#[cfg(feature = "python")]
mod python;
pub mod snapshot;
pub mod values;
pub mod wire;

//! The native core of Countin: canonical JSON, digests and device-chain snapshots.
use pyo3::prelude::*;

#[pymodule]
fn _core(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}

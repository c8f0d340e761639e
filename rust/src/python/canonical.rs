//! `canonical` and `plan_hash`: JSON text without the GIL, Python objects by a walk.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::walk;
use crate::canonical::{self as core, Sink};
use crate::digest::hex;

/// Room for a small plan, so that it is written without growing.
const SMALL_TEXT: usize = 1024;

/// The RFC 8785 form of a JSON value, or of a JSON text given as `bytes`.
#[pyfunction]
pub(super) fn canonical<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let py = value.py();
    let text = if let Ok(bytes) = value.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        py.detach(|| core::canonical_text(bytes))?
    } else {
        let mut sink = Sink::keeping(SMALL_TEXT);
        walk::write_object(&mut sink, value)?;
        sink.into_bytes()
    };
    Ok(PyBytes::new(py, &text))
}

/// Lower-case hexadecimal SHA-256 of the RFC 8785 form of a JSON value, or of a JSON text given as `bytes`.
#[pyfunction]
pub(super) fn plan_hash(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let digest = if let Ok(bytes) = value.cast::<PyBytes>() {
        let bytes = bytes.as_bytes();
        value.py().detach(|| core::hash_text(bytes))?
    } else {
        let mut sink = Sink::hashing();
        walk::write_object(&mut sink, value)?;
        sink.into_digest()
    };
    Ok(hex(&digest))
}

//! `Layout` for Python: what a kind of device looks like, told by Live once.

use std::sync::Arc;

use pyo3::prelude::*;

use crate::capture;
use crate::digest::hex;

/// Names, ranges and choices of the parameters of one kind of device.
#[pyclass(frozen, module = "countin.core")]
pub(super) struct Layout(pub(super) Arc<capture::Layout>);

#[pymethods]
impl Layout {
    #[staticmethod]
    fn parse(py: Python<'_>, packed: &[u8]) -> PyResult<Self> {
        Ok(Self(Arc::new(py.detach(|| capture::Layout::parse(packed))?)))
    }

    #[getter]
    fn digest(&self) -> &[u8] {
        self.0.digest()
    }

    #[getter]
    fn parameter_count(&self) -> usize {
        self.0.parameters().len()
    }

    fn __repr__(&self) -> String {
        format!("<Layout of {} parameters, {}>", self.parameter_count(), hex(self.0.digest()))
    }
}

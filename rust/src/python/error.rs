//! The core's refusal as a Python exception.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{Detail, Refusal};

/// A refusal: `code`, the place as a JSON pointer, a message that says the next move, and what else it tells.
#[pyclass(extends = PyValueError, frozen, get_all, module = "countin.core")]
pub(super) struct CoreError {
    code: String,
    path: String,
    message: String,
    details: Py<PyDict>,
}

#[pymethods]
impl CoreError {
    #[new]
    #[pyo3(signature = (code, path, message, details = None))]
    fn new(py: Python<'_>, code: String, path: String, message: String, details: Option<Py<PyDict>>) -> Self {
        Self { code, path, message, details: details.unwrap_or_else(|| PyDict::new(py).unbind()) }
    }

    fn __str__(&self) -> String {
        let place = if self.path.is_empty() { "the root" } else { &self.path };
        format!("{} at {place}: {}", self.code, self.message)
    }
}

fn details(py: Python<'_>, refusal: &Refusal) -> PyResult<Py<PyDict>> {
    let details = PyDict::new(py);
    for (name, detail) in refusal.details() {
        match detail {
            Detail::Names(names) => details.set_item(name, names)?,
            Detail::Count(count) => details.set_item(name, count)?,
        }
    }
    Ok(details.unbind())
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        let (code, path, message) = (refusal.code().as_str(), refusal.path(), refusal.message().to_owned());
        Python::attach(|py| match details(py, &refusal) {
            Ok(details) => Self::new::<CoreError, _>((code, path, message, details)),
            Err(error) => error,
        })
    }
}

//! The core's refusal as a Python exception.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::Refusal;

/// A refusal: `code`, the place as a JSON pointer, and a message that says the next move.
#[pyclass(extends = PyValueError, frozen, get_all, module = "countin.core")]
pub(super) struct CoreError {
    code: String,
    path: String,
    message: String,
}

#[pymethods]
impl CoreError {
    #[new]
    fn new(code: String, path: String, message: String) -> Self {
        Self { code, path, message }
    }

    fn __str__(&self) -> String {
        let place = if self.path.is_empty() { "the root" } else { &self.path };
        format!("{} at {place}: {}", self.code, self.message)
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        Self::new::<CoreError, _>((refusal.code().as_str(), refusal.path(), refusal.message().to_owned()))
    }
}

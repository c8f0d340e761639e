//! One thing that must change, as a frozen Python object.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::snapshot::{Difference as Core, Field, Value};

/// One thing that must change in what Live holds to become a snapshot.
#[pyclass(frozen, eq, module = "countin.core")]
#[derive(PartialEq)]
pub(super) struct Difference(pub(super) Core);

fn value(py: Python<'_>, value: &Value) -> PyResult<Py<PyAny>> {
    match value {
        Value::Null => Ok(py.None()),
        Value::Number(number) => number.into_py_any(py),
        Value::Flag(flag) => flag.into_py_any(py),
        Value::Integer(number) => number.into_py_any(py),
        Value::Text(text) => text.into_py_any(py),
    }
}

#[pymethods]
impl Difference {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str, &'static str, &'static str) =
        ("kind", "device_path", "index", "before", "after");

    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> Bound<'py, pyo3::types::PyString> {
        pyo3::types::PyString::intern(py, self.0.change.as_str())
    }

    #[getter]
    fn track(&self) -> Option<usize> {
        self.0.track
    }

    #[getter]
    fn device_path(&self) -> &str {
        &self.0.place
    }

    #[getter]
    fn index(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.0.field {
            Field::Only => Ok(py.None()),
            Field::Number(number) => number.into_py_any(py),
            Field::Named(name) => name.into_py_any(py),
            Field::Send(index) => format!("send-{index}").into_py_any(py),
        }
    }

    #[getter]
    fn before(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        value(py, &self.0.before)
    }

    #[getter]
    fn after(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        value(py, &self.0.after)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.track, self.0.change.as_str(), &*self.0.place, self.0.field).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (index, before, after) = (self.index(py)?, self.before(py)?, self.after(py)?);
        let shown = |object: Py<PyAny>| object.bind(py).repr().map(|text| text.to_string());
        let (kind, place) = (self.0.change.as_str(), &*self.0.place);
        let (index, before, after) = (shown(index)?, shown(before)?, shown(after)?);
        let track = self.0.track.map(|track| format!("track {track}, ")).unwrap_or_default();
        Ok(format!("Difference({track}{kind}, {place:?}, {index}, {before} -> {after})"))
    }
}

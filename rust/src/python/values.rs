//! `Values` for Python: packed rows, what they change in words, and what was read back compared with them.

use std::collections::HashMap;

use pyo3::IntoPyObjectExt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyMappingMethods};

use crate::digest::hex;
use crate::values::{self, Label, Plain, Seen, code};

/// Values to write.
#[pyclass(frozen, module = "countin.core")]
pub(super) struct Values(pub(super) values::Values);

fn plain(py: Python<'_>, value: Plain<'_>) -> PyResult<Py<PyAny>> {
    match value {
        Plain::Number(number) => number.into_py_any(py),
        Plain::Switch(switch) => switch.into_py_any(py),
        Plain::Whole(whole) => whole.into_py_any(py),
        Plain::Text(text) => text.into_py_any(py),
    }
}

fn seen(py: Python<'_>, seen: Seen<'_>) -> PyResult<Py<PyAny>> {
    match seen {
        Seen::Automated => intern!(py, "automated").into_py_any(py),
        Seen::Plain(value) => plain(py, value),
        Seen::Worded(value, word) => {
            let worded = PyDict::new(py);
            worded.set_item(intern!(py, "value"), value)?;
            worded.set_item(intern!(py, "displayValue"), word)?;
            worded.into_py_any(py)
        }
    }
}

/// Names by what a row writes, and words by that and a value. Zero has no sign here.
#[derive(Default)]
struct Known {
    names: HashMap<String, String>,
    words: HashMap<(String, u64), String>,
}

fn bits(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

impl Known {
    fn of(names: Option<&Bound<'_, PyMapping>>, words: Option<&Bound<'_, PyMapping>>) -> PyResult<Self> {
        let mut known = Self::default();
        for item in names.map(PyMappingMethods::items).transpose()?.iter().flatten() {
            let (what, name) = item.extract()?;
            known.names.insert(what, name);
        }
        for item in words.map(PyMappingMethods::items).transpose()?.iter().flatten() {
            let ((what, value), word): ((String, f64), String) = item.extract()?;
            known.words.insert((what, bits(value)), word);
        }
        Ok(known)
    }

    fn label(&self, values: &values::Values, row: usize) -> Label<'_> {
        if self.names.is_empty() && self.words.is_empty() {
            return Label::default();
        }
        let what = values.what(row, false);
        let columns = values.columns();
        let is_parameter = columns.controls.0[row] == code::PARAMETER;
        let name = self.names.get(&what).filter(|_| is_parameter).map_or("", |name| name);
        let word = |value: f64| self.words.get(&(what.clone(), bits(value))).map_or("", |word| word);
        Label { name, before: word(columns.before.0[row]), after: word(columns.after.0[row]) }
    }
}

fn borrowed(texts: &[PyBackedStr]) -> Vec<&str> {
    texts.iter().map(|text| &**text).collect()
}

#[pymethods]
impl Values {
    #[staticmethod]
    #[pyo3(signature = (packed, names = None, words = None))]
    fn of(
        py: Python<'_>,
        packed: &[u8],
        names: Option<&Bound<'_, PyMapping>>,
        words: Option<&Bound<'_, PyMapping>>,
    ) -> PyResult<Self> {
        let known = Known::of(names, words)?;
        let made = py.detach(|| {
            let values = values::Values::read(packed.to_vec())?;
            values.labelled(|values, row| known.label(values, row))
        });
        Ok(Self(made?))
    }

    #[getter]
    fn packed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.packed())
    }

    fn owner_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (owner, count) in self.0.owner_counts() {
            counts.set_item(owner, count)?;
        }
        Ok(counts)
    }

    #[getter]
    fn count(&self) -> usize {
        self.0.count()
    }

    fn __len__(&self) -> usize {
        self.0.count()
    }

    fn changes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.changes()))
    }

    #[getter]
    fn changes_sha256(&self, py: Python<'_>) -> String {
        hex(&py.detach(|| self.0.changes_digest()))
    }

    fn first_changes<'py>(&self, py: Python<'py>, n: usize) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let change = |row| {
            let change = self.0.change(row);
            let shown = PyDict::new(py);
            shown.set_item(intern!(py, "what"), change.what)?;
            shown.set_item(intern!(py, "before"), seen(py, change.before)?)?;
            shown.set_item(intern!(py, "after"), seen(py, change.after)?)?;
            Ok(shown)
        };
        (0..n.min(self.0.count())).map(change).collect()
    }

    #[allow(clippy::needless_pass_by_value)] // the binding gives it away
    fn compare(&self, py: Python<'_>, values: &[u8], texts: Vec<PyBackedStr>) -> PyResult<Vec<String>> {
        Ok(py.detach(|| self.0.compare(values, &borrowed(&texts)))?)
    }

    #[allow(clippy::needless_pass_by_value)] // the binding gives it away
    fn observed(
        &self,
        py: Python<'_>,
        values: &[u8],
        texts: Vec<PyBackedStr>,
        limit: usize,
    ) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let texts = borrowed(&texts);
        let rows = self.0.observed(values, &texts, limit)?;
        rows.into_iter().map(|(what, value)| Ok((what, plain(py, value)?))).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Values: {} to write>", self.0.count())
    }
}

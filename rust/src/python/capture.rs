//! `Capture` for Python: what Live shows, of which Python sees no rows.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyTuple};

use super::layout::Layout;
use super::snapshot::{Columns, Snapshot, columns};
use super::values::Values;
use crate::capture::{self, Kind, Told};
use crate::digest::Digest;
use crate::errors::{Code, Outcome, Refusal};
use crate::snapshot::Format;

/// What Live shows of a device chain, a device, a track or a group.
#[pyclass(frozen, module = "countin.core")]
pub(super) struct Capture(capture::Capture);

fn kind_of(name: &str) -> Outcome<Kind> {
    Kind::named(name).ok_or_else(|| {
        let known = Kind::ALL.map(|(_, name)| name).join(", ");
        Refusal::new(Code::InvalidRows, format!("{name:?} is no kind of capture; the kinds are {known}"))
    })
}

fn format_of(name: &str) -> Outcome<Format> {
    Format::named(name)
        .ok_or_else(|| Refusal::new(Code::DoesNotFit, format!("{name:?} is no format of a snapshot")).at("format"))
}

fn known_layouts(told: &Told, layouts: &Bound<'_, PyMapping>) -> PyResult<HashMap<Digest, Arc<capture::Layout>>> {
    let py = layouts.py();
    let mut known = HashMap::new();
    for digest in told.layouts() {
        let key = PyBytes::new(py, &digest);
        if layouts.contains(&key)? {
            let layout = layouts.get_item(key)?;
            known.insert(digest, Arc::clone(&layout.cast::<Layout>()?.get().0));
        }
    }
    Ok(known)
}

#[pymethods]
impl Capture {
    #[staticmethod]
    fn layouts_of<'py>(py: Python<'py>, kind: &str, guard: &[u8], shown: &[u8]) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let kind = kind_of(kind)?;
        let digests = py.detach(|| Told::read(kind, "", guard, shown, b""))?.layouts();
        Ok(digests.iter().map(|digest| PyBytes::new(py, digest)).collect())
    }

    #[staticmethod]
    #[pyo3(signature = (kind, owner, guard, shown, layouts, words = None))]
    fn read(
        py: Python<'_>,
        kind: &str,
        owner: &str,
        guard: &[u8],
        shown: &[u8],
        layouts: &Bound<'_, PyMapping>,
        words: Option<&[u8]>,
    ) -> PyResult<Self> {
        let kind = kind_of(kind)?;
        let told = py.detach(|| Told::read(kind, owner, guard, shown, words.unwrap_or_default()))?;
        let known = known_layouts(&told, layouts)?;
        Ok(Self(py.detach(|| told.with(&known))?))
    }

    #[getter]
    fn kind(&self) -> &'static str {
        Kind::ALL[self.0.kind() as usize].1
    }

    #[getter]
    fn level(&self) -> u8 {
        self.0.level().number()
    }

    #[getter]
    fn parameter_count(&self) -> usize {
        self.0.parameter_count()
    }

    #[getter]
    fn owner_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.owner_ids().collect::<Vec<_>>())
    }

    #[getter]
    fn device_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.device_ids().collect::<Vec<_>>())
    }

    #[getter]
    fn has_mappings(&self) -> bool {
        self.0.has_mappings()
    }

    #[getter]
    fn clamped(&self) -> Vec<String> {
        self.0.clamped().collect()
    }

    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Columns<'py>> {
        columns(py, &self.0.own())
    }

    #[pyo3(signature = (format = None))]
    fn snapshot(&self, py: Python<'_>, format: Option<&str>) -> PyResult<Snapshot> {
        let format = format.map(format_of).transpose()?;
        Ok(Snapshot(py.detach(|| self.0.snapshot(format))?))
    }

    fn recall(&self, py: Python<'_>, target: &Snapshot) -> PyResult<Recall> {
        Recall::of(py, py.detach(|| self.0.recall(&target.0))?)
    }

    fn plan_ahead(&self, py: Python<'_>, target: &Snapshot) {
        py.detach(|| self.0.plan_ahead(&target.0));
    }

    fn remaining(&self, py: Python<'_>, target: &Snapshot) -> Vec<String> {
        py.detach(|| self.0.remaining(&target.0))
    }

    #[getter]
    fn word_count(&self) -> usize {
        self.0.word_count()
    }

    fn with_words(&self, packed: &[u8]) -> PyResult<Self> {
        Ok(Self(self.0.with_words(packed)?))
    }

    fn asked<'py>(
        &self,
        py: Python<'py>,
        target: &Snapshot,
        most: usize,
    ) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>, usize) {
        let asked = py.detach(|| self.0.asked(&target.0, most));
        let places: Vec<_> = asked.places.into_iter().flat_map(u32::to_le_bytes).collect();
        let values: Vec<_> = asked.values.into_iter().flat_map(f64::to_le_bytes).collect();
        (PyBytes::new(py, &places), PyBytes::new(py, &values), asked.count)
    }

    fn words(&self) -> HashMap<(&str, String), (&str, &str)> {
        self.0.words().into_iter().map(|one| ((one.id, one.control), (one.before, one.after))).collect()
    }

    fn routing_names(&self) -> HashMap<(&str, &'static str), HashMap<&str, &str>> {
        let mut names: HashMap<_, HashMap<_, _>> = HashMap::new();
        for (owner, member, id, name) in self.0.routing_names() {
            names.entry((owner, member)).or_default().insert(id, name);
        }
        names
    }

    fn __repr__(&self) -> String {
        format!("<Capture of a {} with {} parameters>", self.kind(), self.parameter_count())
    }
}

/// What a recall writes, and what it only expects.
#[pyclass(frozen, get_all, module = "countin.core")]
pub(super) struct Recall {
    values: Py<Values>,
    automated: Vec<String>,
    followers: Vec<String>,
    renamed: Vec<(String, String, String)>,
    settles: bool,
}

impl Recall {
    fn of(py: Python<'_>, recall: capture::Recall) -> PyResult<Self> {
        let capture::Recall { values, automated, followers, renamed, settles, .. } = recall;
        let renamed = renamed.into_iter().map(|one| (one.id, one.before, one.after)).collect();
        Ok(Self { values: Py::new(py, Values(values))?, automated, followers, renamed, settles })
    }
}

#[pymethods]
impl Recall {
    #[getter]
    fn automated_count(&self) -> usize {
        self.automated.len()
    }

    #[getter]
    fn follower_count(&self) -> usize {
        self.followers.len()
    }

    fn __repr__(&self) -> String {
        let (count, followers) = (self.values.get().0.count(), self.followers.len());
        format!("<Recall: {count} to write, {followers} follow>")
    }
}

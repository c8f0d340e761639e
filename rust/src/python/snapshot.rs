//! `Snapshot` for Python: a frozen object around the core's.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::difference::Difference;
use super::{object, walk};
use crate::canonical::Sink;
use crate::digest::hex;
use crate::snapshot::{self, model};

/// An immutable device-chain snapshot of any of the six formats.
#[pyclass(frozen, module = "countin.core")]
pub(super) struct Snapshot(snapshot::Snapshot);

#[pymethods]
impl Snapshot {
    #[staticmethod]
    fn parse(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        Ok(Self(py.detach(|| snapshot::Snapshot::parse(data))?))
    }

    #[staticmethod]
    fn from_object(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut sink = Sink::keeping(0);
        walk::write_object(&mut sink, value)?;
        let canonical = sink.into_bytes();
        Ok(Self(value.py().detach(|| snapshot::Snapshot::from_canonical(canonical))?))
    }

    #[getter]
    fn format(&self) -> &'static str {
        self.0.format().name()
    }

    #[getter]
    fn digest(&self) -> String {
        hex(self.0.digest())
    }

    #[getter]
    fn reference(&self) -> String {
        format!("snap_{}", self.digest())
    }

    #[getter]
    fn canonical<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.canonical())
    }

    #[getter]
    fn device_count(&self) -> usize {
        self.0.device_count()
    }

    #[getter]
    fn parameter_count(&self) -> usize {
        self.0.values().len()
    }

    #[getter]
    fn chain_count(&self) -> usize {
        self.0.chain_count()
    }

    #[getter]
    fn pad_count(&self) -> usize {
        self.0.pad_count()
    }

    #[getter]
    fn has_owner_mixer(&self) -> bool {
        self.0.owner().is_some()
    }

    fn to_object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        object::document(py, &self.0.document()?)
    }

    fn fits(&self, live: &Self) -> PyResult<()> {
        Ok(self.0.fits(&live.0)?)
    }

    fn differences(&self, target: &Self) -> PyResult<Vec<Difference>> {
        Ok(self.0.differences(&target.0)?.into_iter().map(Difference).collect())
    }

    fn name_differences(&self, target: &Self) -> PyResult<Vec<Difference>> {
        Ok(self.0.name_differences(&target.0)?.into_iter().map(Difference).collect())
    }

    fn macro_driven<'py>(&self, py: Python<'py>, enabled: &[u8], mapped: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.0.macro_driven(enabled, mapped)?))
    }

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let values = self.0.values();
        PyBytes::new_with(py, size_of_val(values), |bytes| {
            for (place, value) in bytes.chunks_exact_mut(size_of::<f64>()).zip(values) {
                place.copy_from_slice(&value.to_le_bytes());
            }
            Ok(())
        })
    }

    fn device_paths(&self) -> Vec<String> {
        self.0.device_paths()
    }

    fn parameter_offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        model::visit_devices(self.0.devices(), &mut |device| offsets.push(device.parameters.end));
        offsets
    }

    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let summary = PyDict::new(py);
        summary.set_item("format", self.format())?;
        summary.set_item("devices", self.device_count())?;
        summary.set_item("parameters", self.parameter_count())?;
        summary.set_item("chains", self.chain_count())?;
        summary.set_item("pads", self.pad_count())?;
        let names: Vec<&str> = self.0.devices().iter().map(|device| &*device.name).collect();
        summary.set_item("names", names)?;
        Ok(summary)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0.digest() == other.0.digest()
    }

    fn __hash__(&self) -> u64 {
        self.0.digest().iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
    }

    fn __repr__(&self) -> String {
        let (devices, parameters) = (self.device_count(), self.parameter_count());
        format!("<Snapshot {} of {devices} devices and {parameters} parameters, {}>", self.format(), self.reference())
    }
}

//! `Snapshot` for Python: a frozen object around the core's.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::difference::Difference;
use super::{object, walk};
use crate::canonical::Sink;
use crate::digest::hex;
use crate::snapshot::model::{self, single};
use crate::snapshot::{self, Family, part};

/// An immutable snapshot of any family.
#[pyclass(frozen, module = "countin.core")]
pub(super) struct Snapshot(pub(super) snapshot::Snapshot);

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
    fn family(&self) -> &'static str {
        self.0.format().family().name()
    }

    #[getter]
    fn level(&self) -> u8 {
        self.0.level().number()
    }

    #[getter]
    fn track_count(&self) -> usize {
        self.0.parts().iter().filter(|part| part.track().is_some()).count()
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
        self.0.format().owner().is_some()
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

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        column(py, self.0.values().iter().map(|value| value.to_le_bytes()))
    }

    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Columns<'py>> {
        columns(py, &self.0)
    }

    fn device_paths(&self) -> Vec<String> {
        self.0.device_paths()
    }

    fn track_offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        let mut devices = 0;
        for part in self.0.parts() {
            model::visit_devices(&part.devices, &mut |_| devices += 1);
            offsets.push(devices);
        }
        offsets
    }

    fn parameter_offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        part::visit_parts(self.0.parts(), &mut |device| offsets.push(device.parameters.end));
        offsets
    }

    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let summary = PyDict::new(py);
        summary.set_item("format", self.format())?;
        summary.set_item("devices", self.device_count())?;
        summary.set_item("parameters", self.parameter_count())?;
        summary.set_item("chains", self.chain_count())?;
        summary.set_item("pads", self.pad_count())?;
        match (self.0.format().family(), self.0.parts()) {
            (Family::GroupSystem, parts) => summary.set_item("tracks", object::tracks(py, parts)?)?,
            (Family::DeviceParameters, [part]) => {
                let class = part.devices.first().map(|device| &*device.class_name);
                summary.set_item("deviceClass", class)?;
            }
            (_, parts) => parts.iter().try_for_each(|part| object::describe(&summary, part))?,
        }
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

/// The columns of values and of faders, both of doubles.
pub(super) type Columns<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);

/// The numbers of a snapshot as `wire.Beside` has them, at single precision.
pub(super) fn columns<'py>(py: Python<'py>, snapshot: &snapshot::Snapshot) -> PyResult<Columns<'py>> {
    let faders = snapshot.faders();
    let values = column(py, snapshot.singles().iter().map(|value| f64::from(*value).to_le_bytes()))?;
    Ok((values, column(py, faders.iter().map(|value| f64::from(single(*value)).to_le_bytes()))?))
}

/// Values of one size, one after the other.
fn column<const SIZE: usize>(
    py: Python<'_>,
    values: impl ExactSizeIterator<Item = [u8; SIZE]>,
) -> PyResult<Bound<'_, PyBytes>> {
    PyBytes::new_with(py, SIZE * values.len(), |bytes| {
        for (place, value) in bytes.chunks_exact_mut(SIZE).zip(values) {
            place.copy_from_slice(&value);
        }
        Ok(())
    })
}

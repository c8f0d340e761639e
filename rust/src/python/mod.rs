//! The bindings: the only place that knows Python. Typed by `python/countin/_core.pyi`, public as `countin.core`.

mod canonical;
mod capture;
mod difference;
mod error;
mod layout;
mod object;
mod snapshot;
mod values;
mod walk;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy, PyTuple};

use crate::snapshot::Family;

/// The native core of Countin. Use it through `countin.core`.
#[pymodule(gil_used = true)] // the walk over Python objects relies on the GIL
mod _core {
    #[pymodule_export]
    use super::canonical::{canonical, plan_hash};
    #[pymodule_export]
    use super::capture::{Capture, Recall};
    #[pymodule_export]
    use super::difference::Difference;
    #[pymodule_export]
    use super::error::CoreError;
    #[pymodule_export]
    use super::layout::Layout;
    #[pymodule_export]
    use super::snapshot::Snapshot;
    #[pymodule_export]
    use super::values::Values;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        for code in crate::errors::Code::ALL {
            module.add(code.as_str().to_uppercase(), code.as_str())?;
        }
        super::add_families(module)?;
        super::add_rows(module)?;
        module.add("MAX_DEPTH", crate::json::MAX_DEPTH)
    }
}

/// The names of the families and their formats.
fn add_families(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let formats = |family: Family| PyTuple::new(py, family.formats().collect::<Vec<_>>());
    let families = PyDict::new(py);
    for family in Family::ALL {
        families.set_item(family.name(), formats(family)?)?;
    }
    module.add("FORMATS", formats(Family::DeviceChain)?)?;
    module.add("FAMILIES", PyMappingProxy::new(py, families.as_mapping()))
}

/// The rows that the core reads, as it declares them.
fn add_rows(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let rows = PyDict::new(py);
    for (name, fields) in crate::wire::declared() {
        rows.set_item(name, PyTuple::new(py, fields)?)?;
    }
    module.add("ROWS", PyMappingProxy::new(py, rows.as_mapping()))
}

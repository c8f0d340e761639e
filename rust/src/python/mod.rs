//! The bindings: the only place that knows Python. Typed by `python/countin/_core.pyi`, public as `countin.core`.

mod canonical;
mod difference;
mod error;
mod object;
mod snapshot;
mod walk;

use pyo3::prelude::*;

/// The native core of Countin. Use it through `countin.core`.
#[pymodule(gil_used = true)] // the walk over Python objects relies on the GIL
mod _core {
    #[pymodule_export]
    use super::canonical::{canonical, plan_hash};
    #[pymodule_export]
    use super::difference::Difference;
    #[pymodule_export]
    use super::error::CoreError;
    #[pymodule_export]
    use super::snapshot::Snapshot;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        for code in crate::errors::Code::ALL {
            module.add(code.as_str().to_uppercase(), code.as_str())?;
        }
        let formats = crate::snapshot::Format::ALL.map(|(_, name)| name);
        module.add("FORMATS", pyo3::types::PyTuple::new(module.py(), formats)?)?;
        module.add("MAX_DEPTH", crate::json::MAX_DEPTH)
    }
}

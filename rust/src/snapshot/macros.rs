//! Which parameters a rack's macro drives: a snapshot cannot say so itself, but what is disabled below a rack with mapped
//! macros is most likely driven by one of them.

use super::Snapshot;
use super::model::Device;
use crate::errors::{Code, Outcome, Refusal};

impl Snapshot {
    /// For each parameter of the value column, whether it is disabled and lies below a rack with mapped macros, at any
    /// depth. `enabled` has a flag a parameter, `mapped` a flag a device (1: a rack with mapped macros), both in the order of
    /// the column. The rack's own parameters do not lie below it.
    ///
    /// # Errors
    ///
    /// `does_not_fit` when a list of flags has the wrong length.
    pub fn macro_driven(&self, enabled: &[u8], mapped: &[u8]) -> Outcome<Vec<u8>> {
        flags("enabled", enabled, self.values.len(), "parameter")?;
        flags("mapped", mapped, self.layouts.len(), "device")?;
        let mut driven = vec![0; enabled.len()];
        for part in &self.parts {
            mark(&part.devices, enabled, mapped, false, &mut driven);
        }
        Ok(driven)
    }
}

fn flags(name: &str, flags: &[u8], expected: usize, what: &str) -> Outcome<()> {
    if flags.len() == expected {
        return Ok(());
    }
    let message = format!("{name} must have a byte for each {what}: expected {expected}, found {}", flags.len());
    Err(Refusal::new(Code::DoesNotFit, message))
}

fn mark(devices: &[Device<'_>], enabled: &[u8], mapped: &[u8], below: bool, driven: &mut [u8]) {
    for device in devices {
        if below {
            for position in device.parameters.clone() {
                driven[position] = u8::from(enabled[position] == 0);
            }
        }
        let below = below || mapped[device.ordinal] != 0;
        for (_, chains) in device.chain_lists() {
            for chain in chains {
                mark(&chain.devices, enabled, mapped, below, driven);
            }
        }
    }
}

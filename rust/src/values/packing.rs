//! Values as the bridge carries them.

use crate::errors::Outcome;
use crate::wire::{Text, ValuesToSet, invalid};

/// Packs columns as `wire.ValuesToSet` has them.
///
/// # Errors
///
/// `invalid_rows` for more than 4 GiB.
pub fn pack(columns: &ValuesToSet) -> Outcome<Vec<u8>> {
    let rows = columns.controls.0.len();
    let mut packed = Vec::with_capacity(rows * 42 + columns.objects.len() * 64 + 64);
    count(&mut packed, columns.objects.len())?;
    texts(&mut packed, columns.objects.iter().map(|object| &object.id))?;
    packed.extend(columns.objects.iter().flat_map(|object| object.pointer.to_le_bytes()));
    count(&mut packed, columns.texts.len())?;
    texts(&mut packed, columns.texts.iter())?;
    column(&mut packed, &columns.targets.0, u32::to_le_bytes)?;
    piece(&mut packed, &columns.controls.0)?;
    column(&mut packed, &columns.members.0, u32::to_le_bytes)?;
    piece(&mut packed, &columns.flags.0)?;
    for doubles in [&columns.before, &columns.after, &columns.minimum, &columns.maximum] {
        column(&mut packed, &doubles.0, f64::to_le_bytes)?;
    }
    Ok(packed)
}

fn count(packed: &mut Vec<u8>, count: usize) -> Outcome<()> {
    let count = u32::try_from(count).map_err(|_| invalid("more than 4 GiB of values"))?;
    packed.extend_from_slice(&count.to_le_bytes());
    Ok(())
}

/// A column of texts: their sizes, then their bytes.
fn texts<'t>(packed: &mut Vec<u8>, texts: impl Iterator<Item = &'t Text> + Clone) -> Outcome<()> {
    for text in texts.clone() {
        count(packed, text.len())?;
    }
    texts.for_each(|text| packed.extend_from_slice(text.as_bytes()));
    Ok(())
}

fn piece(packed: &mut Vec<u8>, bytes: &[u8]) -> Outcome<()> {
    count(packed, bytes.len())?;
    packed.extend_from_slice(bytes);
    Ok(())
}

fn column<const N: usize, T: Copy>(packed: &mut Vec<u8>, elements: &[T], bytes: impl Fn(T) -> [u8; N]) -> Outcome<()> {
    count(packed, elements.len() * N)?;
    let start = packed.len();
    packed.resize(start + elements.len() * N, 0);
    for (place, element) in packed[start..].as_chunks_mut().0.iter_mut().zip(elements) {
        *place = bytes(*element);
    }
    Ok(())
}

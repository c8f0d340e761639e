//! What a recall refuses although the snapshot fits: values that Live would not take where they must go.

use super::controls::{Control, Controls};
use super::path::at_place;
use crate::errors::{Code, Outcome, Refusal};
use crate::snapshot::model::single;
use crate::snapshot::{Change, Difference, Field, Value};
use crate::values::code;
use crate::values::python::{number, quoted};
use crate::wire::OutputRow;

/// So many things a message names.
pub(super) const NAMED: usize = 20;

/// The first names, and a sign that there are more.
pub(super) fn several(names: &[String]) -> String {
    let first = names[..names.len().min(NAMED)].join(", ");
    if names.len() > NAMED { first + ", …" } else { first }
}

fn refused(controls: &Controls<'_>, difference: &Difference, message: impl Into<String>) -> Refusal {
    at_place(controls.kind, Refusal::new(Code::DoesNotFit, message), difference)
}

/// A value must lie in Live's range, and be whole where there are steps.
pub(super) fn check_range(
    controls: &Controls<'_>,
    control: &Control<'_>,
    difference: &Difference,
    name: impl FnOnce() -> String,
) -> Outcome<()> {
    let Value::Number(value) = difference.after else { return Ok(()) };
    let (low, high) = (control.minimum, control.maximum);
    let rounded = f64::from(single(value));
    if (low..=high).contains(&value) || (low..=high).contains(&rounded) {
        if control.is_mode && value.fract() != 0.0 {
            let message = format!("{}: {} is no whole number, and it has steps", name(), number(value));
            return Err(refused(controls, difference, message));
        }
        return Ok(());
    }
    let (value, low, high) = (number(value), number(low), number(high));
    Err(refused(controls, difference, format!("{}: {value} lies outside Live's range, {low} to {high}", name())))
}

/// A routing must be one of Live's choices now, and the only one of its id; of a channel whose type changes too, the
/// choices are known only once that is written. A track that gets its saved name by this recall is offered under the one
/// that it has (`renamed`: names now and as saved): names are written before routings.
pub(super) fn check_routing(
    controls: &Controls<'_>,
    control: &Control<'_>,
    difference: &Difference,
    types: &[&'static str],
    renamed: &[(String, String)],
) -> Outcome<()> {
    let Some((words, choices, kind)) = choices(controls, control.code) else { return Ok(()) };
    if types.contains(&kind) {
        return Ok(());
    }
    let known: Vec<&str> = choices.iter().map(|choice| &*choice.id).collect();
    let wanted = match &difference.after {
        Value::Text(id) => Some(&**id),
        _ => None,
    };
    let shown = wanted.map_or_else(|| "None".to_owned(), quoted);
    let now = renamed.iter().find(|(_, saved)| Some(&**saved) == wanted).map_or(wanted, |(now, _)| Some(&**now));
    match known.iter().filter(|id| Some(**id) == now).count() {
        1 => Ok(()),
        0 => {
            let offered: Vec<_> = known.iter().map(|id| quoted(id)).collect();
            let offered = if offered.is_empty() { "none".to_owned() } else { several(&offered) };
            Err(refused(
                controls,
                difference,
                format!("the {words} {shown} is not available now; Live offers {offered}"),
            ))
        }
        count => {
            let message = format!("the {words} {shown} is ambiguous: {count} of Live's choices have this id");
            Err(refused(controls, difference, message))
        }
    }
}

/// What a routing is called, its choices, and the type that decides what these are (empty where it is one).
fn choices<'c>(controls: &Controls<'c>, code: u8) -> Option<(&'static str, &'c [OutputRow], &'static str)> {
    let rows = &controls.track.rows;
    if let Some(track) = rows.track() {
        return match code {
            code::OWNER_INPUT_TYPE => Some(("input type", &track.input_type.choices.0, "")),
            code::OWNER_INPUT_CHANNEL => Some(("input channel", &track.input_channel.choices.0, "inputTypeId")),
            code::OWNER_OUTPUT_TYPE => Some(("output type", &track.output_type.choices.0, "")),
            code::OWNER_OUTPUT => Some(("output channel", &track.output_channel.choices.0, "outputTypeId")),
            _ => None,
        };
    }
    let mixer = rows.chain().mixer.as_ref().filter(|_| code == code::OWNER_OUTPUT)?;
    let choices = if mixer.output_supported { &*mixer.output_choices.0 } else { &[] };
    Some(("output channel", choices, ""))
}

/// Monitoring must be a choice that Live has, on a track that has one.
pub(super) fn check_monitoring(controls: &Controls<'_>, control: &Control<'_>, difference: &Difference) -> Outcome<()> {
    if control.code != code::OWNER_MONITORING {
        return Ok(());
    }
    if difference.before == Value::Null {
        return Err(refused(controls, difference, "the track has no monitoring to set"));
    }
    match difference.after {
        Value::Integer(0..=2) => Ok(()),
        ref other => {
            let message = format!("expected a monitoring choice, 0 (In), 1 (Auto) or 2 (Off), found {other:?}");
            Err(refused(controls, difference, message))
        }
    }
}

/// Which routing types are changed by these differences of one track.
pub(super) fn changed_types(routings: &[Difference]) -> Vec<&'static str> {
    let types = routings.iter().filter_map(|one| match one.field {
        Field::Named(name @ ("inputTypeId" | "outputTypeId")) => Some(name),
        _ => None,
    });
    types.collect()
}

/// The tracks that get another name, each with the one that it has and the one that was saved.
pub(super) fn renamed_tracks(differences: &[Difference]) -> Vec<(String, String)> {
    let names = differences.iter().filter(|one| one.change == Change::OwnerName);
    names
        .filter_map(|one| match (&one.before, &one.after) {
            (Value::Text(now), Value::Text(saved)) => Some((now.clone(), saved.clone())),
            _ => None,
        })
        .collect()
}

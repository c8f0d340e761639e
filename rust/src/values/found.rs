//! What stands there once rows are written, compared with what was planned.

use super::{Plain, Style, Values, place_in};
use crate::errors::{At, Outcome};

/// Equal once both are rounded to single precision, as Live holds parameter values.
#[must_use]
#[inline]
#[allow(clippy::cast_possible_truncation, clippy::float_cmp)] // on purpose
pub(super) fn same_value(first: f64, second: f64) -> bool {
    first == second || first as f32 == second as f32
}

impl Values {
    /// Every difference between what was planned and what was read back (a double a row, of texts their places in
    /// `texts`), as sentences. Numbers are compared at single precision.
    ///
    /// # Errors
    ///
    /// `invalid_rows` where a text is named that is not there.
    pub fn compare(&self, values: &[u8], texts: &[&str]) -> Outcome<Vec<String>> {
        if values.len() != self.count() * size_of::<f64>() {
            let read = values.len() / size_of::<f64>();
            return Ok(vec![format!("{read} values were read back, planned were {}", self.count())]);
        }
        let mut differences = Vec::new();
        for (row, value) in doubles(values).enumerate() {
            let (planned, found) = (self.after(row), self.found(row, value, texts)?);
            if !same(planned, found) {
                let what = self.what(row, false);
                differences.push(format!("{what} reads {}, planned was {}", found.repr(), planned.repr()));
            }
        }
        Ok(differences)
    }

    /// The first `limit` values that were read back, each with what it is.
    ///
    /// # Errors
    ///
    /// Those of [`Values::compare`].
    pub fn observed<'a>(&'a self, values: &[u8], texts: &[&'a str], limit: usize) -> Outcome<Vec<(String, Plain<'a>)>> {
        let rows = doubles(values).take(limit.min(self.count())).enumerate();
        rows.map(|(row, value)| Ok((self.what(row, false), self.found(row, value, texts)?))).collect()
    }

    fn found<'a>(&'a self, row: usize, value: f64, texts: &[&'a str]) -> Outcome<Plain<'a>> {
        if self.style(row) != Style::Text {
            return Ok(self.plain(row, value));
        }
        match place_in(value, texts.len()) {
            Some(place) => Ok(Plain::Text(texts[place])),
            None => Err(super::no_text(value, texts.len())).at(row).at("values"),
        }
    }
}

fn same(planned: Plain<'_>, found: Plain<'_>) -> bool {
    match (planned, found) {
        (Plain::Number(planned), Plain::Number(found)) => same_value(planned, found),
        _ => planned == found,
    }
}

fn doubles(bytes: &[u8]) -> impl Iterator<Item = f64> {
    bytes.as_chunks().0.iter().map(|chunk| f64::from_le_bytes(*chunk))
}

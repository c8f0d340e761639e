//! Names of parameters and Live's words for values, a row each, in one text.

use crate::errors::Outcome;
use crate::wire::invalid;

/// The labels of rows, in their order. Nothing at all where no row has one.
#[derive(Debug, Default)]
pub struct Labels {
    text: String,
    /// Of each row, where in the text its name begins and where its three labels end.
    places: Vec<[u32; 4]>,
}

/// The labels of one row; empty where there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Label<'a> {
    /// The name of the parameter.
    pub name: &'a str,
    /// The word for the value before.
    pub before: &'a str,
    /// The word for the value after.
    pub after: &'a str,
}

impl Labels {
    /// Room for the labels of so many rows.
    #[must_use]
    pub fn with_capacity(rows: usize) -> Self {
        Self { text: String::with_capacity(rows * 16), places: Vec::with_capacity(rows) }
    }

    /// Adds those of the next row.
    ///
    /// # Errors
    ///
    /// `invalid_rows` for more than 4 GiB of them.
    #[inline]
    pub fn push(&mut self, label: Label<'_>) -> Outcome<()> {
        let mut places = [self.text.len(); 4];
        for (end, text) in places[1..].iter_mut().zip([label.name, label.before, label.after]) {
            self.text.push_str(text);
            *end = self.text.len();
        }
        if u32::try_from(places[3]).is_err() {
            return Err(invalid("more than 4 GiB of labels"));
        }
        #[allow(clippy::cast_possible_truncation)] // the largest of them is no more than that
        self.places.push(places.map(|place| place as u32));
        Ok(())
    }

    /// Those of a row.
    #[must_use]
    #[inline]
    pub fn of(&self, row: usize) -> Label<'_> {
        let Some([start, name, before, after]) = self.places.get(row) else { return Label::default() };
        let text = |from: u32, to: u32| &self.text[from as usize..to as usize];
        Label { name: text(*start, *name), before: text(*name, *before), after: text(*before, *after) }
    }
}

//! Names of parameters and Live's words for values, a row each, in one text.

use crate::errors::Outcome;
use crate::wire::invalid;

/// The labels of rows, in their order. Nothing at all where no row has one.
#[derive(Debug, Default)]
pub struct Labels {
    text: String,
    spans: Vec<[Span; 3]>,
}

type Span = (u32, u32);

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
        Self { text: String::with_capacity(rows * 16), spans: Vec::with_capacity(rows) }
    }

    /// Adds those of the next row.
    ///
    /// # Errors
    ///
    /// `invalid_rows` for more than 4 GiB of them.
    pub fn push(&mut self, label: Label<'_>) -> Outcome<()> {
        let spans = [self.span(label.name)?, self.span(label.before)?, self.span(label.after)?];
        self.spans.push(spans);
        Ok(())
    }

    fn span(&mut self, text: &str) -> Outcome<Span> {
        let start = self.text.len();
        self.text.push_str(text);
        let place = |place: usize| u32::try_from(place).map_err(|_| invalid("more than 4 GiB of labels"));
        Ok((place(start)?, place(self.text.len())?))
    }

    /// Those of a row.
    #[must_use]
    #[inline]
    pub fn of(&self, row: usize) -> Label<'_> {
        let Some([name, before, after]) = self.spans.get(row) else { return Label::default() };
        let text = |span: &Span| &self.text[span.0 as usize..span.1 as usize];
        Label { name: text(name), before: text(before), after: text(after) }
    }
}

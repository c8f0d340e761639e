//! What rows change, in words: one list, written as RFC 8785 for the plan's hash and as values for what is shown of it.

use super::control::push_name;
use super::{Plain, Values};
use crate::canonical::Sink;
use crate::canonical::number::write_double;
use crate::canonical::text::{write_escaped, write_string};

/// A line of a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// The id of the object, then the control.
    pub what: String,
    /// What stands there.
    pub before: Seen<'a>,
    /// What will.
    pub after: Seen<'a>,
}

/// A value as a plan shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen<'a> {
    /// Whatever playing automation makes it.
    Automated,
    /// A value that speaks for itself.
    Plain(Plain<'a>),
    /// A number with Live's word for it.
    Worded(f64, &'a str),
}

fn seen<'a>(plain: Plain<'a>, word: &'a str) -> Seen<'a> {
    match plain {
        Plain::Number(value) if !word.is_empty() => Seen::Worded(value, word),
        _ => Seen::Plain(plain),
    }
}

impl Values {
    /// What a row changes.
    #[must_use]
    pub fn change(&self, row: usize) -> Change<'_> {
        let (before, after) = self.seen(row);
        Change { what: self.what(row, true), before, after }
    }

    #[inline]
    fn seen(&self, row: usize) -> (Seen<'_>, Seen<'_>) {
        let label = self.labels.of(row);
        let before = if self.is_automated(row) { Seen::Automated } else { seen(self.before(row), label.before) };
        (before, seen(self.after(row), label.after))
    }

    /// All changes as RFC 8785: a list of `{"after", "before", "what"}`.
    #[must_use]
    pub fn changes(&self) -> Vec<u8> {
        let mut sink = Sink::keeping(self.count() * 128 + 2);
        self.write_changes(&mut sink);
        sink.into_bytes()
    }

    fn write_changes(&self, sink: &mut Sink) {
        let columns = &self.columns;
        let mut name = String::new();
        sink.byte(b'[');
        for row in 0..self.count() {
            let (before, after) = self.seen(row);
            sink.bytes(if row == 0 { b"{\"after\":" } else { b",{\"after\":" });
            write(sink, after);
            sink.bytes(b",\"before\":");
            write(sink, before);
            sink.bytes(b",\"what\":\"");
            write_escaped(sink, columns.objects[columns.targets.0[row] as usize].id.as_bytes());
            name.clear();
            push_name(&mut name, columns.controls.0[row], columns.members.0[row], self.labels.of(row).name);
            write_escaped(sink, name.as_bytes());
            sink.bytes(b"\"}");
        }
        sink.byte(b']');
    }
}

fn write(sink: &mut Sink, seen: Seen<'_>) {
    match seen {
        Seen::Automated => sink.bytes(b"\"automated\""),
        Seen::Plain(Plain::Number(value)) => write_double(sink, value),
        Seen::Plain(Plain::Switch(value)) => sink.bytes(if value { b"true" } else { b"false" }),
        #[allow(clippy::cast_precision_loss)] // it was a double
        Seen::Plain(Plain::Whole(value)) => write_double(sink, value as f64),
        Seen::Plain(Plain::Text(text)) => write_string(sink, text.as_bytes()),
        Seen::Worded(value, word) => {
            sink.bytes(b"{\"displayValue\":");
            write_string(sink, word.as_bytes());
            sink.bytes(b",\"value\":");
            write_double(sink, value);
            sink.bytes(b"}");
        }
    }
}

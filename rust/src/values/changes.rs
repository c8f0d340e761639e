//! What rows change, in words: one list, written as RFC 8785 for the plan's hash and as values for what is shown of it.

use super::control::{code, push_name};
use super::{Plain, Values};
use crate::canonical::Sink;
use crate::canonical::number::{write_double, write_integer};
use crate::canonical::text::{write_escaped, write_string};
use crate::digest::Digest;
use crate::wire::ValuesToSet;

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
        let label = self.label(row);
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

    /// SHA-256 of [`Values::changes`], without ever holding that text.
    #[must_use]
    pub fn changes_digest(&self) -> Digest {
        let mut sink = Sink::hashing();
        self.write_changes(&mut sink);
        sink.into_digest()
    }

    fn write_changes(&self, sink: &mut Sink) {
        let columns = &self.columns;
        let mut name = String::new();
        let mut object = Escaped::default();
        sink.byte(b'[');
        for row in 0..self.count() {
            let (before, after) = self.seen(row);
            sink.bytes(if row == 0 { b"{\"after\":" } else { b",{\"after\":" });
            write(sink, after);
            sink.bytes(b",\"before\":");
            write(sink, before);
            sink.bytes(b",\"what\":\"");
            sink.short(object.of(columns, columns.targets.0[row]));
            let (control, member) = (columns.controls.0[row], columns.members.0[row]);
            write_name(sink, control, member, self.labels.of(row).name, &mut name);
            sink.bytes(b"\"}");
        }
        sink.byte(b']');
    }
}

/// The name of a control after that of its object. Parameters, of which there are tens of thousands, cost no text.
#[inline]
fn write_name(sink: &mut Sink, control: u8, member: u32, name: &str, scratch: &mut String) {
    if control == code::PARAMETER {
        sink.short(b" parameter-");
        write_integer(sink, i64::from(member));
        if !name.is_empty() {
            sink.byte(b' ');
            write_escaped(sink, name.as_bytes());
        }
    } else {
        scratch.clear();
        push_name(scratch, control, member, name);
        write_escaped(sink, scratch.as_bytes());
    }
}

/// The id of the object that was named last, escaped: nearly always the next row's too.
#[derive(Default)]
struct Escaped {
    target: Option<u32>,
    id: Vec<u8>,
}

impl Escaped {
    #[inline]
    fn of(&mut self, columns: &ValuesToSet, target: u32) -> &[u8] {
        if self.target != Some(target) {
            let id = columns.objects[target as usize].id.as_bytes();
            let mut sink = Sink::keeping(id.len());
            write_escaped(&mut sink, id);
            (self.target, self.id) = (Some(target), sink.into_bytes());
        }
        &self.id
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

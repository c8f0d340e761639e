//! A JSON text as a flat list of values, from which it is written with the keys of every object in order.

#![allow(clippy::inline_always)] // calls for single values cost a tenth of a hash (`benches/core`)

use std::borrow::Cow;

use super::keys::{KeyTexts, duplicate_key};
use super::{Sink, compare_utf16, number, text};
use crate::errors::Outcome;
use crate::json::{Kind, Pattern, Reader};

/// A text, read.
pub(super) struct Tape<'a> {
    source: &'a [u8],
    nodes: Vec<Node>,
    /// What was escaped in the source.
    decoded: Vec<u8>,
    /// The members of the objects being read, innermost last.
    open: Vec<Member>,
    /// The members of objects without a shape, each object's in order.
    sorted: Vec<Member>,
    shapes: Shapes,
    /// The values of objects with a shape, each object's in the order of its keys.
    values: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Node {
    Null,
    Boolean(bool),
    Number(f64),
    Text(Span),
    /// The node after the last item.
    Array(u32),
    /// The node after the last member, and where and how many the members are.
    Object {
        end: u32,
        first: u32,
        count: u32,
    },
    /// The node after the last member, the shape, and where the values are.
    Shaped {
        end: u32,
        shape: u32,
        first: u32,
    },
}

/// A text, from and to in the source; or, if it was escaped there, in the decoded text.
#[derive(Clone, Copy)]
struct Span {
    from: u32,
    to: u32,
    decoded: bool,
}

#[derive(Clone, Copy)]
struct Member {
    key: Span,
    value: u32,
}

/// The keys that an object has in a text. Objects that begin alike usually have the same keys throughout, so the keys of most
/// objects are compared with expected ones, not read letter by letter, and never sorted.
struct Shape {
    /// The keys in the order of the source.
    keys: Vec<Expected>,
    /// Which member comes first in canonical order, which next, and what their keys look like there.
    order: Vec<u32>,
    texts: KeyTexts,
}

/// A key that is expected, where it stands between quotes and before a colon.
struct Expected {
    key: Span,
    /// How it stands there in a text without white space: after a comma, but for the first. Long keys have none.
    ahead: Option<Pattern>,
}

#[derive(Default)]
struct Shapes {
    all: Vec<Shape>,
    /// The last shape of the objects that begin in a certain way, plus one; zero where there was none.
    latest: [u32; Shapes::SLOTS],
}

impl Shapes {
    const SLOTS: usize = 32;
    /// Larger objects, and those of texts with more shapes than this, are sorted one by one.
    const MEMBERS: usize = 64;
    const SHAPES: usize = 1024;

    /// Where the shape of objects that begin like this is remembered.
    #[inline]
    fn slot(beginning: u64) -> usize {
        (beginning.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59) as usize
    }
}

impl<'a> Tape<'a> {
    /// Reads a text whose length fits into 32 bits.
    pub(super) fn read(source: &'a [u8]) -> Outcome<Self> {
        let mut reader = Reader::new(source)?;
        let mut tape = Self {
            source,
            nodes: Vec::with_capacity(source.len() / 12),
            decoded: Vec::new(),
            open: Vec::new(),
            sorted: Vec::new(),
            shapes: Shapes::default(),
            values: Vec::new(),
        };
        tape.value(&mut reader)?;
        reader.end()?;
        Ok(tape)
    }

    #[inline(always)]
    fn value(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        let node = match reader.kind()? {
            Kind::Null => reader.null().map(|()| Node::Null)?,
            Kind::Boolean => Node::Boolean(reader.boolean()?),
            Kind::Number => Node::Number(reader.this_number()?),
            Kind::String => Node::Text(reader.this_string().map(|text| self.span(&text))?),
            Kind::Array => return self.array(reader),
            Kind::Object => return self.object(reader),
        };
        self.nodes.push(node);
        Ok(())
    }

    #[inline]
    #[allow(clippy::ptr_arg)] // whether it is borrowed is the point
    fn span(&mut self, text: &Cow<'_, str>) -> Span {
        match text {
            Cow::Borrowed(plain) => {
                let from = plain.as_ptr().addr() - self.source.as_ptr().addr(); // a part of the source
                Span { from: offset(from), to: offset(from + plain.len()), decoded: false }
            }
            Cow::Owned(text) => {
                let from = self.decoded.len();
                self.decoded.extend_from_slice(text.as_bytes());
                Span { from: offset(from), to: offset(self.decoded.len()), decoded: true }
            }
        }
    }

    #[inline]
    fn text(&self, span: Span) -> &[u8] {
        let text = if span.decoded { &self.decoded } else { self.source };
        &text[span.from as usize..span.to as usize]
    }

    #[inline(never)]
    fn array(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        let place = self.nodes.len();
        self.nodes.push(Node::Null);
        reader.array(|reader| self.value(reader))?;
        self.nodes[place] = Node::Array(offset(self.nodes.len()));
        Ok(())
    }

    #[inline(never)]
    fn object(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        let place = self.nodes.len();
        self.nodes.push(Node::Null);
        let first = self.open.len();
        reader.begin_object()?;
        let slot = Shapes::slot(reader.ahead());
        let shape = self.shapes.latest[slot];
        let mut alike = 0;
        while let Some(key) = self.key(reader, self.open.len() == first, shape, alike)? {
            alike += usize::from(key.expected);
            self.open.push(Member { key: key.span, value: offset(self.nodes.len()) });
            if let Err(refusal) = self.value(reader) {
                return Err(refusal.at(&*String::from_utf8_lossy(self.text(key.span))));
            }
        }
        let count = self.open.len() - first;
        let known = shape > 0 && alike == count && self.shapes.all[shape as usize - 1].keys.len() == count;
        self.nodes[place] = if known { self.shaped(shape - 1, first) } else { self.unknown(slot, first)? };
        self.open.truncate(first);
        Ok(())
    }

    /// Reads the next key, if there is one. The first `alike` keys stood as the shape says; if the next one does too, it is not
    /// read letter by letter.
    #[inline]
    fn key(&mut self, reader: &mut Reader<'_>, first: bool, shape: u32, alike: usize) -> Outcome<Option<Key>> {
        if shape > 0
            && let Some(expected) = self.shapes.all[shape as usize - 1].keys.get(alike)
            && self.take(reader, first, expected, alike)
        {
            return Ok(Some(Key { span: expected.key, expected: true })); // the same text, wherever it stands
        }
        let key = reader.next_key(first)?;
        Ok(key.map(|key| Key { span: self.span(&key), expected: false }))
    }

    /// Steps over the key that is the one at this place of the shape, if it stands here. The pattern of the first key has no
    /// comma, and must not be found after another key.
    #[inline]
    fn take(&self, reader: &mut Reader<'_>, first: bool, expected: &Expected, place: usize) -> bool {
        let ahead = expected.ahead.as_ref().filter(|_| first == (place == 0));
        ahead.is_some_and(|pattern| reader.take(pattern)) || reader.take_key(first, self.quoted(expected.key))
    }

    /// A key in the source with its quotes and its colon.
    #[inline]
    fn quoted(&self, key: Span) -> &'a [u8] {
        &self.source[key.from as usize - 1..key.to as usize + 2]
    }

    #[inline(always)]
    fn shaped(&mut self, shape: u32, open: usize) -> Node {
        let first = offset(self.values.len());
        let open = &self.open[open..];
        let order = &self.shapes.all[shape as usize].order;
        self.values.extend(order.iter().map(|member| open[*member as usize].value));
        Node::Shaped { end: offset(self.nodes.len()), shape, first }
    }

    /// An object whose keys were not expected: they are sorted, and expected the next time.
    #[cold]
    fn unknown(&mut self, slot: usize, open: usize) -> Outcome<Node> {
        let members = &self.open[open..];
        let mut order: Vec<u32> = (0..offset(members.len())).collect();
        let key = |member: &u32| self.text(members[*member as usize].key);
        order.sort_unstable_by(|one, other| compare_utf16(key(one), key(other)));
        if let Some((twice, _)) = order.iter().zip(order.iter().skip(1)).find(|(one, other)| key(one) == key(other)) {
            return Err(duplicate_key(&String::from_utf8_lossy(key(twice))));
        }
        if let Some(shape) = self.shape(members, &order) {
            let place = offset(self.shapes.all.len());
            self.shapes.all.push(shape);
            self.shapes.latest[slot] = place + 1;
            return Ok(self.shaped(place, open));
        }
        let (first, count) = (offset(self.sorted.len()), offset(members.len()));
        self.sorted.extend(order.iter().map(|member| members[*member as usize]));
        Ok(Node::Object { end: offset(self.nodes.len()), first, count })
    }

    fn shape(&self, members: &[Member], order: &[u32]) -> Option<Shape> {
        let usual = |key: Span| !key.decoded && self.source[key.to as usize..].starts_with(b"\":");
        let sizes = 1..=Shapes::MEMBERS;
        if !sizes.contains(&members.len()) || self.shapes.all.len() == Shapes::SHAPES {
            return None;
        }
        if !members.iter().all(|member| usual(member.key)) {
            return None;
        }
        let mut texts = KeyTexts::default();
        for member in order {
            let key = self.text(members[*member as usize].key);
            let written = texts.push(|sink| {
                text::write_plain(sink, key);
                Ok(())
            });
            written.ok()?;
        }
        let keys = members.iter().enumerate().map(|(place, member)| self.expected(place == 0, member.key)).collect();
        Some(Shape { keys, order: order.to_vec(), texts })
    }

    fn expected(&self, first: bool, key: Span) -> Expected {
        let comma: &[u8] = if first { b"" } else { b"," };
        Expected { key, ahead: Pattern::of(&[comma, self.quoted(key)].concat()) }
    }

    /// Writes the whole text.
    pub(super) fn write(&self, sink: &mut Sink) {
        self.write_node(sink, 0);
    }

    /// Writes the value at `place` and answers the place after it.
    #[inline(always)]
    fn write_node(&self, sink: &mut Sink, place: u32) -> u32 {
        match self.nodes[place as usize] {
            Node::Null => sink.bytes(b"null"),
            Node::Boolean(value) => sink.bytes(if value { b"true" } else { b"false" }),
            Node::Number(value) => number::write_double(sink, value),
            Node::Text(span) => self.write_text(sink, span),
            Node::Array(end) => return self.write_array(sink, place + 1, end),
            Node::Shaped { end, shape, first } => return self.write_shaped(sink, shape, first, end),
            Node::Object { end, first, count } => return self.write_object(sink, first, count, end),
        }
        place + 1
    }

    /// Text that needed no escape in the source needs none here.
    #[inline(always)]
    fn write_text(&self, sink: &mut Sink, span: Span) {
        if span.decoded { text::write_string(sink, self.text(span)) } else { text::write_plain(sink, self.text(span)) }
    }

    #[inline(never)]
    fn write_array(&self, sink: &mut Sink, mut place: u32, end: u32) -> u32 {
        let mut separator = b'[';
        while place < end {
            sink.byte(separator);
            separator = b',';
            place = self.write_node(sink, place);
        }
        sink.bytes(if separator == b'[' { b"[]" } else { b"]" });
        end
    }

    #[inline(never)]
    fn write_shaped(&self, sink: &mut Sink, shape: u32, first: u32, end: u32) -> u32 {
        let texts = &self.shapes.all[shape as usize].texts;
        for (key, value) in texts.keys().iter().zip(&self.values[first as usize..]) {
            texts.write(sink, key);
            self.write_node(sink, *value);
        }
        sink.byte(b'}');
        end
    }

    #[inline(never)]
    fn write_object(&self, sink: &mut Sink, first: u32, count: u32, end: u32) -> u32 {
        let mut separator = b'{';
        for member in &self.sorted[first as usize..(first + count) as usize] {
            sink.byte(separator);
            separator = b',';
            self.write_text(sink, member.key);
            sink.byte(b':');
            self.write_node(sink, member.value);
        }
        sink.bytes(if separator == b'{' { b"{}" } else { b"}" });
        end
    }
}

/// A key as it was read, and whether it is the expected one.
struct Key {
    span: Span,
    expected: bool,
}

/// A place within a text whose length was checked.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn offset(place: usize) -> u32 {
    place as u32
}

//! JSON text to canonical text: read once into a flat list of nodes, then written with every object's keys in order.

use std::borrow::Cow;
use std::rc::Rc;

use super::{Sink, compare_utf16, number, text};
use crate::digest::Digest;
use crate::errors::{Code, Outcome, Refusal};
use crate::json::{Kind, Reader};

/// Offsets are 32 bits wide.
const MAX_BYTES: usize = u32::MAX as usize;

/// The canonical form of a JSON text.
///
/// # Errors
///
/// `invalid_json`, `duplicate_key`, `not_canonical`, `too_deep` or `too_large`, each with its path.
pub fn canonical_text(bytes: &[u8]) -> Outcome<Vec<u8>> {
    let mut sink = Sink::keeping(bytes.len());
    write_text(&mut sink, bytes)?;
    Ok(sink.into_bytes())
}

/// SHA-256 of the canonical form of a JSON text.
///
/// # Errors
///
/// Those of [`canonical_text`].
pub fn hash_text(bytes: &[u8]) -> Outcome<Digest> {
    let mut sink = Sink::hashing();
    write_text(&mut sink, bytes)?;
    Ok(sink.into_digest())
}

/// Writes the canonical form of a JSON text.
///
/// # Errors
///
/// Those of [`canonical_text`].
pub fn write_text(sink: &mut Sink, bytes: &[u8]) -> Outcome<()> {
    if bytes.len() > MAX_BYTES {
        let message = format!("a JSON text may have {MAX_BYTES} bytes, this one has {}; split it", bytes.len());
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let mut tape = Tape::new(bytes);
    let mut reader = Reader::new(bytes)?;
    tape.value(&mut reader)?;
    reader.end()?;
    tape.write(sink, 0);
    Ok(())
}

#[derive(Clone, Copy)]
enum Node {
    Null,
    Boolean(bool),
    Number(f64),
    /// Text of the source, from and to.
    Plain(u32, u32),
    /// Text that was escaped in the source, from and to in the decoded text.
    Decoded(u32, u32),
    /// The node after the last item.
    Array(u32),
    /// The node after the last member, and where its sorted keys stand in `orders`, or `IN_ORDER`.
    Object(u32, u32),
}

const IN_ORDER: u32 = u32::MAX;

/// A key of a shape: its text in the source, which stands between quotes and before a colon.
struct Key {
    from: u32,
    to: u32,
}

/// The keys of an object as they stand in the text, and their order, if it is another. Objects that begin alike usually have
/// the same keys throughout, so the keys of most objects are compared with expected ones and never sorted.
struct Shape {
    members: Vec<Key>,
    order: Vec<u32>,
}

const SHAPE_SLOTS: usize = 64;
const SHAPE_MEMBERS: usize = 64;

/// Where the shape of objects that begin like this is kept.
#[inline]
fn shape_slot(beginning: u64) -> usize {
    (beginning.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize
}

struct Tape<'a> {
    source: &'a [u8],
    nodes: Vec<Node>,
    decoded: Vec<u8>,
    /// For each object whose keys are not in order: how many, then the nodes of its keys in order.
    orders: Vec<u32>,
    /// Keys of the objects being read, innermost last.
    keys: Vec<u32>,
    shapes: [Option<Rc<Shape>>; SHAPE_SLOTS],
}

impl<'a> Tape<'a> {
    fn new(source: &'a [u8]) -> Self {
        let nodes = Vec::with_capacity(source.len() / 8);
        let shapes = [const { None }; SHAPE_SLOTS];
        Self { source, nodes, decoded: Vec::new(), orders: Vec::new(), keys: Vec::new(), shapes }
    }

    fn value(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        match reader.kind()? {
            Kind::Null => reader.null().map(|()| self.nodes.push(Node::Null)),
            Kind::Boolean => reader.boolean().map(|value| self.nodes.push(Node::Boolean(value))),
            Kind::Number => reader.number().map(|value| self.nodes.push(Node::Number(value))),
            Kind::String => reader.string().map(|value| self.text(&value)),
            Kind::Array => self.array(reader),
            Kind::Object => self.object(reader),
        }
    }

    #[inline]
    #[allow(clippy::ptr_arg)] // whether it is borrowed is the point
    fn text(&mut self, value: &Cow<'_, str>) {
        let node = match value {
            Cow::Borrowed(plain) => {
                let from = plain.as_ptr().addr() - self.source.as_ptr().addr(); // a part of the source
                Node::Plain(offset(from), offset(from + plain.len()))
            }
            Cow::Owned(text) => {
                let from = self.decoded.len();
                self.decoded.extend_from_slice(text.as_bytes());
                Node::Decoded(offset(from), offset(self.decoded.len()))
            }
        };
        self.nodes.push(node);
    }

    fn array(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        let place = self.nodes.len();
        self.nodes.push(Node::Null);
        reader.array(|reader| self.value(reader))?;
        self.nodes[place] = Node::Array(offset(self.nodes.len()));
        Ok(())
    }

    fn object(&mut self, reader: &mut Reader<'_>) -> Outcome<()> {
        let place = self.nodes.len();
        self.nodes.push(Node::Null);
        let first_key = self.keys.len();
        reader.begin_object()?;
        let slot = shape_slot(reader.ahead());
        let shape = self.shapes[slot].clone();
        let mut expected = shape.iter().flat_map(|shape| shape.members.iter());
        while self.member_key(reader, first_key, &mut expected)? {
            let key = self.nodes.len() - 1;
            if let Err(refusal) = self.value(reader) {
                return Err(refusal.at(&*String::from_utf8_lossy(self.key(offset(key)))));
            }
        }
        let order = match shape {
            Some(shape) if expected.next().is_none() && self.keys.len() - first_key == shape.members.len() => {
                self.order_of(&shape, first_key)
            }
            _ => self.order_anew(slot, first_key)?,
        };
        self.nodes[place] = Node::Object(offset(self.nodes.len()), order);
        self.keys.truncate(first_key);
        Ok(())
    }

    /// Reads the next key, if there is one; keys that stand as expected are not read letter by letter.
    #[inline]
    fn member_key<'s>(
        &mut self,
        reader: &mut Reader<'_>,
        first_key: usize,
        expected: &mut (impl Iterator<Item = &'s Key> + Clone),
    ) -> Outcome<bool> {
        let first = self.keys.len() == first_key;
        if let Some(key) = expected.clone().next()
            && reader.take_key(first, &self.source[key.from as usize - 1..key.to as usize + 2])
        {
            expected.next();
            let to = offset(reader.position() - 2);
            self.keys.push(offset(self.nodes.len()));
            self.nodes.push(Node::Plain(to - (key.to - key.from), to));
            return Ok(true);
        }
        let Some(key) = reader.next_key(first)? else { return Ok(false) };
        self.keys.push(offset(self.nodes.len()));
        self.text(&key);
        Ok(true)
    }

    /// The order of an object whose keys are those of a shape.
    #[inline]
    fn order_of(&mut self, shape: &Shape, first_key: usize) -> u32 {
        if shape.order.is_empty() {
            return IN_ORDER;
        }
        let place = offset(self.orders.len());
        self.orders.push(offset(shape.order.len()));
        let own = &self.keys[first_key..];
        self.orders.extend(shape.order.iter().map(|member| own[*member as usize]));
        place
    }

    /// Orders the keys since `first_key`, and keeps their shape for the next object of this kind.
    #[cold]
    fn order_anew(&mut self, slot: usize, first_key: usize) -> Outcome<u32> {
        let members = self.keys[first_key..].to_vec();
        let order = self.order(first_key)?;
        if members.len() <= SHAPE_MEMBERS {
            self.shapes[slot] = self.shape(&members, order).map(Rc::new);
        }
        Ok(order)
    }

    fn shape(&self, members: &[u32], order: u32) -> Option<Shape> {
        let keys = members.iter().map(|node| match self.nodes[*node as usize] {
            Node::Plain(from, to) if self.source[to as usize..].starts_with(b"\":") => Some(Key { from, to }),
            _ => None,
        });
        let own = match order {
            IN_ORDER => &[],
            order => &self.orders[order as usize + 1..=order as usize + members.len()],
        };
        let order = own.iter().filter_map(|node| members.binary_search(node).ok()).map(offset);
        Some(Shape { members: keys.collect::<Option<_>>()?, order: order.collect() })
    }

    /// Puts the keys since `first_key` in order and finds those that stand twice.
    fn order(&mut self, first_key: usize) -> Outcome<u32> {
        let mut keys = std::mem::take(&mut self.keys);
        let own = &mut keys[first_key..];
        let ordered = own.is_sorted_by(|one, other| compare_utf16(self.key(*one), self.key(*other)).is_lt());
        let mut order = IN_ORDER;
        if !ordered {
            own.sort_unstable_by(|one, other| compare_utf16(self.key(*one), self.key(*other)));
            if let Some(pair) = own.windows(2).find(|pair| self.key(pair[0]) == self.key(pair[1])) {
                let key = String::from_utf8_lossy(self.key(pair[0])).into_owned();
                return Err(duplicate_key(&key));
            }
            order = offset(self.orders.len());
            self.orders.push(offset(own.len()));
            self.orders.extend_from_slice(own);
        }
        self.keys = keys;
        Ok(order)
    }

    #[inline]
    fn key(&self, node: u32) -> &[u8] {
        match self.nodes[node as usize] {
            Node::Plain(from, to) => &self.source[from as usize..to as usize],
            Node::Decoded(from, to) => &self.decoded[from as usize..to as usize],
            _ => &[], // keys are text
        }
    }

    /// Writes the value at `place` and answers the place after it.
    fn write(&self, sink: &mut Sink, place: u32) -> u32 {
        match self.nodes[place as usize] {
            Node::Null => sink.bytes(b"null"),
            Node::Boolean(value) => sink.bytes(if value { b"true" } else { b"false" }),
            Node::Number(value) => number::write_double(sink, value),
            Node::Plain(from, to) => text::write_plain(sink, &self.source[from as usize..to as usize]),
            Node::Decoded(from, to) => text::write_string(sink, &self.decoded[from as usize..to as usize]),
            Node::Array(end) => return self.write_array(sink, place + 1, end),
            Node::Object(end, IN_ORDER) => return self.write_ordered(sink, place + 1, end),
            Node::Object(end, order) => return self.write_sorted(sink, order as usize, end),
        }
        place + 1
    }

    fn write_array(&self, sink: &mut Sink, mut place: u32, end: u32) -> u32 {
        let mut separator = b'[';
        while place < end {
            sink.byte(separator);
            separator = b',';
            place = self.write(sink, place);
        }
        sink.bytes(if separator == b'[' { b"[]" } else { b"]" });
        end
    }

    fn write_ordered(&self, sink: &mut Sink, mut place: u32, end: u32) -> u32 {
        let mut separator = b'{';
        while place < end {
            place = self.write_member(sink, separator, place);
            separator = b',';
        }
        sink.bytes(if separator == b'{' { b"{}" } else { b"}" });
        end
    }

    fn write_sorted(&self, sink: &mut Sink, order: usize, end: u32) -> u32 {
        let count = self.orders[order] as usize;
        let mut separator = b'{';
        for place in &self.orders[order + 1..=order + count] {
            self.write_member(sink, separator, *place);
            separator = b',';
        }
        sink.byte(b'}');
        end
    }

    #[inline]
    fn write_member(&self, sink: &mut Sink, separator: u8, place: u32) -> u32 {
        sink.byte(separator);
        let value = self.write(sink, place);
        sink.byte(b':');
        self.write(sink, value)
    }
}

/// The refusal of an object that holds one key twice.
pub(crate) fn duplicate_key(key: &str) -> Refusal {
    let message = format!("the key {key:?} stands twice in one object; send it once");
    Refusal::new(Code::DuplicateKey, message).at(key)
}

/// A place within a text whose length was checked.
#[inline]
#[allow(clippy::cast_possible_truncation)]
fn offset(place: usize) -> u32 {
    place as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        String::from_utf8(canonical_text(text.as_bytes()).expect("JSON")).expect("UTF-8")
    }

    fn refusal(text: &str) -> (Code, String) {
        let refusal = canonical_text(text.as_bytes()).expect_err("a refusal");
        (refusal.code(), refusal.path())
    }

    #[test]
    fn keys_are_sorted_at_every_level_and_white_space_goes() {
        assert_eq!(
            canonical(r#" { "b" : [ ] , "a" : { "d" : { } , "c" : [ 1.0 , -0 , "x" ] } } "#),
            r#"{"a":{"c":[1,0,"x"],"d":{}},"b":[]}"#
        );
        assert_eq!(
            canonical("{\"\\ue000\":1,\"\u{10000}\":2,\"\\u0061\":3}"),
            "{\"a\":3,\"\u{10000}\":2,\"\u{e000}\":1}"
        );
    }

    #[test]
    fn what_cannot_be_canonical_is_refused_with_its_place() {
        for (text, code, path) in [
            (r#"{"a":[1,{"b":1,"\u0062":2}]}"#, Code::DuplicateKey, "/a/1/b"),
            (r#"{"a":[1e999]}"#, Code::NotCanonical, "/a/0"),
            ("[9007199254740993]", Code::NotCanonical, "/0"),
            (r#"["\ud800"]"#, Code::NotCanonical, "/0"),
            (r#"["\ud800\u0041"]"#, Code::NotCanonical, "/0"),
            ("[01]", Code::InvalidJson, "/0"),
            ("[1,]", Code::InvalidJson, "/1"),
            ("", Code::InvalidJson, ""),
            ("1 2", Code::InvalidJson, ""),
            ("{\"a\"}", Code::InvalidJson, "/a"),
            ("[\"\u{1}\"]", Code::InvalidJson, "/0"),
        ] {
            assert_eq!(refusal(text), (code, path.to_owned()), "{text}");
        }
        assert_eq!(canonical("[9007199254740992,123456789012345680000]"), "[9007199254740992,123456789012345680000]");
    }

    #[test]
    fn five_hundred_and_twelve_levels_are_the_limit() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert_eq!(canonical(&nested(512)), nested(512));
        assert_eq!(refusal(&nested(513)).0, Code::TooDeep);
    }
}

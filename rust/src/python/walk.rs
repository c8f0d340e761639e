//! The walk over Python objects: RFC 8785 text of `dict`, `list`, `tuple`, `str`, `int`, `float`, `bool` and `None`.
//!
//! The one file with raw access to Python's objects, because the walk is the hot loop of every hash and `PyO3`'s owned
//! handles cost it a reference count for each of hundreds of thousands of values (`benches/core` keeps the figure).
//!
//! Why borrowed pointers are sound here: the caller holds the root and the GIL, and **no Python code runs during the walk**.
//! Only the base storage of dicts, lists, tuples, strings, ints and floats is read, never a method of a subclass; nothing is
//! allocated or freed on Python's side; so nothing that is reachable from the root can change or go away.

#![allow(clippy::inline_always)] // calls for single values cost a tenth of a hash (`benches/core`)

use std::cmp::Ordering;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::rc::Rc;
use std::slice;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::canonical::number::{MAX_SAFE_INTEGER, write_double, write_integer};
use crate::canonical::text::{write_escaped, write_string};
use crate::canonical::{KeyTexts, Sink, duplicate_key};
use crate::errors::{Code, Outcome, Refusal};
use crate::json::{INTEGER_ADVICE, MAX_DEPTH, lone_surrogate, too_deep};

/// Writes the canonical form of a Python object.
pub(super) fn write_object(sink: &mut Sink, value: &Bound<'_, PyAny>) -> Outcome<()> {
    let mut walk = Walk { sink, shapes: Shapes::default() };
    // SAFETY: `value` keeps the root alive, its lifetime proves the GIL, and see above.
    unsafe { walk.value(value.as_ptr(), 0) }
}

type Object = *mut ffi::PyObject;

struct Walk<'s> {
    sink: &'s mut Sink,
    shapes: Shapes,
}

impl Walk<'_> {
    /// # Safety
    ///
    /// `object` is a live object, and the rules at the top of this file hold. This goes for every function here.
    #[inline(always)]
    unsafe fn value(&mut self, object: Object, depth: usize) -> Outcome<()> {
        // SAFETY: as above; type objects of built-in types are static.
        unsafe {
            let kind = ffi::Py_TYPE(object);
            if kind == &raw mut ffi::PyUnicode_Type {
                self.string(object)
            } else if kind == &raw mut ffi::PyFloat_Type {
                self.float(object)
            } else if kind == &raw mut ffi::PyDict_Type {
                self.dict(object, depth)
            } else if kind == &raw mut ffi::PyList_Type {
                self.list(object, depth)
            } else if kind == &raw mut ffi::PyLong_Type {
                self.integer(object)
            } else if object == ffi::Py_None() {
                self.word(b"null")
            } else if object == ffi::Py_True() {
                self.word(b"true")
            } else if object == ffi::Py_False() {
                self.word(b"false")
            } else {
                self.other(object, depth)
            }
        }
    }

    /// Tuples, and subclasses by what they hold.
    #[cold]
    unsafe fn other(&mut self, object: Object, depth: usize) -> Outcome<()> {
        // SAFETY: as for `value`.
        unsafe {
            if ffi::PyTuple_Check(object) != 0 {
                let length = ffi::PyTuple_GET_SIZE(object);
                self.items(length, depth, |index| ffi::PyTuple_GET_ITEM(object, index))
            } else if ffi::PyUnicode_Check(object) != 0 {
                self.string(object)
            } else if ffi::PyFloat_Check(object) != 0 {
                self.float(object)
            } else if ffi::PyLong_Check(object) != 0 {
                self.integer(object)
            } else if ffi::PyDict_Check(object) != 0 {
                self.dict(object, depth)
            } else if ffi::PyList_Check(object) != 0 {
                self.list(object, depth)
            } else {
                let message = format!(
                    "a value of type {} has no JSON form; send dict, list, str, int, float, bool or None",
                    name(object)
                );
                Err(Refusal::new(Code::NotCanonical, message))
            }
        }
    }

    #[inline]
    #[allow(clippy::unnecessary_wraps)] // one shape with its siblings
    fn word(&mut self, word: &[u8]) -> Outcome<()> {
        self.sink.bytes(word);
        Ok(())
    }

    #[inline(always)]
    unsafe fn float(&mut self, object: Object) -> Outcome<()> {
        // SAFETY: `object` is a float or of a subclass, which share the field.
        let value = unsafe { ffi::PyFloat_AS_DOUBLE(object) };
        if value.is_finite() {
            write_double(self.sink, value);
            return Ok(());
        }
        let message = format!("{value} has no JSON form; send a finite number or null");
        Err(Refusal::new(Code::NotCanonical, message))
    }

    #[inline]
    unsafe fn integer(&mut self, object: Object) -> Outcome<()> {
        let mut overflow = 0;
        // SAFETY: `object` is an int or of a subclass, so this reads its digits and calls nothing.
        let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(object, &raw mut overflow) };
        if overflow != 0 || !(-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&value) {
            let shown = if overflow == 0 { value.to_string() } else { "of more than 63 bits".to_owned() };
            let message = format!("the integer {shown} is not exact as a double; {INTEGER_ADVICE}");
            return Err(Refusal::new(Code::NotCanonical, message));
        }
        write_integer(self.sink, value);
        Ok(())
    }

    #[inline(always)]
    unsafe fn string(&mut self, object: Object) -> Outcome<()> {
        // SAFETY: `object` is a str or of a subclass.
        match unsafe { Text::of(object) } {
            Text::Ascii(text) => write_string(self.sink, text),
            wide => write_wide(self.sink, wide)?,
        }
        Ok(())
    }

    #[inline(never)]
    unsafe fn list(&mut self, object: Object, depth: usize) -> Outcome<()> {
        // SAFETY: `object` is a list or of a subclass; it does not change, so every index below its size is good.
        unsafe {
            let length = ffi::PyList_GET_SIZE(object);
            self.items(length, depth, |index| ffi::PyList_GET_ITEM(object, index))
        }
    }

    #[inline]
    unsafe fn items(&mut self, length: isize, depth: usize, item: impl Fn(isize) -> Object) -> Outcome<()> {
        check_depth(depth)?;
        if length == 0 {
            return self.word(b"[]");
        }
        for index in 0..length {
            self.sink.byte(if index == 0 { b'[' } else { b',' });
            // SAFETY: items of a live array are live.
            if let Err(refusal) = unsafe { self.value(item(index), depth + 1) } {
                return Err(refusal.at(index.unsigned_abs()));
            }
        }
        self.word(b"]")
    }

    #[inline(never)]
    unsafe fn dict(&mut self, object: Object, depth: usize) -> Outcome<()> {
        check_depth(depth)?;
        let mut values = ROOM;
        // SAFETY: `object` is a live dict or of a subclass, its values are live, and `expected` wrote one for each member of
        // the shape, which has no more than there is room for.
        unsafe {
            match self.shapes.expected(object, &mut values) {
                Some(shape) => {
                    let values = slice::from_raw_parts(values.as_ptr().cast(), shape.members.len());
                    self.members(&shape, values, depth)
                }
                None => self.unexpected(object, depth),
            }
        }
    }

    /// Writes a dict of this shape, whose values are in canonical order.
    #[inline(never)]
    unsafe fn members(&mut self, shape: &Shape, values: &[Object], depth: usize) -> Outcome<()> {
        for (index, (key, value)) in shape.texts.keys().iter().zip(values).enumerate() {
            shape.texts.write(self.sink, key);
            // SAFETY: values of a live dict are live.
            if let Err(refusal) = unsafe { self.value(*value, depth + 1) } {
                // SAFETY: and its keys.
                return Err(refusal.at(&*unsafe { lossy(shape.key(index)) }));
            }
        }
        self.word(b"}")
    }

    /// Writes a dict whose keys are not those of a known shape; the next one like it is expected.
    #[cold]
    unsafe fn unexpected(&mut self, object: Object, depth: usize) -> Outcome<()> {
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        let mut pairs = Vec::new();
        // SAFETY: `object` is a dict that does not change during the loop; the pointers are borrowed from it.
        while unsafe { ffi::PyDict_Next(object, &raw mut position, &raw mut key, &raw mut value) } != 0 {
            pairs.push((key, value));
        }
        if pairs.is_empty() {
            return self.word(b"{}");
        }
        // SAFETY: keys and values of a live dict are live.
        unsafe {
            let shape = self.shapes.learn(&pairs)?;
            let mut values = vec![std::ptr::null_mut(); pairs.len()];
            for (member, (_, value)) in shape.members.iter().zip(&pairs) {
                values[member.rank] = *value;
            }
            self.members(&shape, &values, depth)
        }
    }
}

/// Asks for an object that is read in a moment: a large tree lies outside the caches, and its objects come in any order.
#[inline]
fn soon(object: Object) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and cannot fault.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(object.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = object;
}

#[inline]
fn check_depth(depth: usize) -> Outcome<()> {
    if depth < MAX_DEPTH { Ok(()) } else { Err(Refusal::new(Code::TooDeep, too_deep())) }
}

/// The keys of a dict in canonical order, ready to be written. JSON decoders give equal keys as one object, so most dicts
/// of a payload share a handful of shapes, known by the addresses of their keys in order of insertion.
struct Shape {
    /// In order of insertion.
    members: Vec<Member>,
    texts: KeyTexts,
}

struct Member {
    key: Object,
    /// Its place in canonical order.
    rank: usize,
}

const SHAPE_SLOTS: usize = 64;

/// Larger shapes are made and dropped, so that the cache and the room for values stay small.
const SHAPE_MEMBERS: usize = 32;
const SHAPE_TEXT: usize = 4096;

/// Room for the values of a dict of a known shape. Filling it first costs 3 % of a hash.
type Room = [MaybeUninit<Object>; SHAPE_MEMBERS];

const ROOM: Room = [const { MaybeUninit::uninit() }; SHAPE_MEMBERS];

/// Shapes of this walk. It cannot outlive the walk: after it, an address may belong to another key.
struct Shapes {
    slots: [Option<Rc<Shape>>; SHAPE_SLOTS],
}

impl Default for Shapes {
    fn default() -> Self {
        Self { slots: [const { None }; SHAPE_SLOTS] }
    }
}

impl Shapes {
    /// The shape of this dict, if it is a known one; its values are then there in canonical order.
    #[inline]
    unsafe fn expected(&self, object: Object, values: &mut Room) -> Option<Rc<Shape>> {
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: `object` is a dict that does not change during the call; the pointers are borrowed from it.
        let mut next = || match unsafe { ffi::PyDict_Next(object, &raw mut position, &raw mut key, &raw mut value) } {
            0 => None,
            _ => Some((key, value)),
        };
        let (mut key, mut value) = next()?;
        // SAFETY: as above.
        let count = unsafe { (*object.cast::<ffi::PyDictObject>()).ma_used }.unsigned_abs();
        let shape = self.slots[slot(key, count)].as_ref().filter(|shape| shape.members.len() == count)?;
        for member in &shape.members[..count - 1] {
            if member.key != key {
                return None;
            }
            soon(value);
            values[member.rank].write(value);
            (key, value) = next()?;
        }
        let last = shape.members.last().filter(|member| member.key == key)?;
        values[last.rank].write(value);
        Some(Rc::clone(shape))
    }

    /// A shape for these keys, to be expected from now on.
    unsafe fn learn(&mut self, pairs: &[(Object, Object)]) -> Outcome<Rc<Shape>> {
        // SAFETY: as for the caller.
        let shape = Rc::new(unsafe { Shape::of(pairs)? });
        if pairs.len() <= SHAPE_MEMBERS && shape.texts.long_bytes() <= SHAPE_TEXT {
            self.slots[slot(pairs[0].0, pairs.len())] = Some(Rc::clone(&shape));
        }
        Ok(shape)
    }
}

#[inline]
fn slot(first: Object, count: usize) -> usize {
    ((first.addr() >> 4) ^ (count << 1)) % SHAPE_SLOTS
}

impl Shape {
    unsafe fn of(pairs: &[(Object, Object)]) -> Outcome<Self> {
        let mut places: Vec<usize> = (0..pairs.len()).collect();
        // SAFETY: keys of a live dict are live.
        unsafe {
            if let Some((key, _)) = pairs.iter().find(|(key, _)| ffi::PyUnicode_Check(*key) == 0) {
                let message = format!("a key of type {} is not a string; send string keys", name(*key));
                return Err(Refusal::new(Code::NotCanonical, message));
            }
            places.sort_unstable_by(|one, other| compare(pairs[*one].0, pairs[*other].0));
            if let Some(pair) = places.windows(2).find(|pair| compare(pairs[pair[0]].0, pairs[pair[1]].0).is_eq()) {
                return Err(duplicate_key(&lossy(pairs[pair[0]].0)));
            }
        }
        let mut texts = KeyTexts::default();
        let mut members: Vec<_> = pairs.iter().map(|(key, _)| Member { key: *key, rank: 0 }).collect();
        for (rank, place) in places.iter().enumerate() {
            members[*place].rank = rank;
            // SAFETY: as above.
            texts.push(|sink| unsafe { write_key(sink, pairs[*place].0) })?;
        }
        Ok(Self { members, texts })
    }

    /// The key at this place in canonical order.
    fn key(&self, rank: usize) -> Object {
        self.members.iter().find(|member| member.rank == rank).map_or(std::ptr::null_mut(), |member| member.key)
    }
}

/// Writes a key with its quotes.
unsafe fn write_key(sink: &mut Sink, key: Object) -> Outcome<()> {
    // SAFETY: `key` is a live str.
    match unsafe { Text::of(key) } {
        Text::Ascii(text) => write_string(sink, text),
        // SAFETY: as above.
        wide => write_wide(sink, wide).map_err(|refusal| refusal.at(&*unsafe { lossy(key) }))?,
    }
    Ok(())
}

/// The code points of a string, as Python stores them.
#[derive(Clone, Copy)]
enum Text<'s> {
    Ascii(&'s [u8]),
    Latin(&'s [u8]),
    TwoBytes(&'s [u16]),
    FourBytes(&'s [u32]),
}

impl Text<'_> {
    #[inline]
    unsafe fn of(object: Object) -> Self {
        // SAFETY: `object` is a live str; its data has as many units of its kind as its length says.
        unsafe {
            let data = ffi::PyUnicode_DATA(object);
            let length = ffi::PyUnicode_GET_LENGTH(object).unsigned_abs();
            match ffi::PyUnicode_KIND(object) {
                ffi::PyUnicode_1BYTE_KIND => {
                    let bytes = slice::from_raw_parts(data.cast(), length);
                    if ffi::PyUnicode_IS_ASCII(object) != 0 { Self::Ascii(bytes) } else { Self::Latin(bytes) }
                }
                ffi::PyUnicode_2BYTE_KIND => Self::TwoBytes(slice::from_raw_parts(data.cast(), length)),
                _ => Self::FourBytes(slice::from_raw_parts(data.cast(), length)),
            }
        }
    }

    fn for_each(self, mut visit: impl FnMut(u32)) {
        match self {
            Self::Ascii(text) | Self::Latin(text) => text.iter().for_each(|unit| visit(u32::from(*unit))),
            Self::TwoBytes(text) => text.iter().for_each(|unit| visit(u32::from(*unit))),
            Self::FourBytes(text) => text.iter().for_each(|unit| visit(*unit)),
        }
    }

    /// The UTF-16 form; lone surrogates stay as they are.
    fn utf16(self) -> Vec<u16> {
        let mut units = Vec::new();
        self.for_each(|code| match char::from_u32(code) {
            Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            None => units.push(u16::try_from(code).unwrap_or(u16::MAX)),
        });
        units
    }
}

/// Compares two strings by UTF-16 code units.
unsafe fn compare(one: Object, other: Object) -> Ordering {
    // SAFETY: both are live strings.
    match unsafe { (Text::of(one), Text::of(other)) } {
        (Text::Ascii(one) | Text::Latin(one), Text::Ascii(other) | Text::Latin(other)) => one.cmp(other),
        (Text::TwoBytes(one), Text::TwoBytes(other)) => one.cmp(other),
        (one, other) => one.utf16().cmp(&other.utf16()),
    }
}

/// Writes a string that is not ASCII, in pieces, so that the UTF-8 form is never kept.
#[cold]
fn write_wide(sink: &mut Sink, text: Text<'_>) -> Outcome<()> {
    let mut bad = None;
    sink.byte(b'"');
    text.for_each(|code| match char::from_u32(code) {
        Some(character) => write_escaped(sink, character.encode_utf8(&mut [0; 4]).as_bytes()),
        None => bad = bad.or(Some(code)),
    });
    sink.byte(b'"');
    bad.map_or(Ok(()), |code| Err(lone_surrogate(code)))
}

/// A key for a path; what is not a character becomes U+FFFD.
#[cold]
unsafe fn lossy(key: Object) -> String {
    let mut text = String::new();
    // SAFETY: `key` is a live str.
    unsafe { Text::of(key) }.for_each(|code| text.push(char::from_u32(code).unwrap_or('\u{fffd}')));
    text
}

/// The name of an object's type.
#[cold]
unsafe fn name(object: Object) -> String {
    // SAFETY: every type has a name, a C string that lives as long as the type.
    unsafe { CStr::from_ptr((*ffi::Py_TYPE(object)).tp_name) }.to_string_lossy().into_owned()
}

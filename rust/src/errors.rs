//! The one error of the core: a code, the place as a JSON pointer, and a message that says the next move.

use std::fmt;

/// What kind of refusal this is. The text form is part of the public interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The bytes are not JSON text.
    InvalidJson,
    /// The value has no RFC 8785 form: a number, a string or a type that it cannot hold.
    NotCanonical,
    /// One object holds the same key twice.
    DuplicateKey,
    /// More than [`crate::json::MAX_DEPTH`] levels.
    TooDeep,
    /// More bytes than one text may have.
    TooLarge,
    /// JSON, but not a device-chain snapshot.
    InvalidSnapshot,
    /// A snapshot that cannot be recalled onto this device chain.
    DoesNotFit,
    /// Bytes that are not the row, the layout or the values that they are said to be.
    InvalidRows,
    /// A layout that a capture names is not among those given.
    UnknownLayout,
}

impl Code {
    /// Every code, for the bindings' constants.
    pub const ALL: [Self; 9] = [
        Self::InvalidJson,
        Self::NotCanonical,
        Self::DuplicateKey,
        Self::TooDeep,
        Self::TooLarge,
        Self::InvalidSnapshot,
        Self::DoesNotFit,
        Self::InvalidRows,
        Self::UnknownLayout,
    ];

    /// The code as callers see it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid_json",
            Self::NotCanonical => "not_canonical",
            Self::DuplicateKey => "duplicate_key",
            Self::TooDeep => "too_deep",
            Self::TooLarge => "too_large",
            Self::InvalidSnapshot => "invalid_snapshot",
            Self::DoesNotFit => "does_not_fit",
            Self::InvalidRows => "invalid_rows",
            Self::UnknownLayout => "unknown_layout",
        }
    }
}

/// One step of a path into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member of an object.
    Key(String),
    /// An item of an array.
    Index(usize),
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl From<&str> for Step {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

/// A refusal. The path is collected from the inside out while the error travels up, so success pays nothing for it.
///
/// One pointer wide, so that the good case pays nothing for it either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    code: Code,
    message: String,
    inside_out: Vec<Step>,
    details: Vec<(&'static str, Detail)>,
}

/// One more thing that a refusal tells, for whoever makes an answer of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Names.
    Names(Vec<String>),
    /// How many.
    Count(usize),
}

/// What everything in the core answers.
pub type Outcome<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal at the place where it is noticed.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self(Box::new(Parts { code, message: message.into(), inside_out: Vec::new(), details: Vec::new() }))
    }

    /// The same refusal, seen from one level further out.
    #[must_use]
    pub fn at(mut self, step: impl Into<Step>) -> Self {
        self.0.inside_out.push(step.into());
        self
    }

    /// The same refusal, which tells one thing more.
    #[must_use]
    pub fn with(mut self, name: &'static str, detail: Detail) -> Self {
        self.0.details.push((name, detail));
        self
    }

    /// What else it tells.
    #[must_use]
    pub fn details(&self) -> &[(&'static str, Detail)] {
        &self.0.details
    }

    /// The kind of refusal.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What was expected, what was found, and the next move.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The place as a JSON pointer (RFC 6901); empty for the root.
    #[must_use]
    pub fn path(&self) -> String {
        let mut pointer = String::new();
        for step in self.0.inside_out.iter().rev() {
            pointer.push('/');
            match step {
                Step::Key(key) => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
                Step::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path();
        let place = if path.is_empty() { "the root" } else { &path };
        write!(formatter, "{} at {place}: {}", self.0.code.as_str(), self.0.message)
    }
}

impl std::error::Error for Refusal {}

/// Adds a step to the path of whatever fails inside.
pub trait At<T> {
    /// The same outcome, its refusal one level further out.
    ///
    /// # Errors
    ///
    /// Whatever failed inside.
    fn at(self, step: impl Into<Step>) -> Outcome<T>;
}

impl<T> At<T> for Outcome<T> {
    fn at(self, step: impl Into<Step>) -> Outcome<T> {
        self.map_err(|refusal| refusal.at(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_json_pointer_from_the_root_inwards() {
        let refusal = Refusal::new(Code::NotCanonical, "no").at(3).at("a/b~c").at("");
        assert_eq!(refusal.path(), "//a~1b~0c/3");
        assert_eq!(refusal.to_string(), "not_canonical at //a~1b~0c/3: no");
    }
}

//! Paths of values in a document.

use crate::document::json::Value;
use crate::document::shown::shown;
use std::cell::RefCell;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Index(usize),
}

/// The path from the document to a value in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place(pub Vec<Step>);

/// The path to a fault. The callers that return the fault append to it, from the inside out.
#[derive(Debug, Default)]
pub struct Way(RefCell<Vec<Step>>);

impl Way {
    pub fn key(&self, key: &str) {
        self.0.borrow_mut().push(Step::Key(key.to_string()));
    }

    pub fn index(&self, index: usize) {
        self.0.borrow_mut().push(Step::Index(index));
    }

    pub fn place(&self) -> Place {
        Place(self.0.take().into_iter().rev().collect())
    }
}

/// The path to the value that is being read.
#[derive(Debug, Default)]
pub struct Trail(Vec<Step>);

impl Trail {
    pub fn key(&mut self, key: &str) {
        self.0.push(Step::Key(key.to_string()));
    }

    pub fn index(&mut self, index: usize) {
        self.0.push(Step::Index(index));
    }

    pub fn pop(&mut self) {
        self.0.pop();
    }

    /// The length of the path.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    pub fn place(self) -> Place {
        Place(self.0)
    }
}

impl Place {
    /// A field of the document.
    pub fn field(key: &str) -> Self {
        Self::default().key(key)
    }

    #[must_use]
    pub fn key(mut self, key: &str) -> Self {
        self.0.push(Step::Key(key.to_string()));
        self
    }

    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(Step::Index(index));
        self
    }

    /// Whether the place is `other` or inside it.
    pub fn is_in(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The path with `[]` for every index, as in tables of fields.
    pub fn pattern(&self) -> String {
        let mut out = String::new();
        for step in &self.0 {
            match step {
                Step::Key(key) if out.is_empty() => out.push_str(key),
                Step::Key(key) => out.extend([".", key]),
                Step::Index(_) => out.push_str("[]"),
            }
        }
        out
    }

    pub fn get<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(document, Value::at)
    }

    /// Removes the value; false if it is not a field of an object.
    pub fn remove(&self, document: &mut Value) -> bool {
        let Some((Step::Key(key), parents)) = self.0.split_last() else { return false };
        let parent = parents.iter().try_fold(document, Value::at_mut);
        parent.and_then(Value::as_object_mut).is_some_and(|fields| fields.remove(key))
    }

    /// The place of the enclosing value.
    pub fn parent(&self) -> Self {
        Self(self.0[..self.0.len().saturating_sub(1)].to_vec())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(&shown(key))?,
                Step::Key(key) => write!(f, ".{}", shown(key))?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

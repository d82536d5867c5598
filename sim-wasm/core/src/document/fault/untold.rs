//! A fault of a build that only refuses.

use crate::document::json::Value;
use crate::document::place::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is right, but this build of the simulator is without it: another one has to run it.
    NotBuilt,
    /// It is not allowed: another build says why.
    Other,
}

/// Something is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    pub fault: Fault,
}

impl FieldError {
    pub(crate) fn new(_: &Place, _: Option<&Value>, fault: Fault) -> Self {
        Self { fault }
    }

    pub fn of_field(_: &str, _: &Value, fault: Fault) -> Self {
        Self { fault }
    }

    pub(crate) fn not_built(_: &str) -> Self {
        Self { fault: Fault::NotBuilt }
    }

    pub(crate) fn within(self, _: &str) -> Self {
        self
    }
}

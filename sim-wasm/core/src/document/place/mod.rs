//! Where in a document something is.

#[cfg(feature = "told")]
mod told;
#[cfg(not(feature = "told"))]
mod untold;

#[cfg(feature = "told")]
pub use told::{Place, Trail, Way};
#[cfg(not(feature = "told"))]
pub use untold::{Place, Trail, Way};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Key(String),
    Index(usize),
}

//! The range of every number of a scenario.

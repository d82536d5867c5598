//! Memory: which cache holds a line and in which state, how the fields of a struct fall on lines,
//! and which node holds the memory of a task.

pub mod c2c;
pub mod layout;
pub mod lines;
pub mod nodes;

pub mod vocab;

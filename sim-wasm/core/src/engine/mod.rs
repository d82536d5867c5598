pub mod mask;

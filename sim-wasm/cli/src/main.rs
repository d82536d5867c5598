//! Headless runs, code generation and benchmarks.
mod generate;
fn main() {
    println!("{:?}", generate::write(std::path::Path::new("..")));
}

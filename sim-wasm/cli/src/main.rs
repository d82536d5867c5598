//! Headless runs, code generation and benchmarks.

fn main() {
    println!("scenario document version {}", sched_core::scenario::VERSION);
}

//! The program, and a folder for its files.

use std::path::PathBuf;
use std::process::{Command, Output};

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs the program in the root of the repository.
pub fn sched(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sched"))
        .current_dir(ROOT)
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// The folder of a test, which is removed when the value is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sched-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

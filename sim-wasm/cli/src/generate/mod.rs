//! Code generation: what TypeScript and the documentation take over from the core.

mod cost_table;
mod hashes;
mod kernel_table;
mod replication;
mod schema;
mod typescript;

use std::io;
use std::path::Path;

/// A generated file: its path below the repository's root, and its text.
pub struct Generated {
    pub path: &'static str,
    pub text: String,
}

/// All generated files.
pub fn all() -> Vec<Generated> {
    let mut files = typescript::all();
    files.extend(replication::all());
    files.extend([schema::generate(), cost_table::generate(), kernel_table::generate()]);
    files.extend([hashes::generate(), hashes::of_random(), hashes::fingerprints_of_random()]);
    files
}

/// Writes the files that differ below `root`; returns their paths.
pub fn write(root: &Path) -> io::Result<Vec<&'static str>> {
    let stale = stale(root);
    for file in all().iter().filter(|file| stale.contains(&file.path)) {
        let path = root.join(file.path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, &file.text)?;
    }
    Ok(stale)
}

/// The files below `root` that differ from what would be generated.
pub fn stale(root: &Path) -> Vec<&'static str> {
    let differs =
        |file: &Generated| std::fs::read_to_string(root.join(file.path)).ok().as_ref() != Some(&file.text);
    all().into_iter().filter(differs).map(|file| file.path).collect()
}

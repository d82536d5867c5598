//! Code generation: TypeScript and tables of the documentation, from the core.

mod cost_table;
mod descriptions;
mod documents;
mod english;
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

/// All generated files, and the documents below `root` with their generated tables.
fn all(root: &Path) -> io::Result<Vec<Generated>> {
    let mut files = typescript::all();
    files.extend(english::all(root)?);
    files.extend(documents::all(root)?);
    files.extend(replication::all());
    files.extend([
        descriptions::generate(),
        schema::generate(),
        schema::of_assignments(),
        cost_table::generate(),
        kernel_table::generate(),
    ]);
    files.extend([hashes::generate(), hashes::of_random(), hashes::fingerprints_of_random()]);
    Ok(files)
}

/// Writes the files that differ below `root`; returns their paths.
pub fn write(root: &Path) -> io::Result<Vec<&'static str>> {
    let stale = stale_files(root)?;
    for file in &stale {
        let path = root.join(file.path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, &file.text)?;
    }
    Ok(stale.iter().map(|file| file.path).collect())
}

/// The paths of the files below `root` that differ from what would be generated.
pub fn stale(root: &Path) -> io::Result<Vec<&'static str>> {
    Ok(stale_files(root)?.iter().map(|file| file.path).collect())
}

fn stale_files(root: &Path) -> io::Result<Vec<Generated>> {
    let mut files = all(root)?;
    files.retain(|file| std::fs::read_to_string(root.join(file.path)).ok().as_ref() != Some(&file.text));
    Ok(files)
}

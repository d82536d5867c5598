//! The pages of `docs/model/`: every mechanism has one, and what a page points at exists.

use sched_core::mechanisms::MECHANISMS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const PARTS: [&str; 4] = ["## What Linux does", "## What we do", "## What we leave out", "## How to see it"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All pages of the model, by name.
fn pages() -> Vec<(String, String)> {
    let folder = std::fs::read_dir(root().join("docs/model")).expect("the folder of the model");
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), read(path))).collect()
}

/// What stands between pairs of backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_mechanism_has_a_page_of_four_parts_and_a_row_in_the_index() {
    let index = read(&root().join("docs/model/README.md"));
    for mechanism in MECHANISMS {
        let page = read(&root().join(mechanism.page));
        for part in PARTS {
            assert!(page.contains(part), "{} has no \"{part}\"", mechanism.page);
        }
        let file = mechanism.page.rsplit('/').next().expect("a file name");
        assert!(index.contains(&format!("]({file}) | `{}`", mechanism.key)), "the index lacks {file}");
    }
}

#[test]
fn the_index_leads_to_every_page() {
    let pages = pages();
    let index = &pages.iter().find(|(name, _)| name == "README.md").expect("the index").1;
    for (name, _) in pages.iter().filter(|(name, _)| name != "README.md") {
        assert!(index.contains(&format!("]({name})")), "the index lacks {name}");
    }
}

#[test]
fn tests_named_on_a_page_exist() {
    let mut tests = BTreeSet::new();
    let mut folders = vec![root().join("sim-wasm/core/tests"), root().join("sim-wasm/core/src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = read(&path);
            let names = source.split("fn ").skip(1).filter_map(|after| after.split('(').next());
            tests.extend(names.map(str::to_string));
        }
    }
    for (name, page) in pages() {
        let Some((_, seen)) = page.split_once(PARTS[3]) else { continue };
        let sentences = quoted(seen).filter(|word| word.matches('_').count() >= 4 && !word.contains(' '));
        for test in sentences {
            assert!(tests.contains(test), "{name} names the test {test}, which does not exist");
        }
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for folder in ["docs", "docs/model"] {
        let folder = root().join(folder);
        let files =
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        for path in files.filter(|path| path.extension().is_some_and(|end| end == "md")) {
            for link in read(&path).split("](").skip(1).filter_map(|after| after.split(')').next()) {
                let target = link.split('#').next().unwrap_or_default();
                let inside = target.is_empty() || target.contains("://");
                assert!(inside || folder.join(target).exists(), "{}: {link}", path.display());
            }
        }
    }
}

//! The pages of `docs/model/`: every mechanism has one, and everything that a page refers to exists.

use sched_core::mechanisms::{Family, MECHANISMS};
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

/// The texts between pairs of backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The kernels that have a mechanism, as the head of its page names them.
fn kernels(family: Family) -> &'static str {
    match family {
        Family::Fair => "fair kernels",
        Family::Cfs => "CFS kernels",
        Family::Eevdf => "EEVDF kernels",
        Family::O1 => "kernel 2.5.5x",
        Family::Every => "all kernels",
    }
}

#[test]
fn every_mechanism_has_a_page_with_four_parts_and_the_kernels_in_its_head() {
    for mechanism in MECHANISMS {
        let page = read(&root().join(mechanism.page));
        for part in PARTS {
            assert!(page.contains(part), "{} has no \"{part}\"", mechanism.page);
        }
        let head = page.split("\n\n").nth(1).expect("a head").replace('\n', " ");
        let kernels = kernels(mechanism.family);
        let said = head.split(" · ").any(|part| part.split(',').next() == Some(kernels));
        assert!(said, "the head of {} lacks \"{kernels}\"", mechanism.page);
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
fn every_page_of_a_mechanism_names_a_test_and_all_named_tests_exist() {
    let (mut functions, mut tests) = (BTreeSet::new(), BTreeSet::new());
    let mut folders = vec![root().join("sim-wasm/core/tests"), root().join("sim-wasm/core/src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
        {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = read(&path);
            let name = |after: &str| Some(after.split_once('(')?.0.to_string());
            functions.extend(source.split("fn ").skip(1).filter_map(name));
            let marked = source.split("#[test]").skip(1);
            tests.extend(marked.filter_map(|after| name(after.split_once("fn ")?.1)));
        }
    }
    for mechanism in MECHANISMS {
        let page = read(&root().join(mechanism.page));
        let (_, seen) = page.split_once(PARTS[3]).expect("how to see it");
        assert!(quoted(seen).any(|word| tests.contains(word)), "{} names no test", mechanism.page);
    }
    for (name, page) in pages() {
        let Some((_, seen)) = page.split_once(PARTS[3]) else { continue };
        let seen = seen.split("\n## ").next().unwrap_or(seen);
        let sentences = quoted(seen).filter(|word| word.matches('_').count() >= 4 && !word.contains(' '));
        for test in sentences {
            assert!(functions.contains(test), "{name} names the test {test}, which does not exist");
        }
    }
}

#[test]
fn links_between_documents_have_a_target() {
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

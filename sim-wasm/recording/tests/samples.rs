//! Every sample and every vector gives the counters of its expected.json, whole and in pieces.

use sched_recording::{Note, Options, Reader, Recording, read};
use serde_json::{Map, Value};
use std::fs;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures/recordings", name].iter().collect()
}

fn expected(name: &str) -> Map<String, Value> {
    let text = fs::read_to_string(folder(name).join("expected.json")).unwrap();
    let all: Value = serde_json::from_str(&text).unwrap();
    all.as_object().unwrap().clone()
}

fn counters(recording: &Recording) -> Value {
    serde_json::to_value(&recording.counters).unwrap()
}

/// All counters that differ, as `key: got, want`.
fn differences(got: &Value, want: &Value) -> Vec<String> {
    let (got, want) = (got.as_object().unwrap(), want.as_object().unwrap());
    let keys: std::collections::BTreeSet<&String> = got.keys().chain(want.keys()).collect();
    let differ = |key: &&String| got.get(*key) != want.get(*key);
    let said = |key: &String| format!("{key}: {:?}, wanted {:?}", got.get(key), want.get(key));
    keys.into_iter().filter(differ).map(said).collect()
}

#[test]
fn every_sample_has_the_expected_counters() {
    let mut wrong = Vec::new();
    let mut tested = 0;
    for part in ["", "vectors"] {
        for (name, want) in expected(part) {
            let bytes = fs::read(folder(part).join(&name)).unwrap();
            let recording = read(&bytes, Options::default());
            // None was recorded under a quota.
            assert!(!recording.notes.iter().any(|note| matches!(note, Note::Quota { .. })), "{name}");
            let differ = differences(&counters(&recording), &want);
            if !differ.is_empty() {
                wrong.push(format!("{name}: {}", differ.join("; ")));
            }
            tested += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tested > 35, "{tested}");
}

#[test]
fn pieces_of_any_size_give_the_same() {
    for part in ["", "vectors"] {
        for name in expected(part).keys() {
            let bytes = fs::read(folder(part).join(name)).unwrap();
            let whole = read(&bytes, Options::default());
            for size in [1, 7, 4095, 65_537] {
                let mut reader = Reader::new(Options::default());
                for piece in bytes.chunks(size) {
                    reader.push(piece);
                }
                let pieces = reader.finish();
                assert_eq!(pieces.counters, whole.counters, "{name} in pieces of {size}");
                assert_eq!(
                    (pieces.known, pieces.notes),
                    (whole.known.clone(), whole.notes.clone()),
                    "{name}"
                );
                assert_eq!(pieces.fault, whole.fault, "{name}");
            }
        }
    }
}

//! The simulator's JSON parser and writer agree with serde_json.

use crate::common::config;
use proptest::prelude::*;
use sched_core::document::json::{self, Most, Value};
use sched_core::scenario::Fault;

const MOST: Most = Most { bytes: 1_000_000, entries: 1000, depth: 16 };

fn read(text: &str) -> Result<Value, Fault> {
    json::read(text, MOST).map_err(|error| error.fault)
}

/// Whether both values are equal; numbers are compared by value.
fn is_same(own: &Value, theirs: &serde_json::Value) -> bool {
    use serde_json::Value as Theirs;
    match (own, theirs) {
        (Value::Null, Theirs::Null) => true,
        (Value::Bool(own), Theirs::Bool(theirs)) => own == theirs,
        (Value::Whole(own), Theirs::Number(theirs)) => {
            theirs.as_i64() == Some(*own) || theirs.as_f64() == Some(*own as f64)
        }
        // With many digits, serde_json may round the last bit differently.
        (Value::Number(own), Theirs::Number(theirs)) => {
            let (own, theirs): (f64, _) =
                (own.parse().unwrap_or_default(), theirs.as_f64().unwrap_or_default());
            (own - theirs).abs() <= theirs.abs() * f64::EPSILON
        }
        (Value::String(own), Theirs::String(theirs)) => own == theirs,
        (Value::Array(own), Theirs::Array(theirs)) => {
            own.len() == theirs.len() && own.iter().zip(theirs).all(|(own, theirs)| is_same(own, theirs))
        }
        (Value::Object(own), Theirs::Object(theirs)) => {
            own.iter().map(|(name, _)| name).eq(theirs.keys())
                && own.iter().zip(theirs.values()).all(|((_, own), theirs)| is_same(own, theirs))
        }
        _ => false,
    }
}

/// Texts that are JSON, or nearly JSON.
fn nearly_json() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "null", "true", "false", " ", "\n", "\"", "\\",
        ]),
        2 => prop::sample::select(vec!["0", "-1", "12", "1.5", "1e3", "-", ".", "e", "01", "18446744073709551616"]),
        1 => prop::sample::select(vec![
            "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\n\\t\\/\"", "\"\\x\"", "\"é\"", "\u{7f}", "tru",
        ]),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// Values of a few levels.
fn values() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn accepts_and_refuses_the_same_texts(text in nearly_json()) {
        let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
        match (read(&text), theirs) {
            (Ok(own), Ok(theirs)) => prop_assert!(is_same(&own, &theirs), "{text}: {own}"),
            (Err(Fault::Duplicate), _) => {}
            // A number beyond the largest float is valid JSON; it is refused only when its field is read.
            (own, Err(error)) if error.to_string().starts_with("number out of range") => match own {
                Err(Fault::NotJson { line, .. }) => prop_assert!(line as usize >= error.line(), "{}", text),
                _ => prop_assert!(own.is_ok(), "{text}: {own:?}"),
            },
            (Err(Fault::NotJson { line, .. }), Err(error)) => prop_assert_eq!(line as usize, error.line(), "{}", text),
            (own, theirs) => prop_assert!(false, "{text}: {own:?} {theirs:?}"),
        }
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn reads_what_it_writes(value in values()) {
        let own = read(&value.to_string()).expect("JSON");
        prop_assert!(is_same(&own, &value), "{own}");
        prop_assert_eq!(read(&own.to_string()), Ok(own));
    }
}

#[test]
fn reports_the_line_and_column_of_the_first_fault() {
    for text in [
        "{\"a",
        "{\"a\": }",
        "[1,\n 2,,]",
        "{\n\"a\": tru }",
        "[1, 01]",
        "{} x",
        "\"\t\"",
        "",
        "  ",
        "[1 2]",
        "{\"a\" 1}",
    ] {
        let error = serde_json::from_str::<serde_json::Value>(text).expect_err("no JSON");
        let place = Fault::NotJson { line: error.line() as u32, column: error.column() as u32 };
        assert_eq!(read(text), Err(place), "{text:?}");
    }
}

#[test]
fn an_object_of_thousands_of_fields_is_refused() {
    let fields: Vec<String> = (0..1001).map(|i| format!("\"{i}\": 0")).collect();
    assert_eq!(read(&format!("{{{}}}", fields.join(","))), Err(Fault::TooManyEntries { most: 1000 }));
}

//! The places of the values of a document.

use serde_json::Value;

/// The JSON pointers of all values of a document, with `base` before them.
pub fn pointers(base: &str, value: &Value, out: &mut Vec<String>) {
    out.push(base.to_string());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let key = key.replace('~', "~0").replace('/', "~1");
            pointers(&format!("{base}/{key}"), value, out);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| pointers(&format!("{base}/{i}"), value, out));
        }
        _ => {}
    }
}

//! Rows in a compact form for the page: the field names once, then the values of each row. Repeated names
//! doubled the size of the file.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// `rows` as `{"columns": […], "values": [[…], …]}`, one row a line, so that a change of one row changes one
/// line.
pub fn text(rows: &[impl Serialize]) -> String {
    let rows: Vec<Map<String, Value>> = rows.iter().map(fields).collect();
    let columns: Vec<&String> = rows.first().into_iter().flat_map(Map::keys).collect();
    let line = |row: &Map<String, Value>| {
        assert!(row.keys().eq(columns.iter().copied()), "every row has the same fields");
        Value::from_iter(row.values().cloned()).to_string()
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    format!("{{\"columns\": {},\n\"values\": [\n{}\n]}}", json!(columns), lines.join(",\n"))
}

fn fields(row: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => fields,
        other => unreachable!("a row is an object: {other:?}"),
    }
}

/// Restores the rows that [`text`] wrote, each with its field names.
pub fn rows(text: &Value) -> Result<Value, serde_json::Error> {
    let columns = Vec::<String>::deserialize(&text["columns"])?;
    let values = Vec::<Vec<Value>>::deserialize(&text["values"])?;
    Ok(values.into_iter().map(|row| Map::from_iter(columns.iter().cloned().zip(row))).collect())
}

#[cfg(test)]
mod tests {
    use super::{rows, text};
    use serde_json::{Value, json};

    #[test]
    fn rows_are_restored_unchanged() {
        let given = [json!({ "a": 1, "b": null }), json!({ "a": "x", "b": { "c": [2.5] } })];
        let written: Value = serde_json::from_str(&text(&given)).expect("JSON");
        assert_eq!(written["columns"], json!(["a", "b"]));
        assert_eq!(rows(&written).expect("rows"), Value::from(given.to_vec()));
    }
}

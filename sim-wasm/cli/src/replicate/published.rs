//! The published figures, as printed: `data/published.json`. Those measured for this project: `data/measured.json`
//! with `sched measure`, `data/sleeper.json` with a C program of its own, and `data/withdrawn.json`. The files hold only facts; all values derived from them are computed in this module.

use serde::Deserialize;
use serde_json::Value;
use std::sync::OnceLock;

/// A published table.
#[derive(Debug, Deserialize)]
pub struct Table {
    pub id: String,
    /// Subject of the mail thread.
    pub thread: String,
    pub author: String,
    /// Day of the mail.
    pub date: String,
    /// Kernel as printed.
    pub kernel: Option<String>,
    /// The Message-ID of the mail that the figures were read in.
    pub source: Option<String>,
    pub machine: Value,
    pub workload: Value,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

/// All tables, in the order of the threads, followed by the tables measured for this project.
pub fn all() -> &'static [Table] {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let files = [
            include_str!("../../data/published.json"),
            include_str!("../../data/measured.json"),
            include_str!("../../data/sleeper.json"),
            include_str!("../../data/withdrawn.json"),
        ];
        let read = |text| serde_json::from_str::<Vec<Table>>(text).expect("a list of tables");
        files.into_iter().flat_map(read).collect()
    })
}

/// The table with this name, which exists: names are only written in the files of this folder.
pub fn table(id: &str) -> &'static Table {
    all().iter().find(|table| table.id == id).unwrap_or_else(|| panic!("no published table {id}"))
}

impl Table {
    fn column(&self, name: &str) -> usize {
        let found = self.columns.iter().position(|column| column == name);
        found.unwrap_or_else(|| panic!("{}: no column {name}", self.id))
    }

    /// The column named `column` and `suffix`, if there is one.
    pub fn find(&self, column: &str, suffix: &str) -> Option<String> {
        let name = format!("{column}{suffix}");
        self.columns.contains(&name).then_some(name)
    }

    /// A cell that is a number.
    pub fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.rows[row][self.column(column)].as_f64()
    }

    /// A cell as text.
    pub fn text(&self, row: usize, column: &str) -> String {
        match &self.rows[row][self.column(column)] {
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => other.to_string(),
        }
    }

    /// A cell that is a whole number, such as a number of groups.
    pub fn whole(&self, row: usize, column: &str) -> u32 {
        self.number(row, column).map_or(0, |value| value as u32)
    }

    /// The repetitions of a row: the cells of the columns `run1`, `run2` and so on.
    pub fn repetitions(&self, row: usize) -> Vec<f64> {
        let runs = self.columns.iter().zip(&self.rows[row]).filter(|(column, _)| column.starts_with("run"));
        runs.filter_map(|(_, cell)| cell.as_f64()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{all, table};

    #[test]
    fn every_row_has_a_cell_for_every_column() {
        assert_eq!(all().len(), 92);
        for table in all() {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.id);
        }
    }

    #[test]
    fn the_printed_mean_equals_the_mean_of_the_runs() {
        for id in ["s000-hackbench-1node", "s000-hackbench-2nodes"] {
            let table = table(id);
            for row in 0..table.rows.len() {
                let runs = table.repetitions(row);
                let mean = runs.iter().sum::<f64>() / runs.len() as f64;
                let printed = table.number(row, "stated_mean").expect("a mean");
                assert!(
                    runs.len() == 10 && (mean - printed).abs() < 1e-4,
                    "{id} row {row}: {mean} {printed}"
                );
            }
        }
    }
}

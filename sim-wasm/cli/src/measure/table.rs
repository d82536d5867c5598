//! The measured figures in the form of the published tables (`data/published.json`).

use super::case::Figure;
use sched_judge::statistics::Estimate;
use serde::Serialize;
use serde_json::Value;
use std::fmt::{self, Display, Formatter};

/// The result of one experiment.
#[derive(Debug, Serialize)]
pub struct Table {
    pub id: String,
    pub thread: String,
    pub author: &'static str,
    /// Day (UTC).
    pub date: String,
    pub kernel: String,
    pub machine: Value,
    pub workload: Workload,
    pub columns: Vec<String>,
    /// Notes on what could not be measured, and why.
    pub notes: Vec<String>,
    #[serde(skip)]
    pub rows: Vec<Row>,
}

/// The method of the measurement.
#[derive(Debug, Serialize)]
pub struct Workload {
    pub command: String,
    pub seconds: f64,
    pub warmup_ms: u64,
    pub repetitions: u32,
    /// The number of discarded repetitions, in which other processes used more than `others_pct` of the CPUs.
    pub thrown_away: u32,
    pub others_pct: f64,
    /// How far the computing loop's speed differed between its calibrations, before and after each case (%).
    pub loop_spread_pct: Option<f64>,
}

/// A figure of a group of tasks, repetition by repetition.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub case: String,
    pub group: String,
    pub figure: Figure,
    pub values: Vec<f64>,
}

impl Table {
    /// Whether no figure was measured.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// The columns of a table with this number of repetitions.
pub fn columns(repetitions: u32) -> Vec<String> {
    let fixed = ["case", "tasks", "figure", "unit", "mean", "ci95"].map(str::to_string);
    fixed.into_iter().chain((1..=repetitions).map(|run| format!("run{run}"))).collect()
}

/// Rounds to two decimals; the spread between repetitions is larger.
pub fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

impl Row {
    /// The cells of the row in a table with this number of repetitions.
    fn cells(&self, repetitions: u32) -> Vec<Value> {
        let Estimate { mean, ci95 } = Estimate::of(&self.values);
        let fixed = [
            self.case.as_str().into(),
            self.group.as_str().into(),
            self.figure.key().into(),
            self.figure.unit().into(),
            rounded(mean).into(),
            ci95.map(rounded).into(),
        ];
        let run = |run| Value::from(self.values.get(run).copied().map(rounded));
        fixed.into_iter().chain((0..repetitions as usize).map(run)).collect()
    }
}

/// The tables as JSON, a row on a line.
pub fn to_json(tables: &[Table]) -> String {
    let of_table = |table: &Table| {
        let head = serde_json::to_string_pretty(table).expect("plain data");
        let head = head.strip_suffix("\n}").expect("an object").to_string();
        let line = |row: &Row| format!("    {}", Value::from(row.cells(table.workload.repetitions)));
        let rows: Vec<String> = table.rows.iter().map(line).collect();
        format!("{head},\n  \"rows\": [\n{}\n  ]\n}}", rows.join(",\n"))
    };
    format!("[\n{}\n]\n", tables.iter().map(of_table).collect::<Vec<_>>().join(",\n"))
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Workload { seconds, repetitions, thrown_away, others_pct, .. } = self.workload;
        writeln!(f, "{}: {repetitions} times {seconds} s", self.thread)?;
        let widest = |cell: fn(&Row) -> &str| {
            self.rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0) + 1
        };
        let cases = widest(|row| &row.case);
        let groups = widest(|row| &row.group);
        let figures = widest(|row| row.figure.key());
        for row in &self.rows {
            let Estimate { mean, ci95 } = Estimate::of(&row.values);
            let (figure, unit) = (row.figure.key(), row.figure.unit());
            let half = ci95.map_or(String::new(), |half| format!(" ± {half:.1}"));
            writeln!(
                f,
                "  {:<cases$}{:<groups$}{figure:<figures$}{:>16} {unit}",
                row.case,
                row.group,
                format!("{mean:.1}{half}")
            )?;
        }
        if thrown_away > 0 {
            writeln!(
                f,
                "  {thrown_away} more were discarded: other processes used more than {others_pct} % of the CPUs."
            )?;
        }
        if let Some(spread) = self.workload.loop_spread_pct {
            writeln!(f, "  The speed of the computing loop varied by {spread} %.")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "  {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured() -> Table {
        let row = |values: &[f64]| Row {
            case: "nice 0 and 5".into(),
            group: "hog nice 0".into(),
            figure: Figure::Share,
            values: values.to_vec(),
        };
        Table {
            id: "measured-nice".into(),
            thread: "shares".into(),
            author: "measured here",
            date: "2026-11-23".into(),
            kernel: "6.18.44".into(),
            machine: Value::Null,
            workload: Workload {
                command: "sched measure nice".into(),
                seconds: 3.0,
                warmup_ms: 300,
                repetitions: 3,
                thrown_away: 1,
                others_pct: 3.0,
                loop_spread_pct: Some(0.4),
            },
            columns: columns(3),
            rows: vec![row(&[75.0, 75.333_333, 76.0]), row(&[50.0])],
            notes: vec!["Nice -5 needs a permission.".into()],
        }
    }

    #[test]
    fn every_row_has_a_cell_for_every_column() {
        let text = to_json(&[measured(), measured()]);
        let tables: Value = serde_json::from_str(&text).expect("JSON");
        let rows = tables[1]["rows"].as_array().expect("rows");
        assert!(rows.iter().all(|row| row.as_array().map(Vec::len) == Some(9)));
        assert_eq!(rows[0][4], 75.44);
        assert_eq!(rows[0][7], 75.33);
        assert!(rows[1][5].is_null() && rows[1][8].is_null());
    }

    #[test]
    fn columns_of_the_text_are_as_wide_as_their_content() {
        let mut table = measured();
        table.rows[1].case = "slices of 100 ms beside two hogs".into();
        table.rows[1].group = "sleeper with a slice of its own".into();
        let text = table.to_string();
        let rows: Vec<&str> = text.lines().skip(1).take(2).collect();
        assert!(
            rows[1].starts_with("  slices of 100 ms beside two hogs sleeper with a slice of its own share "),
            "{text}"
        );
        assert_eq!(rows[0].find("hog nice 0"), rows[1].find("sleeper with"), "{text}");
        assert_eq!(rows[0].find("share"), rows[1].find("share"), "{text}");
    }

    #[test]
    fn rows_of_the_text_have_intervals_and_missing_figures_are_noted() {
        let text = measured().to_string();
        assert!(text.contains("75.4 ± 1.3 %"), "{text}");
        assert!(text.contains("1 more were discarded"), "{text}");
        assert!(text.contains("varied by 0.4 %."), "{text}");
        assert!(text.ends_with("  Nice -5 needs a permission.\n"), "{text}");
    }
}

//! The generated files of the page *Replication*: the types of the report, and its English words.

use super::Generated;
use super::typescript::{BANNER, Declarations, list, quoted};
use crate::replicate;
use sched_judge::kind::Fared;
use sched_judge::report::{RowReport, TableReport};
use sched_judge::skill::Skill;
use sched_judge::words::{Origin, Quantity, Remark, Repeats, Simulated, Standing, Why};
use std::fmt::Write;
use ts_rs::TypeVisitor;

pub fn all() -> [Generated; 2] {
    let file = |path, body: String| Generated { path, text: format!("{BANNER}{body}") };
    [
        file("src/rooms/replication/generated/types.ts", types()),
        file("src/rooms/replication/generated/words.ts", words()),
    ]
}

fn types() -> String {
    let mut declarations = Declarations::default();
    declarations.visit::<RowReport>();
    declarations.visit::<TableReport>();
    declarations.visit::<Skill>();
    declarations.visit::<Fared>();
    let tables = list(&replicate::tables());
    format!(
        "/** The published tables. */\nexport const TABLES = {tables} as const;\n\
         export type TableId = (typeof TABLES)[number];\n\n{}",
        declarations.text()
    )
}

/// The words by key: kind and name.
fn words() -> String {
    let mut out = String::from("/** English of what the report names. */\nexport const REPORT_WORDS = {\n");
    let mut row = |kind: &str, key: &str, text: &str| {
        let _ = writeln!(out, "  {}: {},", quoted(&format!("{kind}.{key}")), quoted(text));
    };
    Quantity::ALL.iter().for_each(|word| row("quantity", word.key(), word.text()));
    Repeats::ALL.iter().for_each(|word| row("repeats", word.key(), word.text()));
    Why::ALL.iter().for_each(|word| row("why", word.key(), word.text()));
    Simulated::ALL.iter().for_each(|word| row("method", word.key(), word.text()));
    Standing::ALL.iter().for_each(|word| row("standing", word.key(), word.text()));
    Origin::ALL.iter().for_each(|word| row("origin", word.key(), word.text()));
    Remark::ALL.iter().for_each(|word| row("remark", word.key(), word.text()));
    out.push_str("} as const;\n");
    out
}

//! What `sched replicate` is asked for.

use super::{Wanted, changed_signs, judged_again, run, sensitivity, summary, to_json, write};
use crate::{Failure, print};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// Prints JSON and writes nothing.
    #[arg(long)]
    json: bool,
    /// A few short runs of every gain; fails if one has another sign than in the written report.
    #[arg(long)]
    quick: bool,
    /// Runs nothing: judges the figures of the written report again, after a rule, a word or a published figure has changed.
    /// Where what is measured has changed, run the tables: `--table ID --write`.
    #[arg(long, conflicts_with_all = ["quick", "table", "seeds"])]
    again: bool,
    /// Sets every cost to the ends of its range, and writes down which turn the sign of a table. All tables take half an hour on two cores.
    #[arg(long, conflicts_with_all = ["quick", "again", "write", "seeds", "json"])]
    sensitivity: bool,
    /// Only this table, and others named the same way; prints them, and writes nothing but with `--write`.
    #[arg(long)]
    table: Vec<String>,
    /// Puts the tables into the written report, whose other tables stay as they were run.
    #[arg(long, requires = "table", conflicts_with_all = ["json", "quick", "seeds"])]
    write: bool,
    /// Runs this many seeds instead of each table's own number.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    seeds: Option<u32>,
    /// The repository's root.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))]
    root: PathBuf,
}

/// Runs or judges what is asked for, prints it, and writes or compares it.
pub fn execute(options: &Options) -> Result<(), Failure> {
    let Options { json, quick, again, sensitivity, ref table, write: puts, seeds, ref root } = *options;
    if sensitivity {
        let file = sensitivity::write(root, table).map_err(Failure::said)?;
        return print(&format!("{file}\nNow: npm run replicate -- --again\n"));
    }
    let report =
        if again || puts { judged_again(root, table) } else { run(&Wanted { quick, tables: table, seeds }) };
    let report = report.map_err(Failure::said)?;
    // Looked at once the report is written: it takes long to run again.
    let printed = print(&if json { to_json(&report) } else { summary(&report) });
    if quick {
        let changed = changed_signs(&report, root).map_err(Failure::said)?;
        if !changed.is_empty() {
            return Err(Failure::of_files(changed));
        }
    } else if !json && (table.is_empty() || puts) {
        let written = write(&report, root).map_err(|error| Failure::of_files(vec![error.to_string()]))?;
        written.iter().try_for_each(|path| print(&format!("{path}\n")))?;
    }
    printed
}

//! The options of `sched replicate`.

use super::{Wanted, changed_signs, judged_again, run, sensitivity, settle, summary, to_json, write};
use crate::{Failure, print};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// Prints JSON and writes no files.
    #[arg(long)]
    json: bool,
    /// Runs each comparison for a short time; fails if a gain has another sign than in the written report.
    #[arg(long)]
    quick: bool,
    /// Runs nothing: evaluates the figures of the written report again. Use it after a change of a rule, a word or a published figure.
    /// After a change of the measurement run the tables again: `--table ID --write`.
    #[arg(long, conflicts_with_all = ["quick", "table", "seeds"])]
    again: bool,
    /// Sets each cost to both ends of its range, and records which costs change the sign of a table. All tables take half an hour on
    /// two cores.
    #[arg(long, conflicts_with_all = ["quick", "again", "write", "seeds", "json"])]
    sensitivity: bool,
    /// Tests whether the rows of these tables are measured after the effects of the start: prints when their rates have settled.
    #[arg(long, requires = "table", conflicts_with_all = ["quick", "again", "write", "seeds", "json", "sensitivity"])]
    settle: bool,
    /// Runs only this table; can be given several times. Prints the result, and writes it only with --write.
    #[arg(long)]
    table: Vec<String>,
    /// Replaces these tables in the written report; the others stay unchanged.
    #[arg(long, requires = "table", conflicts_with_all = ["json", "quick", "seeds"])]
    write: bool,
    /// The number of seeds. Default: set by each table.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    seeds: Option<u32>,
    /// The root of the repository.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))]
    root: PathBuf,
}

/// Carries out the command: runs or evaluates, prints, writes or compares.
pub fn execute(options: &Options) -> Result<(), Failure> {
    let Options { json, quick, again, sensitivity, settle, ref table, write: puts, seeds, ref root } =
        *options;
    if sensitivity {
        let file = sensitivity::write(root, table).map_err(Failure::said)?;
        return print(&format!("{file}\nNow: npm run replicate -- --again\n"));
    }
    if settle {
        return print(&settle::report(table).map_err(Failure::said)?);
    }
    let report =
        if again || puts { judged_again(root, table) } else { run(&Wanted { quick, tables: table, seeds }) };
    let report = report.map_err(Failure::said)?;
    // Checked after the report is written, since another run would take long.
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

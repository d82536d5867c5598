//! The generated tables in hand-written documents: each is between two markers with its name.

use super::Generated;
use sched_core::machine::names::{self, KERNELS, RELEASES};
use sched_core::machine::{Machine, MachineId, preset};
use sched_core::mechanisms::{Family, Features, Kind, MECHANISMS, Mechanism};
use sched_core::observe::steps::ValueKind;
use sched_core::observe::vocab::{Answer, Func};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Error, Result};
use std::path::Path;

/// A document, the name of a region in it, and the function that generates its content.
type Region = (&'static str, &'static str, fn(&Path) -> Result<String>);

const REGIONS: &[Region] = &[
    ("docs/scenario.md", "machines", |_| Ok(machines())),
    ("docs/scenario.md", "kernels", |_| Ok(kernel_list())),
    ("docs/scenario.md", "releases", |_| Ok(releases())),
    ("docs/scenario.md", "switches", |_| Ok(switches())),
    ("docs/model/README.md", "mechanisms", mechanisms),
    ("docs/model/topology.md", "machines", |_| Ok(distances())),
    ("docs/model/decisions.md", "functions", |_| Ok(functions())),
];

/// The documents below `root`, with their regions regenerated.
pub fn all(root: &Path) -> Result<Vec<Generated>> {
    let mut documents: Vec<Generated> = Vec::new();
    for &(path, name, text) in REGIONS {
        let at = match documents.iter().position(|document| document.path == path) {
            Some(at) => at,
            None => {
                let text = std::fs::read_to_string(root.join(path))?;
                documents.push(Generated { path, text });
                documents.len() - 1
            }
        };
        let document = &mut documents[at].text;
        *document = with_region(document, name, &text(root)?)
            .ok_or_else(|| Error::other(format!("{path} lacks the markers of the region {name}")))?;
    }
    Ok(documents)
}

/// The document with another text in a region; `None` where a marker is missing.
fn with_region(document: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (
        format!("<!-- generated {name}: run `npm run generate` -->\n"),
        format!("<!-- end of generated {name} -->\n"),
    );
    let (before, rest) = document.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{begin}\n{text}\n{end}{after}"))
}

/// A table, with its head.
fn table(head: &str, rows: impl Iterator<Item = String>) -> String {
    let columns = head.matches(" | ").count() + 1;
    let rows: String = rows.map(|row| format!("| {row} |\n")).collect();
    format!("| {head} |\n|{}\n{rows}", "---|".repeat(columns))
}

/// A sentence of a doc comment without the leading space.
fn sentence(text: &str) -> &str {
    text.trim()
}

fn without_stop(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

/// The kernels that have a mechanism.
fn kernels(family: Family) -> &'static str {
    match family {
        Family::Fair => "fair",
        Family::Cfs => "CFS",
        Family::Eevdf => "EEVDF",
        Family::O1 => "2.5.5x",
        Family::Every => "all",
    }
}

fn kernel_list() -> String {
    let row = |about: &names::About| {
        let (key, sentence) = (about.kernel.key(), without_stop(about.sentence));
        format!("`{key}` | {} | {} | {sentence}", about.release, about.place)
    };
    table("`kernel` | Read from | In use, or year | What it stands for", KERNELS.iter().map(row))
}

/// The sentences of the names that are not exactly a kernel of the table.
fn releases() -> String {
    let row = |row: &names::Release| {
        let of_point = if row.first > 0 { format!(".{}", row.first) } else { String::new() };
        let name = format!("{}.{}{of_point}", row.major, row.minor);
        let sentence = names::named(&name).and_then(|named| named.sentence());
        sentence.map(|sentence| format!("`{name}` | `{}` | {sentence}", row.kernel.key()))
    };
    table("Name | Runs as | What differs", RELEASES.iter().filter_map(row))
}

/// The value of a switch in a plain kernel.
fn plain(mechanism: &Mechanism) -> Value {
    serde_json::to_value(Features::default()).expect("plain data")[mechanism.key].clone()
}

fn switches() -> String {
    let row = |mechanism: &Mechanism| {
        let values = match mechanism.kind {
            Kind::Bool => "true, false".to_string(),
            Kind::Choice(keys) => {
                keys.iter().map(|key| format!("`\"{key}\"`")).collect::<Vec<_>>().join(", ")
            }
        };
        let plain = match plain(mechanism) {
            Value::Bool(on) => on.to_string(),
            Value::Null => "as the kernel has it".to_string(),
            choice => format!("`{choice}`"),
        };
        let (key, kernels) = (mechanism.key, kernels(mechanism.family));
        format!("`{key}` | {values} | {plain} | {kernels} | {}", sentence(mechanism.sentence))
    };
    table("Switch | Values | Plain | Kernels | Meaning", MECHANISMS.iter().map(row))
}

/// The index of the pages of mechanisms.
fn mechanisms(root: &Path) -> Result<String> {
    let row = |mechanism: &Mechanism| {
        let page = std::fs::read_to_string(root.join(mechanism.page))?;
        let title = page.lines().next().unwrap_or_default().trim_start_matches("# ");
        let file = mechanism.page.trim_start_matches("docs/model/");
        let plain = match plain(mechanism) {
            Value::Bool(on) => if on { "on" } else { "off" }.to_string(),
            Value::Null => "by kernel".to_string(),
            choice => choice.as_str().unwrap_or_default().to_string(),
        };
        let (key, kernels) = (mechanism.key, kernels(mechanism.family));
        Ok(format!("[{title}]({file}) | `{key}` | {kernels} | {plain} | {}", sentence(mechanism.sentence)))
    };
    let rows: Result<Vec<String>> = MECHANISMS.iter().map(row).collect();
    Ok(table("Mechanism | Switch | Kernels | Plain kernel | What it does", rows?.into_iter()))
}

fn machines() -> String {
    let row = |&id: &MachineId| {
        let cpus = Machine::preset(id).nr_cpus;
        format!("`{}` | {cpus} | {}", id.key(), without_stop(id.shape()))
    };
    table("`machine` | CPUs | Shape", MachineId::ALL.iter().map(row))
}

/// The properties of the machines, besides the counts of their parts.
fn distances() -> String {
    let row = |&id: &MachineId| {
        let (topology, platform) = preset(id);
        let distances: BTreeSet<u32> = topology.distances.into_iter().flatten().collect();
        let distances: Vec<String> = distances.iter().map(u32::to_string).collect();
        let shape = without_stop(id.shape());
        format!("`{}` | {shape} | {} | {}", id.key(), distances.join(", "), platform.hz)
    };
    table("Machine | Shape | Distances | HZ", MachineId::ALL.iter().map(row))
}

/// The answers of the functions of a decision.
fn functions() -> String {
    let row = |&func: &Func| {
        let keys: Vec<&str> = func.answers().iter().map(|(answer, _)| answer.key()).collect();
        let number = func.number().map_or_else(|| numbers(func.answers()), str::to_string);
        format!("`{}` | {} | {number}", func.key(), keys.join(", "))
    };
    table("Function | Answers | The number", Func::ALL.iter().map(row))
}

/// The meaning of the numbers of these answers.
fn numbers(answers: &[(Answer, ValueKind)]) -> String {
    let kinds: BTreeSet<ValueKind> = answers.iter().map(|(_, kind)| *kind).collect();
    let text = |kind: &ValueKind| {
        let said = without_stop(kind.sentence());
        let mut letters = said.chars();
        letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    };
    kinds.iter().map(text).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::with_region;

    #[test]
    fn a_region_is_replaced_and_the_rest_stays() {
        let document =
            "a\n<!-- generated x: run `npm run generate` -->\nold\n<!-- end of generated x -->\nb\n";
        let fresh = with_region(document, "x", "new\n").expect("a region");
        assert_eq!(fresh, document.replace("old\n", "\nnew\n\n"));
        assert_eq!(with_region(&fresh, "x", "new\n"), Some(fresh.clone()));
        assert_eq!(with_region(document, "y", "new\n"), None);
        assert_eq!(with_region("<!-- generated x: run `npm run generate` -->\n", "x", "new\n"), None);
    }
}

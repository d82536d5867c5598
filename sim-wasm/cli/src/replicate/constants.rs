//! All chosen numbers, and how often each was changed while published tables were visible:
//! `data/changes.json` for the costs, and the lists in this file for the numbers of workloads and for the
//! windows.

use sched_core::machine::{COSTS, Family, Grade};
use serde::Deserialize;
use std::fmt::Write;
use std::sync::OnceLock;

/// The successive values of a cost; the last one is in use.
#[derive(Deserialize)]
struct Moved {
    cost: String,
    family: String,
    values: Vec<u32>,
}

fn moved() -> &'static [Moved] {
    static MOVED: OnceLock<Vec<Moved>> = OnceLock::new();
    MOVED.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/changes.json")).expect("a list of costs")
    })
}

/// A number other than a cost of a machine: its description, its successive values, and the table on which it
/// was chosen.
type Number = (&'static str, &'static [&'static str], &'static str);

const NUMBERS: &[Number] = &[
    ("length of a job of numa_test, Azusa (ms)", &["20,010"], "s003-focht-0110-numa_test, N 4 minsched52"),
    (
        "length of a job of numa_test, NUMA-Q (ms)",
        &["21,940"],
        "s003-hohnbaum-0110-schedbench, N 4 hacksched54",
    ),
    (
        "network stack for a TCP round trip, either side (ns)",
        &["1,550", "1,710", "2,800"],
        "later-2023-10-tcp-rr-1node, 1 client baseline",
    ),
    (
        "network stack for a UDP round trip, either side (ns)",
        &["180", "335", "1,430"],
        "later-2023-10-udp-rr-1node, 1 client baseline",
    ),
    (
        "compile on the Azusa: `work_us`, `memory_pct`, `kernel_pct`, `serial_ms`",
        &["992,500; 8; 2; 16,800"],
        "s003-focht-0110-kernbench",
    ),
    (
        "compile on the NUMA-Q: `work_us`, `memory_pct`, `kernel_pct`, `serial_ms`",
        &["506,000; 37; 22; 6,600"],
        "s003-hohnbaum-0110-kernbench",
    ),
    (
        "stretch of the tables of one node of the Kunpeng, 2020 (ms)",
        &["300–1,300", "200–1,200", "200–600", "200–300"],
        "s000-hackbench-1node",
    ),
    (
        "stretch of its tables of 2021 (ms)",
        &["300–1,300", "300–1,000", "200–900", "200–600", "200–300"],
        "later-2021-01-1node",
    ),
    (
        "stretch of its couples (ms)",
        &["200–900", "100–400", "1,000,000 loops", "150,000 loops", "75,000 loops"],
        "later-2021-04-pairs-1node",
    ),
    (
        "stretch of the stealing tables (ms)",
        &["the whole run", "1,000–1,400", "800–1,000", "800–950", "800–900"],
        "s001-hackbench-1s20",
    ),
    (
        "the same, ten tasks to a CPU and more (given up)",
        &["the whole run", "1,000–1,400", "4,000–4,400", "1,000–1,400", "800–1,000", "800–950", "800–900"],
        "s001-hackbench-1s20, 8 groups",
    ),
    (
        "the same, two sockets, 40 CPUs (given up)",
        &[
            "the whole run",
            "500–2,000",
            "500–1,300",
            "1,500–2,000",
            "1,500–3,200",
            "1,000–1,400",
            "800–1,000",
            "800–950",
            "800–900",
        ],
        "s001-hackbench-2s40",
    ),
    (
        "the same, two sockets, 88 CPUs (given up)",
        &[
            "the whole run",
            "500–2,000",
            "500–1,300",
            "1,500–2,000",
            "1,000–1,400",
            "800–1,000",
            "800–950",
            "800–900",
        ],
        "s001-hackbench-2s88",
    ),
];

/// The section of the document.
pub fn section(out: &mut String) {
    out.push_str(
        "\n## Constants\n\nEvery number that was fitted, and every other that was moved while published tables were in sight: its values in \
         their order, the one in force last. A cost that is not here never moved \
         ([all of them](model/cost-table.md)).\n\n| Constant | Machine | Grade | Moved | Values |\n|---|---|---|---|---|\n",
    );
    for &family in Family::ALL {
        for cost in COSTS {
            let name = format!("{family:?}");
            let history = moved().iter().find(|one| one.cost == cost.key && one.family == name);
            let own = cost.by_family(family);
            if history.is_none() && own.grade != Grade::Fitted {
                continue;
            }
            let values = history.map_or_else(|| vec![own.value], |one| one.values.clone());
            let told: Vec<String> = values.iter().map(u32::to_string).collect();
            let grade = format!("{:?}", own.grade).to_lowercase();
            let _ = writeln!(
                out,
                "| `{}` | {name} | {grade} | {} | {} |",
                cost.key,
                times(values.len()),
                told.join(", ")
            );
        }
    }
    out.push_str("\n| Number of a workload, or stretch | Chosen on | Moved | Values |\n|---|---|---|---|\n");
    for (what, values, on) in NUMBERS {
        let _ = writeln!(out, "| {what} | {on} | {} | {} |", times(values.len()), values.join(", then "));
    }
}

fn times(values: usize) -> String {
    match values - 1 {
        0 => "never".to_string(),
        1 => "once".to_string(),
        more => format!("{more} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::moved;
    use sched_core::machine::{COSTS, Family};

    #[test]
    fn the_last_listed_value_of_a_changed_cost_is_in_use() {
        for one in moved() {
            let family = Family::ALL.iter().copied().find(|family| format!("{family:?}") == one.family);
            let cost = COSTS.iter().find(|cost| cost.key == one.cost);
            let (Some(family), Some(cost)) = (family, cost) else { panic!("{} {}", one.cost, one.family) };
            let value = cost.by_family(family).value;
            assert_eq!(
                one.values.last(),
                Some(&value),
                "{} {}: write its new value down",
                one.cost,
                one.family
            );
        }
    }
}

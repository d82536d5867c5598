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

/// A number other than a cost of a machine.
struct Number {
    what: &'static str,
    /// Its successive values; the last one is in use.
    values: &'static [&'static str],
    /// The row or the table on which it was chosen.
    on: &'static str,
    /// The tables, by the beginning of their names, that are run with it.
    tables: &'static [&'static str],
    kind: Kind,
}

/// What a number says.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    JobLength,
    NetworkStack,
    Compile,
    Stretch,
}

impl Kind {
    /// The unit, or the names of several numbers.
    fn unit(self) -> &'static str {
        match self {
            Self::JobLength | Self::Stretch => "ms",
            Self::NetworkStack => "ns",
            Self::Compile => "`work_us`, `memory_pct`, `kernel_pct`, `serial_ms`",
        }
    }
}

const NUMBERS: &[Number] = &[
    Number {
        what: "length of a job of numa_test, Azusa",
        values: &["20,010"],
        on: "s003-focht-0110-numa_test, N 4 minsched52",
        tables: &["s003-focht-0110-numa_test", "s003-focht-0113-numa_test"],
        kind: Kind::JobLength,
    },
    Number {
        what: "length of a job of numa_test, NUMA-Q",
        values: &["21,940", "17,650"],
        on: "s003-hohnbaum-0110-schedbench, N 4 hacksched54, then N 8",
        tables: &[
            "s003-bligh-0109-schedbench",
            "s003-hohnbaum-0110-schedbench",
            "s003-hohnbaum-0110-perjob32",
            "s003-hohnbaum-0114-schedbench",
            "s003-hohnbaum-0114-perjob32",
        ],
        kind: Kind::JobLength,
    },
    Number {
        what: "network stack for a TCP round trip, either side",
        values: &["1,550", "1,710", "2,800"],
        on: "later-2023-10-tcp-rr-1node, 1 client baseline",
        tables: &["later-2023-10-tcp-rr-1node", "later-2023-10-tcp-rr-2nodes"],
        kind: Kind::NetworkStack,
    },
    Number {
        what: "network stack for a UDP round trip, either side",
        values: &["180", "335", "1,430"],
        on: "later-2023-10-udp-rr-1node, 1 client baseline",
        tables: &["later-2023-10-udp-rr-1node", "later-2023-10-udp-rr-2nodes"],
        kind: Kind::NetworkStack,
    },
    Number {
        what: "compile on the Azusa",
        values: &["992,500; 8; 2; 16,800"],
        on: "s003-focht-0110-kernbench",
        tables: &["s003-focht-0110-kernbench", "s003-focht-0113-kernbench"],
        kind: Kind::Compile,
    },
    Number {
        what: "compile on the NUMA-Q",
        values: &["506,000; 37; 22; 6,600", "469,000; 35; 22; 6,800"],
        on: "s003-hohnbaum-0110-kernbench",
        tables: &["s003-hohnbaum-0110-kernbench", "s003-hohnbaum-0114-kernbench"],
        kind: Kind::Compile,
    },
    Number {
        what: "stretch of the tables of one node of the Kunpeng, 2020",
        values: &["300–1,300", "200–1,200", "200–700", "200–600", "200–300", "1,000–1,100"],
        on: "s000-hackbench-1node",
        tables: &["s000-hackbench", "s000-ablation", "later-2020-12-"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of its tables of 2021",
        values: &["300–1,300", "300–1,000", "200–900", "200–700", "200–600", "200–300", "1,000–1,100"],
        on: "later-2021-01-1node",
        tables: &["later-2021-01-1node", "later-2021-03-1node"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of its couples",
        values: &[
            "200–900",
            "100–400",
            "1,000,000 loops",
            "300,000 loops",
            "200,000 loops",
            "150,000 loops",
            "75,000 loops",
        ],
        on: "later-2021-04-pairs-1node",
        tables: &["later-2021-04-pairs-"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of STREAM",
        values: &["100–400"],
        on: "later-2021-09-stream",
        tables: &["later-2021-09-stream"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of request and response, 2023",
        values: &["20–60"],
        on: "later-2023-10-tcp-rr-1node",
        tables: &["later-2023-10-", "later-2022-09-"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of request and response with the limit of load_avg",
        values: &["10–40", "40–70"],
        on: "later-2023-09-load-avg-udp-rr",
        tables: &["later-2023-09-load-avg-udp-rr"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of the stealing tables",
        values: &["2,000 loops", "1,000–1,400", "800–1,000", "800–950", "800–900"],
        on: "s001-hackbench-1s20",
        tables: &["s001-schedstat-20cpu", "s001-hackbench-1s20", "s001-hackbench-1s44"],
        kind: Kind::Stretch,
    },
    Number {
        what: "the same, ten tasks to a CPU and more (given up)",
        values: &[
            "2,000 loops",
            "1,000–1,400",
            "4,000–4,400",
            "1,000–1,400",
            "800–1,000",
            "800–950",
            "800–900",
        ],
        on: "s001-hackbench-1s20, 8 groups",
        tables: &["s001-hackbench-1s20"],
        kind: Kind::Stretch,
    },
    Number {
        what: "the same, two sockets, 40 CPUs (given up)",
        values: &[
            "8,000 loops",
            "500–1,300",
            "1,500–2,000",
            "1,500–3,200",
            "1,000–1,400",
            "800–1,000",
            "800–950",
            "800–900",
        ],
        on: "s001-hackbench-2s40",
        tables: &["s001-hackbench-2s40"],
        kind: Kind::Stretch,
    },
    Number {
        what: "the same, two sockets, 88 CPUs (given up)",
        values: &[
            "8,000 loops",
            "500–1,300",
            "1,500–2,000",
            "1,000–1,400",
            "800–1,000",
            "800–950",
            "800–900",
        ],
        on: "s001-hackbench-2s88",
        tables: &["s001-hackbench-2s88"],
        kind: Kind::Stretch,
    },
    Number {
        what: "the same, eight sockets",
        values: &["500 loops"],
        on: "s001-hackbench-8s288",
        tables: &["s001-hackbench-8s288"],
        kind: Kind::Stretch,
    },
    Number {
        what: "length of hackbench, where the mail does not say how many loops it had",
        values: &["500 loops"],
        on: "before the first run",
        tables: &[
            "s002-hackbench",
            "later-2021-10-newidle-hackbench",
            "later-2022-06-zen3-hackbench",
            "later-2023-09-load-avg-hackbench",
            "later-2025-10-buddy-pipes",
            "later-2025-10-buddy-sockets",
        ],
        kind: Kind::Stretch,
    },
    Number {
        what: "length of schbench",
        values: &["200 requests"],
        on: "before the first run",
        tables: &["s002-schbench"],
        kind: Kind::Stretch,
    },
    Number {
        what: "length of a copy of mcf_r, as work alone",
        values: &["2,000 ms"],
        on: "before the first run",
        tables: &["later-2021-09-mcf"],
        kind: Kind::Stretch,
    },
    Number {
        what: "length of the program with two threads",
        values: &["26,843 thousand iterations"],
        on: "a tenth of the published: time is proportional to it",
        tables: &["s004-false-sharing-2threads"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of pipe-based context switching",
        values: &["a number of requests", "100–200"],
        on: "s002-unixbench-pipe",
        tables: &["s002-unixbench-pipe", "s002-c2c-", "s001-pit-2s56"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of netperf, 2023",
        values: &["500 requests", "10–40"],
        on: "s002-netperf",
        tables: &["s002-netperf"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of request and response with SIS_UTIL",
        values: &["10–40"],
        on: "as netperf, 2023",
        tables: &[
            "later-2022-06-sis-util-netperf",
            "later-2022-06-sis-util-tbench",
            "later-2022-06-zen3-tbench",
        ],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of hackbench with SIS_UTIL, one cache of 112 CPUs",
        values: &["500 loops", "150–180"],
        on: "where its rates have settled",
        tables: &["later-2022-06-sis-util-hackbench"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of hackbench with cache-aware balancing",
        values: &["60–120"],
        on: "before the first run",
        tables: &["later-2025-10-cache-", "later-2026-02-cache-"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch beside tasks of SCHED_IDLE",
        values: &["300–2,300"],
        on: "as what was measured here",
        tables: &["later-2019-05-sched-idle"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of fibtest",
        values: &["100–5,100"],
        on: "as published: fifty periods",
        tables: &["later-2019-07-fibtest"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of one cache line on one to four nodes",
        values: &["5–25"],
        on: "before the first run",
        tables: &["later-2020-03-hyrise-nodes"],
        kind: Kind::Stretch,
    },
    Number {
        what: "stretch of what was measured here",
        values: &["300–2,300"],
        on: "as in the measurement",
        tables: &["measured-", "hogs-"],
        kind: Kind::Stretch,
    },
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
    out.push_str(
        "\nNumbers of workloads, and the stretch of a run that is looked at; the tables that are run with them are named by their beginnings.\n\n\
         | Number, or stretch | Chosen on | Moved | Values | Tables |\n|---|---|---|---|---|\n",
    );
    for Number { what, values, on, tables, kind } in NUMBERS {
        let tables: Vec<String> = tables.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(
            out,
            "| {what} ({}) | {on} | {} | {} | {} |",
            kind.unit(),
            times(values.len()),
            values.join(", then "),
            tables.join(", ")
        );
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
    use super::{Kind, NUMBERS, Number, moved};
    use crate::replicate::markdown::thousands;
    use crate::replicate::plan::{Answer, Method, Plan, Quality};
    use crate::replicate::plans;
    use sched_core::machine::{Family, cost};
    use sched_core::scenario::{Numa, Pairs, Workload};

    /// The value of a number in the runs of a plan, as the list writes it; empty if the plan has none.
    fn in_force(kind: Kind, plan: &Plan) -> String {
        let run = plan.rows.iter().find_map(|row| match &row.answer {
            Answer::Run(run) => Some(&run.scenario.workload),
            Answer::Known(_) | Answer::Silent(_) => None,
        });
        match (kind, run, plan.method) {
            (Kind::JobLength, Some(Workload::Numa(Numa { work_ms, .. })), _) => thousands(*work_ms),
            (Kind::NetworkStack, Some(Workload::Pairs(Pairs { think_ns, service_ns, .. })), _) => {
                assert_eq!(think_ns, service_ns, "{}", plan.table);
                thousands(*think_ns)
            }
            (Kind::Compile, Some(Workload::Jobs(work)), _) => {
                [work.work_us, work.memory_pct, work.kernel_pct, work.serial_ms].map(thousands).join("; ")
            }
            (Kind::Stretch, _, Some(Method { window: Some(window), .. })) => {
                format!("{}–{}", thousands(window.from_ms), thousands(window.until_ms))
            }
            (Kind::Stretch, Some(Workload::Hackbench(work)), _) => format!("{} loops", thousands(work.loops)),
            (Kind::Stretch, Some(Workload::Schbench(work)), _) => {
                format!("{} requests", thousands(work.requests))
            }
            (Kind::Stretch, Some(Workload::Jobs(work)), _) => {
                format!("{} ms", thousands(work.work_us / 1_000))
            }
            (Kind::Stretch, Some(Workload::Sharing(work)), _) => {
                format!("{} thousand iterations", thousands(work.kilo_iterations))
            }
            _ => String::new(),
        }
    }

    #[test]
    fn the_last_listed_value_of_a_number_is_in_use_in_each_of_its_tables() {
        let plans = plans(Quality::Full);
        for number in NUMBERS {
            for name in number.tables {
                // Tables that are computed, or not answered, have no run.
                let is_run = |plan: &&Plan| plan.table.starts_with(name) && plan.method.is_some();
                let own: Vec<&Plan> = plans.iter().filter(is_run).collect();
                assert!(!own.is_empty(), "{}: no table {name}", number.what);
                for plan in own {
                    let value = in_force(number.kind, plan);
                    let last = number.values.last().copied();
                    assert_eq!(
                        last,
                        Some(&*value),
                        "{}, {}: write its new value down",
                        number.what,
                        plan.table
                    );
                }
            }
        }
    }

    /// How long a run is was chosen, unless its length was published.
    #[test]
    fn every_stretch_and_every_number_that_was_chosen_is_listed() {
        for plan in plans(Quality::Full) {
            let Some(method) = plan.method else { continue };
            let listed = |is_wanted: &dyn Fn(Kind) -> bool| {
                let is_of = |Number { tables, kind, .. }: &Number| {
                    is_wanted(*kind) && tables.iter().any(|name| plan.table.starts_with(name))
                };
                NUMBERS.iter().any(is_of)
            };
            // A job has its length as a number of its workload.
            let is_published =
                method.window.is_none() && method.loops.is_some_and(|(run, published)| run == published);
            assert!(is_published || listed(&|_| true), "{}: write down how long its runs are", plan.table);
            if method.window.is_some() {
                assert!(listed(&|kind| kind == Kind::Stretch), "{}: write its stretch down", plan.table);
            }
            assert!(
                plan.given.is_empty() || listed(&|kind| kind != Kind::Stretch),
                "{}: write its numbers down",
                plan.table
            );
        }
    }

    #[test]
    fn the_last_listed_value_of_a_changed_cost_is_in_use() {
        for one in moved() {
            let family = Family::ALL.iter().copied().find(|family| format!("{family:?}") == one.family);
            let cost = cost(&one.cost);
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

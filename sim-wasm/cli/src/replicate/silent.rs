//! Published tables that the model does not cover: listed with the reason, not dropped.

use super::plan::{Plan, Row};
use super::published::table;
use sched_judge::words::{Origin, Quantity, Why};

/// A table: the columns that name a row, its headline column and the quantity of it, and the reason why there
/// is no answer.
type Silent = (&'static str, &'static [&'static str], &'static str, Quantity, Why);

const SILENT: &[Silent] = &[
    ("s001-tbench-kvm4", &["clients"], "%speedup", Quantity::Speedup, Why::Guest),
    ("s001-kvm2", &["benchmark"], "%speedup", Quantity::Speedup, Why::Guest),
    ("s001-oltp-2s88", &["users"], "%speedup", Quantity::Speedup, Why::Application),
    ("s001-nas-2s72", &["bench", "class"], "%improved(Mops)", Quantity::Speedup, Why::Barriers),
    ("s001-sysbench-2s72", &["nthr"], "%speedup", Quantity::Speedup, Why::Application),
    ("s001-steal-cost", &["quantity"], "low", Quantity::Cost, Why::Input),
    ("s003-bligh-0109-kernbench", &["kernel"], "Elapsed_s", Quantity::Time, Why::UnknownCompile),
];

pub fn plans() -> Vec<Plan> {
    SILENT.iter().map(listed).collect()
}

fn listed(&(id, labels, column, quantity, why): &Silent) -> Plan {
    let mut plan = Plan::new(id, Origin::MadeFrom);
    let published = table(id);
    for row in 0..published.rows.len() {
        let name: Vec<String> = labels.iter().map(|label| published.text(row, label)).collect();
        plan.push(Row::silent(name.join(" "), quantity, published.number(row, column), why));
    }
    plan
}

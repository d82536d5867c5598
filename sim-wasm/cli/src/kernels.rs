//! The kernels of the table, and what changed between two of them.

use sched_core::machine::changes::{changed, kernels_with, value_in, values_of};
use sched_core::machine::names::{About, KERNELS, Named, RELEASES, named};
use sched_core::machine::{KernelId, RuleInfo, RuleKind, kernel};
use sched_core::scenario::VERSION;
use serde_json::{Value, json};
use std::fmt::Write;

/// The experiment where a rule shows most, as parts of a link; the kernels are added. A rule without one makes little
/// difference in every experiment, or none that a picture shows.
pub const SHOWN: &[(&str, &str)] = &[
    ("sis", "p=cluster&b=-"),
    ("fork", "p=two-nodes&b=-"),
    ("idlest_of_allowed", "p=classroom&b=-&cpus=0-1,4&w=jobs,n=10,work=2000,rounds=60"),
    ("balance", "p=hackbench-kunpeng&b=-"),
    ("affine_idle_prev", "p=steal&b=-&machine=xeon-e5-2630v4-40"),
    ("recent_is_prev", "p=cluster&b=-"),
    ("idle_smt_prev", "p=steal&b=-"),
    ("idle_core_all_threads", "p=steal&b=-"),
    ("imb_numa_nr", "p=task-group&b=task_group:mainline"),
    ("idle_cores_first", "p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ("wake_list", "p=cluster&b=-"),
    ("newidle_pending", "p=steal&b=-"),
    ("newidle_gate", "p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ("newidle_raises_cost", "p=steal&b=-&w=hackbench,g=4,l=1000"),
    ("ni_random", "p=steal&b=-&w=hackbench,g=4,l=1000"),
    ("ni_rate", "p=task-group&b=task_group:mainline"),
    ("sd_serialize", "p=big&b=-"),
    ("sched_cache", "p=caches&ra=-&rb=-"),
    ("busy_factor", "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000"),
    ("busy_interval_minus_one", "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000"),
    ("numa_imbalance_pct", "p=two-nodes&b=-&machine=epyc-7451-96"),
    ("migrate_util_in_llc", "p=hackbench-kunpeng&b=-"),
    ("full_group_stops", "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000"),
    ("sibling_imbalance", "p=steal&b=-&w=hackbench,g=4,l=1000"),
    ("prefer_sibling_of_busiest", "p=task-group&b=task_group:mainline"),
    ("group_smt_balance", "p=steal&b=-"),
    ("asym_tie_last", "p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    (
        "active_migrate_task",
        "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
    ),
    ("preempt_dynamic", "p=steal&b=-"),
    ("preemption", "p=hackbench-kunpeng&b=-"),
    (
        "cpu_idle",
        "p=container&b=-&cg=web;batch,idle:1&tasks=hog,group:2;sleeper,group:1&w=hogs,n=8,m=4,run=2000,sleep=5000",
    ),
    (
        "idle_joins_idle",
        "p=container&b=-&cg=-&tasks=hog,policy:idle;sleeper,policy:idle&cpus=all&w=hogs,n=6,m=9,run=3000,sleep=4000",
    ),
    ("idle_unprotected", "p=container&b=-&cg=-&tasks=hog,policy:idle&w=hogs,n=8,m=6,run=3000,sleep=3000"),
    (
        "cgroup_mode",
        "p=container&b=-&cg=web;batch&tasks=hog,group:1;rival,group:2&cpus=all&w=hogs,n=8,rivals=1,m=0",
    ),
    (
        "group_slice",
        "p=container&b=-&cg=web;batch&tasks=hog,group:1;sleeper,group:2;rival,group:2&cpus=0&w=hogs,n=2,rivals=1,m=2,run=3000,sleep=6000,slice=3000,sslice=500",
    ),
    (
        "flat_groups",
        "p=container&b=-&cg=web;batch&tasks=hog,group:1;sleeper,group:2&w=hogs,n=8,m=4,run=2000,sleep=5000",
    ),
    ("migrate_load_shift", "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000"),
    ("smt_never_hot", "p=steal&b=-"),
    ("sched_cluster", "p=cluster&b=-"),
    ("sched_cluster_active", "p=cluster&a=cluster_domain&b=cluster_domain"),
    ("all_distance_rows", "p=task-group&b=task_group:mainline"),
    ("asym_capacity", "p=classroom&b=-&machine=dgx-spark-20&w=pairs,n=12,think=50000,service=50000"),
    ("asym_packing", "p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ("groups_inside_span", "p=big&b=-"),
    ("pipe_full_read_wakes", "p=hackbench-kunpeng&b=-"),
    ("pipe_page_wakes", "p=hackbench-kunpeng&b=-"),
    (
        "new_task_util_share",
        "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
    ),
    ("tg_load_avg_ms", "p=task-group&b=task_group:mainline"),
    (
        "base_slice",
        "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
    ),
    ("base_slice_us", "p=turns"),
    ("protection", "p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500"),
    ("unprotected", "p=turns"),
    ("place_lag", "p=debt"),
    ("place_deadline_initial", "p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500"),
    (
        "place_rel_deadline",
        "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
    ),
    ("delay_dequeue", "p=debt"),
    ("counts_delayed", "p=cluster&b=-"),
    (
        "eligible_first",
        "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
    ),
    ("delay_zero", "p=debt"),
    ("delayed_lag_bounds", "p=steal&b=-&w=hackbench,g=4,l=1000"),
    ("repick_delayed", "p=steal&b=-&w=hackbench,g=4,l=1000"),
    ("fork_preempts", "p=classroom&b=-&cpus=0-3&w=jobs,n=12,work=4000,rounds=60"),
    ("preempt_short", "p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500"),
    ("short_buddy", "p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500"),
    ("own_slices", "p=turns&w=hogs,n=1,rivals=1,rnice=0,slice=1000,rslice=10000,m=0"),
    ("yields", "p=turns&w=hogs,n=1,rivals=1,rnice=0,yield=1000,m=0"),
    ("requeue_charges", "p=debt&w=hogs,n=2,rivals=0,m=1,run=3000,sleep=8000"),
    ("hrtick", "p=turns"),
];

fn about(kernel: KernelId) -> &'static About {
    &KERNELS[kernel as usize]
}

/// A kernel with the point release it was read from and where it is in use.
fn title(kernel: KernelId) -> String {
    let About { release, place, .. } = about(kernel);
    let release = if *release == kernel.key() { String::new() } else { format!("{release}, ") };
    format!("{} ({release}{place})", kernel.key())
}

/// The fragment of the link that shows a rule with the older kernel in lane A.
fn link(rule: &str, older: KernelId, newer: KernelId) -> Option<String> {
    let (_, parts) = SHOWN.iter().find(|(key, _)| *key == rule)?;
    Some(format!("#v{VERSION}&{parts}&kernel={}&ka={}&kb=-", newer.key(), older.key()))
}

/// A value in words.
fn word(value: Option<&Value>) -> String {
    match value {
        None => "no such rule".into(),
        Some(Value::Bool(on)) => if *on { "on" } else { "off" }.into(),
        Some(Value::String(word)) => word.clone(),
        Some(number) => number.to_string(),
    }
}

/// The values of a choice with the kernels that have each; of other rules nothing.
fn kernels_by_value(rule: &RuleInfo) -> Option<Value> {
    let RuleKind::Choice(choices) = rule.kind else { return None };
    let kernels = |value| kernels_with(rule, value).iter().map(|kernel| kernel.key()).collect::<Vec<_>>();
    Some(choices.iter().map(|&value| (value.to_string(), json!(kernels(value)))).collect())
}

/// All kernels, and the names that are not in the table.
pub fn all(as_json: bool) -> String {
    let others = RELEASES.iter().filter_map(|row| {
        let point = if row.first > 0 { format!(".{}", row.first) } else { String::new() };
        let name = format!("{}.{}{point}", row.major, row.minor);
        let sentence = named(&name)?.sentence()?;
        Some((name, row.kernel.key(), sentence))
    });
    if as_json {
        let kernels = KERNELS.iter().map(|about| {
            json!({ "kernel": about.kernel.key(), "release": about.release, "place": about.place,
                "scheduler": kernel::rules(about.kernel).class.key(), "sentence": about.sentence })
        });
        let names = others
            .map(|(name, kernel, sentence)| json!({ "name": name, "kernel": kernel, "sentence": sentence }));
        let all = json!({ "kernels": kernels.collect::<Vec<_>>(), "names": names.collect::<Vec<_>>() });
        return format!("{all:#}\n");
    }
    let titles: Vec<String> = KERNELS.iter().map(|about| title(about.kernel)).collect();
    let width = titles.iter().map(String::len).max().unwrap_or(0);
    let mut out = String::new();
    for (title, about) in titles.iter().zip(KERNELS) {
        let _ = writeln!(out, "{title:width$}  {}", about.sentence);
    }
    out.push_str("\nOther names:\n");
    for (.., sentence) in others {
        let _ = writeln!(out, "  {sentence}");
    }
    out
}

/// One kernel: what it is, and what its name means.
pub fn one(name: &Named, as_json: bool) -> String {
    let (kernel, sentence) = (name.kernel, name.sentence());
    let About { release, place, sentence: said, .. } = about(kernel);
    if as_json {
        let one = json!({ "name": name.name(), "kernel": kernel.key(), "release": release, "place": place,
            "scheduler": kernel::rules(kernel).class.key(), "sentence": said, "note": sentence });
        return format!("{one:#}\n");
    }
    let note = sentence.map(|sentence| format!("{sentence}\n")).unwrap_or_default();
    format!("{}  {said}\n{note}", title(kernel))
}

/// The rules that changed between two kernels.
pub fn between(names: [&Named; 2], as_json: bool) -> String {
    let notes: Vec<String> = names.iter().filter_map(|name| name.sentence()).collect();
    let mut kernels = names.map(|name| name.kernel);
    kernels.sort_by_key(|&kernel| kernel as usize);
    let [older, newer] = kernels;
    let rules = changed(older, newer);
    let values = |rule: &RuleInfo| [older, newer].map(|kernel| value_in(rule, kernel));
    if as_json {
        let row = |rule: &&RuleInfo| {
            let [before, after] = values(rule);
            json!({ "rule": rule.key, "sentence": rule.meaning.trim(), "older": before, "newer": after,
                "values": kernels_by_value(rule), "source": rule.source, "link": link(rule.key, older, newer) })
        };
        let all = json!({ "older": older.key(), "newer": newer.key(), "notes": notes,
            "rules": rules.iter().map(row).collect::<Vec<_>>() });
        return format!("{all:#}\n");
    }
    let mut out = String::new();
    for note in &notes {
        let _ = writeln!(out, "{note}");
    }
    let count = match rules.len() {
        0 => "no rule differs".to_string(),
        1 => "1 rule differs".to_string(),
        count => format!("{count} rules differ"),
    };
    let _ = writeln!(out, "{} and {}: {count}.", title(older), title(newer));
    for rule in rules {
        let [before, after] = values(rule);
        let _ = writeln!(out, "\n{}: {} -> {}", rule.key, word(before.as_ref()), word(after.as_ref()));
        let _ = writeln!(out, "  {}", rule.meaning.trim());
        if let RuleKind::Choice(choices) = rule.kind {
            let _ = writeln!(out, "  Values: {}.", values_of(rule, choices));
        }
        let _ = writeln!(out, "  Source: {}.", rule.source);
        if let Some(link) = link(rule.key, older, newer) {
            let _ = writeln!(out, "  {link}");
        }
    }
    out
}

/// The sentences on the names of kernels in a document that are not exactly kernels of the table.
pub fn notes(document: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let lanes = document["lanes"].as_array().into_iter().flatten().map(|lane| &lane["kernel"]);
    let names = std::iter::once(&document["kernel"]).chain(lanes).filter_map(Value::as_str);
    let mut notes: Vec<String> = names.filter_map(|name| named(name)?.sentence()).collect();
    notes.dedup();
    notes
}

#[cfg(test)]
mod tests {
    use super::SHOWN;
    use sched_core::machine::RULES;

    #[test]
    fn each_rule_has_one_experiment_at_most() {
        for (at, (key, _)) in SHOWN.iter().enumerate() {
            assert!(RULES.iter().any(|rule| rule.key == *key), "{key} is no rule");
            assert!(SHOWN.iter().skip(at + 1).all(|(other, _)| other != key), "{key} twice");
        }
    }
}

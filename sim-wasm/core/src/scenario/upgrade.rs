//! Documents of older versions: each goes on meaning the run it was.

use super::VERSION;
use crate::machine::{KernelId, Machine, MachineId};
use serde_json::{Value, json};

/// What a version that is no longer written called a kernel, and the one it meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The last version that did so.
    pub until: u32,
    pub called: &'static str,
    pub kernel: KernelId,
}

/// Version 1 ran CFS under the name of a kernel that has EEVDF.
pub const RENAMED: &[Renamed] = &[Renamed { until: 1, called: "6.8", kernel: KernelId::V6_5 }];

/// The value of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Was {
    Switch(bool),
    Number(u32),
    Word(&'static str),
}

impl From<Was> for Value {
    fn from(was: Was) -> Self {
        match was {
            Was::Switch(on) => json!(on),
            Was::Number(number) => json!(number),
            Was::Word(word) => json!(word),
        }
    }
}

/// A rule that a kernel was given by a version that is no longer written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Former {
    /// The last version that did so.
    pub until: u32,
    pub kernel: KernelId,
    pub rule: &'static str,
    pub was: Was,
    /// It decides something only on a machine whose cores have several hardware threads.
    pub smt: bool,
}

const fn former(kernel: KernelId, rule: &'static str, was: Was) -> Former {
    Former { until: 1, kernel, rule, was, smt: false }
}

const fn on_smt(kernel: KernelId, rule: &'static str, was: Was) -> Former {
    Former { smt: true, ..former(kernel, rule, was) }
}

/// Version 1 had less of the later kernels, and more of 4.20. Each rule that was another is written into the lanes.
pub const FORMER: &[Former] = &[
    former(KernelId::V4_20, "lb_bias", Was::Switch(true)),
    former(KernelId::V4_20, "pipe_page_wakes", Was::Switch(false)),
    on_smt(KernelId::V5_9, "idle_core_all_threads", Was::Switch(true)),
    on_smt(KernelId::V5_10, "idle_core_all_threads", Was::Switch(true)),
    on_smt(KernelId::V6_5, "idle_core_all_threads", Was::Switch(true)),
    on_smt(KernelId::V6_5, "idle_smt_prev", Was::Switch(false)),
    former(KernelId::V6_5, "recent_is_prev", Was::Switch(false)),
    former(KernelId::V6_5, "imb_numa_nr", Was::Switch(false)),
    former(KernelId::V6_5, "newidle_pending", Was::Switch(false)),
    former(KernelId::V6_5, "fully_busy_first", Was::Switch(false)),
    former(KernelId::V6_5, "active_migrate_task", Was::Switch(false)),
    former(KernelId::V6_5, "package_level", Was::Word("PKG")),
    former(KernelId::V6_5, "tg_load_avg_ms", Was::Number(1)),
];

/// Turns a document of an older version into one of this version. What is not one is left for the reader to refuse.
pub(super) fn upgrade(document: &mut Value) {
    let Some(version @ 1..VERSION) = document["version"].as_u64().and_then(|v| u32::try_from(v).ok()) else {
        return;
    };
    if let Some(one) = RENAMED.iter().find(|one| version <= one.until && document["kernel"] == one.called) {
        document["kernel"] = one.kernel.key().into();
    }
    keep_rules(document, version);
    document["version"] = VERSION.into();
}

/// Writes the rules of that version into every lane that does not have its own.
fn keep_rules(document: &mut Value, version: u32) {
    let kernel = match &document["kernel"] {
        Value::Null => Some(KernelId::default()),
        name => name.as_str().and_then(KernelId::from_key),
    };
    // Those versions had named machines only.
    let has_smt =
        document["machine"].as_str().and_then(MachineId::from_key).map(|id| Machine::preset(id).has_smt);
    let applies = |one: &&Former| {
        version <= one.until && kernel == Some(one.kernel) && (!one.smt || has_smt == Some(true))
    };
    let lanes = document["lanes"].as_array_mut();
    for lane in lanes.into_iter().flatten().filter_map(Value::as_object_mut) {
        for one in FORMER.iter().filter(applies) {
            let rules = lane.entry("rules").or_insert_with(|| json!({}));
            if let Some(rules) = rules.as_object_mut() {
                rules.entry(one.rule).or_insert(one.was.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upgraded(mut document: Value) -> Value {
        upgrade(&mut document);
        document
    }

    #[test]
    fn a_document_of_version_1_keeps_the_rules_it_was_run_by() {
        let document = |version, kernel, machine| {
            json!({ "version": version, "kernel": kernel, "machine": machine,
                "lanes": [{}, { "rules": { "lb_bias": false, "idle_smt_prev": true } }] })
        };
        let rules =
            |document: Value| (document["lanes"][0]["rules"].clone(), document["lanes"][1]["rules"].clone());
        let (a, b) = rules(upgraded(document(1, "4.20", "xeon-e5-2630v4-20")));
        assert_eq!(a, json!({ "lb_bias": true, "pipe_page_wakes": false }));
        assert_eq!(b, json!({ "lb_bias": false, "idle_smt_prev": true, "pipe_page_wakes": false }));
        let (a, _) = rules(upgraded(document(1, "5.9", "kunpeng920-24")));
        assert_eq!(a, Value::Null);
        let (a, _) = rules(upgraded(document(1, "5.10", "icelake-160")));
        assert_eq!(a, json!({ "idle_core_all_threads": true }));
        let (a, b) = rules(upgraded(document(1, "6.8", "icelake-160")));
        assert_eq!((&a["idle_smt_prev"], &b["idle_smt_prev"]), (&json!(false), &json!(true)));
        assert_eq!((&a["imb_numa_nr"], &a["package_level"]), (&json!(false), &json!("PKG")));
        let today = document(VERSION, "4.20", "xeon-e5-2630v4-20");
        assert_eq!(upgraded(today.clone()), today);
    }
}

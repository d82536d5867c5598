//! Documents of older versions: each goes on meaning the run it was.

use super::VERSION;
use crate::document::Value;
use crate::document::json::Fields;
use crate::machine::{KernelId, Machine, MachineId};

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
            Was::Switch(on) => on.into(),
            Was::Number(number) => number.into(),
            Was::Word(word) => word.into(),
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
    /// Only on this machine.
    pub on: Option<MachineId>,
}

const fn former(kernel: KernelId, rule: &'static str, was: Was) -> Former {
    Former { until: 1, kernel, rule, was, smt: false, on: None }
}

const fn on_smt(kernel: KernelId, rule: &'static str, was: Was) -> Former {
    Former { smt: true, ..former(kernel, rule, was) }
}

/// The virtual EPYC was a machine whose kernels can be preempted.
const fn on_vm(kernel: KernelId) -> Former {
    let on = Some(MachineId::EpycVm2);
    Former { on, ..former(kernel, "preempt_dynamic", Was::Switch(true)) }
}

/// Version 1 had less of the later kernels, and more of 4.20. Each rule that was another is written into the lanes; of two
/// rows for a rule the first counts.
pub const FORMER: &[Former] = &[
    on_vm(KernelId::V4_20),
    on_vm(KernelId::V5_9),
    on_vm(KernelId::V5_10),
    on_vm(KernelId::V6_5),
    // It looked for a CPU that the task fits on before it looked at the previous one.
    Former { on: Some(MachineId::Spark20), ..former(KernelId::V5_10, "asym_capacity", Was::Word("first")) },
    former(KernelId::V4_20, "lb_bias", Was::Switch(true)),
    former(KernelId::V4_20, "pipe_page_wakes", Was::Switch(false)),
    former(KernelId::V4_20, "new_task_util_share", Was::Switch(true)),
    on_smt(KernelId::V5_9, "idle_core_all_threads", Was::Switch(true)),
    on_smt(KernelId::V5_10, "idle_core_all_threads", Was::Switch(true)),
    former(KernelId::V5_9, "fully_busy_first", Was::Switch(false)),
    former(KernelId::V5_9, "full_group_stops", Was::Switch(true)),
    former(KernelId::V5_9, "new_task_util_share", Was::Switch(true)),
    former(KernelId::V5_10, "fully_busy_first", Was::Switch(false)),
    former(KernelId::V5_10, "full_group_stops", Was::Switch(true)),
    former(KernelId::V5_10, "new_task_util_share", Was::Switch(true)),
    on_smt(KernelId::V6_5, "idle_core_all_threads", Was::Switch(true)),
    on_smt(KernelId::V6_5, "idle_smt_prev", Was::Switch(false)),
    former(KernelId::V6_5, "recent_is_prev", Was::Switch(false)),
    former(KernelId::V6_5, "imb_numa_nr", Was::Switch(false)),
    former(KernelId::V6_5, "wake_list", Was::Switch(false)),
    former(KernelId::V6_5, "newidle_pending", Was::Switch(false)),
    former(KernelId::V6_5, "fully_busy_first", Was::Switch(false)),
    former(KernelId::V6_5, "past_pinned", Was::Switch(false)),
    former(KernelId::V6_5, "base_slice", Was::Switch(false)),
    former(KernelId::V6_5, "prefer_sibling_of_busiest", Was::Switch(false)),
    former(KernelId::V6_5, "preempt_dynamic", Was::Switch(false)),
    former(KernelId::V6_5, "new_task_util_share", Was::Switch(true)),
    former(KernelId::V6_5, "active_migrate_task", Was::Switch(false)),
    former(KernelId::V6_5, "package_level", Was::Word("PKG")),
    former(KernelId::V6_5, "tg_load_avg_ms", Was::Number(1)),
];

/// Turns a document of an older version into one of this version. What is not one is left for the reader to refuse.
pub(super) fn upgrade(document: &mut Value) {
    let version = document.get("version").and_then(Value::as_u64).and_then(|version| version.try_into().ok());
    let (Some(version @ 1..VERSION), Some(fields)) = (version, document.as_object_mut()) else { return };
    keep_rules(fields, version);
    *fields.or_insert("version", Value::Null) = VERSION.into();
}

/// Gives the kernel of a document or a lane the name that it has now. Which one it is; of what says none it is `whole`.
fn kernel_of(fields: &mut Fields, version: u32, whole: Option<KernelId>) -> Option<KernelId> {
    let name = match fields.get("kernel") {
        None | Some(Value::Null) => return whole,
        Some(name) => name.as_str()?,
    };
    let known = KernelId::from_key(name);
    let Some(one) = RENAMED.iter().find(|one| version <= one.until && name == one.called) else {
        return known;
    };
    *fields.or_insert("kernel", Value::Null) = one.kernel.key().into();
    Some(one.kernel)
}

/// Writes the rules of that version into every lane that does not have its own.
fn keep_rules(document: &mut Fields, version: u32) {
    let whole = kernel_of(document, version, Some(KernelId::default()));
    // Those versions had named machines only.
    let machine = document.get("machine").and_then(Value::as_str).and_then(MachineId::from_key);
    let has_smt = machine.map(|id| Machine::preset(id).has_smt);
    let Some(Value::Array(lanes)) = document.get_mut("lanes") else { return };
    for lane in lanes.iter_mut().filter_map(Value::as_object_mut) {
        let kernel = kernel_of(lane, version, whole);
        let applies = |one: &&Former| {
            version <= one.until
                && kernel == Some(one.kernel)
                && (!one.smt || has_smt == Some(true))
                && (one.on.is_none() || one.on == machine)
        };
        for one in FORMER.iter().filter(applies) {
            let rules = lane.or_insert("rules", Value::Object(Fields::default()));
            if let Some(rules) = rules.as_object_mut() {
                rules.or_insert(one.rule, one.was.into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::document::json_of;
    use serde_json::{Value, json};

    fn upgraded(document: Value) -> Value {
        let mut document = json_of(&document.to_string()).expect("a document");
        upgrade(&mut document);
        serde_json::from_str(&document.to_string()).expect("JSON")
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
        let of_all = json!({ "new_task_util_share": true });
        let and = |mut rules: Value, more: &Value| {
            rules.as_object_mut().expect("rules").extend(more.as_object().expect("rules").clone());
            rules
        };
        assert_eq!(a, and(json!({ "lb_bias": true, "pipe_page_wakes": false }), &of_all));
        let own = json!({ "lb_bias": false, "idle_smt_prev": true, "pipe_page_wakes": false });
        assert_eq!(b, and(own, &of_all));
        let of_5_9 = and(json!({ "fully_busy_first": false, "full_group_stops": true }), &of_all);
        let (a, _) = rules(upgraded(document(1, "5.9", "kunpeng920-24")));
        assert_eq!(a, of_5_9);
        let (a, _) = rules(upgraded(document(1, "5.10", "icelake-160")));
        assert_eq!(a, and(json!({ "idle_core_all_threads": true }), &of_5_9));
        let (a, b) = rules(upgraded(document(1, "6.8", "icelake-160")));
        assert_eq!((&a["idle_smt_prev"], &b["idle_smt_prev"]), (&json!(false), &json!(true)));
        assert_eq!((&a["imb_numa_nr"], &a["package_level"]), (&json!(false), &json!("PKG")));
        assert_eq!(a["past_pinned"], json!(false));
        // The virtual EPYC could be preempted under all of them, the others under none.
        for kernel in ["4.20", "5.9", "5.10", "6.8"] {
            let of = |machine| rules(upgraded(document(1, kernel, machine))).0["preempt_dynamic"].clone();
            assert_eq!(of("epyc-vm-2"), json!(true), "{kernel}");
            let others = if kernel == "6.8" { json!(false) } else { Value::Null };
            assert_eq!(of("icelake-160"), others, "{kernel}");
        }
        // Of the machines only the DGX Spark has CPUs whose capacities 5.10 knows.
        let of = |kernel, machine| rules(upgraded(document(1, kernel, machine))).0["asym_capacity"].clone();
        assert_eq!(of("5.10", "dgx-spark-20"), json!("first"));
        assert_eq!([of("5.9", "dgx-spark-20"), of("5.10", "kunpeng920-24")], [Value::Null, Value::Null]);
        // A lane with a kernel of its own had the rules of that one, under the name of its time.
        let of_lane = upgraded(json!({ "version": 1, "kernel": "5.9", "machine": "kunpeng920-24",
            "lanes": [{ "kernel": "6.8" }, { "kernel": "6.12" }, { "kernel": null }] }));
        let lanes = &of_lane["lanes"];
        assert_eq!((&lanes[0]["kernel"], &lanes[0]["rules"]["wake_list"]), (&json!("6.5"), &json!(false)));
        assert_eq!((&lanes[1]["kernel"], &lanes[1]["rules"]), (&json!("6.12"), &Value::Null));
        assert_eq!(lanes[2]["rules"], of_5_9);
        let today = document(VERSION, "4.20", "xeon-e5-2630v4-20");
        assert_eq!(upgraded(today.clone()), today);
    }
}

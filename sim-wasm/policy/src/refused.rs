//! What sched_ext or BPF has and the playground does not simulate, by name.

use crate::problem::What;

const USER_SPACE: &[&str] = &[
    "bpf_ringbuf_",
    "bpf_user_ringbuf_",
    "bpf_perf_event_",
    "bpf_map_update_batch",
    "bpf_probe_write_user",
    "bpf_copy_from_user",
    "bpf_send_signal",
];

const NOT_SIMULATED: &[&str] = &[
    "scx_bpf_sub_",
    "scx_bpf_cid",
    "scx_bpf_this_cid",
    "scx_bpf_task_cid",
    "scx_bpf_kick_cid",
    "scx_bpf_nr_cids",
    "scx_bpf_tid_",
    "bpf_cgroup_",
    "bpf_cgrp_storage_",
    "bpf_rbtree_",
    "bpf_list_",
    "bpf_obj_",
    "bpf_arena_",
    "bpf_get_stack",
    "bpf_wq_",
    "bpf_dynptr_",
    "bpf_iter_",
    "bpf_cpumask_populate",
    "bpf_preempt_",
    "bpf_local_irq_",
    "bpf_res_spin_",
    "bpf_refcount_",
    "bpf_rdonly_cast",
    "bpf_kfunc_",
    "bpf_per_cpu_ptr",
    "bpf_this_cpu_ptr",
    "bpf_tail_call",
    "bpf_task_pt_regs",
    "scx_task_",
    "cast_kern",
    "cast_user",
];

/// The sentence about a function that is known, but not simulated.
pub(crate) fn name(name: &str) -> Option<What> {
    let begins = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    if begins(USER_SPACE) {
        return Some(What::UserSpace { name: name.into() });
    }
    begins(NOT_SIMULATED).then(|| What::NotSimulated { name: name.into() })
}

/// Members of `struct sched_ext_ops` that are not simulated.
pub(crate) fn hook(name: &str) -> Option<What> {
    match name {
        "sub_attach" | "sub_detach" | "sub_cgroup_id" => Some(What::SubScheduler),
        _ => None,
    }
}

/// Members of `struct sched_ext_ops` that a policy may set, though nothing calls them here: no dump is written, no
/// CPU goes online or offline, no higher class takes a CPU, core scheduling is off, and a policy does not see control groups.
pub(crate) fn never_called(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "core_sched_before",
        "cpu_acquire",
        "cpu_release",
        "dump",
        "dump_cpu",
        "dump_task",
        "cpu_online",
        "cpu_offline",
        "cgroup_init",
        "cgroup_exit",
        "cgroup_prep_move",
        "cgroup_move",
        "cgroup_cancel_move",
        "cgroup_set_weight",
        "cgroup_set_bandwidth",
        "cgroup_set_idle",
    ];
    NAMES.contains(&name)
}

/// Flags of the table that no release is simulated with.
pub(crate) const FLAGS: &[(u64, &str)] = &[
    (1 << 3, "SCX_OPS_SWITCH_PARTIAL"),
    (1 << 6, "SCX_OPS_BUILTIN_IDLE_PER_NODE"),
    (1 << 7, "SCX_OPS_ALWAYS_ENQ_IMMED"),
];

/// The warning about a constant whose effect is not simulated.
pub(crate) fn constant(name: &str) -> Option<What> {
    match name {
        "SCX_KICK_WAIT" => Some(What::FlagIgnored { name: name.into() }),
        "SCX_ENQ_IMMED" => Some(What::FlagEjects { name: name.into() }),
        _ => None,
    }
}

/// The kinds of maps by their number in C, and the name of those that are not simulated.
pub(crate) fn map(kind: u64) -> Result<sched_vm::MapKind, What> {
    use sched_vm::MapKind;
    let said = match kind {
        1 => return Ok(MapKind::Hash),
        2 => return Ok(MapKind::Array),
        6 => return Ok(MapKind::PercpuArray),
        12 => return Ok(MapKind::ArrayOfMaps),
        22 => return Ok(MapKind::Queue),
        23 => return Ok(MapKind::Stack),
        29 => return Ok(MapKind::TaskStorage),
        27 => return Err(What::UserSpace { name: "BPF_MAP_TYPE_RINGBUF".into() }),
        31 => return Err(What::UserSpace { name: "BPF_MAP_TYPE_USER_RINGBUF".into() }),
        4 => return Err(What::UserSpace { name: "BPF_MAP_TYPE_PERF_EVENT_ARRAY".into() }),
        5 => "BPF_MAP_TYPE_PERCPU_HASH",
        9 => "BPF_MAP_TYPE_LRU_HASH",
        32 => "BPF_MAP_TYPE_CGRP_STORAGE",
        33 => "BPF_MAP_TYPE_ARENA",
        _ => return Err(What::MapType { said: kind.to_string() }),
    };
    Err(What::MapType { said: said.into() })
}

//! The functions that a policy can call.

use crate::hook::{Hook, Release};
use serde::{Deserialize, Serialize};

/// Where a kfunc may be called (section "Functions" of docs/model/policy-language.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contexts(u8);

impl Contexts {
    pub const SELECT: Self = Self(1);
    pub const ENQUEUE: Self = Self(2);
    pub const DISPATCH: Self = Self(4);
    pub const RELEASE: Self = Self(8);
    /// No run queue is locked: hooks that may sleep, timers.
    pub const UNLOCKED: Self = Self(16);
    pub const DUMP: Self = Self(32);
    /// Hooks that may sleep only.
    pub const SLEEPABLE: Self = Self(64);
    pub const ANY: Self = Self(0xff);

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

macro_rules! kfuncs {
    ($($(#[$doc:meta])* $kfunc:ident $side:ident [$($name:literal),+];)*) => {
        /// A function that a policy can call. A renamed function is one function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Kfunc { $($(#[$doc])* $kfunc,)* }

        impl Kfunc {
            pub const ALL: &'static [Self] = &[$(Self::$kfunc,)*];

            /// The names in C, the newest first.
            pub fn names(self) -> &'static [&'static str] {
                match self { $(Self::$kfunc => &[$($name),+],)* }
            }

            /// Whether the host answers the call; the others need only the state of the virtual machine.
            pub fn of_host(self) -> bool {
                match self { $(Self::$kfunc => kfuncs!(@$side),)* }
            }
        }
    };
    (@host) => { true };
    (@vm) => { false };
}

kfuncs! {
    CreateDsq host ["scx_bpf_create_dsq"];
    DestroyDsq host ["scx_bpf_destroy_dsq"];
    DsqInsert host ["scx_bpf_dsq_insert", "scx_bpf_dispatch"];
    DsqInsertVtime host ["scx_bpf_dsq_insert_vtime", "scx_bpf_dispatch_vtime"];
    DsqMoveToLocal host ["scx_bpf_dsq_move_to_local", "scx_bpf_consume"];
    DsqMove host ["scx_bpf_dsq_move", "scx_bpf_dispatch_from_dsq"];
    DsqMoveVtime host ["scx_bpf_dsq_move_vtime", "scx_bpf_dispatch_vtime_from_dsq"];
    DsqMoveSetSlice host ["scx_bpf_dsq_move_set_slice", "scx_bpf_dispatch_from_dsq_set_slice"];
    DsqMoveSetVtime host ["scx_bpf_dsq_move_set_vtime", "scx_bpf_dispatch_from_dsq_set_vtime"];
    DispatchNrSlots host ["scx_bpf_dispatch_nr_slots"];
    DispatchCancel host ["scx_bpf_dispatch_cancel"];
    ReenqueueLocal host ["scx_bpf_reenqueue_local"];
    DsqReenq host ["scx_bpf_dsq_reenq"];
    DsqPeek host ["scx_bpf_dsq_peek"];
    DsqNrQueued host ["scx_bpf_dsq_nr_queued"];
    DsqIterNew host ["bpf_iter_scx_dsq_new"];
    DsqIterNext host ["bpf_iter_scx_dsq_next"];
    DsqIterDestroy host ["bpf_iter_scx_dsq_destroy"];
    SelectCpuDfl host ["scx_bpf_select_cpu_dfl"];
    SelectCpuAnd host ["scx_bpf_select_cpu_and"];
    PickIdleCpu host ["scx_bpf_pick_idle_cpu"];
    PickIdleCpuNode host ["scx_bpf_pick_idle_cpu_node"];
    PickAnyCpu host ["scx_bpf_pick_any_cpu"];
    PickAnyCpuNode host ["scx_bpf_pick_any_cpu_node"];
    TestAndClearCpuIdle host ["scx_bpf_test_and_clear_cpu_idle"];
    GetIdleCpumask host ["scx_bpf_get_idle_cpumask"];
    GetIdleSmtmask host ["scx_bpf_get_idle_smtmask"];
    GetIdleCpumaskNode host ["scx_bpf_get_idle_cpumask_node"];
    GetIdleSmtmaskNode host ["scx_bpf_get_idle_smtmask_node"];
    PutIdleCpumask host ["scx_bpf_put_idle_cpumask"];
    GetPossibleCpumask host ["scx_bpf_get_possible_cpumask"];
    GetOnlineCpumask host ["scx_bpf_get_online_cpumask"];
    PutCpumask host ["scx_bpf_put_cpumask"];
    NrCpuIds host ["scx_bpf_nr_cpu_ids"];
    NrNodeIds host ["scx_bpf_nr_node_ids"];
    CpuNode host ["scx_bpf_cpu_node"];
    TaskRunning host ["scx_bpf_task_running"];
    TaskCpu host ["scx_bpf_task_cpu"];
    KickCpu host ["scx_bpf_kick_cpu"];
    TaskCgroup host ["scx_bpf_task_cgroup"];
    TaskSetSlice host ["scx_bpf_task_set_slice"];
    TaskSetDsqVtime host ["scx_bpf_task_set_dsq_vtime"];
    CpuRq host ["scx_bpf_cpu_rq"];
    LockedRq host ["scx_bpf_locked_rq"];
    CpuCurr host ["scx_bpf_cpu_curr"];
    CpuperfCap host ["scx_bpf_cpuperf_cap"];
    CpuperfCur host ["scx_bpf_cpuperf_cur"];
    CpuperfSet host ["scx_bpf_cpuperf_set"];
    Now host ["scx_bpf_now"];
    Events host ["scx_bpf_events"];
    KtimeGetNs host ["bpf_ktime_get_ns", "bpf_ktime_get_boot_ns", "bpf_ktime_get_tai_ns", "bpf_ktime_get_coarse_ns"];
    Jiffies64 host ["bpf_jiffies64"];
    PrandomU32 host ["bpf_get_prandom_u32"];
    TaskFromPid host ["bpf_task_from_pid"];
    TaskAcquire host ["bpf_task_acquire"];
    TaskRelease host ["bpf_task_release"];
    CurrentTask host ["bpf_get_current_task_btf"];
    CurrentPidTgid host ["bpf_get_current_pid_tgid"];
    /// `(timer, ns, flags)` → error number. The timer is its number in `Memory::timers`.
    TimerStart host ["bpf_timer_start"];
    /// `(timer)` → 1 if it was pending.
    TimerCancel host ["bpf_timer_cancel"];
    CgroupRelease host ["bpf_cgroup_release"];
    TimerInit vm ["bpf_timer_init"];
    TimerSetCallback vm ["bpf_timer_set_callback"];
    SmpProcessorId vm ["bpf_get_smp_processor_id"];
    Loop vm ["bpf_loop"];
    MapLookup vm ["bpf_map_lookup_elem"];
    MapLookupPercpu vm ["bpf_map_lookup_percpu_elem"];
    MapUpdate vm ["bpf_map_update_elem"];
    MapDelete vm ["bpf_map_delete_elem"];
    MapPush vm ["bpf_map_push_elem"];
    MapPop vm ["bpf_map_pop_elem"];
    MapPeek vm ["bpf_map_peek_elem"];
    TaskStorageGet vm ["bpf_task_storage_get"];
    TaskStorageDelete vm ["bpf_task_storage_delete"];
    KptrXchg vm ["bpf_kptr_xchg"];
    SpinLock vm ["bpf_spin_lock"];
    SpinUnlock vm ["bpf_spin_unlock"];
    RcuReadLock vm ["bpf_rcu_read_lock"];
    RcuReadUnlock vm ["bpf_rcu_read_unlock"];
    CpumaskCreate vm ["bpf_cpumask_create"];
    CpumaskAcquire vm ["bpf_cpumask_acquire"];
    CpumaskRelease vm ["bpf_cpumask_release"];
    CpumaskFirst vm ["bpf_cpumask_first"];
    CpumaskFirstZero vm ["bpf_cpumask_first_zero"];
    CpumaskFirstAnd vm ["bpf_cpumask_first_and"];
    CpumaskSetCpu vm ["bpf_cpumask_set_cpu"];
    CpumaskClearCpu vm ["bpf_cpumask_clear_cpu"];
    CpumaskTestCpu vm ["bpf_cpumask_test_cpu"];
    CpumaskTestAndSetCpu vm ["bpf_cpumask_test_and_set_cpu"];
    CpumaskTestAndClearCpu vm ["bpf_cpumask_test_and_clear_cpu"];
    CpumaskSetall vm ["bpf_cpumask_setall"];
    CpumaskClear vm ["bpf_cpumask_clear"];
    CpumaskAnd vm ["bpf_cpumask_and"];
    CpumaskOr vm ["bpf_cpumask_or"];
    CpumaskXor vm ["bpf_cpumask_xor"];
    CpumaskEqual vm ["bpf_cpumask_equal"];
    CpumaskIntersects vm ["bpf_cpumask_intersects"];
    CpumaskSubset vm ["bpf_cpumask_subset"];
    CpumaskEmpty vm ["bpf_cpumask_empty"];
    CpumaskFull vm ["bpf_cpumask_full"];
    CpumaskCopy vm ["bpf_cpumask_copy"];
    CpumaskWeight vm ["bpf_cpumask_weight"];
    CpumaskAnyDistribute vm ["bpf_cpumask_any_distribute"];
    CpumaskAnyAndDistribute vm ["bpf_cpumask_any_and_distribute"];
    /// `(format, arguments…)`: all print functions format in the machine and end in `Host::print`.
    Printk vm ["bpf_printk"];
    Error vm ["scx_bpf_error"];
    /// `(code, format, arguments…)`.
    Exit vm ["scx_bpf_exit"];
    Dump vm ["scx_bpf_dump"];
    /// `(out, size, format, arguments…)` → length with the final NUL.
    Snprintf vm ["bpf_snprintf"];
    Strncmp vm ["bpf_strncmp"];
    ProbeReadKernelStr vm ["bpf_probe_read_kernel_str"];
    ProbeReadKernel vm ["bpf_probe_read_kernel"];
    /// `(exit record, exit info)`: copies kind, code, reason and message.
    UeiRecord vm ["__uei_record"];
    Ctz vm ["__builtin_ctzll", "__builtin_ctzl", "__builtin_ctz"];
    Clz vm ["__builtin_clzll", "__builtin_clzl"];
    Clz32 vm ["__builtin_clz"];
    Popcount vm ["__builtin_popcountll", "__builtin_popcountl", "__builtin_popcount"];
    Memset vm ["__builtin_memset"];
    Memcpy vm ["__builtin_memcpy", "__builtin_memmove"];
    Memcmp vm ["__builtin_memcmp"];
}

impl Kfunc {
    /// The newest name.
    pub fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The function with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kfunc| kfunc.names().contains(&name))
    }

    /// The first release that has the function under its newest name.
    pub fn since(self) -> Release {
        match self {
            Self::DsqReenq | Self::DsqPeek | Self::TaskSetSlice | Self::TaskSetDsqVtime => Release::V7_1,
            Self::SelectCpuAnd
            | Self::PickIdleCpuNode
            | Self::PickAnyCpuNode
            | Self::GetIdleCpumaskNode
            | Self::GetIdleSmtmaskNode
            | Self::NrNodeIds
            | Self::CpuNode
            | Self::LockedRq
            | Self::CpuCurr
            | Self::Now
            | Self::Events => Release::V6_18,
            _ => Release::V6_12,
        }
    }

    /// Where the function may be called.
    pub fn contexts(self, release: Release) -> Contexts {
        let select_enqueue_dispatch = Contexts::SELECT.or(Contexts::ENQUEUE).or(Contexts::DISPATCH);
        match self {
            Self::CreateDsq => Contexts::SLEEPABLE,
            Self::DsqInsert | Self::DsqInsertVtime => select_enqueue_dispatch,
            Self::DsqMoveToLocal | Self::DispatchNrSlots | Self::DispatchCancel => Contexts::DISPATCH,
            Self::DsqMove | Self::DsqMoveVtime | Self::DsqMoveSetSlice | Self::DsqMoveSetVtime => {
                Contexts::DISPATCH.or(Contexts::UNLOCKED)
            }
            Self::ReenqueueLocal if release < Release::V7_1 => Contexts::RELEASE,
            Self::SelectCpuDfl if release == Release::V6_12 => Contexts::SELECT,
            Self::SelectCpuDfl | Self::SelectCpuAnd => {
                Contexts::SELECT.or(Contexts::ENQUEUE).or(Contexts::UNLOCKED)
            }
            Self::Dump => Contexts::DUMP,
            _ => Contexts::ANY,
        }
    }

    /// Whether the function may be called in a hook, or in a timer (`None`).
    pub fn allowed_in(self, hook: Option<Hook>, release: Release) -> bool {
        let contexts = self.contexts(release);
        if contexts == Contexts::ANY {
            return true;
        }
        let here = match hook {
            Some(Hook::SelectCpu) => Contexts::SELECT,
            Some(Hook::Enqueue) => Contexts::ENQUEUE,
            Some(Hook::Dispatch) => Contexts::DISPATCH,
            Some(Hook::CpuRelease) => Contexts::RELEASE,
            Some(Hook::Dump | Hook::DumpCpu | Hook::DumpTask) => Contexts::DUMP,
            Some(Hook::Init | Hook::Exit | Hook::InitTask) => Contexts::UNLOCKED.or(Contexts::SLEEPABLE),
            None => Contexts::UNLOCKED,
            Some(_) => return false,
        };
        contexts.0 & here.0 != 0
    }
}

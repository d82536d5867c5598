//! Objects of the kernel, as a policy sees them: a handle with named fields.

use crate::address;
use serde::{Deserialize, Serialize};

/// An object of the kernel. The id is chosen by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Object {
    pub kind: ObjectKind,
    pub id: u32,
}

impl Object {
    pub fn new(kind: ObjectKind, id: u32) -> Self {
        Self { kind, id }
    }

    pub fn task(id: u32) -> Self {
        Self::new(ObjectKind::Task, id)
    }

    /// The CPUs that a task may use (`p->cpus_ptr`).
    pub fn allowed(task: u32) -> Self {
        Self::new(ObjectKind::TaskMask, task)
    }

    /// The pointer that a policy gets.
    pub fn address(self) -> u64 {
        address::object(self)
    }

    /// The object of a pointer to its start, or the mask of a pointer to `p->cpus_mask`.
    pub fn of(pointer: u64) -> Option<Self> {
        let (object, offset) = address::object_parts(pointer)?;
        if offset == 0 {
            return Some(object);
        }
        (object.field(offset / 8)? == Field::CpusMask && offset % 8 == 0).then(|| Self::allowed(object.id))
    }

    /// The field in an 8-byte slot.
    pub(crate) fn field(self, slot: u32) -> Option<Field> {
        self.kind.fields().get(slot as usize).copied()
    }
}

macro_rules! objects {
    ($($(#[$doc:meta])* $kind:ident $name:literal { $($(#[$note:meta])* $field:ident $path:literal,)* })*) => {
        /// The kinds of kernel objects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum ObjectKind { $($(#[$doc])* $kind,)* }

        impl ObjectKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The name of the struct in C.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// The fields, each in a slot of 8 bytes, in this order.
            pub fn fields(self) -> &'static [Field] {
                match self { $(Self::$kind => &[$(Field::$field,)*],)* }
            }
        }

        /// A field of a kernel object.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Field { $($($(#[$note])* $field,)*)* }

        impl Field {
            /// The path of members, as in C.
            pub fn path(self) -> &'static str {
                match self { $($(Self::$field => $path,)*)* }
            }
        }
    };
}

objects! {
    /// The id is that of the task.
    Task "task_struct" {
        Pid "pid",
        Tgid "tgid",
        /// Bytes 0 to 7 of the name, the first in the lowest byte.
        CommLow "comm",
        CommHigh "comm+8",
        Flags "flags",
        /// The machine answers this itself, with the task's mask.
        CpusPtr "cpus_ptr",
        /// The mask itself is embedded; its address is that of the task's mask.
        CpusMask "cpus_mask",
        NrCpusAllowed "nr_cpus_allowed",
        State "__state",
        MigrationDisabled "migration_disabled",
        StaticPrio "static_prio",
        Prio "prio",
        NormalPrio "normal_prio",
        Policy "policy",
        Nvcsw "nvcsw",
        Nivcsw "nivcsw",
        Mm "mm",
        /// Address of a task, or 0.
        RealParent "real_parent",
        Parent "parent",
        GroupLeader "group_leader",
        InIowait "in_iowait",
        OnCpu "on_cpu",
        WakeCpu "wake_cpu",
        StartTime "start_time",
        Utime "utime",
        Stime "stime",
        SumExecRuntime "se.sum_exec_runtime",
        Vruntime "se.vruntime",
        UtilAvg "se.avg.util_avg",
        RunnableAvg "se.avg.runnable_avg",
        LoadAvg "se.avg.load_avg",
        NrWakeups "stats.nr_wakeups",
        Slice "scx.slice",
        DsqVtime "scx.dsq_vtime",
        Weight "scx.weight",
        ScxFlags "scx.flags",
        Disallow "scx.disallow",
        RunnableAt "scx.runnable_at",
        StickyCpu "scx.sticky_cpu",
        HoldingCpu "scx.holding_cpu",
    }
    /// The allowed CPUs of a task; the id is that of the task.
    TaskMask "cpumask" {}
    /// A mask of the kernel; the id is one of `Object::IDLE` and the others.
    Mask "cpumask" {}
    /// A mask that the policy made; it belongs to the virtual machine.
    OwnMask "bpf_cpumask" {}
    /// The id is the CPU.
    Rq "rq" {
        /// Address of a task.
        Curr "curr",
        Idle "idle",
        RqCpu "cpu",
        NrRunning "nr_running",
        ClockTask "clock_task",
        ClockPelt "clock_pelt",
        CpuCapacity "cpu_capacity",
        RqScxFlags "scx.flags",
        RqNrRunning "scx.nr_running",
    }
    ExitInfo "scx_exit_info" {
        Kind "kind",
        ExitCode "exit_code",
        ExitFlags "flags",
        /// Text; the host copies it with `Host::text`.
        Reason "reason",
        Msg "msg",
        DumpText "dump",
    }
    CpuAcquireArgs "scx_cpu_acquire_args" {}
    CpuReleaseArgs "scx_cpu_release_args" {
        ReleaseReason "reason",
        /// Address of a task.
        ReleaseTask "task",
    }
    InitTaskArgs "scx_init_task_args" {
        Fork "fork",
        /// Address of a cgroup.
        InitCgroup "cgroup",
    }
    ExitTaskArgs "scx_exit_task_args" {
        Cancelled "cancelled",
    }
    DumpContext "scx_dump_ctx" {
        DumpKind "kind",
        DumpExitCode "exit_code",
        DumpReason "reason",
        AtNs "at_ns",
        AtJiffies "at_jiffies",
    }
    Cgroup "cgroup" {
        Level "level",
        /// Address of the kernfs node with the same id.
        KernfsNode "kn",
    }
    KernfsNode "kernfs_node" {
        KernfsId "id",
    }
    Mm "mm_struct" {}
    /// A text of the kernel that can only be printed or copied. The id is chosen by the host.
    Text "char" {}
}

impl Object {
    /// The idle CPUs (`scx_bpf_get_idle_cpumask`).
    pub const IDLE: Self = Self { kind: ObjectKind::Mask, id: 0 };
    /// The CPUs of wholly idle cores (`scx_bpf_get_idle_smtmask`).
    pub const SMT: Self = Self { kind: ObjectKind::Mask, id: 1 };
    pub const POSSIBLE: Self = Self { kind: ObjectKind::Mask, id: 2 };
    pub const ONLINE: Self = Self { kind: ObjectKind::Mask, id: 3 };
    /// Masks with no CPU.
    pub const EMPTY: Self = Self { kind: ObjectKind::Mask, id: 4 };

    /// The idle CPUs of a node (`BUILTIN_IDLE_PER_NODE`), or those of its wholly idle cores.
    pub fn idle_of_node(node: u32, cores: bool) -> Self {
        Self { kind: ObjectKind::Mask, id: 16 + 2 * node + u32::from(cores) }
    }
}

impl Field {
    /// Whether a policy may write the field. The kernel refuses others at load.
    pub fn writable(self) -> bool {
        matches!(self, Self::Slice | Self::DsqVtime | Self::Disallow)
    }
}

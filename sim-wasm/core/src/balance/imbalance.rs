//! The imbalance between groups, and what both ways to find the busiest group share ([`busiest`](super::busiest),
//! [`busiest_by_load`](super::busiest_by_load)).

use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::machine::domains::{Domain, Group, flags};
use crate::observe::steps::{
    CalculateImbalance, Counted, FindBusiestGroup, Group as Seen, Imbalance as Amount, Load,
};
use crate::system::{GroupSums, GroupType, System};

/// The unit of an imbalance (`enum migration_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Migrate {
    Load,
    Util,
    Task,
    /// A task whose utilisation exceeds the capacity of its CPU.
    Misfit,
    /// A task that prefers the last-level cache of the CPU that balances.
    LlcTask,
}

/// An imbalance: the group to pull from, the amount, and its unit.
#[derive(Clone, Debug)]
pub struct Imbalance {
    pub group: CpuMask,
    pub amount: u64,
    pub what: Migrate,
}

impl Imbalance {
    /// The step of a decision record.
    pub fn step(&self) -> CalculateImbalance {
        let amount = Amount(self.amount);
        match self.what {
            Migrate::Load => CalculateImbalance::MigrateLoad(amount),
            Migrate::Util => CalculateImbalance::MigrateUtil(amount),
            Migrate::Task => CalculateImbalance::MigrateTask(amount),
            Migrate::Misfit => CalculateImbalance::MigrateMisfit(amount),
            Migrate::LlcTask => CalculateImbalance::MigrateLlcTask(amount),
        }
    }
}

/// `sgc->imbalance` of a group of `level`: it is set one level down, on the domain whose span the group is. Where caches
/// differ, that is another level on another CPU; groups of NUMA levels are identified by their level alone.
pub(super) fn is_marked(sys: &System, domain: &Domain, group: &Group, level: usize) -> bool {
    if level == 0 {
        return false;
    }
    if domain.has(flags::NUMA) {
        let at = |cpu: CpuId| sys.domain_state[cpu].get(level - 1);
        return group.cpus.iter().any(|&cpu| at(cpu).is_some_and(|state| state.group_imbalance));
    }
    let levels = |cpu: CpuId| sys.domain_state[cpu].iter().zip(&sys.domains.of[cpu]);
    let marked = |cpu| levels(cpu).any(|(state, own)| state.group_imbalance && own.span == group.span);
    group.cpus.iter().any(|&cpu| marked(cpu))
}

/// Records the state of a group in the current decision. `avg_load`: none if groups are not compared by load.
pub(super) fn note_group(
    sys: &mut System,
    first: CpuId,
    kind: GroupType,
    sums: &GroupSums,
    avg_load: Option<u64>,
) {
    let seen = Seen(Counted { running: sums.nr_running, idle: sums.idle });
    let step = match kind {
        GroupType::HasSpare => FindBusiestGroup::HasSpare(seen),
        GroupType::FullyBusy => FindBusiestGroup::FullyBusy(seen),
        GroupType::MisfitTask => FindBusiestGroup::MisfitTask(seen),
        GroupType::SmtBalance => FindBusiestGroup::SmtBalance(seen),
        GroupType::AsymPacking => FindBusiestGroup::AsymPacking(seen),
        GroupType::Imbalanced => FindBusiestGroup::Imbalanced(seen),
        GroupType::LlcBalance => FindBusiestGroup::LlcBalance(seen),
        GroupType::Overloaded => FindBusiestGroup::Overloaded(seen),
    };
    sys.tried(first, step);
    if let Some(load) = avg_load {
        sys.tried(first, FindBusiestGroup::Load(Load(load)));
    }
}

/// The pass over the highest level finds out whether any CPU has more than one task (`rd->overload`).
pub fn note_overload(sys: &mut System, domain: &Domain, level: usize, dst: CpuId) {
    if level + 1 == sys.domains.of[dst].len() {
        sys.rd_overload = sys.overload.any_in(domain.span) || sys.any_misfit();
    }
}

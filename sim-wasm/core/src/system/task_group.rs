//! The `task_group` the workload's tasks belong to, as far as its cache lines go: every enqueue,
//! dequeue and tick sums up the group's load in one shared field and reads it back, and every change
//! of CPU reads the pointers to the queues of the new one. Where the fields lie decides which of these
//! accesses wait for each other.

use super::System;
use crate::engine::ids::{CpuId, PerCpu};
use crate::engine::time::Ns;
use crate::memory::c2c::{Field, Watched};
use crate::memory::layout::{self, ISOLATED, LayoutItem, MAINLINE, RELAYOUT};
use crate::memory::lines::{Access, line_bytes};
use crate::observe::vocab::Symbol;
use crate::runqueue::SchedClass;
use crate::scenario::TaskGroup;

/// What a CPU last added to the group's `load_avg`, and when (ns).
#[derive(Clone, Copy, Debug, Default)]
struct Contribution {
    load: u64,
    at: Ns,
}

/// The group.
#[derive(Clone, Debug)]
pub struct TaskGroupState {
    pub watched: Watched,
    /// The field of each item of the layout.
    index: [u8; LayoutItem::ALL.len()],
    contributions: PerCpu<Contribution>,
}

impl TaskGroupState {
    fn new(order: &[LayoutItem], line_bytes: u32, cpus: usize) -> Self {
        let placed = layout::place(order);
        let mut index = [0; LayoutItem::ALL.len()];
        for (i, field) in placed.iter().enumerate() {
            index[field.field as usize] = i as u8;
        }
        let fields = placed.iter().map(|p| Field { name: p.field.key(), offset: p.offset }).collect();
        Self {
            watched: Watched::new(fields, line_bytes),
            index,
            contributions: vec![Contribution::default(); cpus].into(),
        }
    }
}

impl System {
    /// Lays out the group's struct for the present switches; no cache holds its lines yet.
    pub fn build_task_group(&mut self) {
        let order = match self.features.task_group {
            _ if !self.rules.has_task_groups => None,
            TaskGroup::Off => None,
            TaskGroup::Custom if !self.layout.is_empty() => Some(self.layout.as_slice()),
            TaskGroup::Mainline | TaskGroup::Custom => Some(MAINLINE),
            TaskGroup::Relayout => Some(RELAYOUT),
            TaskGroup::Isolated => Some(ISOLATED),
        };
        let bytes = line_bytes(self.features.line_128);
        let cpus = self.cpus.len();
        self.group = order.map(|order| Box::new(TaskGroupState::new(order, bytes, cpus)));
    }

    /// `update_tg_load_avg`, then `update_cfs_group`, for the queue of `cpu`.
    #[inline]
    pub(super) fn update_task_group(&mut self, cpu: CpuId) {
        if self.group.is_some() {
            self.update_group(cpu);
        }
    }

    #[cold]
    fn update_group(&mut self, cpu: CpuId) {
        if let Some(mut group) = self.group.take() {
            self.update_shares(&mut group, cpu);
            self.group = Some(group);
        }
    }

    fn update_shares(&mut self, group: &mut TaskGroupState, cpu: CpuId) {
        let load = self.queues.load(cpu).load_avg;
        let rate = Ns::ms(self.rules.tg_load_avg_ms.into());
        let added = &mut group.contributions[cpu];
        let due = rate == Ns::ZERO || self.now >= added.at + rate;
        // Small changes are kept back.
        if due && load.abs_diff(added.load) > added.load / 64 {
            *added = Contribution { load, at: self.now };
            self.touch(group, LayoutItem::LoadAvg, Symbol::UpdateTgLoadAvg, Access::Write);
        }
        self.touch(group, LayoutItem::LoadAvg, Symbol::UpdateCfsGroup, Access::Read);
        self.touch(group, LayoutItem::Shares, Symbol::UpdateCfsGroup, Access::Read);
    }

    /// `set_task_rq`: the queues of the new CPU are found through the group.
    #[inline]
    pub(super) fn set_task_rq(&mut self) {
        if let Some(mut group) = self.group.take() {
            for field in [LayoutItem::Se, LayoutItem::CfsRq, LayoutItem::RtSe, LayoutItem::RtRq] {
                self.touch(&mut group, field, Symbol::SetTaskRq, Access::Read);
            }
            self.group = Some(group);
        }
    }

    /// The acting CPU accesses a field; the transfer of the line delays it.
    fn touch(&mut self, group: &mut TaskGroupState, field: LayoutItem, symbol: Symbol, access: Access) {
        let cpu = self.actor;
        let index = group.index[field as usize] as usize;
        if let Some(miss) = group.watched.touch(&self.machine, cpu, index, symbol, access) {
            let ns = self.move_lines(miss.fetch.from, cpu, 1);
            let at = self.now + self.charge;
            self.charge += group.watched.transfer(miss, at, ns);
        }
    }
}

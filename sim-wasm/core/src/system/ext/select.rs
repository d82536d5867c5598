//! The choice of a CPU for a task that wakes or forks: `select_cpu`, and the built-in choice.

use super::{Args, Hook};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::runqueue::ext::flags::{dsq, exit, pick, wake};
use crate::runqueue::ext::{Release, SLICE_DFL, Verdict};
use crate::system::System;

impl System {
    /// `select_task_rq_scx`: the CPU for a task that `waker` wakes or forks.
    #[cold]
    pub fn ext_select(&mut self, waker: CpuId, task: TaskId, prev: CpuId, flags: u64) -> CpuId {
        let t = &mut self.ext.tasks[task];
        (t.selected, t.verdict) = (false, None);
        if self.tasks[task].allowed.is_one() {
            return prev;
        }
        self.ext.tasks[task].selected = true;
        if self.ext.has(Hook::SelectCpu) && !self.ext.bypass {
            let args = Args { task: Some(task), number: i64::from(prev.0), flags };
            let answer = self.ext_call(Hook::SelectCpu, args);
            let chosen = self.machine.cpu(answer);
            let Some(cpu) = chosen else {
                let msg = format!("invalid CPU {answer} from ops.select_cpu() for {}", self.comm(task));
                self.ext_error(exit::ERROR, 0, Some(task), msg);
                return prev;
            };
            if !self.tasks[task].allowed.test(cpu) {
                self.ext.events.select_cpu_fallback += 1;
            }
            return cpu;
        }
        if !self.ext.tracks_idle() {
            return prev;
        }
        let allowed = self.tasks[task].allowed;
        let Some(cpu) = self.select_cpu_dfl(waker, task, prev, flags, allowed, 0) else { return prev };
        let t = &mut self.ext.tasks[task];
        t.slice = SLICE_DFL;
        t.verdict = Some(Verdict { dsq: dsq::LOCAL, flags: 0 });
        self.ext.events.refill_slice_dfl += 1;
        cpu
    }

    /// `test_and_clear_cpu_idle`
    pub(super) fn claim_idle(&mut self, cpu: CpuId) -> bool {
        self.charge += Ns::from(self.costs.scan_cpu);
        let machine = self.machine.clone();
        self.ext.idle.as_mut().is_some_and(|idle| idle.claim(&machine, cpu))
    }

    /// Claims any idle CPU of a set.
    pub(super) fn pick_idle(&mut self, of: CpuMask, core: bool) -> Option<CpuId> {
        self.charge += Ns::from(self.costs.scan_cpu);
        let (machine, by) = (self.machine.clone(), self.actor);
        self.ext.idle.as_mut()?.pick(&machine, by, of, core)
    }

    fn is_core_idle(&self, cpu: CpuId) -> bool {
        self.ext.idle.as_ref().is_some_and(|idle| idle.smt.test(cpu))
    }

    /// `scx_select_cpu_dfl`: an idle CPU among `allowed`, which is claimed, or none. `flags`: of the choice (`pick`).
    pub(super) fn select_cpu_dfl(
        &mut self,
        waker: CpuId,
        task: TaskId,
        prev: CpuId,
        wake_flags: u64,
        allowed: CpuMask,
        flags: u64,
    ) -> Option<CpuId> {
        let release = self.ext.release();
        let is_6_12 = release < Release::V6_18_2;
        let machine = self.machine.clone();
        let (smt, core) = (machine.has_smt, flags & pick::CORE != 0);
        let prev_allowed = allowed.test(prev);
        if allowed.is_empty() {
            return None;
        }
        if self.tasks[task].allowed.is_one() {
            return (prev_allowed && self.claim_idle(prev)).then_some(prev);
        }
        let online = machine.cpus();
        let first = online.first()?;
        let nr_online = online.weight();
        let (llc, node) = (machine.llc_mask[machine.llc_of[prev]], machine.node_mask[machine.node_of[prev]]);
        let uses_llc = !is_6_12 && machine.llc_mask[machine.llc_of[first]].weight() < nr_online;
        let differs = |cpu: CpuId| {
            machine.llc_mask[machine.llc_of[cpu]].weight() != machine.node_mask[machine.node_of[cpu]].weight()
        };
        let uses_node = !is_6_12
            && machine.node_mask[machine.node_of[first]].weight() < nr_online
            && online.iter().any(differs);
        let near: Vec<CpuMask> = [(uses_llc, llc), (uses_node, node)]
            .into_iter()
            .filter_map(|(used, mask)| used.then_some(mask.and(allowed)))
            .collect();
        if wake_flags & wake::SYNC != 0 {
            if !is_6_12 && prev_allowed && self.share_llc(waker, prev) && self.claim_idle(prev) {
                return Some(prev);
            }
            // 6.18.2 looks at a mask that is always empty.
            let some_idle = self.ext.idle.as_ref().is_some_and(|idle| !idle.cpu.is_empty());
            let alone = self.ext.local[waker].is_empty();
            let same_node = flags & pick::IN_NODE == 0 || machine.node_of[waker] == machine.node_of[prev];
            if release != Release::V6_18_2 && some_idle && alone && allowed.test(waker) && same_node {
                return Some(waker);
            }
        }
        if smt {
            if (is_6_12 || prev_allowed) && self.is_core_idle(prev) && self.claim_idle(prev) {
                return Some(prev);
            }
            for &mask in &near {
                if let Some(cpu) = self.pick_idle(mask, true) {
                    return Some(cpu);
                }
            }
            if let Some(cpu) = self.pick_idle(allowed, true) {
                return Some(cpu);
            }
            if core {
                return None;
            }
        }
        if (is_6_12 || prev_allowed) && self.claim_idle(prev) {
            return Some(prev);
        }
        if smt && release >= Release::V7_1 {
            let siblings = machine.smt_mask[prev].and(allowed);
            let idle = self.ext.idle.as_ref().map_or(CpuMask::EMPTY, |idle| idle.cpu.and(siblings));
            if let Some(cpu) = idle.first()
                && self.claim_idle(cpu)
            {
                return Some(cpu);
            }
        }
        for &mask in &near {
            if let Some(cpu) = self.pick_idle(mask, false) {
                return Some(cpu);
            }
        }
        self.pick_idle(allowed, false)
    }
}

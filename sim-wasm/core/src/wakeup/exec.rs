//! Placement at exec, when a task has no cache contents to lose: 2003's `sched_best_cpu`, or the
//! slow path over the domains with `SD_BALANCE_EXEC`.

use super::find_idlest::find_idlest_cpu;
use crate::engine::ids::CpuId;
use crate::machine::Balancer;
use crate::machine::domains::flags;
use crate::observe::decisions::Why;
use crate::observe::steps::{SchedBestCpu, Tasks};
use crate::observe::vocab::{Cause, Decided};
use crate::runqueue::{Dequeue, Woken};
use crate::system::{Enqueue, System};

/// `sched_balance_exec`: the running task of `cpu` may go elsewhere. Returns whether it left.
pub fn sched_exec(sys: &mut System, cpu: CpuId) -> bool {
    // The class `ext` leaves it where it is.
    if sys.is_ext() || !sys.features.exec_balance {
        return false;
    }
    let Some(task) = sys.cpus[cpu].curr else { return false };
    sys.decide(Decided::Exec, cpu, cpu);
    let before = sys.charge;
    let best = match sys.rules.balancer {
        Balancer::Domains => find_idlest_cpu(sys, task, cpu, flags::BALANCE_EXEC),
        Balancer::Nodes => sched_best_cpu(sys, cpu),
    };
    sys.decided(Some(task), best, Why::Nothing, before);
    sys.obs.search.charge(cpu, sys.now, sys.charge - before);
    if best == cpu || !sys.tasks[task].allowed.test(best) {
        return false;
    }
    sys.dequeue(task, Dequeue::Move);
    sys.set_curr(cpu, None);
    sys.set_task_cpu(task, best, Cause::Exec);
    sys.enqueue(task, Enqueue::Move);
    sys.check_preempt(best, task, Woken::Plain);
    sys.interrupt_idle_cpu(best);
    true
}

/// 2003: stay unless more than two tasks run here; else the node with the fewest running tasks, and
/// in it the CPU with the fewest. The first of equals wins: the CPU's node is not favoured.
fn sched_best_cpu(sys: &mut System, cpu: CpuId) -> CpuId {
    let own = sys.nr_running(cpu);
    if sys.machine.nr_nodes < 2 || own <= 2 {
        sys.tried(cpu, SchedBestCpu::No(Tasks(own)));
        return cpu;
    }
    for node in 0..sys.machine.nr_nodes {
        let first = sys.machine.node_mask[node].first().unwrap_or(cpu);
        let running = sys.node_nr_running[node];
        sys.tried(first, SchedBestCpu::Load(Tasks(running)));
    }
    let has_cpus = |n: &usize| !sys.machine.node_mask[*n].is_empty();
    let nodes = (0..sys.machine.nr_nodes).filter(has_cpus);
    let node = nodes.min_by_key(|&n| (sys.node_nr_running[n], n)).unwrap_or(0);
    let best = sys.machine.node_mask[node].iter().min_by_key(|&c| (sys.nr_running(c), c)).unwrap_or(cpu);
    let length = sys.nr_running(best);
    sys.tried(best, SchedBestCpu::Chosen(Tasks(length)));
    best
}

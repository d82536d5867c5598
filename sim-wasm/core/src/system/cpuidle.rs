//! Idle states of a CPU: the longer it is expected to be idle, the deeper it sleeps and the longer it
//! takes to wake (`cpuidle`, menu governor).

use super::{System, update_avg};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;

/// Idle states below the first, shallowest first: an idle time from which each pays, and which of
/// [`Costs::idle_exit`](crate::machine::Costs) it takes to leave it. `drivers/idle/intel_idle.c`, Broadwell:
/// C1E, C3, C6; machines without such states have exit latencies of 0.
const RESIDENCY: [Ns; 3] = [Ns::us(20), Ns::us(100), Ns::us(400)];

impl System {
    /// The exit latency of an idle CPU (ns): the time from the interrupt until it runs a task.
    pub fn idle_exit(&self, cpu: CpuId) -> Ns {
        Ns::from(self.cpus[cpu].idle_exit)
    }

    /// A CPU goes idle: the idle state is chosen by the length of earlier idle times.
    pub fn enter_idle(&mut self, cpu: CpuId) {
        let expected = self.cpus[cpu].typical_idle;
        let deepest = RESIDENCY.iter().rposition(|&pays| expected >= pays);
        self.cpus[cpu].idle_exit = deepest.map_or(0, |state| self.costs.idle_exit[state]);
    }

    /// It runs a task again after it was idle.
    pub fn leave_idle(&mut self, cpu: CpuId) {
        let c = &mut self.cpus[cpu];
        let idle = self.now.saturating_sub(c.idled_at);
        update_avg(&mut c.typical_idle, idle);
        self.tell_past_load(cpu, 0);
    }
}

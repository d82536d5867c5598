//! The queue of one CPU over a stretch of the run, for a drawing.

use super::Simulation;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::observe::inspect::QueueInspection;
use crate::observe::trace::tell;

/// Whether two states of a queue look the same. Loads are ignored: they change between events.
fn is_same(a: &QueueInspection, b: &QueueInspection) -> bool {
    a.clock_ns == b.clock_ns && a.tasks == b.tasks
}

impl Simulation {
    /// Runs until `until`, for at most `max_events`. Returns the queue of a CPU now, after every event that changed it, and at
    /// the end. Layout: [`crate::observe::trace`]. Empty if there is no such CPU.
    pub fn trace_queue(&mut self, cpu: CpuId, until: Ns, max_events: u64) -> Vec<f64> {
        let mut words = Vec::new();
        if self.sys.cpus.of(cpu).is_none() {
            return words;
        }
        let last_event = self.events().saturating_add(max_events);
        let mut seen = self.queue(cpu);
        tell(self.now(), &seen, &mut words);
        while self.advance(until, 1) > 0 && self.events() < last_event {
            let queue = self.queue(cpu);
            if !is_same(&queue, &seen) {
                tell(self.now(), &queue, &mut words);
                seen = queue;
            }
        }
        tell(self.now(), &self.queue(cpu), &mut words);
        words
    }
}

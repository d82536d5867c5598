//! Writes the state of a moment as words. The reader is `src/engine/wire/frame.ts`.

use super::Simulation;
use crate::observe::frame as at;
use crate::observe::vocab::{Cause, CpuFlag, FrameFlag, packed};

impl Simulation {
    /// The present state. `with_flows`: also the moves between units.
    pub fn frame(&self, with_flows: bool) -> Vec<u32> {
        let (sys, obs) = (&self.sys, &self.sys.obs);
        let mut w = vec![0u32; at::HEADER];
        let mut wide = |i: usize, v: u64| {
            w[i] = v as u32;
            w[i + 1] = (v >> 32) as u32;
        };
        wide(at::NOW, sys.now.0);
        wide(at::EVENTS, obs.events);
        wide(at::HASH, obs.hash.value());
        wide(at::MESSAGES, obs.done);
        wide(at::BUSY, obs.busy.at(sys.now).0);
        wide(at::WASTED, obs.wasted.at(sys.now).0);
        let window = self.window();
        wide(at::STARTED, window.started.0);
        wide(at::SINCE, window.since.0);
        wide(at::SINCE_MESSAGES, window.done);
        wide(at::SINCE_BUSY, window.busy.0);
        wide(at::SINCE_WASTED, window.wasted.0);
        let stats = sys.queues.groups().map(|groups| groups.cpu_stats(sys.now)).unwrap_or_default();
        wide(at::THROTTLED, stats.throttled.0);
        w[at::NR_PERIODS] = stats.nr_periods as u32;
        w[at::NR_THROTTLED] = stats.nr_throttled as u32;
        w[at::FLAGS] = [
            (FrameFlag::Done, self.done),
            (FrameFlag::Flows, with_flows),
            (FrameFlag::Measured, self.baseline.is_some()),
        ]
        .map(|(flag, holds)| u32::from(holds) * flag.bit())
        .iter()
        .sum();
        let latency = sys.wake_latency();
        w[at::CPUS] = sys.cpus.len() as u32;
        w[at::UNITS] = sys.machine.nr_units as u32;
        w[at::NODES] = sys.machine.nr_nodes as u32;
        w[at::SCHED] = obs.sched as u32;
        w[at::GOIDLE] = obs.goidle as u32;
        w[at::TTWU] = obs.ttwu as u32;
        w[at::STEAL] = obs.moves_by(Cause::Steal) as u32;
        w[at::WAKE_P50] = latency.quantile(500) as u32;
        w[at::WAKE_P99] = latency.quantile(990) as u32;
        for (i, &n) in obs.moves.iter().flatten().enumerate() {
            w[at::MOVES + i] = n as u32;
        }
        for i in 0..at::DISTANCE_COUNT {
            w[at::WAKES + i] = obs.wakes[i] as u32;
            w[at::LINES + i] = obs.lines[i] as u32;
        }

        let mut waiting = Vec::new();
        let wasted = sys.wasted();
        for (cpu, c) in sys.cpus.each() {
            let before = waiting.len();
            waiting.extend(sys.waiting(cpu).into_iter().map(u32::from));
            let throttled = sys.throttled(cpu);
            waiting.extend(throttled.iter().copied().map(u32::from));
            let nr = (waiting.len() - before).min(at::CPU_WAITING.mask() as usize);
            waiting.truncate(before + nr);
            let flags: u32 = [
                (CpuFlag::Idle, sys.is_idle(cpu)),
                (CpuFlag::Wasted, wasted.test(cpu)),
                (CpuFlag::Overloaded, sys.nr_running(cpu) >= 2),
                (CpuFlag::Throttled, !throttled.is_empty()),
                (CpuFlag::Waking, c.curr.is_none() && !sys.is_idle(cpu) && sys.machine.cpus().test(cpu)),
            ]
            .map(|(flag, holds)| u32::from(holds) * flag.bit())
            .iter()
            .sum();
            w.push(
                at::CPU_TASK.holding(packed(c.curr))
                    | at::CPU_WAITING.holding(nr as u32)
                    | at::CPU_FLAGS.holding(flags),
            );
        }
        w[at::WAITING] = waiting.len() as u32;
        w.extend(waiting);
        w.extend(obs.unit_lines.iter().flatten());
        w.extend(&obs.node_lines);
        if with_flows {
            w.extend(&obs.flows);
        }
        w
    }
}

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
        let latency = self.wake_latency(None);
        wide(at::WAKE_P50, latency.quantile(500));
        wide(at::WAKE_P99, latency.quantile(990));
        let requests = self.request_latency();
        wide(at::REQUEST_P50, requests.quantile(500));
        wide(at::REQUEST_P99, requests.quantile(990));
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
        w[at::CPUS] = sys.cpus.len() as u32;
        w[at::UNITS] = sys.machine.nr_units as u32;
        w[at::NODES] = sys.machine.nr_nodes as u32;
        w[at::SCHED] = obs.sched as u32;
        w[at::GOIDLE] = obs.goidle as u32;
        w[at::TTWU] = obs.ttwu as u32;
        w[at::STEAL] = obs.moves_by(Cause::Steal) as u32;
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

#[cfg(test)]
mod tests {
    use super::super::replay::DOCUMENTS;
    use super::*;
    use crate::engine::ids::{CpuId, Id, TaskId};
    use crate::engine::time::Ns;
    use crate::machine::kernel::ClassId;
    use crate::scenario::parse;
    use crate::system::TaskState;

    /// Runs of several kinds, each at several moments.
    fn moments(mut look: impl FnMut(&Simulation)) {
        for document in DOCUMENTS.lines() {
            let scenario = parse(document).unwrap_or_else(|faults| panic!("{faults:?}: {document}"));
            let mut sim = Simulation::of_checked(&scenario, 0).expect("a lane");
            for events in [1, 500, 777, 1500] {
                sim.advance(Ns::MAX, events);
                look(&sim);
            }
        }
    }

    /// The sections after the header: CPUs, waiting tasks, lines of units and between nodes, and flows.
    fn parts(words: &[u32]) -> [&[u32]; 5] {
        let [cpus, waiting, units, nodes] =
            [at::CPUS, at::WAITING, at::UNITS, at::NODES].map(|at| words[at] as usize);
        let mut rest = &words[at::HEADER..];
        let flows = rest.len() - cpus - waiting - 2 * units - nodes * nodes;
        [cpus, waiting, 2 * units, nodes * nodes, flows].map(|length| {
            let (part, after) = rest.split_at(length);
            rest = after;
            part
        })
    }

    #[test]
    fn a_frame_and_an_inspection_agree_on_each_cpu() {
        let mut seen = [0; CpuFlag::ALL.len()];
        moments(|sim| {
            let words = sim.frame(true);
            let [cpus, waiting, _, _, flows] = parts(&words);
            assert_eq!(flows, sim.sys.obs.flows);
            assert!(parts(&sim.frame(false))[4].is_empty());
            let mut waiting = waiting.iter();
            for (cpu, &word) in (0..).map(CpuId).zip(cpus) {
                let flags = at::CPU_FLAGS.of(&[word]);
                let has = |flag: CpuFlag| flags & flag.bit() != 0;
                let shown: Vec<u32> =
                    waiting.by_ref().take(at::CPU_WAITING.of(&[word]) as usize).copied().collect();
                let Some(inspected) = sim.inspect_cpu(cpu) else {
                    assert_eq!((at::CPU_TASK.of(&[word]), flags, shown.len()), (packed(None), 0, 0));
                    continue;
                };
                let queue = &inspected.queue;
                let running =
                    queue.tasks.iter().find(|task| task.running).map(|task| TaskId(task.task as u16));
                assert_eq!(at::CPU_TASK.of(&[word]), packed(running), "CPU {cpu}");
                let waits = queue.tasks.iter().filter(|task| !task.running && !task.delayed);
                assert_eq!(shown, waits.map(|task| task.task).take(255).collect::<Vec<_>>(), "CPU {cpu}");
                let throttled = queue.tasks.iter().any(|task| task.throttled);
                for (flag, holds) in [
                    (CpuFlag::Idle, inspected.idle),
                    (CpuFlag::Overloaded, inspected.overloaded),
                    (CpuFlag::Throttled, throttled),
                    (CpuFlag::Waking, running.is_none() && !inspected.idle),
                ] {
                    assert_eq!(has(flag), holds, "CPU {cpu} {flag:?}");
                }
                assert!(!has(CpuFlag::Wasted) || inspected.idle);
                for (flag, seen) in CpuFlag::ALL.iter().zip(&mut seen) {
                    *seen += u32::from(has(*flag));
                }
            }
            assert_eq!(waiting.next(), None);
            let flag = |flag: FrameFlag| words[at::FLAGS] & flag.bit() != 0;
            assert_eq!((flag(FrameFlag::Done), flag(FrameFlag::Flows)), (sim.done(), true));
            assert_eq!(flag(FrameFlag::Measured), sim.baseline.is_some());
        });
        // Only a recording has CPUs of which nothing is known.
        let is_right =
            |(flag, seen): (&CpuFlag, u32)| if *flag == CpuFlag::Unknown { seen == 0 } else { seen > 20 };
        assert!(CpuFlag::ALL.iter().zip(seen).all(is_right), "{seen:?}");
    }

    #[test]
    fn the_inspection_of_a_cpu_and_of_its_tasks_agree() {
        let mut seen = [0; 5];
        moments(|sim| {
            for cpu in sim.machine().cpus().iter() {
                let inspected = sim.inspect_cpu(cpu).expect("a CPU");
                let queue = &inspected.queue;
                let awake = queue.tasks.iter().filter(|task| !task.throttled);
                let counted = match queue.scheduler {
                    // A delayed task sleeps and counts.
                    ClassId::Eevdf => awake.count(),
                    _ => awake.filter(|task| !task.delayed).count(),
                };
                assert_eq!(queue.nr_running as usize, counted, "CPU {cpu}: {queue:?}");
                assert_eq!(inspected.overloaded, counted >= 2);
                assert!(queue.next.is_none_or(|next| queue.tasks.iter().any(|task| task.task == next)));
                assert!(queue.charged_ns <= sim.now().0);
                for group in &queue.groups {
                    let of = queue.tasks.iter().filter(|task| task.cgroup == group.group);
                    assert_eq!(of.clone().count(), group.nr_running as usize, "CPU {cpu}: {queue:?}");
                    assert!(of.clone().all(|task| !task.throttled || group.throttled));
                    assert!(group.weight >= 2 && !group.name.is_empty());
                }
                for queued in &queue.tasks {
                    let id = TaskId(queued.task as u16);
                    let task = sim.inspect_task(id).expect("a task");
                    let state = match (queued.running, queued.delayed) {
                        (true, _) => "running",
                        (false, true) => "sleeping",
                        (false, false) => "waiting",
                    };
                    assert_eq!((task.state, task.cpu), (state, u32::from(cpu)));
                    assert_eq!(task.cgroup, queued.cgroup);
                    assert_eq!(task.throttled, queued.throttled);
                    assert_eq!((task.prio, task.slice_ns), (queued.prio, queued.slice_ns));
                    let (fair, eevdf) = (queue.scheduler != ClassId::O1, queue.scheduler == ClassId::Eevdf);
                    let (shown, deadline) = (fair && !queued.delayed, eevdf && !queued.delayed);
                    assert_eq!(task.vruntime_ns, shown.then_some(queued.vruntime_ns));
                    assert_eq!(task.deadline_ns, deadline.then_some(queued.deadline_ns));
                }
            }
            let states = [
                (TaskState::Dead, "dead"),
                (TaskState::Running, "running"),
                (TaskState::Waiting, "waiting"),
                (TaskState::Sleeping, "sleeping"),
                (TaskState::InFlight, "woken"),
            ];
            for (id, task) in sim.sys.tasks.each() {
                let inspected = sim.inspect_task(id).expect("a task");
                let (at, name) = states
                    .iter()
                    .enumerate()
                    .find(|(_, (state, _))| *state == task.state)
                    .map(|(i, s)| (i, s.1))
                    .expect("a state");
                seen[at] += 1;
                assert_eq!(inspected.state, name);
                // Its times on the nodes add up to its run time, and its waits to no more than the time of the run.
                let ran: u64 = inspected.node_ns.iter().sum();
                let all = task.history.ran_until(sim.now(), task.state == TaskState::Running);
                assert_eq!((inspected.node_ns.len(), ran), (sim.machine().nr_nodes, all.0), "{id:?}");
                assert!(
                    inspected.longest_wait_ns <= inspected.waited_ns
                        && ran + inspected.waited_ns <= sim.now().0
                );
                assert!(inspected.visits.last().is_none_or(|last| last.cpu == inspected.cpu));
                assert!(inspected.moved as usize >= inspected.visits.len().saturating_sub(1));
            }
            assert!(sim.inspect_task(TaskId::new(sim.sys.tasks.len())).is_none());
        });
        assert!(seen.iter().all(|&seen| seen > 3), "{seen:?}");
    }
}

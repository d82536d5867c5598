//! A run: the event loop over a simulated kernel and its workload.

#[cfg(test)]
mod ext_tests;
pub mod fingerprint;
mod frame;
mod inspect;
mod placement;
mod replay;
mod report;
mod seek;
mod trace;

use std::sync::Arc;

use crate::balance::{IdleType, active, newidle, nodes, nohz, periodic, steal};
use crate::document::fault::Fault;
use crate::document::place::Place;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::machine::kernel::KernelRules;
use crate::machine::{Balancer, Machine, apply_overrides};
use crate::observe::log::LogLevel;
use crate::observe::vocab::{EventKind, Left, Note};
use crate::runqueue::Dequeue;
use crate::runqueue::cfs::CfsTunables;
use crate::runqueue::ext::Release;
use crate::runqueue::groups::Given;
use crate::runqueue::groups::bandwidth::Timer;
use crate::scenario::{
    ControlGroup, Features, FieldError, Flip, Lane, LanePolicy, Scenario, Tunables, Workload, check,
};
use crate::system::ext::vm::Compiled;
use crate::system::ext::{EXT_TIMER, Next, Policy};
use crate::system::{Op, Setup, System, TaskState, Tuned};
use crate::wakeup::try_to_wake_up;
use crate::workload::{Begun, Outcome, Work};

pub use crate::observe::report::RunReport;
pub use placement::{Placer, Waking};
pub use report::AT_ONCE;
pub use sched_replay::Loaded;
pub use sched_vm::Program;

/// A run of one lane of a scenario. It is plain data: a clone goes on to the same events.
#[derive(Clone, Debug)]
pub struct Simulation {
    sys: System,
    work: Work,
    flips: Vec<Flip>,
    /// The control groups of the document.
    control: Vec<ControlGroup>,
    /// The number of flips so far.
    flips_passed: u32,
    /// The time of the next flip.
    next_flip: Ns,
    limit: Ns,
    warmup: Ns,
    /// The counters at the start of the measured part, and at the end of the warm-up in it.
    start: Option<report::Baseline>,
    baseline: Option<report::Baseline>,
    /// The counters of the tasks when the window of the rates began.
    before: Arc<report::Before>,
    /// The next time at which something besides an event is due: a sample, the end of the warm-up.
    next_mark: Ns,
    lane: u32,
    seed: u32,
    /// The report has a row for each job or thread.
    rows: bool,
    done: bool,
}

/// What a lane needs beside the document.
#[derive(Clone, Debug, Default)]
pub struct Attachments {
    /// The policy that schedules it, compiled.
    pub program: Option<Arc<Program>>,
    /// The file of its replay.
    pub replay: Option<Arc<Loaded>>,
}

/// The kernel's tunables for a number of CPUs, with those of the scenario and the lane on top.
fn tuned(tunables: &Tunables, rules: &KernelRules, cpus: usize) -> Tuned {
    let t = tunables.in_force(cpus);
    Tuned {
        cfs: CfsTunables {
            latency: Ns::from(t.latency_ns),
            min_granularity: Ns::from(t.min_granularity_ns),
            wakeup_granularity: Ns::from(t.wakeup_granularity_ns),
            base_slice: rules.base_slice,
            idle_min_granularity: rules.idle_min_granularity,
        },
        migration_cost: Ns::from(t.migration_cost_ns),
        node_balance_ratio: t.node_balance_ratio,
        node_threshold_pct: t.node_threshold_pct,
        steal_node_limit: t.steal_node_limit,
    }
}

/// The replay that a scenario needs; of another workload, an empty one.
fn replay_of(scenario: &Scenario, given: Option<&Arc<Loaded>>) -> Result<Arc<Loaded>, Vec<FieldError>> {
    let Workload::Replay(replay) = &scenario.workload else { return Ok(Arc::default()) };
    let refused = |key, value: &str, fault| {
        let place = Place::field("workload").key(key);
        Err(vec![FieldError::new(&place, Some(&value.into()), fault)])
    };
    match given {
        None => refused("name", &replay.name, Fault::NoReplay),
        Some(given) if !given.hash.eq_ignore_ascii_case(&replay.hash) => {
            refused("hash", &replay.hash, Fault::OtherReplay { hash: given.hash.clone() })
        }
        Some(given) => Ok(given.clone()),
    }
}

/// The simulated kernel of a lane, without tasks, and the CPUs that the lane's tasks may use.
fn kernel_of(scenario: &Scenario, of: &Lane) -> (System, CpuMask) {
    let rules = scenario.rules_of(of);
    let machine = scenario.machine.build();
    let mut costs = scenario.machine.costs();
    apply_overrides(&mut costs, &scenario.costs);
    let allowed = scenario.allowed_cpus(&machine, of);
    let setup = Setup {
        tuned: tuned(&scenario.tunables_of(of), &rules, machine.nr_cpus),
        rules,
        costs,
        features: of.features.clone(),
        layout: of.layout.clone(),
        usable: scenario.usable_cpus(&machine, of),
        groups: Given::of(&scenario.groups, machine.cpus()),
        seed: scenario.seed,
    };
    (System::new(Arc::new(machine), setup), allowed)
}

impl Simulation {
    /// Sets up a lane of a scenario.
    ///
    /// # Errors
    /// The faults of the scenario, field by field.
    pub fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<FieldError>> {
        let errors = check(scenario);
        if errors.is_empty() { Self::of_checked(scenario, lane) } else { Err(errors) }
    }

    /// Sets up a lane of a scenario that [`parse`](crate::scenario::parse) has returned.
    ///
    /// # Errors
    /// There is no such lane, or it needs something beside the document.
    pub fn of_checked(scenario: &Scenario, lane: usize) -> Result<Self, Vec<FieldError>> {
        let replay = replay_of(scenario, None)?;
        match scenario.policy_of(lane) {
            None => Self::set_up(scenario, lane, None, &replay),
            Some(policy) => {
                let place = Place::field("lanes").index(lane).key("policy");
                let name = policy.source.name.as_str().into();
                Err(vec![FieldError::new(&place, Some(&name), Fault::NotCompiled)])
            }
        }
    }

    /// Sets up a lane of a scenario that [`parse`](crate::scenario::parse) has returned, with what it needs beside the
    /// document: its policy, compiled from its source in the scenario, and the file of its replay. What a lane does not need
    /// is not used.
    ///
    /// # Errors
    /// There is no such lane, something that it needs is missing or another one, or a knob is not a parameter of the policy.
    pub fn with(
        scenario: &Scenario,
        lane: usize,
        attachments: &Attachments,
    ) -> Result<Self, Vec<FieldError>> {
        let Some(program) = &attachments.program else {
            return match (scenario.policy_of(lane), &attachments.replay) {
                (None, Some(replay)) => {
                    let tape = replay_of(scenario, Some(replay))?;
                    Self::set_up(scenario, lane, None, &tape)
                }
                _ => Self::of_checked(scenario, lane),
            };
        };
        let replay = replay_of(scenario, attachments.replay.as_ref())?;
        let Some(LanePolicy { at, source, .. }) = scenario.policy_of(lane) else {
            return Self::set_up(scenario, lane, None, &replay);
        };
        let parameters: Vec<&str> = program
            .globals
            .iter()
            .filter(|global| global.knob.is_some())
            .map(|global| &*global.name)
            .collect();
        if let Some((key, &value)) = source.knobs.iter().find(|(key, _)| !parameters.contains(&key.as_str()))
        {
            let place = Place::field("policies").index(at).key("knobs").key(key);
            return Err(vec![FieldError::new(&place, Some(&value.into()), Fault::NoKnob)]);
        }
        let knobs: Vec<(&str, i64)> =
            source.knobs.iter().map(|(key, &value)| (key.as_str(), value)).collect();
        let machine = scenario.machine.build();
        let policy = Compiled::new(program.clone(), &knobs, &machine, scenario.seed);
        Self::set_up(scenario, lane, Some(Box::new(policy)), &replay)
    }

    /// [`Self::with`] a program only.
    ///
    /// # Errors
    /// As there.
    pub fn with_program(
        scenario: &Scenario,
        lane: usize,
        program: Arc<Program>,
    ) -> Result<Self, Vec<FieldError>> {
        Self::with(scenario, lane, &Attachments { program: Some(program), replay: None })
    }

    /// Sets up a lane that a policy in Rust schedules.
    #[cfg(test)]
    fn with_policy(
        scenario: &Scenario,
        lane: usize,
        policy: Box<dyn Policy>,
    ) -> Result<Self, Vec<FieldError>> {
        Self::set_up(scenario, lane, Some(policy), &Arc::default())
    }

    fn set_up(
        scenario: &Scenario,
        lane: usize,
        policy: Option<Box<dyn Policy>>,
        replay: &Arc<Loaded>,
    ) -> Result<Self, Vec<FieldError>> {
        let Some(of) = scenario.lanes.get(lane) else {
            let lanes = scenario.lanes.len() as u32;
            return Err(vec![FieldError::of_field("lanes", &lane.into(), Fault::NoLane { lanes })]);
        };
        if let Some(recording) = scenario.recording.as_ref().filter(|_| lane == 0) {
            let (place, name) = (Place::field("lanes").index(0), recording.name.as_str().into());
            return Err(vec![FieldError::new(&place, Some(&name), Fault::Recorded)]);
        }
        let (mut sys, allowed) = kernel_of(scenario, of);
        if let (Some(policy), Some(release)) = (policy, Release::of(scenario.kernel_of(of))) {
            sys.load_policy(policy, release);
        }
        // Hogs are about picks; with other workloads picks would bury all other decisions.
        sys.obs.decisions.keep_picks(matches!(scenario.workload, Workload::Hogs(_)));
        let work = Work::start(&mut sys, &scenario.workload, &scenario.tasks, allowed, scenario.seed, replay);
        sys.build_task_group();
        let mut sim = Self {
            sys,
            work,
            flips: of.flips.clone(),
            control: scenario.groups.clone(),
            flips_passed: 0,
            next_flip: Ns::MAX,
            limit: Ns::ms(scenario.limit_ms.into()),
            warmup: Ns::ms(scenario.warmup_ms.into()),
            start: None,
            baseline: None,
            before: Arc::default(),
            next_mark: Ns::ZERO,
            lane: lane as u32,
            seed: scenario.seed,
            rows: Self::reports_jobs(&scenario.workload),
            done: false,
        };
        sim.set_next_flip();
        if sim.sys.is_ext() {
            sim.settle_ext();
        }
        for cpu in sim.sys.machine.cpus().iter() {
            sim.arm(cpu);
        }
        if sim.sys.measured_from.is_some() {
            sim.begin_measuring();
        }
        Ok(sim)
    }

    /// Simulated time (ns).
    pub fn now(&self) -> Ns {
        self.sys.now
    }
    /// The workload has ended, or the time limit is reached.
    pub fn done(&self) -> bool {
        self.done
    }
    pub fn hash(&self) -> u64 {
        self.sys.obs.hash.value()
    }
    pub fn events(&self) -> u64 {
        self.sys.obs.events
    }
    pub fn machine(&self) -> &Machine {
        &self.sys.machine
    }
    /// The simulated kernel, read-only.
    pub fn system(&self) -> &System {
        &self.sys
    }
    /// Role and communication group of each task.
    pub fn tasks(&self) -> Vec<u16> {
        self.sys.tasks.iter().flat_map(|t| [t.role as u16, t.group]).collect()
    }
    pub fn set_log(&mut self, level: LogLevel, from_ns: Ns) {
        self.sys.obs.log.reset(level, from_ns);
        self.sys.log_wasted();
    }
    /// Adds notes to the log, or no longer. It does not change the run.
    pub fn keep_notes(&mut self, on: bool) {
        self.sys.obs.log.keep_notes(on);
    }
    pub fn take_log(&mut self) -> Vec<u32> {
        self.sys.obs.log.take()
    }
    /// Switches the recording of decisions on or off. It does not change the run.
    pub fn keep_decisions(&mut self, on: bool) {
        self.sys.obs.decisions.keep(on);
    }
    /// Switches the recording of picks of the next task on or off.
    pub fn keep_picks(&mut self, on: bool) {
        self.sys.obs.decisions.keep_picks(on);
    }
    /// The decision records so far, as words (see [`crate::observe::decisions`]).
    pub fn take_decisions(&mut self) -> Vec<u32> {
        self.sys.obs.decisions.take()
    }
    pub fn series(&self) -> Vec<u32> {
        self.sys.obs.series.words()
    }

    fn apply(&mut self, features: Features) {
        self.sys.set_features(features);
        for cpu in self.sys.machine.cpus().iter() {
            self.arm(cpu);
        }
    }

    /// Runs until `until` (ns), for at most `max_events`, or until the end. Returns the events
    /// handled.
    pub fn advance(&mut self, until: Ns, max_events: u64) -> u64 {
        let first = self.sys.obs.events;
        while !self.done && self.sys.obs.events - first < max_events {
            if !self.step_by(until) {
                self.pass_to(until.max(self.sys.now));
                break;
            }
        }
        self.sys.obs.events - first
    }

    pub fn run_to_end(&mut self) {
        self.advance(Ns::MAX, u64::MAX);
    }

    /// Sets the time of the next flip, after a change of the flips or of how many have passed.
    fn set_next_flip(&mut self) {
        self.next_flip = self.flips.get(self.flips_passed as usize).map_or(Ns::MAX, |flip| Ns(flip.at_ns));
    }

    /// Advances the time, at most to the next event.
    #[inline]
    fn pass_to(&mut self, time: Ns) {
        debug_assert!(time >= self.sys.now, "time goes back from {} to {time}", self.sys.now);
        if time >= self.next_mark {
            self.mark(time);
        }
        self.sys.now = time;
    }

    /// Takes the samples that are due until `time`, and at the end of the warm-up the counters.
    #[cold]
    fn mark(&mut self, time: Ns) {
        if self.start.is_some() && self.baseline.is_none() && time >= self.warmup {
            self.sys.obs.sample_until(self.warmup);
            self.baseline = Some(report::Baseline::of(&self.sys, self.warmup));
            self.before = report::Before::of(&self.sys, self.warmup);
        }
        self.sys.obs.sample_until(time);
        let warm = if self.start.is_some() && self.baseline.is_none() { self.warmup } else { Ns::MAX };
        self.next_mark = self.sys.obs.series.next().min(warm);
    }

    /// The measured part has begun. The window of the rates begins with it, or after the warm-up.
    #[cold]
    fn begin_measuring(&mut self) {
        let now = self.sys.now;
        let start = report::Baseline::of(&self.sys, now);
        self.before = report::Before::of(&self.sys, now);
        if now >= self.warmup {
            self.baseline = Some(start);
        } else {
            self.next_mark = self.next_mark.min(self.warmup);
        }
        self.start = Some(start);
    }

    /// Handles one event, or a flip. Returns false at the end of the run.
    pub fn step(&mut self) -> bool {
        if !self.done && self.next_flip < self.next_event() {
            self.step_beside(Ns::MAX);
        } else {
            self.advance(Ns::MAX, 1);
        }
        !self.done
    }

    /// The time of the next event, or of the end of the run.
    fn next_event(&self) -> Ns {
        self.sys.events.first().0.min(self.sys.next_timer()).min(self.limit)
    }

    /// Handles the next event if it is due until `until`. Returns whether it was.
    #[inline]
    fn step_by(&mut self, until: Ns) -> bool {
        let (time, cpu) = self.sys.events.first();
        if time >= self.sys.next_timer().min(self.limit) || time > self.next_flip {
            return self.step_beside(until);
        }
        if time > until {
            return false;
        }
        self.pass_to(time);
        self.sys.obs.events += 1;
        self.sys.charge = Ns::ZERO;
        self.sys.actor = cpu;
        match self.sys.cpus[cpu].curr {
            Some(task) => self.handle_running(cpu, task),
            None => self.handle_idle(cpu),
        }
        if self.sys.is_ext() {
            self.settle_ext();
        }
        self.arm(cpu);
        if self.start.is_none() && self.sys.measured_from.is_some() {
            self.begin_measuring();
        }
        self.done = self.sys.live == 0;
        true
    }

    /// [`Self::step_by`] if a flip, a timer or the end comes before the event of any CPU.
    #[cold]
    fn step_beside(&mut self, until: Ns) -> bool {
        let (event, flip) = (self.next_event(), self.next_flip);
        if event.min(flip) > until {
            return false;
        }
        if flip < event {
            let features = self.flips[self.flips_passed as usize].features.clone();
            self.flips_passed += 1;
            self.set_next_flip();
            self.pass_to(flip.max(self.sys.now));
            self.apply(features);
        } else if self.sys.next_timer() == event {
            self.timer();
        } else {
            self.pass_to(self.limit);
            self.done = true;
        }
        true
    }

    /// A timer is due: one of a control group, or one whose interrupt wakes a sleeper on its CPU. It counts as an event.
    fn timer(&mut self) {
        self.pass_to(self.sys.next_timer().max(self.sys.now));
        let Some(task) = self.sys.take_timer() else { return };
        self.sys.obs.events += 1;
        let of_ext = task == EXT_TIMER;
        let of_group = if of_ext { None } else { Timer::of(task) };
        let cpu = match of_group {
            _ if of_ext => self.sys.ext_timer_cpu(),
            Some(timer) => self.sys.timer_cpu(timer),
            None => self.sys.tasks[task].cpu,
        };
        self.sys.charge = Ns::ZERO;
        self.sys.actor = cpu;
        if of_ext {
            self.sys.ext_timer();
        } else if let Some(timer) = of_group {
            self.sys.group_timer(timer);
        } else {
            let now = self.sys.now;
            self.sys.obs.note(now, Note::Interrupt, task, cpu);
            try_to_wake_up(&mut self.sys, cpu, task, false);
            if !self.sys.is_ext() || self.sys.tasks[task].cpu == cpu {
                self.sys.interrupt_idle_cpu(cpu);
            }
        }
        if self.sys.is_ext() {
            self.settle_ext();
        }
        if self.sys.cpus[cpu].op.preemptible {
            self.sys.cpus[cpu].op.end += self.sys.charge;
            self.sys.exit_to_user_mode(cpu);
        }
        self.arm(cpu);
    }

    /// Carries out what the hooks of this event have left for later; a policy with an error is ejected.
    #[cold]
    fn settle_ext(&mut self) {
        self.sys.ext_settle();
        if self.sys.ext_is_to_exit() {
            self.sys.eject();
            for cpu in self.sys.machine.cpus().iter() {
                self.arm(cpu);
            }
        }
    }

    fn handle_idle(&mut self, cpu: CpuId) {
        self.sys.receive_wakeups(cpu);
        if self.sys.is_ext() {
            if self.sys.cpus[cpu].wake_at <= self.sys.now {
                self.sys.cpus[cpu].wake_at = NEVER;
                self.resume_ticks(cpu);
                self.schedule_ext(cpu, None, Left::Idle);
            }
            return;
        }
        if self.sys.nr_running(cpu) == 0 && self.sys.now >= self.next_idle_balance(cpu) {
            self.idle_tick(cpu);
            if self.sys.nr_running(cpu) > 0 {
                self.sys.cpus[cpu].wake_at = self.sys.now;
            }
        }
        if self.sys.nr_running(cpu) > 0 && self.sys.nohz.due(cpu).is_some() {
            self.sys.nohz.abort();
        }
        if self.sys.nr_running(cpu) > 0 && self.sys.cpus[cpu].wake_at <= self.sys.now {
            self.resume_ticks(cpu);
            self.schedule(cpu, None, Left::Idle);
        }
    }

    /// An idle CPU is about to run a task: its next tick is in the future.
    fn resume_ticks(&mut self, cpu: CpuId) {
        if self.sys.now >= self.sys.cpus[cpu].next_tick {
            let tick = self.sys.tick();
            self.sys.cpus[cpu].next_tick = tick * (self.sys.now / tick + 1);
        }
    }

    fn idle_tick(&mut self, cpu: CpuId) {
        match self.sys.rules.balancer {
            Balancer::Nodes => nodes::idle_tick(&mut self.sys, cpu),
            Balancer::Domains if self.sys.stops_ticks() => nohz::step(&mut self.sys, cpu),
            Balancer::Domains => periodic::rebalance_domains(&mut self.sys, cpu, IdleType::Idle),
        }
    }

    /// An idle CPU looks for work at its first due tick; if idle ticks stop, only the CPU that balances for all does.
    fn next_idle_balance(&self, cpu: CpuId) -> Ns {
        if self.sys.stops_ticks() {
            return self.sys.nohz.due(cpu).unwrap_or(NEVER);
        }
        let tick = self.sys.tick();
        tick * self.sys.cpus[cpu].next_balance.div_ceil(tick)
    }

    fn handle_running(&mut self, cpu: CpuId, task: TaskId) {
        if self.sys.cpus[cpu].throttles {
            return self.throttle(cpu, task);
        }
        let finished = self.sys.now >= self.sys.cpus[cpu].op.end;
        if finished {
            match self.work.finish(&mut self.sys, cpu, task) {
                Outcome::Continue => {}
                Outcome::Yield => self.sys.yields(cpu),
                Outcome::Sleep => {
                    self.stop_running(cpu, task, TaskState::Sleeping, EventKind::Sleep);
                    self.schedule(cpu, Some(task), Left::Slept);
                    return;
                }
                Outcome::Exit => {
                    self.work.exited(&mut self.sys, cpu, task);
                    self.stop_running(cpu, task, TaskState::Dead, EventKind::Exit);
                    self.sys.live -= 1;
                    self.schedule(cpu, Some(task), Left::Exited);
                    if self.sys.is_ext() {
                        self.sys.ext_exit(task);
                    }
                    return;
                }
                Outcome::Moved => {
                    self.schedule(cpu, Some(task), Left::Moved);
                    return;
                }
            }
        }
        // The common case.
        if finished && self.sys.cpus[cpu].is_left_alone(self.sys.now) {
            self.begin(cpu, task);
            return;
        }
        // A system call ends, or an interrupt of user mode will.
        if finished != self.sys.cpus[cpu].op.preemptible {
            self.sys.exit_to_user_mode(cpu);
        }
        self.sys.receive_wakeups(cpu);
        let ticked = self.sys.now >= self.sys.cpus[cpu].next_tick;
        if ticked {
            self.sys.exit_to_user_mode(cpu);
            self.busy_tick(cpu);
        }
        if self.sys.now >= self.sys.cpus[cpu].hrtick {
            self.sys.hrtick(cpu);
        }
        if self.sys.cpus[cpu].need_resched {
            if !finished {
                self.work.interrupt(&mut self.sys, cpu, task);
            }
            if !self.sys.is_ext() {
                self.sys.put_prev(cpu);
            }
            self.schedule(cpu, Some(task), Left::Preempted);
        } else if finished {
            self.begin(cpu, task);
        } else if ticked {
            self.work.interrupt(&mut self.sys, cpu, task);
            self.begin(cpu, task);
        } else {
            self.sys.cpus[cpu].op.end += self.sys.charge;
        }
    }

    fn stop_running(&mut self, cpu: CpuId, task: TaskId, state: TaskState, kind: EventKind) {
        self.sys.log(kind, task);
        if state == TaskState::Dead {
            self.sys.dequeue(task, Dequeue::Exit);
            self.sys.forget_load(task);
        } else {
            self.sys.dequeue(task, Dequeue::Sleep);
        }
        self.sys.tasks[task].state = state;
        self.sys.set_curr(cpu, None);
    }

    /// The timer tick, or those missed during a system call.
    fn busy_tick(&mut self, cpu: CpuId) {
        let tick = self.sys.tick();
        let due = self.sys.cpus[cpu].next_tick;
        let ticks = (self.sys.now - due) / tick + 1;
        self.sys.cpus[cpu].next_tick = due + tick * ticks;
        self.sys.task_tick(cpu, ticks);
        if self.sys.is_ext() {
            return;
        }
        match self.sys.rules.balancer {
            Balancer::Nodes => nodes::busy_tick(&mut self.sys, cpu, due),
            Balancer::Domains => {
                if self.sys.now >= self.sys.cpus[cpu].next_balance {
                    periodic::rebalance_domains(&mut self.sys, cpu, IdleType::Busy);
                }
                nohz::kick(&mut self.sys, cpu);
            }
        }
    }

    /// `schedule()`: the next task of the queue, or one found elsewhere, or idle.
    fn schedule(&mut self, cpu: CpuId, prev: Option<TaskId>, left: Left) {
        if self.sys.is_ext() {
            return self.schedule_ext(cpu, prev, left);
        }
        let sys = &mut self.sys;
        sys.obs.sched += 1;
        sys.cpus[cpu].need_resched = false;
        sys.cpus[cpu].need_resched_lazy = false;
        // The stopper runs first, also if the task that it should preempt has left.
        let stopped = active::run_stopper(sys, cpu);
        let left = if stopped.is_some() && stopped == prev { Left::Moved } else { left };
        let next = sys.pick_next(cpu).or_else(|| {
            sys.cpus[cpu].idle_stamp = sys.now.max(Ns(1));
            // The search is charged once, including the parts charged inside it.
            let (before, charged) = (sys.charge, sys.obs.search.charged());
            let found = match sys.rules.balancer {
                Balancer::Nodes => nodes::newly_idle(sys, cpu),
                Balancer::Domains => newidle::newidle_balance(sys, cpu) || steal::try_steal(sys, cpu),
            };
            let counted = sys.obs.search.charged() - charged;
            sys.obs.search.charge(cpu, sys.now, sys.charge - before - counted);
            sys.cpus[cpu].searches_until = if found { sys.now + sys.charge - before } else { Ns::ZERO };
            found.then(|| sys.pick_next(cpu)).flatten()
        });
        match next {
            Some(next) => {
                if left == Left::Idle {
                    sys.leave_idle(cpu);
                }
                sys.switch_to(cpu, next, prev, left);
                self.begin(cpu, next);
            }
            None => {
                sys.obs.goidle += 1;
                sys.switch_to_idle(cpu, left);
            }
        }
    }

    /// [`Self::schedule`] of the class `ext`: the task that ran may go on.
    #[cold]
    fn schedule_ext(&mut self, cpu: CpuId, prev: Option<TaskId>, left: Left) {
        let sys = &mut self.sys;
        sys.obs.sched += 1;
        sys.cpus[cpu].need_resched = false;
        sys.cpus[cpu].need_resched_lazy = false;
        let prev = prev.filter(|_| left != Left::Moved);
        match sys.ext_schedule(cpu, prev) {
            Next::Keep => {
                if let Some(curr) = sys.cpus[cpu].curr {
                    self.begin(cpu, curr);
                }
            }
            Next::Task(next) => {
                if left == Left::Idle {
                    sys.leave_idle(cpu);
                    sys.ext_leave_idle(cpu);
                }
                sys.switch_to(cpu, next, prev, left);
                self.begin(cpu, next);
            }
            Next::Idle => {
                let again = left == Left::Idle;
                if !again {
                    sys.obs.goidle += 1;
                    sys.switch_to_idle(cpu, left);
                }
                sys.ext_enter_idle(cpu, again);
            }
        }
    }

    /// The running task begins its next operation, after the kernel work just done. Unless it is in a system call, it returns
    /// to user mode first, and is throttled there if its group has no runtime (rule `throttle_tasks`).
    #[inline]
    fn begin(&mut self, cpu: CpuId, task: TaskId) {
        if self.sys.is_to_throttle(task, cpu) && !self.work.is_in_call(task) {
            return self.begin_throttling(cpu);
        }
        let refill = std::mem::take(&mut self.sys.tasks[task].refill);
        let start = self.sys.now + self.sys.charge + refill;
        let Begun { end, preemptible, gives_way_from, gives_way_until } =
            self.work.begin(&mut self.sys, cpu, task, start);
        self.sys.cpus[cpu].op = Op { start, end, preemptible, gives_way_from, gives_way_until };
    }

    /// The running task is throttled when the kernel work just done is over.
    #[cold]
    fn begin_throttling(&mut self, cpu: CpuId) {
        let end = self.sys.now + self.sys.charge;
        self.sys.cpus[cpu].throttles = true;
        self.sys.cpus[cpu].op = Op { start: end, end, ..Op::default() };
    }

    /// `throttle_cfs_rq_work`, unless its group has got runtime since.
    #[cold]
    fn throttle(&mut self, cpu: CpuId, task: TaskId) {
        self.sys.cpus[cpu].throttles = false;
        self.sys.receive_wakeups(cpu);
        if self.sys.is_to_throttle(task, cpu) {
            self.sys.throttle_running(cpu, task);
            self.schedule(cpu, Some(task), Left::Preempted);
        } else {
            self.begin(cpu, task);
        }
    }

    /// The time of the next event of an idle CPU.
    fn next_of_idle(&self, cpu: CpuId) -> Ns {
        let c = &self.sys.cpus[cpu];
        let wakes = self.sys.is_ext() || self.sys.nr_running(cpu) > 0;
        let next = if wakes { c.wake_at } else { self.next_idle_balance(cpu) };
        c.next_ipi().min(next)
    }

    /// Sets the CPU's next event.
    #[inline]
    fn arm(&mut self, cpu: CpuId) {
        let c = &self.sys.cpus[cpu];
        let time = if c.curr.is_none() {
            self.next_of_idle(cpu)
        } else if c.op.preemptible {
            let resched = if c.need_resched { self.sys.now } else { NEVER };
            c.op.end.min(c.next_ipi()).min(c.next_tick.min(c.hrtick)).min(resched)
        } else {
            c.op.end
        };
        self.sys.events.set(cpu, time.max(self.sys.now));
    }
}

//! EEVDF on one CPU, event by event: its twelve invariants on random tasks, and vectors worked out by hand.

use crate::common::config;
use proptest::prelude::*;
use sched_core::engine::ids::{CpuId, PerTask, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::{self, ClassId, KernelId, KernelRules};
use sched_core::runqueue::eevdf::{
    Eevdf, EevdfRules, Entity, LagLimit, Protection, ReweightRule, Sleep, Turn, Unprotected, YieldRule,
};
use sched_core::runqueue::weight::WEIGHTS;
use sched_core::runqueue::{At as Moment, Attr, Dequeue, Enqueue, Joining, SchedClass, Woken};

const TICK: Ns = Ns::ms(4);

/// The rules of a kernel on eight CPUs.
fn rules_of(kernel: KernelId) -> EevdfRules {
    EevdfRules::of(&kernel::rules(kernel), 8, TICK)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Away,
    Queued,
    Delayed,
}

/// A CPU with its tasks, its tick, and the service of each task.
struct Cpu {
    rules: EevdfRules,
    turn: Turn,
    tasks: PerTask<Entity>,
    at: Vec<At>,
    now: Ns,
}

impl Cpu {
    fn new(rules: EevdfRules, tasks: impl IntoIterator<Item = (u64, Option<Ns>)>) -> Self {
        let mut all = PerTask::new();
        for (weight, own_slice) in tasks {
            all.push(Entity { own_slice, ..Entity::new(weight) });
        }
        let at = vec![At::Away; all.len()];
        Self { rules, turn: Turn::default(), tasks: all, at, now: Ns::ZERO }
    }

    fn queued(&self) -> Vec<TaskId> {
        self.turn.rq.waiting().chain(self.turn.curr).collect()
    }

    fn weight(&self) -> i128 {
        self.queued().iter().map(|&t| i128::from(self.tasks[t].weight)).sum()
    }

    /// W·V would be this if V were not rounded.
    fn weighed(&self) -> i128 {
        self.queued()
            .iter()
            .map(|&t| i128::from(self.tasks[t].weight) * i128::from(self.tasks[t].vruntime))
            .sum()
    }

    fn v(&self) -> i64 {
        self.turn.average(&self.tasks)
    }

    fn lag(&self, task: TaskId) -> i64 {
        self.v() - self.tasks[task].vruntime
    }

    /// How far the lag of a task that leaves is from 0 at most (4).
    fn lag_limit(&self, task: TaskId) -> i64 {
        let slice = |task: TaskId| self.tasks[task].slice(&self.rules);
        let most = match self.rules.lag_limit {
            LagLimit::TwoSlices => (slice(task) * 2).max(TICK),
            LagLimit::GreatestSlice => self.queued().into_iter().map(slice).max().unwrap_or_default() + TICK,
        };
        self.tasks[task].scaled(most)
    }

    /// 1, and that no delayed task runs.
    fn check(&self) {
        let rest = self.weighed() - self.weight() * i128::from(self.v());
        assert!(
            self.queued().is_empty() || (0..self.weight()).contains(&rest),
            "1: {rest} of {}",
            self.weight()
        );
        assert!(self.turn.curr.is_none_or(|curr| !self.tasks[curr].delayed), "2: a ghost runs");
    }

    /// `schedule()`
    fn switch(&mut self) {
        let ran = self.turn.curr;
        let protected =
            ran.is_some_and(|t| self.turn.is_eligible(t, &self.tasks) && self.tasks[t].is_protected());
        let buddy = self.turn.next.filter(|&next| self.turn.is_eligible(next, &self.tasks));
        let mut left = Vec::new();
        self.turn.put_prev(&self.tasks);
        let next = self.turn.pick(&mut self.tasks, &self.rules, &mut left);
        for task in left {
            self.at[usize::from(task.0)] = At::Away;
            assert_eq!(self.tasks[task].lag, 0, "9: after a delay");
        }
        let Some(next) = next else {
            assert!(self.turn.is_empty(), "2: nobody was picked of {:?}", self.queued());
            return;
        };
        self.turn.set_next(next, &mut self.tasks, &self.rules);
        if buddy.is_some() {
            assert_eq!(Some(next), buddy, "an eligible buddy is picked");
        } else if protected && self.rules.protects() {
            assert_eq!(Some(next), ran, "a protected task runs on");
        } else {
            assert!(self.turn.is_eligible(next, &self.tasks), "2: the picked one is eligible");
            for other in self.turn.rq.waiting() {
                let earlier = self.tasks[other].deadline < self.tasks[next].deadline;
                assert!(
                    !earlier || !self.turn.is_eligible(other, &self.tasks),
                    "2: {other} should run, not {next}"
                );
            }
        }
        self.check();
    }

    /// Lets time pass to the next tick at most.
    fn run(&mut self, ns: u64) {
        let to_tick = TICK.0 - self.now.0 % TICK.0;
        let time = Ns(ns.clamp(1, to_tick));
        self.now += time;
        let Some(curr) = self.turn.curr else { return };
        let (before, weight) = (self.weighed(), self.weight());
        self.turn.charge(time, &mut self.tasks, &self.rules);
        let se = &self.tasks[curr];
        assert!(se.deadline > se.vruntime, "3: d > v after a charge");
        // The task's vruntime loses less than one ns at a charge.
        let advance = self.weighed() - before;
        let due = i128::from(time.0) * 1024;
        assert!(
            advance <= due && due - advance <= i128::from(se.weight),
            "6: {advance} for {due} of {weight}"
        );
        if self.turn.len() == 1 {
            assert!(!self.turn.is_over() && self.lag(curr) == 0, "12: alone");
        }
        if time.0 == to_tick && self.turn.is_over() {
            self.switch();
        }
        self.check();
    }

    fn join(&mut self, task: TaskId, fork: bool) {
        let (before, others) = (self.v(), self.turn.len());
        let (carried, kept, limit) =
            (self.tasks[task].relative, self.tasks[task].deadline, self.tasks[task].lag);
        self.turn.join(task, fork, &mut self.tasks, &self.rules);
        self.at[usize::from(task.0)] = At::Queued;
        let se = self.tasks[task];
        let request = se.deadline - se.vruntime;
        let whole = se.request(&self.rules);
        match (carried, fork && self.rules.place_deadline_initial) {
            (true, _) => assert_eq!(request, kept, "3: the rest of a request"),
            (false, true) => assert_eq!(request, whole / 2, "3: half a slice at fork"),
            (false, false) => assert_eq!(request, whole, "3: a whole request"),
        }
        if others > 0 {
            assert!(self.lag(task).abs_diff(limit) <= 1, "4: lag {} for {limit}", self.lag(task));
        }
        if limit == 0 && others > 0 {
            assert!(self.v().abs_diff(before) <= 1, "5: V moved by {}", self.v() - before);
        }
        self.check();
    }

    fn sleep(&mut self, task: TaskId) {
        let (before, lag, limit) = (self.v(), self.lag(task), self.lag_limit(task));
        let answer = self.turn.sleep(task, &mut self.tasks, &self.rules);
        self.at[usize::from(task.0)] = match answer {
            Sleep::Left => At::Away,
            Sleep::Delayed => At::Delayed,
        };
        match answer {
            Sleep::Left => {
                let kept = self.tasks[task].lag;
                assert!(kept >= 0 || !self.rules.delay_dequeue, "9: a debt was taken to bed");
                assert_eq!(kept, lag.clamp(-limit, limit), "4: the lag that is kept");
            }
            Sleep::Delayed => assert!(lag < 0 && self.rules.delay_dequeue && self.v() == before),
        }
        if lag == 0 && !self.turn.is_empty() {
            // Its lag was rounded to whole ns, and if the other tasks are light, V moves far.
            let near = 1 + self.tasks[task].weight / self.weight() as u64;
            assert!(self.v().abs_diff(before) <= near, "5: V moved by {}", self.v() - before);
        }
        self.check();
        if self.turn.curr.is_none() {
            self.switch();
        }
    }

    fn wake(&mut self, task: TaskId, how: Woken) {
        if self.at[usize::from(task.0)] == At::Delayed {
            let (was, lag) = (self.tasks[task], self.lag(task));
            self.turn.wake_delayed(task, &mut self.tasks, &self.rules);
            self.at[usize::from(task.0)] = At::Queued;
            let is = self.tasks[task];
            let mut counts = if self.rules.delay_zero { lag.min(0) } else { lag };
            if self.rules.delayed_lag_bounds {
                let limit = self.lag_limit(task);
                counts = lag.clamp(-limit, limit).max(was.lag).min(0);
            }
            if counts == lag {
                assert_eq!((is.vruntime, is.deadline), (was.vruntime, was.deadline), "10");
            } else if self.turn.len() > 1 {
                assert!(self.lag(task).abs_diff(counts) <= 1, "10: placed anew, at lag {counts}");
            }
        } else {
            self.join(task, false);
        }
        self.check_preempt(task, how);
    }

    /// A new task in the place of one that is gone.
    fn fork(&mut self, task: TaskId) {
        let Entity { weight, own_slice, .. } = self.tasks[task];
        self.tasks[task] = Entity { own_slice, ..Entity::new(weight) };
        self.join(task, true);
        self.check_preempt(task, Woken::Forked);
    }

    /// The wake-up check, and the switch if it asks for one. Delayed tasks that it meets leave.
    fn check_preempt(&mut self, task: TaskId, how: Woken) {
        let Some(curr) = self.turn.curr else { return self.switch() };
        let over = self.turn.is_over();
        let mut left = Vec::new();
        let preempts = self.turn.preempts(task, how, &mut self.tasks, &self.rules, &mut left);
        assert!(left.is_empty() || self.rules.repick_delayed);
        for task in left {
            self.at[usize::from(task.0)] = At::Away;
            assert_eq!(self.tasks[task].lag, 0, "9: after a delay");
        }
        let slice = |task: TaskId| self.tasks[task].slice(&self.rules);
        let shorter = self.rules.preempt_short && slice(task) < slice(curr);
        let refused = how == Woken::Forked && !self.rules.fork_preempts && !shorter;
        assert!(!preempts || over || !refused, "a new task preempts with a shorter slice only");
        let se = &self.tasks[curr];
        let waits = self.rules.next_buddy && how == Woken::Sync && !shorter && self.turn.next == Some(task);
        assert!(!preempts || over || !waits, "whoever is woken by a task that is about to sleep waits");
        if !preempts && !refused && !waits && self.rules.protection == Protection::LeastSlice {
            let buddy = self.turn.next.is_some_and(|next| self.turn.is_eligible(next, &self.tasks));
            if self.rules.repick_delayed && !buddy {
                let next = self.turn.rq.pick(Some(se), !shorter);
                assert!(next.is_none_or(|next| !self.tasks[next].delayed), "a ghost stands in the way");
            }
            if self.rules.run_to_parity && (self.rules.loser_cuts || shorter) {
                let least = self.queued().into_iter().map(slice).min().unwrap_or_default();
                assert!(se.protected_until <= se.vruntime + se.scaled(least), "a loser cuts protection");
            }
        }
        if preempts {
            self.switch();
        }
        self.check();
    }

    /// A waiting task leaves the queue and joins it again, as after two migrations.
    fn go_and_return(&mut self, task: TaskId) {
        let (was, weight) = (self.tasks[task], self.weight());
        let (lag, limit) = (self.lag(task), self.lag_limit(task));
        self.turn.leave(task, false, &mut self.tasks, &self.rules);
        let clamped = self.tasks[task].lag != lag;
        let delayed = was.delayed;
        assert!(delayed || self.tasks[task].lag == lag.clamp(-limit, limit), "4: the lag that is kept");
        if self.turn.is_empty() {
            return;
        }
        self.join(task, false);
        if !clamped && !delayed {
            let near = 2 * (1 + was.weight.div_ceil(weight as u64 - was.weight));
            assert!(
                self.tasks[task].vruntime.abs_diff(was.vruntime) <= near,
                "4: {:?} was {was:?}",
                self.tasks[task]
            );
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Run(u64),
    SleepRunning,
    Wake(usize, Woken),
    Fork(usize),
    Return(usize),
}

fn rules() -> impl Strategy<Value = EevdfRules> {
    let kernels: Vec<_> = KernelId::ALL
        .iter()
        .map(|&kernel| kernel::rules(kernel))
        .filter(|rules| rules.class == ClassId::Eevdf)
        .collect();
    (1usize..9, proptest::sample::select(kernels), any::<[bool; 3]>()).prop_map(
        |(cpus, kernel, [parity, short, next_buddy])| {
            let base = EevdfRules::of(&kernel, cpus, TICK);
            let preempt_short = base.preempt_short && short;
            EevdfRules { run_to_parity: parity, preempt_short, next_buddy, ..base }
        },
    )
}

fn tasks() -> impl Strategy<Value = Vec<(u64, Option<Ns>)>> {
    let slice = prop_oneof![3 => Just(None), 1 => (100u64..10_000).prop_map(|us| Some(Ns::us(us)))];
    proptest::collection::vec(((0usize..40).prop_map(|n| u64::from(WEIGHTS[n])), slice), 1..8)
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => (1u64..5_000_000).prop_map(Event::Run),
        2 => Just(Event::SleepRunning),
        3 => (0usize..8, proptest::sample::select(vec![Woken::Plain, Woken::Sync]))
            .prop_map(|(task, how)| Event::Wake(task, how)),
        1 => (0usize..8).prop_map(Event::Fork),
        1 => (0usize..8).prop_map(Event::Return),
    ];
    proptest::collection::vec(event, 1..400)
}

fn each(cpu: &Cpu) -> impl Iterator<Item = TaskId> + use<> {
    (0..cpu.at.len()).map(|t| TaskId(t as u16))
}

proptest! {
    #![proptest_config(config(400))]

    /// 1 to 6, 9, 10, 12.
    #[test]
    fn queues_keep_their_invariants_whatever_happens(rules in rules(), tasks in tasks(), events in events()) {
        let mut cpu = Cpu::new(rules, tasks);
        for task in each(&cpu) {
            cpu.join(task, true);
        }
        cpu.switch();
        for event in events {
            match event {
                Event::Run(ns) => cpu.run(ns),
                Event::SleepRunning => if let Some(curr) = cpu.turn.curr { cpu.sleep(curr) },
                Event::Wake(n, how) if n < cpu.at.len() && cpu.at[n] != At::Queued => cpu.wake(TaskId(n as u16), how),
                Event::Return(n) if n < cpu.at.len() && cpu.at[n] == At::Queued && cpu.turn.curr != Some(TaskId(n as u16)) =>
                    cpu.go_and_return(TaskId(n as u16)),
                Event::Fork(n) if n < cpu.at.len() && cpu.at[n] == At::Away => cpu.fork(TaskId(n as u16)),
                Event::Wake(..) | Event::Fork(_) | Event::Return(_) => {}
            }
        }
    }

    /// 7 and 8: the service of tasks that never sleep stays within bounds of their fair share, at every moment.
    #[test]
    fn service_stays_near_the_share(rules in rules(), tasks in tasks(), ticks in 100usize..400) {
        let mut cpu = Cpu::new(rules, tasks);
        let all: Vec<_> = each(&cpu).collect();
        for &task in &all {
            cpu.join(task, false);
        }
        cpu.switch();
        // Slices may be shorter than a tick: a heavy task may wait while each of the others runs a whole one.
        let turns = TICK * all.len().saturating_sub(1).max(3) as u64;
        let least = all.iter().map(|&t| cpu.tasks[t].slice(&rules)).min().unwrap_or_default();
        let greatest = all.iter().map(|&t| cpu.tasks[t].slice(&rules)).max().unwrap_or_default();
        let began: Vec<_> = all.iter().map(|&t| cpu.tasks[t].vruntime).collect();
        let v_began = cpu.v();
        for _ in 0..ticks {
            cpu.run(TICK.0);
            for &task in &all {
                let se = &cpu.tasks[task];
                let own = se.slice(&rules);
                let longest = if rules.protects() && rules.protection == Protection::LeastSlice { own } else { greatest };
                let lag = i128::from(cpu.lag(task)) * i128::from(se.weight) / 1024;
                prop_assert!(lag > -i128::from((own + TICK).0), "7: {task} is {lag} ahead, slice {own}");
                prop_assert!(lag < i128::from((longest + turns).0), "7: {task} is {lag} behind, slice {own}");
                if least == greatest {
                    let had = i128::from(se.vruntime - began[usize::from(task.0)]) * i128::from(se.weight) / 1024;
                    let share = i128::from(cpu.v() - v_began) * i128::from(se.weight) / 1024;
                    prop_assert!((had - share).abs() <= i128::from((own * 2 + turns).0), "8: {had} for {share}");
                }
            }
        }
    }

    /// 11: a change of weight keeps the lag in service.
    #[test]
    fn a_new_weight_keeps_v_and_the_lag(nice in 0usize..40, other in 0usize..40, lag in -10_000_000i64..10_000_000) {
        let rules = rules_of(KernelId::V6_18_2);
        let mut cpu = Cpu::new(rules, [(1024, None), (u64::from(WEIGHTS[nice]), None)]);
        cpu.join(TaskId(0), false);
        cpu.tasks[TaskId(1)].lag = lag;
        let owed = i128::from(lag) * i128::from(WEIGHTS[nice]);
        cpu.tasks[TaskId(1)].reweigh(u64::from(WEIGHTS[other]));
        let se = &cpu.tasks[TaskId(1)];
        let now = i128::from(se.lag) * i128::from(se.weight);
        prop_assert!((owed - now).abs() < i128::from(se.weight), "11: {now} for {owed}");
        prop_assert_eq!(rules.reweight, ReweightRule::Rejoins);
    }
}

/// Three tasks of nice 0 at 0, 4 and 8 ms, with slices of 3 ms.
fn three() -> Cpu {
    let rules = EevdfRules {
        base_slice: Ns::ms(3),
        run_to_parity: false,
        unprotected: Unprotected::Stays,
        ..rules_of(KernelId::V6_8)
    };
    let mut cpu = Cpu::new(rules, [(1024, None); 3]);
    for (task, ms) in [(0u16, 0i64), (1, 4), (2, 8)] {
        let se = &mut cpu.tasks[TaskId(task)];
        (se.vruntime, se.deadline) = (ms * 1_000_000, (ms + 3) * 1_000_000);
        cpu.turn.rq.wait(TaskId(task), &cpu.tasks[TaskId(task)], None);
    }
    cpu
}

#[test]
fn of_three_the_first_two_are_eligible_and_the_first_is_picked() {
    let mut cpu = three();
    assert_eq!(cpu.v(), 4_000_000);
    assert_eq!([0, 1, 2].map(|t| cpu.turn.is_eligible(TaskId(t), &cpu.tasks)), [true, true, false]);
    cpu.switch();
    assert_eq!(cpu.turn.curr, Some(TaskId(0)));
}

#[test]
fn v_is_weighted() {
    let mut cpu = Cpu::new(rules_of(KernelId::V6_8), [(1024, None), (2048, None)]);
    cpu.tasks[TaskId(1)].vruntime = 3;
    for t in [TaskId(0), TaskId(1)] {
        cpu.turn.rq.wait(t, &cpu.tasks[t], None);
    }
    assert_eq!(cpu.v(), 2);
}

#[test]
fn a_task_with_positive_lag_is_placed_behind_v_and_pulls_it() {
    let mut cpu = Cpu::new(rules_of(KernelId::V6_8), [(1024, None), (1024, None), (1024, None)]);
    cpu.join(TaskId(0), false);
    cpu.join(TaskId(1), false);
    let before = cpu.v();
    cpu.tasks[TaskId(2)].lag = 1_000_000;
    cpu.join(TaskId(2), false);
    assert_eq!(cpu.tasks[TaskId(2)].vruntime, before - 1_500_000);
    assert_eq!(cpu.v(), before - 500_000);
    assert_eq!(cpu.lag(TaskId(2)), 1_000_000);
}

#[test]
fn a_task_goes_at_the_first_tick_after_its_request_is_served() {
    let mut cpu = Cpu::new(rules_of(KernelId::V6_8), [(1024, None), (1024, None)]);
    cpu.join(TaskId(0), false);
    cpu.switch();
    cpu.join(TaskId(1), false);
    cpu.run(2_000_000);
    assert_eq!(cpu.turn.curr, Some(TaskId(0)));
    // The request of 3 ms ends between two ticks, so the task runs for 4 ms.
    cpu.run(TICK.0);
    assert_eq!((cpu.now, cpu.turn.curr), (TICK, Some(TaskId(1))));
}

#[test]
fn a_shorter_slice_preempts_from_6_12_on() {
    let woken_runs = |rules: EevdfRules| {
        let mut cpu = Cpu::new(rules, [(1024, Some(Ns::ms(10))), (1024, Some(Ns::us(500)))]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.run(1_000_000);
        cpu.wake(TaskId(1), Woken::Plain);
        cpu.turn.curr == Some(TaskId(1))
    };
    assert!(!woken_runs(EevdfRules { preempt_short: false, ..rules_of(KernelId::V6_12_0) }));
    assert!(woken_runs(rules_of(KernelId::V6_12_0)));
    assert!(woken_runs(rules_of(KernelId::V6_18_2)));
}

#[test]
fn an_ineligible_task_past_its_protection_is_preempted_only_with_preempt_short() {
    let runs_on = |rules: EevdfRules| {
        let mut cpu = Cpu::new(rules, [(1024, Some(Ns::ms(100))), (1024, Some(Ns::ms(100)))]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.tasks[TaskId(0)].protected_until = i64::MIN;
        cpu.run(1_000_000);
        assert!(!cpu.turn.is_eligible(TaskId(0), &cpu.tasks));
        !cpu.turn.is_over()
    };
    assert!(runs_on(EevdfRules { preempt_short: false, ..rules_of(KernelId::V6_12_0) }));
    assert!(!runs_on(rules_of(KernelId::V6_12_0)));
}

#[test]
fn without_run_to_parity_an_ineligible_task_runs_on_in_6_12_until_a_shorter_slice_comes() {
    let goes = |slice: Ns| {
        let rules = EevdfRules { run_to_parity: false, ..rules_of(KernelId::V6_12_0) };
        let mut cpu = Cpu::new(rules, [Ns::ms(10), Ns::ms(6), slice].map(|slice| (1024, Some(slice))));
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.run(1_000_000);
        assert!(!cpu.turn.is_eligible(TaskId(0), &cpu.tasks) && !cpu.turn.is_over());
        cpu.wake(TaskId(2), Woken::Plain);
        cpu.run(1_000_000);
        assert_eq!(cpu.turn.curr, Some(TaskId(0)), "the pick is a third task");
        cpu.turn.is_over()
    };
    assert!(!goes(Ns::ms(30)));
    assert!(goes(Ns::ms(8)));
}

#[test]
fn without_run_to_parity_6_18_protects_for_the_slice_of_one_cpu() {
    for (kernel, parity, protected) in [
        (KernelId::V6_8, false, None),
        (KernelId::V6_8, true, Some(Ns::ms(10))),
        (KernelId::V6_18_2, false, Some(Ns::us(700))),
        (KernelId::V6_18_2, true, Some(Ns::ms(4))),
    ] {
        let slices = [Ns::ms(10), Ns::ms(4)].map(|slice| (1024, Some(slice)));
        let rules = EevdfRules { run_to_parity: parity, own_slices: true, ..rules_of(kernel) };
        let mut cpu = Cpu::new(rules, slices);
        cpu.join(TaskId(1), false);
        cpu.join(TaskId(0), false);
        cpu.turn.rq.unwait(TaskId(0));
        cpu.turn.set_next(TaskId(0), &mut cpu.tasks, &rules);
        let se = &cpu.tasks[TaskId(0)];
        let protects = rules.protects() && se.is_protected();
        let left = protects.then(|| Ns((se.protected_until - se.vruntime) as u64));
        assert_eq!(left, protected, "{kernel:?} {parity}");
    }
}

#[test]
fn a_debt_survives_a_sleep_in_6_8_and_burns_in_the_queue_from_6_12_on() {
    let after_nap = |rules: EevdfRules| {
        let mut cpu = Cpu::new(rules, [(1024, None), (1024, None)]);
        cpu.join(TaskId(0), false);
        cpu.join(TaskId(1), false);
        cpu.switch();
        let debtor = cpu.turn.curr.unwrap();
        cpu.run(2_000_000);
        cpu.sleep(debtor);
        for _ in 0..10 {
            cpu.run(TICK.0);
        }
        cpu.wake(debtor, Woken::Plain);
        cpu.lag(debtor)
    };
    assert!(after_nap(rules_of(KernelId::V6_8)) < -900_000);
    assert!(after_nap(rules_of(KernelId::V6_12_0)).abs() <= 1);
}

/// A CPU of a machine with eight, under the class itself, which charges time by its clock: a hog and a sleeper join at 0,
/// and the sleeper runs until it goes to sleep at 1 ms. `charged`: when the hog was charged last (ms).
fn asleep_in_debt(kernel: &KernelRules, charged: u64) -> (Eevdf, impl Fn(u64, Option<TaskId>) -> Moment) {
    let at = |us: u64, curr| Moment { now: Ns::us(us), cpu: CpuId(0), curr };
    let mut class = Eevdf::new(1, kernel, 8, TICK);
    for task in [SLEEPER, HOG] {
        class.add_task(Attr::default());
        let joining = Joining { task, why: Enqueue::Move, fresh: true, migrated: false };
        class.enqueue(at(0, None), joining);
    }
    assert_eq!(class.pick(at(0, None)), Some(SLEEPER));
    class.set_next(at(0, None), SLEEPER);
    assert!(!class.dequeue(at(1_000, Some(SLEEPER)), SLEEPER, Dequeue::Sleep), "it owes time");
    assert_eq!(class.pick(at(1_000, None)), Some(HOG));
    class.set_next(at(1_000, None), HOG);
    class.tick(at(charged * 1_000, Some(HOG)), 1);
    (class, at)
}
const SLEEPER: TaskId = TaskId(0);
const HOG: TaskId = TaskId(1);

/// In ms, with slices of 3: the sleeper sleeps at v = 1 with the deadline 3, the hog runs from v = 0 on.
///
/// - Charged last at 1, woken at 3. V as last charged is (0 + 1) / 2, so that the sleeper still owes time: it stays at 1 with
///   the deadline 3. The hog is charged afterwards: v = 2, V = 1.5, and the eligible sleeper runs. Charged before, V is 1.5 and
///   the sleeper is placed anew at the hog's 2, with the deadline 5; the hog has the deadline 3 and stays.
/// - Charged last at 3, woken at 3.5. V as last charged is (2 + 1) / 2, so that the sleeper is placed anew at 2, where the hog was.
///   The hog is at 2.5 once it is charged, past V, and the sleeper runs. Charged before, it is placed at 2.5, beside the hog.
#[test]
fn a_delayed_task_is_woken_by_v_as_last_charged_until_7_1() {
    for (charged, woken, charges, place, preempts) in [
        (1, 3_000, false, [1_000, 3_000], true),
        (1, 3_000, true, [2_000, 5_000], false),
        (3, 3_500, false, [2_000, 5_000], true),
        (3, 3_500, true, [2_500, 5_500], false),
    ] {
        let kernel = KernelRules { requeue_charges: charges, ..kernel::rules(KernelId::V6_12_0) };
        let (mut class, at) = asleep_in_debt(&kernel, charged);
        assert!(class.wake_queued(at(woken, Some(HOG)), SLEEPER));
        let se = class.entities[SLEEPER];
        assert_eq!([se.vruntime, se.deadline], place.map(|us| us * 1_000), "{charged} {woken} {charges}");
        assert_eq!(
            class.preempts(at(woken, Some(HOG)), SLEEPER, Woken::Plain, false),
            preempts,
            "{charged} {woken} {charges}"
        );
        assert_eq!(class.entities[HOG].vruntime, (woken as i64 - 1_000) * 1_000, "charged by now");
    }
    let charges = |kernel| kernel::rules(kernel).requeue_charges;
    assert!(!charges(KernelId::V7_1) && charges(KernelId::V7_3));
}

/// In ms: a task that owed 1 when it fell asleep is at 3, and tasks at 2, 2 and -1 make V 1.5, so that it owes 1.5. Up to 7.0 it
/// stays; from 7.1 on it owes 1 again, with a new request: 4/3 above the 1 that is V without it.
#[test]
fn no_debt_grows_during_a_sleep_from_7_1_on() {
    for (kernel, vruntime, deadline) in
        [(KernelId::V7_0, 3_000_000, 5_800_000), (KernelId::V7_1, 2_333_334, 5_133_334)]
    {
        let mut cpu = Cpu::new(rules_of(kernel), [(1024, None); 4]);
        for (task, ms) in [(1u16, 2), (2, 2), (3, -1), (0, 3)] {
            let se = &mut cpu.tasks[TaskId(task)];
            (se.vruntime, se.deadline) = (ms * 1_000_000, ms * 1_000_000 + 2_800_000);
            cpu.turn.rq.wait(TaskId(task), &cpu.tasks[TaskId(task)], None);
        }
        let se = &mut cpu.tasks[TaskId(0)];
        (se.delayed, se.lag) = (true, -1_000_000);
        cpu.turn.wake_delayed(TaskId(0), &mut cpu.tasks, &cpu.rules);
        let se = &cpu.tasks[TaskId(0)];
        assert_eq!((se.vruntime, se.deadline), (vruntime, deadline), "{kernel:?}");
    }
}

/// `yield_task_fair`, in ms with slices of 2.8: two tasks are at 0 with the deadline 2.8, and the running one yields at 1, when V
/// is 0.5. It is ahead of V, so that from 6.18.2 on it has nothing to forfeit; before, its deadline moves by a request. If it
/// yields at 0, at V, it is moved to its deadline from 6.18.2 on, with a new request behind it.
#[test]
fn a_yield_moves_the_deadline_and_in_later_kernels_forfeits_what_is_left_of_the_request() {
    for (yields, after, vruntime, deadline) in [
        (YieldRule::Postpones, 0, 0, 5_600),
        (YieldRule::Postpones, 1_000, 1_000, 5_600),
        (YieldRule::Forfeits, 0, 2_800, 5_600),
        (YieldRule::Forfeits, 1_000, 1_000, 2_800),
    ] {
        let kernel = KernelRules { yields, ..kernel::rules(KernelId::V6_18_2) };
        let at = |us: u64, curr| Moment { now: Ns::us(us), cpu: CpuId(0), curr };
        let mut class = Eevdf::new(1, &kernel, 8, TICK);
        for task in [TaskId(0), TaskId(1)] {
            class.add_task(Attr::default());
            let joining = Joining { task, why: Enqueue::Move, fresh: true, migrated: false };
            class.enqueue(at(0, None), joining);
        }
        let curr = class.pick(at(0, None)).expect("two wait");
        class.set_next(at(0, None), curr);
        class.yields(at(after, Some(curr)));
        let se = class.entities[curr];
        assert_eq!(
            [se.vruntime, se.deadline],
            [vruntime, deadline].map(|us| us * 1_000),
            "{yields:?} at {after} us"
        );
        assert!(!se.is_protected());
    }
    let yields = |kernel| kernel::rules(kernel).yields;
    assert_eq!(
        [KernelId::V6_12_0, KernelId::V6_12, KernelId::V6_18_2].map(yields),
        [YieldRule::Postpones, YieldRule::Forfeits, YieldRule::Forfeits]
    );
}

/// `update_entity_lag`. The other task is at 0 and weighs so much that V stays there.
#[test]
fn a_lag_is_kept_up_to_two_slices_or_a_tick_and_in_later_6_18_up_to_the_greatest_slice_and_a_tick() {
    const V6_18_2: KernelId = KernelId::V6_18_2;
    const V6_18: KernelId = KernelId::V6_18;
    for (kernel, cpus, weight, own, other, most) in [
        (V6_18_2, 8, 1024, None, None, Ns::us(5_600)),
        (V6_18_2, 8, 2048, None, None, Ns::us(2_800)),
        (V6_18_2, 2, 1024, None, None, Ns::ms(4)),
        (V6_18_2, 2, 1024, None, Some(Ns::ms(20)), Ns::ms(4)),
        (V6_18, 8, 1024, None, None, Ns::us(6_800)),
        (V6_18, 8, 2048, None, None, Ns::us(3_400)),
        (V6_18, 2, 1024, None, None, Ns::us(5_400)),
        (V6_18, 2, 1024, None, Some(Ns::ms(20)), Ns::ms(24)),
        (V6_18, 2, 1024, Some(Ns::ms(10)), None, Ns::ms(14)),
    ] {
        let rules = EevdfRules::of(&kernel::rules(kernel), cpus, TICK);
        let most = most.0 as i64;
        for (vruntime, lag) in [(-10 * most, most), (10 * most, -most), (-most / 2, most / 2)] {
            let mut cpu = Cpu::new(rules, [(weight, own), (1 << 30, other)]);
            cpu.join(TaskId(1), false);
            cpu.tasks[TaskId(0)].vruntime = vruntime;
            cpu.turn.rq.wait(TaskId(0), &cpu.tasks[TaskId(0)], None);
            cpu.turn.leave(TaskId(0), true, &mut cpu.tasks, &rules);
            let kept = cpu.tasks[TaskId(0)].lag;
            // 10 slices at this weight move V a little.
            assert!(
                (kept - lag).abs() < 1_000,
                "{kernel:?} {cpus} {weight} {own:?} {other:?}: {kept} for {lag}"
            );
        }
    }
}

/// In ms, with slices of 2.8: the running task is at 1, a hog waits at 0, so V is 0.5. There the child is placed, with the
/// deadline 0.5 + 1.4, which is the earliest of the eligible.
#[test]
fn a_new_task_preempts_in_later_6_18_only_with_a_shorter_slice() {
    for (kernel, slice, preempts) in [
        (KernelId::V6_18_2, None, true),
        (KernelId::V6_18, None, false),
        (KernelId::V6_18, Some(Ns::us(2_700)), true),
        (KernelId::V7_0, None, false),
    ] {
        let mut cpu = Cpu::new(rules_of(kernel), [(1024, None), (1024, None), (1024, slice)]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.run(1_000_000);
        cpu.join(TaskId(2), true);
        let half = cpu.tasks[TaskId(2)].slice(&cpu.rules).0 as i64 / 2;
        assert_eq!(cpu.tasks[TaskId(2)].deadline, 500_000 + half);
        cpu.check_preempt(TaskId(2), Woken::Forked);
        assert_eq!(cpu.turn.curr == Some(TaskId(2)), preempts, "{kernel:?} {slice:?}");
    }
}

/// The running task asks for 10 ms at a time and was switched in alone. A task with a slice of 3 ms joins, then one is woken
/// that asks for 10 ms, too: it does not preempt.
#[test]
fn whoever_does_not_preempt_ends_the_protection_with_the_least_slice_in_later_6_18() {
    for (kernel, until) in [(KernelId::V6_18_2, 10), (KernelId::V6_18, 3), (KernelId::V7_0, 3)] {
        let mut cpu = Cpu::new(rules_of(kernel), [10, 3, 10].map(|ms| (1024, Some(Ns::ms(ms)))));
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.wake(TaskId(2), Woken::Plain);
        assert_eq!(cpu.turn.curr, Some(TaskId(0)));
        assert_eq!(cpu.tasks[TaskId(0)].protected_until, until * 1_000_000, "{kernel:?}");
    }
}

/// In ms: the running task is at 4, a delayed one at 1 with the deadline 3, the woken one at 1.5 with the deadline 4.3. V is
/// 2.2: of the two eligible tasks the delayed one has the earlier deadline.
#[test]
fn a_delayed_task_stands_in_the_way_of_a_woken_one_until_6_18_2() {
    for (kernel, preempts) in
        [(KernelId::V6_12_0, false), (KernelId::V6_18_2, false), (KernelId::V6_18, true)]
    {
        let mut cpu = Cpu::new(rules_of(kernel), [(1024, None); 3]);
        for (task, vruntime, deadline) in [(0u16, 4_000, 6_800), (1, 1_000, 3_000), (2, 1_500, 4_300)] {
            let se = &mut cpu.tasks[TaskId(task)];
            (se.vruntime, se.deadline, se.delayed) = (vruntime * 1_000, deadline * 1_000, task == 1);
            cpu.turn.rq.wait(TaskId(task), &cpu.tasks[TaskId(task)], None);
        }
        cpu.turn.rq.unwait(TaskId(0));
        cpu.turn.set_next(TaskId(0), &mut cpu.tasks, &cpu.rules);
        cpu.check_preempt(TaskId(2), Woken::Plain);
        assert_eq!(cpu.turn.curr == Some(TaskId(2)), preempts, "{kernel:?}");
        let ghosts = cpu.turn.rq.waiting().filter(|&task| cpu.tasks[task].delayed).count();
        assert_eq!(ghosts == 0, preempts, "{kernel:?}");
    }
}

/// In ms: the running task has been charged 1 of its slice, the other stands at 0, so V is 0.5. With twice the weight it is
/// at 0.75, by either rule. Slices are 2.8 (3 in 6.12.0), the end of its protection before.
#[test]
fn a_new_weight_ends_protection_or_leaves_its_mark_or_scales_it() {
    for (kernel, until) in [
        (KernelId::V6_12_0, None),
        (KernelId::V6_18_2, Some(2_800_000)),
        (KernelId::V6_18, Some(750_000 + 900_000)),
        (KernelId::V7_0, Some(750_000 + 900_000)),
    ] {
        let mut cpu = Cpu::new(rules_of(kernel), [(1024, None), (1024, None)]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.run(1_000_000);
        cpu.turn.reweigh(TaskId(0), 2048, &mut cpu.tasks, &cpu.rules);
        let se = &cpu.tasks[TaskId(0)];
        assert_eq!((se.vruntime, cpu.v()), (750_000, 500_000), "{kernel:?}");
        assert_eq!(se.is_protected().then_some(se.protected_until), until, "{kernel:?}");
    }
}

/// In ms, with slices of 2.8: the running task is at 20, the other at 0, so V is 10. With twice the weight its lag is halved, and
/// V stays; or it leaves with the most of its lag that is kept, 5.6, and joins again half of that, times 3, behind the other.
#[test]
fn a_new_weight_scales_the_whole_lag_or_what_a_queue_keeps_of_it() {
    for (reweight, vruntime, v) in
        [(ReweightRule::Scales, 15_000_000, 10_000_000), (ReweightRule::Rejoins, 8_400_000, 5_600_000)]
    {
        let rules = EevdfRules { reweight, ..rules_of(KernelId::V6_18_2) };
        let mut cpu = Cpu::new(rules, [(1024, None), (1024, None)]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(TaskId(1), false);
        cpu.turn.charge(Ns::ms(20), &mut cpu.tasks, &cpu.rules);
        cpu.turn.reweigh(TaskId(0), 2048, &mut cpu.tasks, &cpu.rules);
        assert_eq!((cpu.tasks[TaskId(0)].vruntime, cpu.v()), (vruntime, v), "{reweight:?}");
    }
}

/// In ms, with slices of 2.8: the running task has been charged 1 and is protected, a hog waits at 0 with the deadline 2.8. The
/// woken task is placed at V, 0.5, with the deadline 3.3.
#[test]
fn a_buddy_runs_at_once_or_after_a_synchronous_wake_up_at_the_next_pick() {
    const HOG: TaskId = TaskId(1);
    const WOKEN: TaskId = TaskId(2);
    for (next_buddy, how, preempts, picked) in [
        (false, Woken::Plain, false, HOG),
        (true, Woken::Plain, true, WOKEN),
        (false, Woken::Sync, false, HOG),
        (true, Woken::Sync, false, WOKEN),
    ] {
        let rules = EevdfRules { next_buddy, ..rules_of(KernelId::V7_0) };
        let mut cpu = Cpu::new(rules, [(1024, None); 3]);
        cpu.join(TaskId(0), false);
        cpu.switch();
        cpu.join(HOG, false);
        cpu.run(1_000_000);
        cpu.wake(WOKEN, how);
        assert_eq!(cpu.turn.curr == Some(WOKEN), preempts, "{next_buddy} {how:?}");
        if !preempts {
            cpu.switch();
        }
        assert_eq!(cpu.turn.curr, Some(picked), "{next_buddy} {how:?}");
    }
}

/// Whoever is woken does not take the place of a buddy with an earlier deadline.
#[test]
fn a_buddy_stays_until_one_with_an_earlier_deadline_is_woken() {
    let rules = EevdfRules { next_buddy: true, ..rules_of(KernelId::V7_0) };
    let slices = [3, 4, 5, 3].map(|ms| (1024, Some(Ns::ms(ms))));
    let mut cpu = Cpu::new(rules, slices);
    cpu.join(TaskId(0), false);
    cpu.switch();
    for (woken, buddy) in [(1u16, 1), (2, 1), (3, 3)] {
        cpu.wake(TaskId(woken), Woken::Sync);
        assert_eq!(cpu.turn.next, Some(TaskId(buddy)), "{woken}");
    }
}

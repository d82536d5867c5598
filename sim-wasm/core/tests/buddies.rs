//! Buddies under EEVDF (`PICK_BUDDY`), on one CPU: vectors worked out by hand.

use sched_core::engine::ids::{PerTask, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::{self, KernelId};
use sched_core::runqueue::Woken;
use sched_core::runqueue::eevdf::{EevdfRules, Entity, PickBuddy, Sleep, Turn};

/// A CPU with tasks of nice 0.
struct Cpu {
    rules: EevdfRules,
    turn: Turn,
    tasks: PerTask<Entity>,
}

/// The rules of a kernel on eight CPUs, with a tick of 4 ms.
fn rules_of(kernel: KernelId) -> EevdfRules {
    EevdfRules::of(&kernel::rules(kernel), 8, Ns::ms(4))
}

impl Cpu {
    /// The tasks have these slices (ms), if not the kernel's.
    fn new(rules: EevdfRules, slices: impl IntoIterator<Item = Option<u64>>) -> Self {
        let mut tasks = PerTask::new();
        for slice in slices {
            tasks.push(Entity { own_slice: slice.map(Ns::ms), ..Entity::new(1024) });
        }
        Self { rules, turn: Turn::default(), tasks }
    }

    /// Puts a task at a vruntime and a deadline (ms).
    fn place(&mut self, task: u16, v: i64, d: i64) {
        let se = &mut self.tasks[TaskId(task)];
        (se.vruntime, se.deadline) = (v * 1_000_000, d * 1_000_000);
    }

    fn wait(&mut self, task: u16) {
        let curr = self.turn.curr.map(|curr| self.tasks[curr].weighed());
        self.turn.rq.wait(TaskId(task), &self.tasks[TaskId(task)], curr);
    }

    /// The task that a pick takes from the waiting ones.
    fn pick(&mut self) -> Option<u16> {
        self.turn.pick(&mut self.tasks, &self.rules, &mut Vec::new()).map(|task| task.0)
    }

    fn preempts(&mut self, woken: u16) -> bool {
        self.turn.preempts(TaskId(woken), Woken::Plain, &mut self.tasks, &self.rules, &mut Vec::new())
    }

    fn set_next(&mut self, task: u16) {
        self.turn.set_next(TaskId(task), &mut self.tasks, &self.rules);
    }
}

/// Tasks at 0, 2 and 4 ms with the deadlines 4, 3 and 9. V is 2, so the first two are eligible.
fn buddies(pick_buddy: PickBuddy) -> Cpu {
    let rules = EevdfRules { base_slice: Ns::ms(3), pick_buddy, ..rules_of(KernelId::V6_18_2) };
    let mut cpu = Cpu::new(rules, [None; 3]);
    for (task, v, d) in [(0, 0, 4), (1, 2, 3), (2, 4, 9)] {
        cpu.place(task, v, d);
        cpu.wait(task);
    }
    cpu
}

#[test]
fn a_buddy_is_picked_before_earlier_deadlines_if_it_is_eligible_and_is_then_no_buddy() {
    // The buddy; who is picked; who is a buddy afterwards.
    for (buddy, picked, left) in
        [(None, 1, None), (Some(0), 0, None), (Some(1), 1, None), (Some(2), 1, Some(2))]
    {
        let mut cpu = buddies(PickBuddy::AtPick);
        cpu.turn.next = buddy.map(TaskId);
        assert_eq!(cpu.pick(), Some(picked), "{buddy:?}");
        cpu.set_next(picked);
        assert_eq!(cpu.turn.next, left.map(TaskId), "{buddy:?}");
    }
}

#[test]
fn a_buddy_that_runs_on_stays_one_until_it_is_switched_out_or_leaves() {
    let mut cpu = buddies(PickBuddy::AtPick);
    assert_eq!(cpu.pick(), Some(1));
    cpu.set_next(1);
    cpu.place(1, 2, 8);
    cpu.tasks[TaskId(1)].protected_until = i64::MIN;
    cpu.turn.next = Some(TaskId(1));
    for _ in 0..2 {
        cpu.turn.put_prev(&cpu.tasks);
        assert_eq!(cpu.pick(), Some(1), "the other eligible one has the earlier deadline");
        cpu.set_next(1);
        assert_eq!(cpu.turn.next, Some(TaskId(1)));
    }
    assert_eq!(cpu.turn.sleep(TaskId(1), &mut cpu.tasks, &cpu.rules), Sleep::Left);
    assert_eq!(cpu.turn.next, None);
}

#[test]
fn a_wake_up_asks_for_buddies_from_6_18_35_on() {
    for (pick_buddy, preempts) in [(PickBuddy::AtPick, true), (PickBuddy::AtWakeup, false)] {
        let mut cpu = buddies(pick_buddy);
        cpu.turn.rq.unwait(TaskId(0));
        cpu.set_next(0);
        cpu.tasks[TaskId(0)].protected_until = i64::MIN;
        cpu.turn.next = Some(TaskId(0));
        // Task 1 would be picked, with the earlier deadline.
        assert_eq!(cpu.preempts(1), preempts, "{pick_buddy:?}");
        // The pick takes the buddy all the same.
        cpu.turn.put_prev(&cpu.tasks);
        assert_eq!(cpu.pick(), Some(0));
    }
}

/// A task of 10 ms runs since 0. At 1 ms one of 6 and one of 1 are woken, and all three are at V. That of 6 has the earliest
/// deadline and would be picked; with a short buddy the one of 1 preempts all the same, and comes first.
#[test]
fn a_short_slice_preempts_past_a_third_task_from_7_3_on() {
    for (kernel, preempts, next) in [(KernelId::V6_18, false, 1), (KernelId::V7_3, true, 2)] {
        let mut cpu = Cpu::new(rules_of(kernel), [10, 6, 1].map(Some));
        cpu.turn.curr = Some(TaskId(0));
        cpu.place(0, 1, 10);
        for (task, d) in [(1, 2), (2, 3)] {
            cpu.place(task, 1, d);
            cpu.wait(task);
        }
        assert_eq!(cpu.preempts(2), preempts, "{kernel:?}");
        cpu.tasks[TaskId(0)].protected_until = i64::MIN;
        cpu.turn.put_prev(&cpu.tasks);
        assert_eq!(cpu.pick(), Some(next), "{kernel:?}");
    }
}

/// A task of 10 ms is switched in at 0 beside one of 4 at 2. It is protected up to 4, the least slice, or up to 2, where the
/// other one is and V will be.
#[test]
fn beside_a_shorter_slice_a_task_is_protected_until_it_is_ineligible_from_7_3_on() {
    for (kernel, end) in [(KernelId::V6_18, 4_000_000), (KernelId::V7_3, 2_000_001)] {
        let mut cpu = Cpu::new(rules_of(kernel), [10, 4].map(Some));
        cpu.place(0, 0, 10);
        cpu.place(1, 2, 6);
        cpu.wait(1);
        cpu.set_next(0);
        assert_eq!(cpu.tasks[TaskId(0)].protected_until, end, "{kernel:?}");
        let mut then = cpu.tasks[TaskId(0)];
        then.vruntime = end;
        assert!(!cpu.turn.rq.is_eligible(end, Some(then.weighed())), "{kernel:?}");
    }
}

/// A task of 4 ms at 4 runs beside one of 1 at 1. One of 3 at 4 is woken; V is 3, so it is not eligible and loses. What is left
/// of the protection is the least slice, counted from the task's vruntime, or from V.
#[test]
fn a_loser_cuts_the_protection_from_v_on_from_7_3_on() {
    for (short_buddy, end) in [(false, 5_000_000), (true, 4_000_000)] {
        let mut cpu = Cpu::new(EevdfRules { short_buddy, ..rules_of(KernelId::V7_3) }, [4, 1, 3].map(Some));
        cpu.turn.curr = Some(TaskId(0));
        cpu.place(0, 4, 8);
        cpu.tasks[TaskId(0)].protected_until = 8_000_000;
        for (task, v, d) in [(1, 1, 2), (2, 4, 7)] {
            cpu.place(task, v, d);
            cpu.wait(task);
        }
        assert!(!cpu.preempts(2));
        assert_eq!(cpu.tasks[TaskId(0)].protected_until, end);
    }
}

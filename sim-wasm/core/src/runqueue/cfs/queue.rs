//! The CFS run queue: tasks in `vruntime` order, `min_vruntime`, buddies, and the load that all fair classes keep
//! (kernel 5.9 `fair.c`).

use crate::engine::ids::TaskId;
use crate::engine::list::{put_at, take_at};
use crate::engine::time::Ns;
use crate::runqueue::Attr;
use crate::runqueue::loads::{QueueLoad, TaskLoad};
use crate::runqueue::weight::NICE_0_WEIGHT;
use crate::scenario::Policy;

/// The scheduling entity of a task.
#[derive(Clone, Debug)]
pub struct Entity {
    pub vruntime: u64,
    pub load: TaskLoad,
    pub sum_exec: Ns,
    /// `sum_exec` when the task was last picked.
    pub prev_sum_exec: Ns,
    pub policy: Policy,
}

impl Entity {
    pub fn new(nice: i32) -> Self {
        Self::of(Attr { nice, ..Attr::default() })
    }

    pub fn of(attr: Attr) -> Self {
        let load = TaskLoad::new(attr.weight());
        Self { vruntime: 0, load, sum_exec: Ns::ZERO, prev_sum_exec: Ns::ZERO, policy: attr.policy }
    }

    pub fn is_idle(&self) -> bool {
        self.policy == Policy::Idle
    }

    /// Real time converted to the entity's vruntime (`calc_delta_fair`).
    #[inline]
    pub fn scaled(&self, Ns(delta): Ns) -> u64 {
        let weight = self.load.weight;
        if weight == NICE_0_WEIGHT { delta } else { delta * NICE_0_WEIGHT / weight }
    }
}

/// Scheduler tunables in force (ns).
#[derive(Clone, Copy, Debug)]
pub struct CfsTunables {
    pub latency: Ns,
    pub min_granularity: Ns,
    pub wakeup_granularity: Ns,
    /// The kernel rules of these names.
    pub base_slice: bool,
    pub idle_min_granularity: bool,
}

/// `sched_idle_min_granularity`
const IDLE_MIN_GRANULARITY: Ns = Ns::us(750);

impl CfsTunables {
    /// `sched_nr_latency`: up to so many tasks share one latency.
    pub fn nr_latency(&self) -> u64 {
        self.latency.div_ceil(self.min_granularity.max(Ns(1)))
    }
    /// Length of a period in which `nr` tasks run once each.
    pub fn period(&self, nr: u64) -> Ns {
        if nr > self.nr_latency() { self.min_granularity * nr } else { self.latency }
    }
}

/// A CFS run queue. The running task is counted but not in `waiting`.
#[derive(Clone, Debug)]
pub struct CfsRq {
    /// Waiting tasks and their vruntime, ascending; equal ones in order of arrival.
    waiting: Vec<(u64, TaskId)>,
    /// Load of all its tasks, including the running one.
    pub load: QueueLoad,
    pub min_vruntime: u64,
    pub next: Option<TaskId>,
    pub last: Option<TaskId>,
    /// The task that has yielded and was not picked since.
    pub skip: Option<TaskId>,
    /// `idle_nr_running`: how many of its entities are of `SCHED_IDLE`.
    pub nr_idle: u32,
}

impl Default for CfsRq {
    fn default() -> Self {
        Self {
            waiting: Vec::with_capacity(8),
            load: QueueLoad::default(),
            min_vruntime: 0,
            next: None,
            last: None,
            skip: None,
            nr_idle: 0,
        }
    }
}

#[inline]
fn before(a: u64, b: u64) -> bool {
    (a.wrapping_sub(b) as i64) < 0
}

impl CfsRq {
    /// `h_nr_running`: tasks of the queue, the running one included.
    #[inline]
    pub fn nr_running(&self) -> u32 {
        self.load.nr_running()
    }
    #[inline]
    pub fn waiting(&self) -> &[(u64, TaskId)] {
        &self.waiting
    }

    /// A task leaves the queue; it must neither wait nor run any more.
    pub fn leave(&mut self, task: TaskId, weight: u64) {
        self.load.remove(task, weight);
        self.forget_buddy(task);
    }

    /// The buddies: picks prefer `next` and `last`, and pass over `skip`.
    pub fn buddies(&self) -> [Option<TaskId>; 3] {
        [self.next, self.last, self.skip]
    }

    pub fn buddies_mut(&mut self) -> [&mut Option<TaskId>; 3] {
        [&mut self.next, &mut self.last, &mut self.skip]
    }

    /// `clear_buddies`
    #[inline]
    pub fn forget_buddy(&mut self, task: TaskId) {
        for buddy in self.buddies_mut() {
            buddy.take_if(|buddy| *buddy == task);
        }
    }

    /// Puts a task among the waiting ones, behind those of equal vruntime.
    #[inline]
    pub fn wait(&mut self, task: TaskId, vruntime: u64) {
        let mut i = self.waiting.len();
        while i > 0 && before(vruntime, self.waiting[i - 1].0) {
            i -= 1;
        }
        put_at(&mut self.waiting, i, (vruntime, task));
    }

    /// Takes a task from the waiting ones.
    pub fn unwait(&mut self, task: TaskId) {
        if let Some(i) = self.waiting.iter().position(|w| w.1 == task) {
            take_at(&mut self.waiting, i);
        }
    }

    /// `min_vruntime` follows the running and the leftmost task, and never goes back.
    #[inline]
    pub fn update_min_vruntime(&mut self, running: Option<u64>) {
        let leftmost = self.waiting.first().map(|w| w.0);
        let candidate = match (running, leftmost) {
            (Some(a), Some(b)) => {
                if before(a, b) {
                    a
                } else {
                    b
                }
            }
            (Some(a), None) | (None, Some(a)) => a,
            (None, None) => return,
        };
        if before(self.min_vruntime, candidate) {
            self.min_vruntime = candidate;
        }
    }

    /// `place_entity` for a wake-up: a sleeper gets at most half a latency of credit. `idle`: it is of `SCHED_IDLE`.
    pub fn place_woken(&self, vruntime: u64, idle: bool, tunables: &CfsTunables) -> u64 {
        let least = idle && tunables.idle_min_granularity;
        let credit = if least { tunables.min_granularity } else { tunables.latency };
        let floor = self.min_vruntime.wrapping_sub((credit / 2).0);
        if before(vruntime, floor) { floor } else { vruntime }
    }

    /// `place_entity` for a fork on this queue: one slice behind, and not before its parent.
    pub fn place_forked(&self, entity: &Entity, parent: Option<u64>, tunables: &CfsTunables) -> u64 {
        let start = self.min_vruntime.wrapping_add(self.vslice(entity, 1, tunables));
        parent.filter(|&p| before(start, p)).unwrap_or(start)
    }

    /// `sched_slice`: the slice of an entity of this queue (ns of real time). `joining` counts entities
    /// that are about to join.
    pub fn slice(&self, entity: &Entity, joining: u32, tunables: &CfsTunables) -> Ns {
        let nr = u64::from(self.nr_running() + joining);
        let own = entity.load.weight;
        let weight = self.load.weight + if joining > 0 { own } else { 0 };
        let share = tunables.period(nr) * own / weight.max(1);
        if !tunables.base_slice {
            return share;
        }
        let beside_others = entity.is_idle() && self.nr_idle < self.nr_running();
        let least = if beside_others && tunables.idle_min_granularity {
            IDLE_MIN_GRANULARITY
        } else {
            tunables.min_granularity
        };
        share.max(least)
    }

    /// How long an entity may run before a tick preempts it (ns of real time).
    pub fn tick_slice(&self, entity: &Entity, tunables: &CfsTunables) -> Ns {
        let slice = self.slice(entity, 0, tunables);
        if tunables.base_slice { slice.min(tunables.latency) } else { slice }
    }

    fn vslice(&self, entity: &Entity, joining: u32, tunables: &CfsTunables) -> u64 {
        entity.scaled(self.slice(entity, joining, tunables))
    }

    /// `pick_next_entity`: the leftmost task, or the second if the leftmost has yielded, or a buddy; a second or a buddy only
    /// if it is near enough to the leftmost. The picked task leaves the waiting ones and is no longer a buddy.
    pub fn pick(&mut self, tunables: &CfsTunables, weight_of: impl Fn(TaskId) -> u64) -> Option<TaskId> {
        let (vruntime, left) = *self.waiting.first()?;
        let is_near = |w: &(u64, TaskId)| wakeup_preempt(w.0, vruntime, weight_of(left), tunables) < 1;
        let mut index = 0;
        if self.skip == Some(left) && self.waiting.get(1).is_some_and(is_near) {
            index = 1;
        }
        if self.next.is_some() || self.last.is_some() {
            for buddy in [self.last, self.next].into_iter().flatten() {
                let place = self.waiting.iter().position(|w| w.1 == buddy);
                index = place.filter(|&i| is_near(&self.waiting[i])).unwrap_or(index);
            }
        }
        let chosen = self.waiting[index].1;
        take_at(&mut self.waiting, index);
        self.forget_buddy(chosen);
        Some(chosen)
    }
}

/// `wakeup_preempt_entity`: 1 when a task at `other` should run instead of one at `current`, 0 when
/// it is ahead by less than the wake-up granularity, -1 when it is not ahead.
#[inline]
pub fn wakeup_preempt(current: u64, other: u64, other_weight: u64, tunables: &CfsTunables) -> i32 {
    let diff = current.wrapping_sub(other) as i64;
    if diff <= 0 {
        return -1;
    }
    let gran = if other_weight == NICE_0_WEIGHT {
        tunables.wakeup_granularity.0
    } else {
        tunables.wakeup_granularity.0 * NICE_0_WEIGHT / other_weight.max(1)
    };
    i32::from(diff as u64 > gran)
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: CfsTunables = CfsTunables {
        latency: Ns::ms(24),
        min_granularity: Ns::ms(3),
        wakeup_granularity: Ns::ms(4),
        base_slice: false,
        idle_min_granularity: false,
    };

    #[test]
    fn picks_by_vruntime_then_arrival() {
        let mut rq = CfsRq::default();
        for (task, v) in [(1u16, 50u64), (2, 10), (3, 10), (4, 30)] {
            rq.load.add(TaskId(task), 1024);
            rq.wait(TaskId(task), v);
        }
        let order: Vec<_> = std::iter::from_fn(|| rq.pick(&T, |_| 1024)).collect();
        assert_eq!(order, [2, 3, 4, 1].map(TaskId));
    }

    #[test]
    fn next_buddy_wins_within_the_granularity_only() {
        let mut rq = CfsRq::default();
        for (task, v) in [(1u16, 0u64), (2, 3_999_999), (3, 4_000_001)] {
            rq.load.add(TaskId(task), 1024);
            rq.wait(TaskId(task), v);
        }
        rq.next = Some(TaskId(3));
        assert_eq!(rq.pick(&T, |_| 1024), Some(TaskId(1)));
        rq.wait(TaskId(1), 0);
        rq.next = Some(TaskId(2));
        assert_eq!(rq.pick(&T, |_| 1024), Some(TaskId(2)));
    }

    #[test]
    fn min_vruntime_never_goes_back() {
        let mut rq = CfsRq::default();
        rq.update_min_vruntime(Some(100));
        rq.wait(TaskId(1), 40);
        rq.update_min_vruntime(Some(200));
        assert_eq!(rq.min_vruntime, 100);
        assert_eq!(
            rq.place_woken(100u64.wrapping_sub(20_000_000), false, &T),
            100u64.wrapping_sub(12_000_000)
        );
        assert_eq!(rq.place_woken(60, false, &T), 60);
    }

    #[test]
    fn slices_follow_weights_and_length() {
        let mut rq = CfsRq::default();
        let (a, b) = (Entity::new(0), Entity::new(5));
        rq.load.add(TaskId(1), a.load.weight);
        rq.load.add(TaskId(2), b.load.weight);
        let (sa, sb) = (rq.slice(&a, 0, &T), rq.slice(&b, 0, &T));
        assert!(Ns::ms(24) - (sa + sb) <= Ns(1));
        assert!((sa * b.load.weight).0.abs_diff((sb * a.load.weight).0) < 2 * a.load.weight, "{sa} {sb}");
        for t in 3..=16 {
            rq.load.add(TaskId(t), a.load.weight);
        }
        assert_eq!(T.period(u64::from(rq.nr_running())), Ns::ms(48));
    }

    #[test]
    fn base_slice_keeps_a_slice_above_the_granularity_and_a_tick_below_the_latency() {
        let mut rq = CfsRq::default();
        let (heavy, light) = (Entity::new(-20), Entity::new(19));
        rq.load.add(TaskId(1), heavy.load.weight);
        for task in 2..=16 {
            rq.load.add(TaskId(task), light.load.weight);
        }
        let of = |tunables: CfsTunables| {
            [rq.slice(&heavy, 0, &tunables), rq.tick_slice(&heavy, &tunables), rq.slice(&light, 0, &tunables)]
        };
        // One of 16 has nearly the whole period of 48 ms, the others 8 µs.
        let shares = [heavy.load.weight, heavy.load.weight, light.load.weight]
            .map(|weight| Ns::ms(48) * weight / rq.load.weight);
        assert_eq!(of(T), shares);
        assert_eq!(of(CfsTunables { base_slice: true, ..T }), [shares[0], Ns::ms(24), Ns::ms(3)]);
    }

    #[test]
    fn a_task_of_sched_idle_has_shorter_slices_beside_others_and_less_credit_after_a_sleep() {
        let idle = Entity::of(Attr { policy: Policy::Idle, ..Attr::default() });
        assert_eq!(idle.load.weight, 3);
        for (rule, others, slice, credit) in [
            // A share of 24 ms, 3 of 1027.
            (true, 1, IDLE_MIN_GRANULARITY, Ns::us(1500)),
            (false, 1, Ns::ms(3), Ns::ms(12)),
            // It is alone with its like.
            (true, 0, Ns::ms(24), Ns::us(1500)),
        ] {
            let tunables = CfsTunables { base_slice: true, idle_min_granularity: rule, ..T };
            let mut rq = CfsRq { nr_idle: 1, ..CfsRq::default() };
            rq.load.add(TaskId(0), idle.load.weight);
            (0..others).for_each(|other| rq.load.add(TaskId(1 + other), 1024));
            assert_eq!(rq.slice(&idle, 0, &tunables), slice, "{rule} {others}");
            let placed = rq.place_woken(u64::MAX / 2 + 1, true, &tunables);
            assert_eq!(placed.wrapping_neg(), credit.0, "{rule} {others}");
        }
    }

    #[test]
    fn the_next_buddy_precedes_the_last_one_and_a_buddy_too_far_behind_is_not_picked() {
        // The vruntimes of tasks 1 to 3; the last and the next buddy; the picked task.
        for (stand, last, next, picked) in [
            ([0, 1, 2], Some(2), Some(3), 3),
            ([0, 1, 2], Some(3), Some(2), 2),
            ([0, 1, 2], Some(3), None, 3),
            ([0, 1, 4_000_001], Some(2), Some(3), 2),
            ([0, 4_000_001, 4_000_001], Some(2), Some(3), 1),
            ([0, 4_000_000, 9_000_000], Some(2), None, 2),
            ([0, 1, 2], Some(9), Some(8), 1),
        ] {
            let mut rq = CfsRq::default();
            for (task, vruntime) in (1..).map(TaskId).zip(stand) {
                rq.load.add(task, 1024);
                rq.wait(task, vruntime);
            }
            (rq.last, rq.next) = (last.map(TaskId), next.map(TaskId));
            assert_eq!(rq.pick(&T, |_| 1024), Some(TaskId(picked)), "{stand:?} {last:?} {next:?}");
            // The picked task is no buddy.
            assert!(![rq.last, rq.next].contains(&Some(TaskId(picked))));
            assert_eq!(rq.waiting().len(), 2);
        }
    }

    #[test]
    fn a_task_that_yielded_is_passed_over_until_the_second_is_too_far_behind() {
        let mut rq = CfsRq::default();
        for (task, vruntime) in [(1, 0), (2, 1)] {
            rq.load.add(TaskId(task), 1024);
            rq.wait(TaskId(task), vruntime);
        }
        rq.skip = Some(TaskId(1));
        for (goes_on_at, picked, skip) in [(4_000_000, 2, Some(1)), (4_000_001, 2, Some(1)), (0, 1, None)] {
            assert_eq!(rq.pick(&T, |_| 1024), Some(TaskId(picked)), "{goes_on_at}");
            assert_eq!(rq.skip, skip.map(TaskId));
            rq.wait(TaskId(picked), goes_on_at);
        }
    }

    #[test]
    fn the_weight_of_the_leftmost_decides_which_task_is_near_even_if_one_is_passed_over() {
        // The leftmost's granularity, 4 ms, decides; that of the heavy second is 2 ms.
        for (third, picked) in [(4_000_000, 3), (4_000_001, 2)] {
            let mut rq = CfsRq::default();
            for (task, vruntime) in [(1, 0), (2, 1_000_000), (3, third)] {
                rq.load.add(TaskId(task), 1024);
                rq.wait(TaskId(task), vruntime);
            }
            (rq.skip, rq.next) = (Some(TaskId(1)), Some(TaskId(3)));
            let weight_of = |task| if task == TaskId(2) { 2048 } else { 1024 };
            assert_eq!(rq.pick(&T, weight_of), Some(TaskId(picked)), "{third}");
        }
    }

    #[test]
    fn a_heavier_task_preempts_sooner() {
        let preempts = |ahead: u64, weight| wakeup_preempt(10_000_000 + ahead, 10_000_000, weight, &T);
        for (weight, granularity) in [(1024, 4_000_000), (2048, 2_000_000), (512, 8_000_000)] {
            let told = [0, 1, granularity, granularity + 1].map(|ahead| preempts(ahead, weight));
            assert_eq!(told, [-1, 0, 0, 1], "{weight}");
        }
        assert_eq!(wakeup_preempt(5, 6, 1024, &T), -1);
    }

    #[test]
    fn the_task_that_ran_last_is_last_in_pull_order_and_a_leaving_one_is_no_buddy() {
        let mut rq = CfsRq::default();
        for task in (1..=4).map(TaskId) {
            rq.load.add(task, 100);
        }
        rq.load.touch(TaskId(2));
        assert_eq!(rq.load.by_last_run(), [1, 3, 4, 2].map(TaskId));
        (rq.next, rq.last, rq.skip) = (Some(TaskId(3)), Some(TaskId(3)), Some(TaskId(3)));
        rq.leave(TaskId(3), 100);
        assert_eq!(rq.load.by_last_run(), [1, 4, 2].map(TaskId));
        assert_eq!((rq.next, rq.last, rq.skip, rq.load.weight, rq.nr_running()), (None, None, None, 300, 3));
        // Removing an absent task changes nothing.
        rq.leave(TaskId(3), 100);
        assert_eq!((rq.load.weight, rq.nr_running()), (300, 3));
    }
}

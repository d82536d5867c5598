//! The O(1) run queue of 2.5.5x: an active and an expired array of priority lists, timeslices and
//! the interactivity bonus.

use std::collections::VecDeque;

use crate::engine::ids::TaskId;
use crate::runqueue::weight::NICE_WIDTH;

pub const MIN_TIMESLICE_MS: u32 = 10;
pub const MAX_TIMESLICE_MS: u32 = 300;
/// Most that `sleep_avg` can hold.
pub const MAX_SLEEP_AVG_MS: u32 = 2_000;
/// Percentage of its parent's sleep average that a new task gets.
pub const CHILD_PENALTY_PCT: u32 = 95;
const MAX_BONUS: i32 = 5;
/// How far below its static priority a task of nice 0 must be to count as interactive; one more per four nice levels.
const INTERACTIVE_DELTA: i32 = 2;
/// A task that expired waits at most this long times the number of tasks.
pub const STARVATION_LIMIT_MS: u64 = 2_000;

/// The scheduling entity of a task under O(1).
#[derive(Clone, Debug)]
pub struct O1Entity {
    /// 0 is nice -20, 39 is nice 19.
    pub static_prio: u8,
    pub prio: u8,
    /// Ticks (ms) slept, saturating.
    pub sleep_avg: u32,
    /// Ticks (ms) left.
    pub timeslice: u32,
    /// When it last left a CPU or went to sleep (ms).
    pub sleep_timestamp: u64,
    /// Which array it is in: 0 or 1, as numbered by the queue.
    pub array: u8,
}

/// Linear in the static priority: 300 ms at nice -20, 151 at 0, 10 at 19.
pub fn timeslice(static_prio: u8) -> u32 {
    MIN_TIMESLICE_MS
        + (MAX_TIMESLICE_MS - MIN_TIMESLICE_MS) * (NICE_WIDTH as u32 - 1 - u32::from(static_prio))
            / (NICE_WIDTH as u32 - 1)
}

impl O1Entity {
    pub fn new(nice: i32) -> Self {
        let p = (nice + 20).clamp(0, 39) as u8;
        Self { static_prio: p, prio: p, sleep_avg: 0, timeslice: timeslice(p), sleep_timestamp: 0, array: 0 }
    }

    /// -5 for a task that never sleeps to +5 for one that slept two seconds.
    pub fn bonus(&self) -> i32 {
        (self.sleep_avg * 2 * MAX_BONUS as u32 / MAX_SLEEP_AVG_MS) as i32 - MAX_BONUS
    }

    pub fn update_prio(&mut self) {
        self.prio = (i32::from(self.static_prio) - self.bonus()).clamp(0, NICE_WIDTH as i32 - 1) as u8;
    }

    /// Goes back to the active array when its timeslice ends.
    pub fn interactive(&self) -> bool {
        let nice = i32::from(self.static_prio) - 20;
        i32::from(self.prio) <= i32::from(self.static_prio) - (nice / 4 + INTERACTIVE_DELTA)
    }
}

#[derive(Clone, Debug)]
struct PrioArray {
    bitmap: u64,
    lists: Vec<VecDeque<TaskId>>,
    nr: u32,
}

impl PrioArray {
    fn new() -> Self {
        Self { bitmap: 0, lists: vec![VecDeque::new(); NICE_WIDTH], nr: 0 }
    }
    fn push(&mut self, task: TaskId, prio: u8) {
        self.lists[usize::from(prio)].push_back(task);
        self.bitmap |= 1 << prio;
        self.nr += 1;
    }
    fn remove(&mut self, task: TaskId, prio: u8) {
        let list = &mut self.lists[usize::from(prio)];
        if let Some(i) = list.iter().position(|&t| t == task) {
            list.remove(i);
            self.nr -= 1;
            if list.is_empty() {
                self.bitmap &= !(1 << prio);
            }
        }
    }
}

/// An O(1) run queue. The running task stays in its array, as in the kernel.
#[derive(Clone, Debug)]
pub struct O1Rq {
    arrays: [PrioArray; 2],
    active: u8,
    /// When the first task since the last swap went to the expired array (ms); 0: none.
    pub expired_timestamp: u64,
}

impl Default for O1Rq {
    fn default() -> Self {
        Self { arrays: [PrioArray::new(), PrioArray::new()], active: 0, expired_timestamp: 0 }
    }
}

impl O1Rq {
    pub fn nr_running(&self) -> u32 {
        self.arrays[0].nr + self.arrays[1].nr
    }
    pub fn enqueue(&mut self, task: TaskId, e: &mut O1Entity) {
        e.array = self.active;
        self.arrays[usize::from(e.array)].push(task, e.prio);
    }
    pub fn expire(&mut self, task: TaskId, e: &mut O1Entity) {
        e.array = 1 - self.active;
        self.arrays[usize::from(e.array)].push(task, e.prio);
    }
    pub fn dequeue(&mut self, task: TaskId, e: &O1Entity) {
        self.arrays[usize::from(e.array)].remove(task, e.prio);
    }
    /// The head of the best list of the active array; the arrays are swapped when it is empty.
    pub fn pick(&mut self) -> Option<TaskId> {
        if self.arrays[usize::from(self.active)].nr == 0 {
            self.active = 1 - self.active;
            self.expired_timestamp = 0;
        }
        let a = &self.arrays[usize::from(self.active)];
        (a.nr > 0).then(|| a.lists[a.bitmap.trailing_zeros() as usize][0])
    }
    /// The tasks in the order a balancing CPU looks at them: the expired array first, best priority
    /// first, each list from its tail.
    pub fn pull_order(&self) -> Vec<TaskId> {
        let mut tasks = Vec::new();
        for array in [1 - self.active, self.active] {
            for list in &self.arrays[usize::from(array)].lists {
                let from = tasks.len();
                tasks.extend(list);
                tasks[from..].reverse();
            }
        }
        tasks
    }
    pub fn is_expired(&self, e: &O1Entity) -> bool {
        e.array != self.active
    }
    /// The tasks in the order they will run.
    pub fn run_order(&self) -> Vec<TaskId> {
        let mut tasks = Vec::new();
        for array in [self.active, 1 - self.active] {
            for list in &self.arrays[usize::from(array)].lists {
                tasks.extend(list);
            }
        }
        tasks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeslices_are_linear_in_the_static_priority() {
        let at = |nice: i32| O1Entity::new(nice).timeslice;
        assert_eq!([at(-20), at(-10), at(0), at(10), at(19)], [300, 225, 151, 76, 10]);
    }

    #[test]
    fn arrays_swap_only_when_active_is_empty() {
        let mut rq = O1Rq::default();
        let (mut a, mut b) = (O1Entity::new(0), O1Entity::new(0));
        rq.enqueue(TaskId(1), &mut a);
        rq.enqueue(TaskId(2), &mut b);
        assert_eq!(rq.pick(), Some(TaskId(1)));
        rq.dequeue(TaskId(1), &a);
        rq.expire(TaskId(1), &mut a);
        assert_eq!(rq.pick(), Some(TaskId(2)));
        rq.dequeue(TaskId(2), &b);
        rq.expire(TaskId(2), &mut b);
        assert_eq!(rq.pick(), Some(TaskId(1)));
        assert_eq!(rq.nr_running(), 2);
        assert_eq!(rq.pull_order(), [TaskId(2), TaskId(1)]);
    }

    #[test]
    fn bonus_spans_minus_five_to_five() {
        let mut e = O1Entity::new(0);
        assert_eq!(e.bonus(), -5);
        e.sleep_avg = MAX_SLEEP_AVG_MS;
        assert_eq!(e.bonus(), 5);
        e.update_prio();
        assert!(e.interactive());
    }

    #[test]
    fn the_nicer_a_task_the_more_bonus_makes_it_interactive() {
        // The least sleep average with which a task is interactive, in multiples of one bonus; `None`: never.
        let least = |nice: i32| {
            (0..=10).find(|tenth| {
                let mut e = O1Entity { sleep_avg: tenth * MAX_SLEEP_AVG_MS / 10, ..O1Entity::new(nice) };
                e.update_prio();
                e.interactive()
            })
        };
        let told = [-10, -3, 0, 3, 4, 10, 15, 16].map(least);
        assert_eq!(told, [Some(5), Some(7), Some(7), Some(7), Some(8), Some(9), Some(10), None]);
    }
}

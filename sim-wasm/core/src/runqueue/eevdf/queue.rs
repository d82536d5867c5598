//! The run queue of EEVDF: the waiting tasks by deadline, and the point V on virtual time at which all lags add up to 0.

use super::entity::{Entity, Weighed};
use super::rules::EevdfRules;
use crate::engine::ids::TaskId;
use crate::engine::time::Ns;

/// A waiting or delayed task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Waiter {
    task: TaskId,
    deadline: i64,
    at: Weighed,
}

/// The tasks of a CPU without the running one, which callers pass as `curr`.
#[derive(Clone, Debug, Default)]
pub struct EevdfRq {
    /// By deadline; equal ones in order of arrival.
    waiting: Vec<Waiter>,
    /// Sum of their weights.
    weight: i64,
    /// Sum of weight × (v − `zero`).
    sum: i64,
    /// V as last computed. As the reference point it keeps the sum small; no result depends on it.
    zero: i64,
}

impl EevdfRq {
    /// The tasks that wait or are delayed, by deadline.
    pub fn waiting(&self) -> impl Iterator<Item = TaskId> {
        self.waiting.iter().map(|w| w.task)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Sum of the weights of all tasks (W).
    #[inline]
    pub fn total_weight(&self, curr: Option<Weighed>) -> i64 {
        self.weight + curr.map_or(0, |c| c.weight as i64)
    }

    /// Sum of weight × (v − `zero`) of all tasks.
    #[inline]
    fn total_sum(&self, curr: Option<Weighed>) -> i64 {
        self.sum + curr.map_or(0, |c| c.weight as i64 * (c.vruntime - self.zero))
    }

    /// The weighted average of all vruntimes, rounded down (V). An empty queue keeps its last V.
    #[inline]
    pub fn average(&self, curr: Option<Weighed>) -> i64 {
        match self.total_weight(curr) {
            0 => self.zero,
            weight => self.zero + self.total_sum(curr).div_euclid(weight),
        }
    }

    /// Whether a task with this vruntime is eligible, that is not ahead of V. Needs no division.
    #[inline]
    pub fn is_eligible(&self, vruntime: i64, curr: Option<Weighed>) -> bool {
        self.total_sum(curr) >= (vruntime - self.zero) * self.total_weight(curr)
    }

    /// Moves the reference point to V.
    pub fn recentre(&mut self, curr: Option<Weighed>) {
        let by = self.average(curr) - self.zero;
        self.sum -= self.weight * by;
        self.zero += by;
    }

    /// Sets the vruntime and the request of a joining task (`place_entity`). `fork`: its first request.
    pub fn place(&self, se: &mut Entity, fork: bool, curr: Option<Weighed>, rules: &EevdfRules) {
        let others = self.total_weight(curr);
        let lag = if rules.place_lag && others > 0 {
            // The task's weight will pull V towards it.
            (i128::from(se.lag) * i128::from(others + se.weight as i64)).div_euclid(i128::from(others)) as i64
        } else {
            0
        };
        se.vruntime = self.average(curr) - lag;
        if std::mem::take(&mut se.relative) {
            se.deadline += se.vruntime;
            return;
        }
        let request = se.request(rules);
        se.deadline = se.vruntime + if fork && rules.place_deadline_initial { request / 2 } else { request };
    }

    /// A placed or running task goes among the waiting ones.
    pub fn wait(&mut self, task: TaskId, se: &Entity, curr: Option<Weighed>) {
        let i = self.waiting.partition_point(|w| w.deadline <= se.deadline);
        self.waiting.insert(i, Waiter { task, deadline: se.deadline, at: se.weighed() });
        self.weight += se.weight as i64;
        self.sum += se.weight as i64 * (se.vruntime - self.zero);
        self.recentre(curr);
    }

    /// Takes a task from the waiting ones: it runs, or leaves.
    pub fn unwait(&mut self, task: TaskId) -> bool {
        let Some(i) = self.waiting.iter().position(|w| w.task == task) else { return false };
        // The reference point stays, however far it is from V now.
        let Waiter { at, .. } = self.waiting.remove(i);
        self.weight -= at.weight as i64;
        self.sum -= at.weight as i64 * (at.vruntime - self.zero);
        true
    }

    /// A task that neither waits nor runs any more leaves. It keeps its lag and, unless it sleeps, the rest of its request.
    /// `most`: how far the lag is from 0 at most, in real time. `curr`: the running task.
    pub fn leave(
        &mut self,
        se: &mut Entity,
        sleeps: bool,
        most: Ns,
        curr: Option<Weighed>,
        rules: &EevdfRules,
    ) {
        // V including the task.
        let zero = self.zero;
        let w = se.weight as i64;
        let sum = self.total_sum(curr) + w * (se.vruntime - zero);
        let average = zero + sum.div_euclid(self.total_weight(curr) + w);
        let most = se.scaled(most);
        se.lag = (average - se.vruntime).clamp(-most, most);
        se.protected_until = i64::MIN;
        if rules.place_rel_deadline && !sleeps {
            se.deadline -= se.vruntime;
            se.relative = true;
        }
        if self.total_weight(curr) == 0 {
            self.zero = average;
        } else {
            self.recentre(curr);
        }
    }

    /// The eligible task with the earliest deadline (`pick_eevdf`); `curr` wins only with an earlier deadline.
    /// `protected`: the running task continues while it is protected. `None`: the running task continues.
    pub fn pick(&self, curr: Option<&Entity>, protected: bool) -> Option<TaskId> {
        let at = curr.map(Entity::weighed);
        let curr = curr.filter(|c| self.is_eligible(c.vruntime, at));
        if protected && curr.is_some_and(Entity::is_protected) {
            return None;
        }
        let best = self.waiting.iter().find(|w| self.is_eligible(w.at.vruntime, at))?;
        match curr {
            Some(curr) if curr.deadline < best.deadline => None,
            _ => Some(best.task),
        }
    }
}

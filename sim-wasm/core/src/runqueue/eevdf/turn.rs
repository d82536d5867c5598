//! One CPU under EEVDF: the actions of its queue and its running task at each event.

use super::entity::{Entity, Weighed};
use super::queue::EevdfRq;
use super::rules::{EevdfRules, LagLimit, PickBuddy, Protection, ReweightRule, ReweightVprot, Unprotected};
use crate::engine::ids::{PerTask, TaskId};
use crate::engine::time::Ns;
use crate::runqueue::Woken;

type Entities = PerTask<Entity>;

/// A CPU under EEVDF. The caller charges the running task first.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    pub rq: EevdfRq,
    pub curr: Option<TaskId>,
    /// The task that ran until now and is still runnable. The next pick compares it as the running one.
    put: Option<TaskId>,
    /// The buddy: picked before others while it is eligible (`PICK_BUDDY`).
    pub next: Option<TaskId>,
    /// A charge has ended the running task's turn.
    over: bool,
}

/// The outcome of a task's going to sleep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sleep {
    /// The task has left the queue.
    Left,
    /// The task owes time and stays in the queue (`DELAY_DEQUEUE`).
    Delayed,
}

/// What the lag of a delayed task counts as. `asleep`: its lag when it fell asleep.
fn after_delay(lag: i64, asleep: i64, rules: &EevdfRules) -> i64 {
    let lag = if rules.delayed_lag_bounds { lag.max(asleep) } else { lag };
    if rules.delay_zero { lag.min(0) } else { lag }
}

impl Turn {
    fn running(&self, entities: &Entities) -> Option<Weighed> {
        self.curr.map(|curr| entities[curr].weighed())
    }

    /// V.
    pub fn average(&self, entities: &Entities) -> i64 {
        self.rq.average(self.running(entities))
    }

    /// Whether a task of this queue is not ahead of V.
    pub fn is_eligible(&self, task: TaskId, entities: &Entities) -> bool {
        self.rq.is_eligible(entities[task].vruntime, self.running(entities))
    }

    /// The task that ran until now and is still runnable.
    pub fn put(&self) -> Option<TaskId> {
        self.put
    }

    /// A task of another queue runs next, so the task that ran here waits like the others (`put_prev_entity`).
    pub fn settle(&mut self) {
        self.put = None;
    }

    /// Whether a task runs, or did until now and is compared as the running one.
    pub fn is_running(&self, task: TaskId) -> bool {
        self.curr == Some(task) || self.put == Some(task)
    }

    /// The tasks of the queue, delayed ones and the running one included.
    pub fn len(&self) -> usize {
        self.rq.len() + usize::from(self.curr.is_some())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Charges running time to the running task (`update_curr`).
    pub fn charge(&mut self, time: Ns, entities: &mut Entities, rules: &EevdfRules) {
        let Some(curr) = self.curr.filter(|_| time > Ns::ZERO) else { return };
        let served = entities[curr].charge(time, rules);
        if self.rq.is_empty() {
            return;
        }
        let se = &entities[curr];
        self.over |= served
            || !se.is_protected()
                && match rules.unprotected {
                    Unprotected::Stays => false,
                    Unprotected::Ineligible if !rules.preempt_short => false,
                    Unprotected::Ineligible => !self.rq.is_eligible(se.vruntime, Some(se.weighed())),
                    Unprotected::Goes => true,
                };
    }

    /// A task that was on no queue joins.
    pub fn join(&mut self, task: TaskId, fork: bool, entities: &mut Entities, rules: &EevdfRules) {
        let curr = self.running(entities);
        self.rq.place(&mut entities[task], fork, curr, rules);
        self.rq.wait(task, &entities[task], curr);
    }

    /// Before a weight that may be many times the others' comes to the queue: the sums stay small.
    pub fn recentre(&mut self, entities: &Entities) {
        self.rq.recentre(self.running(entities));
    }

    /// `clear_buddies`
    fn clear_buddy(&mut self, task: TaskId) {
        self.next.take_if(|next| *next == task);
    }

    /// Whether a woken task becomes the buddy: there is none with an earlier deadline (`set_preempt_buddy`).
    fn is_sooner_buddy(&self, woken: TaskId, entities: &Entities) -> bool {
        self.next.is_none_or(|next| entities[next].deadline >= entities[woken].deadline)
    }

    /// The buddy, if it is eligible.
    fn eligible_buddy(&self, entities: &Entities) -> Option<TaskId> {
        self.next.filter(|&next| self.is_eligible(next, entities))
    }

    /// A task goes to sleep.
    pub fn sleep(&mut self, task: TaskId, entities: &mut Entities, rules: &EevdfRules) -> Sleep {
        self.clear_buddy(task);
        if rules.delay_dequeue && !self.is_eligible(task, entities) {
            let lag = self.average(entities) - entities[task].vruntime;
            if self.curr == Some(task) {
                self.curr = None;
                self.over = false;
                self.rq.wait(task, &entities[task], None);
            }
            let se = &mut entities[task];
            (se.lag, se.delayed) = (lag, true);
            return Sleep::Delayed;
        }
        self.leave(task, true, entities, rules);
        Sleep::Left
    }

    /// A task leaves the queue: for sleep, or to go elsewhere.
    pub fn leave(&mut self, task: TaskId, sleeps: bool, entities: &mut Entities, rules: &EevdfRules) {
        self.clear_buddy(task);
        if self.curr == Some(task) {
            self.curr = None;
            self.over = false;
        } else {
            self.rq.unwait(task);
        }
        self.put = self.put.filter(|&put| put != task);
        let curr = self.running(entities);
        let most = self.lag_limit(task, entities, rules);
        let se = &mut entities[task];
        let asleep = se.lag;
        self.rq.leave(se, sleeps, most, curr, rules);
        if std::mem::take(&mut se.delayed) {
            se.lag = after_delay(se.lag, asleep, rules);
        }
    }

    /// How far the lag of a task that leaves is from 0 at most, in real time (`update_entity_lag`).
    fn lag_limit(&self, task: TaskId, entities: &Entities, rules: &EevdfRules) -> Ns {
        let own = entities[task].slice(rules);
        match rules.lag_limit {
            LagLimit::TwoSlices => (own * 2).max(rules.tick),
            LagLimit::GreatestSlice => {
                let others = self.rq.waiting().chain(self.curr);
                others.map(|other| entities[other].slice(rules)).fold(own, Ns::max) + rules.tick
            }
        }
    }

    /// A delayed task is woken in place. If its lag counts as another than it has, as where it no longer owes time, it is placed
    /// again.
    pub fn wake_delayed(&mut self, task: TaskId, entities: &mut Entities, rules: &EevdfRules) {
        let curr = self.running(entities);
        let se = &mut entities[task];
        se.delayed = false;
        let (lag, asleep) = (self.rq.average(curr) - se.vruntime, se.lag);
        let mut counts = after_delay(lag, asleep, rules);
        if rules.delayed_lag_bounds {
            let most = entities[task].scaled(self.lag_limit(task, entities, rules));
            counts = after_delay(lag.clamp(-most, most), asleep, rules);
        }
        if counts != lag {
            self.rq.unwait(task);
            self.rq.leave(&mut entities[task], true, Ns::ZERO, curr, rules);
            entities[task].lag = counts;
            self.join(task, false, entities, rules);
        }
    }

    /// The running task goes back among the waiting ones; the next pick compares it as the running one.
    pub fn put_prev(&mut self, entities: &Entities) {
        if let Some(curr) = self.curr.take() {
            self.rq.wait(curr, &entities[curr], None);
            self.put = Some(curr);
        }
        self.over = false;
    }

    /// Picks the task to run next and takes it from the waiting ones (`pick_next_entity`). Delayed tasks that would be picked
    /// leave the queue, into `left`.
    pub fn pick(
        &mut self,
        entities: &mut Entities,
        rules: &EevdfRules,
        left: &mut Vec<TaskId>,
    ) -> Option<TaskId> {
        loop {
            // Nobody runs: the task that did is among the waiting ones.
            if let Some(buddy) = self.eligible_buddy(entities) {
                self.rq.unwait(buddy);
                return Some(buddy);
            }
            let put = self.put.filter(|&put| self.rq.unwait(put));
            let chosen = self.rq.pick(put.map(|put| &entities[put]), rules.protects()).or(put);
            if let Some(put) = put {
                self.rq.wait(put, &entities[put], None);
            }
            let task = chosen?;
            if entities[task].delayed {
                self.leave(task, true, entities, rules);
                left.push(task);
                continue;
            }
            self.rq.unwait(task);
            return Some(task);
        }
    }

    /// A picked task begins to run. Only one that is switched in is protected.
    pub fn set_next(&mut self, task: TaskId, entities: &mut Entities, rules: &EevdfRules) {
        self.curr = Some(task);
        self.over = false;
        if self.put.take() != Some(task) {
            self.clear_buddy(task);
            let least = match rules.protection {
                Protection::Request => Ns::ZERO,
                Protection::LeastSlice => self.least_slice(task, entities, rules),
            };
            let others = rules.short_buddy.then(|| self.rq.average(None));
            entities[task].protect(least, others, rules);
        }
    }

    /// Changes the weight of a task of the queue. `Scales`: its lag and the rest of its request stay the same in service, and
    /// V stays the same. `Rejoins`: it leaves with lag and request and joins again. What is left of its protection follows a
    /// rule of its own.
    pub fn reweigh(&mut self, task: TaskId, weight: u64, entities: &mut Entities, rules: &EevdfRules) {
        let runs = self.curr == Some(task);
        let v = self.average(entities);
        let most = self.lag_limit(task, entities, rules);
        let others = self.running(entities).filter(|_| !runs);
        self.rq.unwait(task);
        let se = &mut entities[task];
        let from = i128::from(se.weight);
        let rescaled = |time: i64| (i128::from(time) * from).div_euclid(i128::from(weight)) as i64;
        let (mark, protected) = (se.protected_until, se.is_protected());
        let left = mark.saturating_sub(se.vruntime);
        match rules.reweight {
            ReweightRule::Scales => {
                let (ahead, rest) = (rescaled(se.vruntime - v), rescaled(se.deadline - v));
                se.weight = weight;
                se.vruntime = v + ahead;
                se.deadline = v + rest;
            }
            ReweightRule::Rejoins => {
                self.rq.leave(se, false, most, others, rules);
                se.reweigh(weight);
                self.rq.place(se, false, others, rules);
            }
        }
        se.protected_until = match rules.reweight_vprot {
            ReweightVprot::Stays => mark,
            ReweightVprot::Scales if protected => se.vruntime + rescaled(left),
            ReweightVprot::Scales | ReweightVprot::Ends => i64::MIN,
        };
        if !runs {
            self.rq.wait(task, &entities[task], others);
        }
    }

    fn least_slice(&self, task: TaskId, entities: &Entities, rules: &EevdfRules) -> Ns {
        self.rq.waiting().map(|other| entities[other].slice(rules)).fold(entities[task].slice(rules), Ns::min)
    }

    /// Whether a charge has ended the running task's turn.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The running entity is of `SCHED_IDLE`, and another one is woken.
    pub fn idle_gives_way(&mut self, entities: &mut Entities, rules: &EevdfRules) {
        if let Some(curr) = self.curr.filter(|_| rules.idle_unprotected) {
            entities[curr].protected_until = i64::MIN;
        }
    }

    /// Whether a task that was just queued should run instead of the running one (`check_preempt_wakeup_fair`). Delayed tasks
    /// that would be picked may leave the queue, into `left`.
    pub fn preempts(
        &mut self,
        woken: TaskId,
        how: Woken,
        entities: &mut Entities,
        rules: &EevdfRules,
        left: &mut Vec<TaskId>,
    ) -> bool {
        let Some(curr) = self.curr else { return false };
        if self.over && !rules.short_buddy {
            return true;
        }
        let shorter = rules.preempt_short && entities[woken].slice(rules) < entities[curr].slice(rules);
        if how == Woken::Forked && !rules.fork_preempts && !shorter {
            return self.over;
        }
        if rules.next_buddy && !shorter && how != Woken::Forked && self.is_sooner_buddy(woken, entities) {
            self.next = Some(woken);
            // The kernel lets it preempt a waker that has run for `sched_migration_cost` since it was charged, which it has
            // been just now.
            if how == Woken::Sync {
                return self.over;
            }
        }
        let ignores = match rules.protection {
            Protection::LeastSlice => shorter,
            Protection::Request => {
                let (w, c) = (&entities[woken], &entities[curr]);
                if shorter
                    && self.is_eligible(woken, entities)
                    && (w.deadline < c.deadline || !self.is_eligible(curr, entities))
                {
                    entities[curr].protected_until = i64::MIN;
                }
                !rules.run_to_parity
            }
        };
        let picked = loop {
            if rules.pick_buddy == PickBuddy::AtWakeup
                && !ignores
                && let Some(buddy) = self.eligible_buddy(entities)
            {
                break Some(buddy);
            }
            match self.rq.pick(Some(&entities[curr]), !ignores) {
                Some(task) if rules.repick_delayed && entities[task].delayed => {
                    self.leave(task, true, entities, rules);
                    left.push(task);
                }
                picked => break picked,
            }
        };
        let preempts_as_short = rules.short_buddy && shorter && self.is_eligible(woken, entities);
        if preempts_as_short || picked == Some(woken) {
            // The pick that follows must come to the same answer.
            entities[curr].protected_until = i64::MIN;
            if preempts_as_short {
                self.set_short_buddy(woken, entities, rules);
            }
            return true;
        }
        if rules.run_to_parity && rules.protection == Protection::LeastSlice && (shorter || rules.loser_cuts)
        {
            let least = self.least_slice(curr, entities, rules);
            let v = rules.short_buddy.then(|| self.average(entities));
            entities[curr].protect_less(least, v);
        }
        self.over
    }

    /// A woken task that preempts by its short slice is picked next, unless the present buddy has a shorter one.
    fn set_short_buddy(&mut self, woken: TaskId, entities: &Entities, rules: &EevdfRules) {
        let slice = |task: TaskId| entities[task].slice(rules);
        if rules.pick_buddy != PickBuddy::Off && self.next.is_none_or(|next| slice(next) >= slice(woken)) {
            self.next = Some(woken);
        }
    }
}

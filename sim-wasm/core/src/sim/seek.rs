//! Going to another moment: snapshots, other flips ahead, and where the decisions lie.

use super::Simulation;
use crate::engine::ids::TaskId;
use crate::observe::decisions;
use crate::scenario::Flip;

impl Simulation {
    /// A copy that goes on to the same events, without what has been recorded and not taken. Nothing is
    /// recorded in it until it is asked to.
    pub fn snapshot(&mut self) -> Self {
        let log = std::mem::take(&mut self.sys.obs.log);
        let unused = self.sys.obs.decisions.unused();
        let decisions = std::mem::replace(&mut self.sys.obs.decisions, unused);
        let copy = self.clone();
        self.sys.obs.log = log;
        self.sys.obs.decisions = decisions;
        copy
    }

    /// Flips of the lane that have happened.
    pub fn flips_passed(&self) -> u32 {
        self.flips_passed
    }

    /// Gives the lane other flips, those that have happened already included: the run goes on as the
    /// document that holds them would. The ones that have happened must be the first of `flips`, and
    /// none of the others may lie before now.
    pub fn set_flips(&mut self, flips: &[Flip]) {
        self.flips = flips.to_vec();
    }

    /// Handles events until one in which something was decided (about `task`, where one is given), or
    /// until `last_event` have been handled. Returns whether something was. A look for work that a CPU
    /// was not allowed is no decision.
    pub fn next_decision(&mut self, task: Option<TaskId>, last_event: u64) -> bool {
        let keeping = self.sys.obs.decisions.is_kept();
        if !keeping {
            self.keep_decisions(true);
        }
        let mut found = false;
        while !found && !self.done && self.sys.obs.events < last_event {
            let before = self.sys.obs.decisions.words().len();
            self.step();
            let words = &self.sys.obs.decisions.words()[before..];
            found = !words.is_empty() && decisions::read(words).iter().any(|d| d.is_about(task));
            if !keeping {
                self.sys.obs.decisions.truncate(before);
            }
        }
        if !keeping {
            self.keep_decisions(false);
        }
        found
    }

    /// Goes to event `last_event` and returns the number of the last event on the way in which something
    /// was decided, as in [`Self::next_decision`].
    pub fn last_decision(&mut self, task: Option<TaskId>, last_event: u64) -> Option<u64> {
        let mut last = None;
        while self.next_decision(task, last_event) {
            last = Some(self.sys.obs.events);
        }
        last
    }
}

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

    /// The lane's flips as it has them now.
    pub fn flips(&self) -> &[Flip] {
        &self.flips
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::observe::decisions::Decision;
    use crate::observe::steps::Value;
    use crate::observe::vocab::Answer;
    use crate::scenario::parse;

    /// Pairs that wake each other and steal, a little way into their run.
    fn simulation() -> Simulation {
        let document = r#"{"version": 2, "machine": "kunpeng920-24",
            "workload": {"kind": "pairs", "pairs": 30, "requests": 1000},
            "lanes": [{"features": {"steal": "on"}}]}"#;
        let mut sim = Simulation::of_checked(&parse(document).expect("a good scenario"), 0).expect("a lane");
        sim.advance(Ns::MAX, 500);
        sim
    }

    /// Event by event, what is decided in it.
    fn decided(sim: &mut Simulation, events: u64) -> Vec<(u64, Vec<Decision>)> {
        sim.keep_decisions(true);
        (0..events)
            .map(|_| {
                sim.step();
                (sim.events(), decisions::read(&sim.take_decisions()))
            })
            .collect()
    }

    #[test]
    fn the_next_decision_about_a_task_is_its_own_or_one_that_moved_it() {
        let all = decided(&mut simulation(), 20_000);
        for task in [2, 3, 28].map(TaskId) {
            let about = |d: &Decision| {
                let moved =
                    |step: &decisions::Step| step.answer == Answer::Moved && step.value == Value::Task(task);
                d.task == Some(task) || d.steps.iter().any(moved)
            };
            let wanted: Vec<u64> = all
                .iter()
                .filter(|(_, decided)| decided.iter().any(about))
                .map(|(event, _)| *event)
                .take(5)
                .collect();
            assert_eq!(wanted.len(), 5, "of {task:?}");
            let mut sim = simulation();
            for event in wanted {
                assert!(sim.next_decision(Some(task), event));
                assert_eq!(sim.events(), event, "of {task:?}");
            }
        }
    }

    #[test]
    fn looking_for_decisions_leaves_those_that_are_kept_and_keeps_no_others() {
        let mut sim = simulation();
        assert!(sim.next_decision(None, u64::MAX));
        assert!(sim.take_decisions().is_empty(), "nobody keeps them");
        sim.keep_decisions(true);
        let mut other = sim.snapshot();
        let all: Vec<Decision> =
            decided(&mut other, 600).into_iter().flat_map(|(_, decided)| decided).collect();
        sim.advance(Ns::MAX, 200);
        assert!(sim.next_decision(Some(TaskId(3)), u64::MAX));
        sim.advance(Ns::MAX, other.events() - sim.events());
        assert_eq!(sim.hash(), other.hash());
        assert_eq!(format!("{:?}", decisions::read(&sim.take_decisions())), format!("{all:?}"));
    }
}

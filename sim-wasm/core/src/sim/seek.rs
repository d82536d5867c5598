//! Seeking: snapshots, changed flips, and the search for decisions.

use super::Simulation;
use crate::engine::ids::TaskId;
use crate::observe::decisions;
use crate::scenario::Flip;

impl Simulation {
    /// A copy that goes on to the same events. It has no log and no decision records, and records none.
    pub fn snapshot(&mut self) -> Self {
        let log = std::mem::take(&mut self.sys.obs.log);
        let unused = self.sys.obs.decisions.unused();
        let decisions = std::mem::replace(&mut self.sys.obs.decisions, unused);
        let copy = self.clone();
        self.sys.obs.log = log;
        self.sys.obs.decisions = decisions;
        copy
    }

    /// The number of flips so far.
    pub fn flips_passed(&self) -> u32 {
        self.flips_passed
    }

    /// Replaces the flips of the lane: the run goes on as with a document that holds them. `flips` begins with the flips so
    /// far, and all others lie in the future.
    pub fn set_flips(&mut self, flips: &[Flip]) {
        self.flips = flips.to_vec();
        self.set_next_flip();
    }

    /// Handles events up to number `last_event`, until one with a decision (about `task`, if given). Returns whether there was
    /// one. A search for work that the kernel refused a CPU is no decision.
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

    /// Handles events up to number `last_event`. Returns the number of the last event with a decision, as in
    /// [`Self::next_decision`].
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

    /// A run of pairs that wake each other, with stealing, after 500 events.
    fn simulation() -> Simulation {
        let document = r#"{"version": 3, "machine": "kunpeng920-24",
            "workload": {"kind": "pairs", "pairs": 30, "requests": 1000},
            "lanes": [{"features": {"steal": "on"}}]}"#;
        let mut sim = Simulation::of_checked(&parse(document).expect("a good scenario"), 0).expect("a lane");
        sim.advance(Ns::MAX, 500);
        sim
    }

    /// The decisions of each event.
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
    fn the_next_decision_about_a_task_places_it_or_moves_it() {
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
    fn a_search_for_decisions_neither_drops_nor_adds_records() {
        let mut sim = simulation();
        assert!(sim.next_decision(None, u64::MAX));
        assert!(sim.take_decisions().is_empty(), "recording is off");
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

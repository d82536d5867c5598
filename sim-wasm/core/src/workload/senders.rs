//! Who sent the messages that have not been received, for the notes of a run.

use crate::engine::ids::{CpuId, TaskId};
use crate::system::System;
use std::collections::VecDeque;

/// The senders of the latest messages of a queue, since notes are kept; the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Senders(VecDeque<Option<TaskId>>);

impl Senders {
    /// The task that runs on `cpu` sends a message to `to`.
    #[inline]
    pub fn sent(&mut self, sys: &mut System, cpu: CpuId, to: Option<TaskId>) {
        if sys.obs.log.are_notes_kept() {
            self.note_sent(sys, cpu, to);
        }
    }

    /// The task that runs on `cpu` receives the oldest message; `left` others have not been received.
    #[inline]
    pub fn received(&mut self, sys: &mut System, cpu: CpuId, left: usize) {
        if sys.obs.log.are_notes_kept() {
            self.note_received(sys, cpu, left);
        }
    }

    #[cold]
    fn note_sent(&mut self, sys: &mut System, cpu: CpuId, to: Option<TaskId>) {
        self.0.push_back(sys.cpus[cpu].curr);
        sys.note_sent(cpu, to);
    }

    /// Who sent a message before notes were kept is not known.
    #[cold]
    fn note_received(&mut self, sys: &mut System, cpu: CpuId, left: usize) {
        if self.0.len() > left {
            sys.note_received(cpu, self.0.pop_front().flatten());
        }
    }
}

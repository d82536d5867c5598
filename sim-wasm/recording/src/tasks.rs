//! The tasks of a recording, found by their pid.

use crate::record::NO_CPU;
use serde::Serialize;
use std::collections::BTreeMap;

/// Tasks that are told apart.
pub const MOST_TASKS: usize = 200_000;

/// What a task does, as far as the recording says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub enum Doing {
    #[default]
    Unknown,
    Runs,
    Waits,
    Sleeps,
    Gone,
}

/// Why a task waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub enum Why {
    #[default]
    Preempted,
    Woken,
    New,
}

/// A task: its pid, its name and what it did.
#[derive(Clone, Debug)]
pub struct Task {
    pub pid: i32,
    /// The process, if the recording says it.
    pub tgid: Option<i32>,
    comm: [u8; 16],
    /// The kernel's priority, as last seen: 120 is nice 0.
    pub prio: Option<i32>,
    pub doing: Doing,
    pub why: Why,
    /// The queue that it is in, or was last; [`NO_CPU`]: unknown.
    pub queue: u16,
    /// The CPU on which it ran last; [`NO_CPU`]: none yet.
    pub last: u16,
    /// The time since when it waits (ns).
    pub since: u64,
    /// It could run when it left its CPU, which went idle, and nobody has woken it since.
    pub is_held: bool,
    /// It waits on the CPU to which its name binds it.
    pub is_bound: bool,
    /// A waking was seen, but not yet its wake-up.
    pub is_woken: bool,
    /// The task that woke it last, or the context of the interrupt.
    pub waker: i32,
    /// It is counted among the tasks of the window.
    pub is_counted: bool,
    /// How often the pid began anew after an exit.
    pub births: u32,
    /// ns.
    pub run: u64,
    pub waits: u64,
    /// ns.
    pub waited: u64,
}

impl Task {
    fn new(pid: i32) -> Self {
        Self {
            pid,
            tgid: None,
            comm: [0; 16],
            prio: None,
            doing: Doing::Unknown,
            why: Why::Preempted,
            queue: NO_CPU,
            last: NO_CPU,
            since: 0,
            is_held: false,
            is_bound: false,
            is_woken: false,
            waker: crate::record::NO_PID,
            is_counted: false,
            births: 0,
            run: 0,
            waits: 0,
            waited: 0,
        }
    }

    /// Its name as last seen; empty: never.
    pub fn comm(&self) -> String {
        let end = self.comm.iter().position(|c| *c == 0).unwrap_or(self.comm.len());
        String::from_utf8_lossy(&self.comm[..end]).into_owned()
    }

    /// Whether its name ends with this CPU, as those of the kernel's threads for one CPU do: `ksoftirqd/3`, `kworker/3:1`.
    pub fn is_named_for(&self, cpu: u16) -> bool {
        let Some(slash) = self.comm.iter().position(|c| *c == b'/') else { return false };
        let rest = &self.comm[slash + 1..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let number = rest[..digits].iter().fold(0u64, |all, c| all * 10 + u64::from(*c - b'0'));
        digits > 0 && number == u64::from(cpu) && matches!(rest.get(digits), None | Some(0 | b':'))
    }

    pub fn is_called(&self, start: &[u8]) -> bool {
        self.comm.starts_with(start)
    }

    /// Remembers a name: at most 16 bytes of it.
    pub fn call(&mut self, comm: &[u8]) {
        let length = comm.len().min(16);
        if self.comm[..length] != comm[..length] || self.comm.get(length).is_some_and(|c| *c != 0) {
            self.comm = [0; 16];
            self.comm[..length].copy_from_slice(&comm[..length]);
        }
    }
}

/// A page of pids.
const PAGE: usize = 1024;
/// Pids below this are found in pages (`PID_MAX_LIMIT` of 64-bit kernels).
const PAGED: usize = 1 << 22;

/// All tasks.
#[derive(Default)]
pub struct Tasks {
    tasks: Vec<Task>,
    pages: Vec<Option<Box<[u32; PAGE]>>>,
    others: BTreeMap<i32, u32>,
    /// There are more than [`MOST_TASKS`].
    pub is_full: bool,
}

/// No task.
const NONE: u32 = u32::MAX;

impl Tasks {
    fn find(&self, pid: i32) -> u32 {
        match usize::try_from(pid) {
            Ok(pid) if pid < PAGED => match self.pages.get(pid / PAGE) {
                Some(Some(page)) => page[pid % PAGE],
                _ => NONE,
            },
            _ => self.others.get(&pid).copied().unwrap_or(NONE),
        }
    }

    /// The index of a task, which is new if its pid is; `None`: there are too many.
    pub fn index(&mut self, pid: i32) -> Option<usize> {
        let found = self.find(pid);
        if found != NONE {
            return Some(found as usize);
        }
        if self.tasks.len() >= MOST_TASKS {
            self.is_full = true;
            return None;
        }
        let index = self.tasks.len();
        let short = u32::try_from(index).unwrap_or(NONE);
        match usize::try_from(pid) {
            Ok(pid) if pid < PAGED => {
                if self.pages.len() <= pid / PAGE {
                    self.pages.resize_with(pid / PAGE + 1, || None);
                }
                let page = self.pages[pid / PAGE].get_or_insert_with(|| Box::new([NONE; PAGE]));
                page[pid % PAGE] = short;
            }
            _ => drop(self.others.insert(pid, short)),
        }
        self.tasks.push(Task::new(pid));
        Some(index)
    }

    pub fn at(&self, index: usize) -> &Task {
        &self.tasks[index]
    }

    pub fn at_mut(&mut self, index: usize) -> &mut Task {
        &mut self.tasks[index]
    }

    /// A task that was seen.
    pub fn get(&self, pid: i32) -> Option<&Task> {
        self.tasks.get(self.find(pid) as usize)
    }

    pub fn all(&self) -> &[Task] {
        &self.tasks
    }

    pub fn all_mut(&mut self) -> &mut [Task] {
        &mut self.tasks
    }
}

#[cfg(test)]
mod tests {
    use super::Tasks;

    #[test]
    fn every_pid_has_a_task_of_its_own() {
        let mut tasks = Tasks::default();
        let pids = [0, 1, 1023, 1024, 4_194_303, 4_194_304, i32::MAX, -1];
        let indices: Vec<_> = pids.iter().map(|pid| tasks.index(*pid)).collect();
        assert_eq!(indices, (0..pids.len()).map(Some).collect::<Vec<_>>());
        assert!(pids.iter().all(|pid| tasks.get(*pid).is_some_and(|task| task.pid == *pid)));
        assert!(tasks.get(7).is_none());
    }

    #[test]
    fn threads_for_one_cpu_are_known_by_their_names() {
        let mut task = super::Task::new(1);
        for (name, cpu, want) in [
            ("ksoftirqd/3", 3, true),
            ("ksoftirqd/3", 0, false),
            ("kworker/12:1H", 12, true),
            ("kworker/u8:2", 8, false),
            ("irq/3-eth0", 3, false),
            ("rcu_sched", 0, false),
            ("abcdefghijklmn/1", 1, true),
        ] {
            task.call(name.as_bytes());
            assert_eq!(task.is_named_for(cpu), want, "{name} {cpu}");
        }
    }

    #[test]
    fn a_shorter_name_replaces_a_longer_one() {
        let mut tasks = Tasks::default();
        let index = tasks.index(1).unwrap();
        for name in ["0123456789abcdef", "0123", "", "abc"] {
            tasks.at_mut(index).call(name.as_bytes());
            assert_eq!(tasks.at(index).comm(), name);
        }
    }
}

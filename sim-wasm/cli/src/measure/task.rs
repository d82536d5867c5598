//! The tasks of a case as threads, and one repetition of them.

use super::calibration::{Rate, compute};
use super::case::{Case, Group, Kind};
use super::cgroup::Cgroups;
use super::linux::{account, become_one_of, idle_ns, now};
use super::reading::{Account, Reading};
use rustix::thread::{clock_nanosleep_absolute, gettid};
use rustix::time::{ClockId, Timespec};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{scope, sleep, spawn};
use std::time::Duration;

/// The time before the window, in which the tasks spread over the CPUs.
pub const WARMUP: Duration = Duration::from_millis(300);
/// Iterations of the computing loop between two checks of the flag: a few microseconds.
const STEPS: u64 = 2_000;

/// A wake-up: when the timer was due, and how much later the task ran (ns).
struct Wakeup {
    due: u64,
    late: u64,
}

/// Runs until `stop` is set; `rate` is that of the computing loop. Returns the wake-ups.
///
/// No clock of CPU time is read here: each reading makes the kernel charge the running task and reschedule it
/// once its slice is used up, which otherwise waits for a tick. The monotonic clock is read without the kernel.
fn work(kind: Kind, rate: Rate, stop: &AtomicBool) -> Vec<Wakeup> {
    let mut woken = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        match kind {
            Kind::Hog => compute(STEPS),
            Kind::Sleeper { run_us, sleep_us } => {
                compute(rate.steps(run_us));
                let due = now(ClockId::Monotonic) + u64::from(sleep_us) * 1_000;
                let time =
                    Timespec { tv_sec: (due / 1_000_000_000) as _, tv_nsec: (due % 1_000_000_000) as _ };
                while clock_nanosleep_absolute(ClockId::Monotonic, &time).is_err() {}
                woken.push(Wakeup { due, late: now(ClockId::Monotonic).saturating_sub(due) });
            }
        }
    }
    woken
}

/// Checks that a task of the group can be created on this machine. An error is a sentence.
pub fn is_possible(group: &Group, cpus: &[usize]) -> Result<(), String> {
    let (group, cpus) = (group.clone(), cpus.to_vec());
    let tried = spawn(move || {
        become_one_of(&group, &cpus)?;
        account(gettid().as_raw_nonzero().get())
    });
    tried.join().expect("a thread that only asks").map(|_| ())
}

/// Runs one repetition of a case, all of whose groups are possible.
pub fn repetition(
    case: &Case,
    cgroups: &Cgroups,
    cpus: &[usize],
    rate: Rate,
    window: Duration,
) -> Result<Reading, String> {
    let stop = AtomicBool::new(false);
    scope(|scope| {
        let mut threads = Vec::new();
        for (at, group) in case.groups.iter().enumerate() {
            for _ in 0..group.tasks {
                let (say, hear) = channel();
                let stop = &stop;
                let thread = scope.spawn(move || {
                    let thread = gettid().as_raw_nonzero().get();
                    let set = cgroups.enter(group.cgroup, thread).and_then(|()| become_one_of(group, cpus));
                    let _ = say.send(set.map(|()| thread));
                    work(group.kind, rate, stop)
                });
                threads.push((at, hear.recv().expect("a thread says how it began"), thread));
            }
        }
        let accounts = || -> Result<Vec<Account>, String> {
            threads.iter().map(|(_, task, _)| account(*task.as_ref().map_err(String::clone)?)).collect()
        };
        sleep(WARMUP);
        let (began, idle) = (now(ClockId::Monotonic), idle_ns(cpus));
        let before = accounts();
        sleep(window);
        let (ended, after) = (now(ClockId::Monotonic), accounts());
        let mut reading = Reading {
            window_ns: ended - began,
            cpus: cpus.len(),
            idle_ns: idle_ns(cpus) - idle,
            accounts: vec![Vec::new(); case.groups.len()],
            latencies: vec![Vec::new(); case.groups.len()],
        };
        stop.store(true, Ordering::Relaxed);
        let (before, after) = (before?, after?);
        for ((at, _, thread), (then, now)) in threads.into_iter().zip(before.into_iter().zip(after)) {
            reading.accounts[at].push(now.since(then));
            let woken = thread.join().expect("a task of ours does not panic");
            let is_inside = |wakeup: &Wakeup| (began..ended).contains(&wakeup.due);
            reading.latencies[at].extend(woken.into_iter().filter(is_inside).map(|wakeup| wakeup.late));
        }
        reading.latencies.iter_mut().for_each(|latencies| latencies.sort_unstable());
        Ok(reading)
    })
}

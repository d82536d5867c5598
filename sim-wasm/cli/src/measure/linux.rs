//! Reads from the running kernel, and sets the attributes of this process.

use super::case::Group;
use super::reading::{Account, idle_ticks, migrations, schedstat};
use rustix::io::Errno;
use rustix::process::setpriority_process;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use rustix::time::{ClockId, Timespec, clock_getres, clock_gettime};
use sched_core::scenario::Policy;
use std::fs::read_to_string;
use std::num::NonZeroU64;
use std::time::Duration;

/// The first kernel in which a task can have a custom slice.
const SLICES_SINCE: &str = "6.12";

/// `struct sched_attr` as of Linux 4.13.
#[repr(C)]
#[derive(Default)]
struct SchedAttr {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
    util_min: u32,
    util_max: u32,
}

/// The scheduling attributes of this thread.
#[allow(unsafe_code, reason = "no safe call exists; the kernel writes at most as many bytes as it is told")]
fn attributes() -> Option<SchedAttr> {
    let mut attr = SchedAttr::default();
    let size = size_of::<SchedAttr>();
    let failed = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, size, 0) };
    (failed == 0).then_some(attr)
}

/// Sets the scheduling attributes of this thread.
#[allow(unsafe_code, reason = "no safe call exists; the kernel reads as many bytes as `size` says")]
fn set_attributes(attr: &SchedAttr) -> bool {
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const *attr, 0) == 0 }
}

/// Nanoseconds of a clock.
pub fn now(clock: ClockId) -> u64 {
    nanoseconds(clock_gettime(clock))
}

fn nanoseconds(time: Timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Time since the machine booted.
pub fn uptime() -> Duration {
    Duration::from_nanos(now(ClockId::Monotonic))
}

/// Timer ticks a second, from the resolution of the coarse clock.
pub fn hz() -> u64 {
    1_000_000_000 / nanoseconds(clock_getres(ClockId::MonotonicCoarse)).max(1)
}

/// The slice of a task that sets none (µs); `None` before Linux 6.12, which does not report it.
pub fn base_slice_us() -> Option<u64> {
    attributes().map(|attr| attr.runtime / 1_000).filter(|&us| us > 0)
}

/// The CPUs that this process is allowed to use.
pub fn allowed_cpus() -> Vec<usize> {
    let set = sched_getaffinity(None).unwrap_or_default();
    (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect()
}

/// Lets this thread run on these CPUs only.
pub fn pin(cpus: &[usize]) -> Result<(), String> {
    let mut set = CpuSet::new();
    cpus.iter().for_each(|&cpu| set.set(cpu));
    sched_setaffinity(None, &set).map_err(|_| format!("CPU {cpus:?} is not available to this process."))
}

/// Gives this thread the attributes of a task of a group, on these CPUs. An error is a sentence.
pub fn become_one_of(group: &Group, cpus: &[usize]) -> Result<(), String> {
    pin(cpus)?;
    // With the default timer slack a timer can expire 50 µs late.
    let _ = rustix::thread::set_current_timer_slack(NonZeroU64::new(1));
    if group.nice != 0 {
        setpriority_process(None, group.nice).map_err(|error| nice_refused(group.nice, error))?;
    }
    if group.slice_us == 0 && group.policy == Policy::Normal {
        return Ok(());
    }
    let runtime = u64::from(group.slice_us) * 1_000;
    let policy = number(group.policy);
    let is_set = attributes().is_some_and(|attr| set_attributes(&SchedAttr { policy, runtime, ..attr }));
    let kept = attributes().filter(|_| is_set).unwrap_or_default();
    if kept.policy != policy {
        return Err("The scheduling policy was refused.".to_string());
    }
    if runtime != 0 && kept.runtime != runtime {
        return Err(format!("Slices of single tasks need Linux {SLICES_SINCE} or newer."));
    }
    Ok(())
}

/// The number of a policy in `struct sched_attr`.
fn number(policy: Policy) -> u32 {
    let number = match policy {
        Policy::Normal => libc::SCHED_OTHER,
        Policy::Batch => libc::SCHED_BATCH,
        Policy::Idle => libc::SCHED_IDLE,
    };
    number.unsigned_abs()
}

fn nice_refused(nice: i32, error: Errno) -> String {
    match error {
        Errno::ACCESS | Errno::PERM => {
            format!("Nice {nice} needs the permission to raise priorities (CAP_SYS_NICE).")
        }
        other => format!("Nice {nice} was refused: {other}."),
    }
}

/// The counters of a thread of this process.
pub fn account(thread: i32) -> Result<Account, String> {
    let of_thread = |file: &str| read_to_string(format!("/proc/self/task/{thread}/{file}")).ok();
    let (ran_ns, turns) = of_thread("schedstat")
        .and_then(|text| schedstat(&text))
        .ok_or("This kernel does not count the CPU time of tasks (CONFIG_SCHED_INFO is off).")?;
    Ok(Account { ran_ns, turns, moves: of_thread("sched").and_then(|text| migrations(&text)) })
}

/// Time that these CPUs have been idle (ns).
pub fn idle_ns(cpus: &[usize]) -> u64 {
    let text = read_to_string("/proc/stat").unwrap_or_default();
    idle_ticks(&text, cpus).unwrap_or(0) * 10_000_000
}

//! The fields of the scheduler's events, in the three styles in which tools print them: the kernel's (K), raw (R), and that of
//! the plugins of libtraceevent (P).

use crate::scan::{after, find, keys, number, signed, skip};

/// The state of a task that leaves a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum State {
    /// Runnable: preempted on the way to user space, or `sched_yield`.
    Runnable,
    /// `R+`: preempted inside the kernel.
    Preempted,
    Asleep,
    /// Asleep for a device or a lock (`D`), which no signal ends.
    Device,
    /// Exited.
    Gone,
}

/// What an event says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'a> {
    Switch {
        prev: Who<'a>,
        state: State,
        next: Who<'a>,
    },
    Wake {
        kind: Wake,
        who: Who<'a>,
        target: Option<u64>,
        success: bool,
    },
    Migrate {
        who: Who<'a>,
        orig: u64,
        dest: u64,
    },
    Fork {
        parent: i32,
        child: Who<'a>,
    },
    Exit {
        pid: i32,
    },
    Exec {
        pid: i32,
    },
    /// The task that runs there sends a message to a task.
    Sent {
        to: i32,
    },
    /// The task that runs there has received a message from a task.
    Received {
        from: i32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wake {
    /// `sched_waking`: told by the waker.
    Waking,
    /// `sched_wakeup`: may be told by the CPU of the woken task.
    Wakeup,
    /// `sched_wakeup_new`: the first of a new task.
    New,
}

/// A task in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who<'a> {
    pub pid: i32,
    /// `None`: the event does not say it.
    pub comm: Option<&'a [u8]>,
    /// The kernel's priority: 120 is nice 0.
    pub prio: Option<i32>,
}

/// Events that the reader understands; others are counted by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    Switch,
    Waking,
    Wakeup,
    WakeupNew,
    Migrate,
    Fork,
    Exit,
    Exec,
    /// What a task wrote into the trace: counted by the name of the event.
    Sent,
    Received,
}

impl Kind {
    /// The events of the scheduler.
    pub const ALL: [Self; 8] = [
        Self::Switch,
        Self::Waking,
        Self::Wakeup,
        Self::WakeupNew,
        Self::Migrate,
        Self::Fork,
        Self::Exit,
        Self::Exec,
    ];

    /// The name of the event.
    pub fn name(self) -> &'static str {
        match self {
            Self::Switch => "sched_switch",
            Self::Waking => "sched_waking",
            Self::Wakeup => "sched_wakeup",
            Self::WakeupNew => "sched_wakeup_new",
            Self::Migrate => "sched_migrate_task",
            Self::Fork => "sched_process_fork",
            Self::Exit => "sched_process_exit",
            Self::Exec => "sched_process_exec",
            Self::Sent => "message to",
            Self::Received => "message from",
        }
    }

    pub fn of(name: &[u8]) -> Option<Self> {
        name.starts_with(b"sched_")
            .then(|| Self::ALL.into_iter().find(|one| one.name().as_bytes() == name))?
    }
}

/// Reads the fields of an event; `None`: they are not understood. `since_4_14`: the numbers of states are those of 4.14 and later.
pub fn read(kind: Kind, rest: &[u8], since_4_14: bool) -> Option<What<'_>> {
    match kind {
        Kind::Switch => switch(rest, since_4_14).or_else(|| switch_of_plugin(rest, since_4_14)),
        Kind::Waking => wake(Wake::Waking, rest),
        Kind::Wakeup => wake(Wake::Wakeup, rest),
        Kind::WakeupNew => wake(Wake::New, rest),
        Kind::Migrate => migrate(rest),
        Kind::Fork => fork(rest),
        Kind::Exit => Some(What::Exit { pid: process(rest)? }),
        Kind::Exec => Some(What::Exec { pid: process(rest)? }),
        Kind::Sent | Kind::Received => message(rest),
    }
}

/// What a task wrote into the trace of a message.
pub fn message(text: &[u8]) -> Option<What<'_>> {
    let of = |rest: &[u8]| number(rest, 0).and_then(|(pid, _)| i32::try_from(pid).ok());
    match text.strip_prefix(b"message to ") {
        Some(rest) => Some(What::Sent { to: of(rest)? }),
        None => Some(What::Received { from: of(text.strip_prefix(b"message from ")?)? }),
    }
}

/// Tools may call a task that exits -1 in the context, but no kernel does in the fields.
fn pid(value: i64) -> Option<i32> {
    i32::try_from(value).ok().filter(|pid| *pid >= 0)
}

/// `NAME key PID`, where the name begins at `i`: the name, the pid, and the place after it.
fn named<'a>(b: &'a [u8], i: usize, key: &'a [u8]) -> impl Iterator<Item = (&'a [u8], i64, usize)> + 'a {
    keys(b, i, key).filter_map(move |at| {
        let (pid, end) = signed(b, at + key.len())?;
        Some((&b[i..at], pid, end))
    })
}

fn prio(value: i64) -> Option<i32> {
    i32::try_from(value).ok()
}

/// Styles K and R of `sched_switch`.
fn switch(b: &[u8], since_4_14: bool) -> Option<What<'_>> {
    let start = match after(b, 0, b"prev_comm=") {
        Some(start) => start,
        None => find(b, b"prev_comm=")? + b"prev_comm=".len(),
    };
    named(b, start, b" prev_pid=").find_map(|(comm, prev, i)| {
        let (prev_prio, i) = signed(b, after(b, i, b" prev_prio=")?)?;
        let i = after(b, i, b" prev_state=")?;
        let end = i + b[i..].iter().take_while(|c| !crate::scan::is_blank(**c)).count();
        let word = b.get(i..end).filter(|word| !word.is_empty())?;
        let i = after(b, end, b" ==>").unwrap_or(end);
        let i = after(b, i, b" next_comm=")?;
        let (next_comm, next, next_prio) = named(b, i, b" next_pid=").find_map(|(comm, next, i)| {
            let (prio, _) = signed(b, after(b, i, b" next_prio=")?)?;
            Some((comm, next, prio))
        })?;
        Some(What::Switch {
            prev: Who { pid: pid(prev)?, comm: Some(comm), prio: prio(prev_prio) },
            state: state(word, since_4_14)?,
            next: Who { pid: pid(next)?, comm: Some(next_comm), prio: prio(next_prio) },
        })
    })
}

/// Style P, and the text of 2.6.31 (`task a:1 [120] (S) ==> b:2 [120]`).
fn switch_of_plugin(b: &[u8], since_4_14: bool) -> Option<What<'_>> {
    memchr::memmem::rfind_iter(b, b" ==> ").take(4).find_map(|at| {
        let (left, right) = (&b[..at], &b[at + 5..]);
        let space = memchr::memrchr(b' ', left)?;
        let word = left[space + 1..]
            .strip_prefix(b"(")
            .map_or(&left[space + 1..], |word| word.strip_suffix(b")").unwrap_or(word));
        let (mut prev, end) = plugin(&left[..space])?;
        if end != space {
            return None;
        }
        if left.ends_with(b")") {
            prev.comm = prev.comm.map(|comm| comm.strip_prefix(b"task ").unwrap_or(comm));
        }
        let (next, _) = plugin(right)?;
        Some(What::Switch { prev, state: state(word, since_4_14)?, next })
    })
}

/// The last `comm:pid [prio]`, and the place after it.
fn plugin(b: &[u8]) -> Option<(Who<'_>, usize)> {
    memchr::memrchr_iter(b':', b).find_map(|colon| {
        let (who, i) = number(b, colon + 1)?;
        let (prio_of, i) = signed(b, after(b, i, b" [")?)?;
        let end = after(b, i, b"]")?;
        Some((Who { pid: i32::try_from(who).ok()?, comm: Some(&b[..colon]), prio: prio(prio_of) }, end))
    })
}

fn wake(kind: Wake, b: &[u8]) -> Option<What<'_>> {
    let (who, i, cpu) = match after(b, 0, b"comm=") {
        Some(start) => named(b, start, b" pid=").find_map(|(comm, who, i)| {
            let (prio_of, i) = signed(b, after(b, i, b" prio=")?)?;
            let who = pid(who).filter(|who| *who >= 0)?;
            Some((Who { pid: who, comm: Some(comm), prio: prio(prio_of) }, i, &b" target_cpu="[..]))
        })?,
        None => {
            let (who, i) = plugin(b)?;
            (who, i, &b" CPU:"[..])
        }
    };
    let (success, i) = match after(b, i, b" success=") {
        Some(at) => number(b, at).map_or((1, i), |(success, end)| (success, end)),
        None => (1, i),
    };
    let target = after(b, i, cpu).and_then(|at| number(b, at)).map(|(cpu, _)| cpu);
    Some(What::Wake { kind, who, target, success: success != 0 })
}

fn migrate(b: &[u8]) -> Option<What<'_>> {
    let start = find(b, b"comm=")? + 5;
    named(b, start, b" pid=").find_map(|(comm, who, i)| {
        let (prio_of, i) = signed(b, after(b, i, b" prio=")?)?;
        let (orig, i) = number(b, after(b, i, b" orig_cpu=")?)?;
        let (dest, _) = number(b, after(b, i, b" dest_cpu=")?)?;
        Some(What::Migrate { who: Who { pid: pid(who)?, comm: Some(comm), prio: prio(prio_of) }, orig, dest })
    })
}

fn fork(b: &[u8]) -> Option<What<'_>> {
    let start = find(b, b"comm=")? + 5;
    let parents = named(b, start, b" pid=").chain(named(b, start, b" parent_pid="));
    parents.into_iter().find_map(|(_, parent, i)| {
        let i = after(b, i, b" child_comm=")?;
        let (comm, child, _) = named(b, i, b" child_pid=").next()?;
        Some(What::Fork {
            parent: pid(parent)?,
            child: Who { pid: pid(child)?, comm: Some(comm), prio: None },
        })
    })
}

/// The first ` pid=` or one at the beginning.
fn process(b: &[u8]) -> Option<i32> {
    let at = memchr::memmem::find_iter(b, b"pid=")
        .find(|at| *at == 0 || !(b[at - 1].is_ascii_alphanumeric() || b[at - 1] == b'_'))?;
    i32::try_from(number(b, at + 4)?.0).ok()
}

/// `prev_state` as letters or as a number.
fn state(word: &[u8], since_4_14: bool) -> Option<State> {
    if !word.first()?.is_ascii_digit() {
        return Some(match word {
            [b'R', rest @ ..] if rest.contains(&b'+') => State::Preempted,
            [b'R', ..] => State::Runnable,
            _ if word.iter().any(|c| matches!(c, b'X' | b'Z' | b'x')) => State::Gone,
            [b'D', ..] => State::Device,
            _ => State::Asleep,
        });
    }
    let value = match word.strip_prefix(b"0x") {
        Some(hex) => u64::from_str_radix(str::from_utf8(hex).ok()?, 16).ok()?,
        None => number(word, 0).filter(|(_, end)| *end == word.len())?.0,
    };
    Some(state_of(value, since_4_14))
}

/// `prev_state` as a number. The bits differ between kernels: one bit of 256 to 4096 alone marks a preempted task in one of them; 64
/// is gone before 4.14 and parked since.
pub fn state_of(value: u64, since_4_14: bool) -> State {
    match value {
        0 => State::Runnable,
        256 | 512 | 1024 | 2048 | 4096 => State::Preempted,
        64 if since_4_14 => State::Asleep,
        // Alone, or with the bit that lets a deadly signal end it.
        2 | 130 => State::Device,
        _ if value & 0x30 != 0 || value == 64 => State::Gone,
        _ => State::Asleep,
    }
}

/// Whether the fields are those of a kernel with option `fields`: `prev_pid=0x61c (1564)`.
pub fn is_fields_option(rest: &[u8]) -> bool {
    find(rest, b"_pid=0x").is_some_and(|at| {
        let end = at + 7 + rest[at + 7..].iter().take_while(|c| c.is_ascii_hexdigit()).count();
        rest.get(skip(rest, end)) == Some(&b'(')
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, State, What, read};

    fn switch(text: &str) -> Option<(i32, String, State, i32, String)> {
        match read(Kind::Switch, text.as_bytes(), false)? {
            What::Switch { prev, state, next } => {
                let name =
                    |comm: Option<&[u8]>| String::from_utf8_lossy(comm.unwrap_or_default()).into_owned();
                Some((prev.pid, name(prev.comm), state, next.pid, name(next.comm)))
            }
            _ => None,
        }
    }

    #[test]
    fn all_styles_of_a_switch_say_the_same() {
        let want = |state| Some((1, "a:b c".to_string(), state, 2, "x ==> y".to_string()));
        for (text, state) in [
            (
                "prev_comm=a:b c prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=x ==> y next_pid=2 next_prio=120",
                State::Preempted,
            ),
            (
                "prev_comm=a:b c prev_pid=1 prev_prio=120 prev_state=1 next_comm=x ==> y next_pid=2 next_prio=120",
                State::Asleep,
            ),
            (
                "prev_comm=a:b c prev_pid=1 prev_prio=120 prev_state=D|K ==> next_comm=x ==> y next_pid=2 next_prio=120 extra_prev_state=D",
                State::Device,
            ),
        ] {
            assert_eq!(switch(text), want(state), "{text}");
        }
        let want = |state| Some((1, "a:b c".to_string(), state, 2, "xy".to_string()));
        assert_eq!(switch("a:b c:1 [120] Z ==> xy:2 [120]"), want(State::Gone));
        assert_eq!(switch("task a:b c:1 [120] (R) ==> xy:2 [120]"), want(State::Runnable));
    }

    #[test]
    fn fields_that_are_cut_are_not_understood() {
        let text = "prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=1";
        assert!((0..text.len()).all(|end| switch(&text[..end]).is_none()));
    }

    #[test]
    fn the_states_of_all_kernels_are_told_apart() {
        for (value, old, new) in [
            (0, State::Runnable, State::Runnable),
            (2, State::Device, State::Device),
            (16, State::Gone, State::Gone),
            (64, State::Gone, State::Asleep),
            (256, State::Preempted, State::Preempted),
            (2048, State::Preempted, State::Preempted),
            (130, State::Device, State::Device),
            (1026, State::Asleep, State::Asleep),
        ] {
            assert_eq!((super::state_of(value, false), super::state_of(value, true)), (old, new), "{value}");
        }
    }
}

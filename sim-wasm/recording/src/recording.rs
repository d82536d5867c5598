//! A recording that was read: its figures, what is said of it, or the reason why it is none.

use crate::fault::{Fault, Note, list};
use crate::fields::Kind;
use crate::intake::{Intake, OfCpu};
use crate::perfetto::Perfetto;
use crate::place::Places;
use crate::sniff;
use crate::tasks::Task;
use crate::text::Text;
use crate::track::{Class, Kept, Picture, Sure, Totals};
use serde::Serialize;
use std::collections::BTreeMap;

/// The figures of a recording or of its window. Names and definitions: docs/recordings.md. Times are in ns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// `text` or `perfetto`.
    pub form: &'static str,
    pub events: u64,
    /// Events by name.
    pub kinds: BTreeMap<String, u64>,
    /// CPUs with events.
    pub cpus: Vec<u16>,
    /// Switches by CPU.
    pub switches: BTreeMap<u16, u64>,
    pub wakings: u64,
    pub wakeups: u64,
    pub wakeups_new: u64,
    pub migrations: u64,
    pub runs_on_another_cpu: u64,
    pub tasks: u64,
    pub first: Option<u64>,
    pub last: Option<u64>,
    /// Time that a CPU ran tasks, in closed intervals.
    pub run_ns: BTreeMap<u16, u64>,
    pub idle_ns: BTreeMap<u16, u64>,
    pub waits: u64,
    pub wait_ns: u64,
    pub longest_wait_ns: u64,
    /// Waits after a wake-up.
    pub wakeup_latencies: u64,
    pub wakeup_latency_ns: u64,
    /// A task ran that slept, and nobody was seen to wake it.
    pub runs_unwoken: u64,
    pub preemptions: u64,
    pub sleeps: u64,
    pub wakeups_of_awake: u64,
    /// Wake-ups by `irq`, `idle` and `task`.
    pub wakers: BTreeMap<&'static str, u64>,
    pub wasted_ns: u64,
    pub coming_ns: u64,
    pub mismatched_switches: u64,
    pub unsorted: u64,
    pub unread_fields: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub unread: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub headers: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub lost_notes: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub lost_events: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub joined: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub buffer_started: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub packets: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub compact: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What is known less surely, and what is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Known {
    /// ns of each CPU in which it is not known what it did, between the first and the last event of the window.
    pub unknown_ns: BTreeMap<u16, u64>,
    /// ns of each CPU in intervals that have not ended, which `run_ns` and `idle_ns` do not count: up to the end.
    pub open_ns: BTreeMap<u16, u64>,
    /// Of `run_ns` and `idle_ns`: ns that are doubtful, as events were lost or the task was seen elsewhere.
    pub doubtful_ns: BTreeMap<u16, u64>,
    pub doubtful_waits: u64,
    pub doubtful_wait_ns: u64,
    /// ns of `wasted_ns` in which only tasks waited whose names bind them to their CPU.
    pub wasted_bound_ns: u64,
    /// Waits that have not ended, which `waits` and `wait_ns` do not count: up to the end.
    pub open_waits: u64,
    pub open_wait_ns: u64,
    /// Moves by class, with forks, of which the kernel tells none.
    pub moves: BTreeMap<Class, Inferred>,
    /// Moves by distance; empty without a machine.
    pub crossings: BTreeMap<&'static str, u64>,
    /// Preemptions inside the kernel (`R+`); the others are preemptions or `sched_yield`.
    pub preemptions_sure: u64,
    /// Of the wakers `task`: an interrupt that hit the task cannot be told from it.
    pub wakers_maybe: u64,
    /// Of the wakers `task`: nobody knows which.
    pub wakers_unknown: u64,
}

/// A figure with how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Inferred {
    pub count: u64,
    pub sure: Sure,
}

/// A recording.
pub struct Recording {
    pub counters: Counters,
    pub known: Known,
    /// Sentences, in the order of their weight.
    pub notes: Vec<Note>,
    /// Why it is refused. The counters have what was read nevertheless.
    pub fault: Option<Fault>,
    pub bytes: u64,
    pub release: Option<String>,
    intake: Intake,
    picture: Option<Picture>,
    kept: Option<Kept>,
}

impl Recording {
    pub(crate) fn new(
        mut intake: Intake,
        text: Option<Text>,
        perfetto: Option<Perfetto>,
        fault: Option<Fault>,
        early: Vec<Note>,
        bytes: u64,
    ) -> Self {
        let counters = counters(&intake, text.as_ref(), perfetto.as_ref());
        let known = known(&intake, &counters);
        let fault = fault.or_else(|| refusal(&intake, text.as_ref(), perfetto.as_ref(), &counters));
        let notes = notes(&intake, text.as_ref(), perfetto.as_ref(), &counters, early);
        let picture = intake.tracker.take_picture();
        let kept = intake.tracker.take_kept();
        let release = intake.head.release.clone();
        Self { counters, known, notes, fault, bytes, release, intake, picture, kept }
    }

    pub fn totals(&self) -> &Totals {
        &self.intake.tracker.totals
    }

    pub fn tasks(&self) -> &[Task] {
        self.intake.tracker.tasks.all()
    }

    pub fn task(&self, pid: i32) -> Option<&Task> {
        self.intake.tracker.tasks.get(pid)
    }

    /// What its CPUs share; a CPU of which nothing is known has no place.
    pub fn places(&self) -> &Places {
        self.intake.tracker.places()
    }

    /// The node of a CPU, if the head of the recording says it.
    pub fn node(&self, cpu: u16) -> Option<usize> {
        self.intake.head.node(cpu)
    }

    /// What a CPU gets done, of 1024, if the recording says it.
    pub fn capacity(&self, cpu: u16) -> Option<u32> {
        self.intake.head.capacities.get(usize::from(cpu)).copied().filter(|capacity| *capacity > 0)
    }

    /// The frequency of the timer interrupt (Hz), if the preemptions tell it: likely, not sure.
    pub fn hz(&self) -> Option<u32> {
        self.intake.tracker.ticks.hz()
    }

    /// Whether the recording, or a file beside it, says what CPUs share.
    pub fn is_machine_known(&self) -> bool {
        self.intake.is_machine_known()
    }

    /// The end of the window, or of the recording where it states it (ns); `None`: that of its last event.
    pub fn until(&self) -> Option<u64> {
        self.intake.tracker.ended()
    }

    /// Takes the picture of the window, if it was wanted.
    pub fn take_picture(&mut self) -> Option<Picture> {
        self.picture.take()
    }

    /// The intervals of the window, if they were wanted.
    pub fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// The events of the window, if they were wanted.
    pub fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// The beginning and the end of the window (ns): what was wanted, within what the recording states or has.
    pub fn window(&self) -> (u64, u64) {
        let head = &self.intake.head;
        let stated = |at: Option<u64>| at.filter(|_| head.is_ours);
        let first = stated(head.begin).or(self.counters.first).unwrap_or(0);
        let last = stated(head.end).or(self.counters.last).unwrap_or(0);
        let (from, to) = self.intake.window();
        (first.max(from), last.min(to).max(first.max(from)))
    }

    /// Number of CPUs that the recording states, or one more than the highest.
    pub fn cpu_count(&self) -> usize {
        let highest = self.counters.cpus.last().map_or(0, |cpu| usize::from(*cpu) + 1);
        self.intake.head.cpus.map_or(highest, |cpus| usize::from(cpus).max(highest))
    }
}

fn counters(intake: &Intake, text: Option<&Text>, perfetto: Option<&Perfetto>) -> Counters {
    let totals = &intake.tracker.totals;
    let kind = |kind: Kind| intake.kinds[kind as usize];
    let mut kinds: BTreeMap<String, u64> = intake
        .others
        .iter()
        .map(|(name, count)| (String::from_utf8_lossy(name).into_owned(), *count))
        .collect();
    let known = Kind::ALL.into_iter().map(|one| (one.name().to_string(), kind(one)));
    kinds.extend(known.filter(|(_, count)| *count > 0));
    let of_cpus = |of: fn(&crate::track::Cpu) -> Option<u64>| {
        let cpus = intake.tracker.cpus.iter().enumerate();
        cpus.filter_map(|(cpu, one)| Some((u16::try_from(cpu).ok()?, of(one)?))).collect()
    };
    let seen = |(cpu, of): (usize, &OfCpu)| (of.events > 0).then(|| u16::try_from(cpu).ok())?;
    let wakers = ["irq", "idle", "task"].into_iter().zip(totals.wakers).filter(|(_, count)| *count > 0);
    Counters {
        form: if perfetto.is_some() { "perfetto" } else { "text" },
        events: intake.events,
        kinds,
        cpus: intake.cpus.iter().enumerate().filter_map(seen).collect(),
        switches: of_cpus(|cpu| (cpu.switches > 0).then_some(cpu.switches)),
        wakings: kind(Kind::Waking),
        wakeups: kind(Kind::Wakeup),
        wakeups_new: kind(Kind::WakeupNew),
        migrations: kind(Kind::Migrate),
        runs_on_another_cpu: totals.runs_elsewhere,
        tasks: totals.tasks,
        first: intake.first,
        last: intake.last,
        run_ns: of_cpus(|cpu| cpu.run),
        idle_ns: of_cpus(|cpu| cpu.idle),
        waits: totals.waits,
        wait_ns: totals.waited,
        longest_wait_ns: totals.longest,
        wakeup_latencies: totals.latencies,
        wakeup_latency_ns: totals.latency,
        runs_unwoken: totals.runs_unwoken,
        preemptions: totals.preemptions,
        sleeps: totals.sleeps,
        wakeups_of_awake: totals.woken_awake,
        wakers: wakers.collect(),
        wasted_ns: totals.wasted,
        coming_ns: totals.coming,
        mismatched_switches: totals.mismatched,
        unsorted: intake.unsorted,
        unread_fields: intake.unread_fields.count,
        unread: text.map_or(0, |text| text.unread) + perfetto.map_or(0, |one| one.unread),
        headers: text.map_or(0, |text| text.headers),
        lost_notes: intake.lost_notes,
        lost_events: intake.lost_events,
        joined: text.map_or(0, |text| text.joined),
        buffer_started: text.map_or(0, |text| text.buffer_started),
        packets: perfetto.map_or(0, |one| one.packets),
        compact: perfetto.map_or(0, |one| one.of.compact),
    }
}

fn known(intake: &Intake, counters: &Counters) -> Known {
    let totals = &intake.tracker.totals;
    let window = counters.last.unwrap_or(0) - counters.first.unwrap_or(0);
    let mut known = Known {
        doubtful_waits: totals.doubtful_waits,
        doubtful_wait_ns: totals.doubtful_wait,
        wasted_bound_ns: totals.wasted_bound,
        open_waits: totals.open_waits,
        open_wait_ns: totals.open_wait,
        preemptions_sure: totals.preemptions_sure,
        wakers_maybe: totals.wakers_maybe,
        wakers_unknown: totals.wakers_unknown,
        ..Known::default()
    };
    for &cpu in &counters.cpus {
        let Some(one) = intake.tracker.cpus.get(usize::from(cpu)) else {
            known.unknown_ns.insert(cpu, window);
            continue;
        };
        let closed = one.run.unwrap_or(0).saturating_add(one.idle.unwrap_or(0));
        let sure = closed.saturating_add(one.open).saturating_sub(one.doubtful);
        known.unknown_ns.insert(cpu, window.saturating_sub(sure));
        if one.open > 0 {
            known.open_ns.insert(cpu, one.open);
        }
        if one.doubtful > 0 {
            known.doubtful_ns.insert(cpu, one.doubtful);
        }
    }
    let moves =
        totals.moves.iter().map(|(class, count)| (*class, Inferred { count: *count, sure: class.sure() }));
    known.moves = moves.collect();
    known.crossings = totals.distances.iter().map(|(distance, count)| (distance.key(), *count)).collect();
    known
}

/// Why the content is no recording.
fn refusal(
    intake: &Intake,
    text: Option<&Text>,
    perfetto: Option<&Perfetto>,
    counters: &Counters,
) -> Option<Fault> {
    let all = intake.whole.is_some();
    if let Some(text) = text {
        if !all {
            return Some(no_event(intake, text));
        }
        if let Some(mark) = text.quoted(counters.events) {
            return Some(Fault::Quoted { mark });
        }
        if text.ticks.count > counters.events {
            return Some(Fault::Ticks { line: text.ticks.first });
        }
        let (first, last) = intake.whole.unwrap_or_default();
        let is_short = first < 1_000_000_000 && last < 1_000_000_000;
        if text.from_perf > 10 && intake.unsorted * 5 > text.from_perf && is_short {
            return Some(Fault::Differences);
        }
        if intake.unread_options.count * 2 > counters.events {
            return Some(Fault::Option { line: intake.unread_options.first, name: "fields" });
        }
    }
    if let Some(perfetto) = perfetto
        && !all
    {
        return Some(match perfetto.packets {
            0 => Fault::Other {
                name: "no recording, though it begins like one of Perfetto",
                instead: "give the .pftrace file as it was written",
            },
            packets => Fault::NoScheduler {
                events: 0,
                first: format!("packet of {packets}; it has no data source linux.ftrace"),
            },
        });
    }
    // Outside of the window nothing is counted.
    let first = counters.kinds.iter().max_by_key(|(_, count)| **count)?;
    let said = first.0.clone();
    let is_scheduler = |kind: &&str| kind.starts_with("sched_");
    if !counters.kinds.keys().map(String::as_str).any(|kind| is_scheduler(&kind)) {
        return Some(Fault::NoScheduler { events: counters.events, first: said });
    }
    if counters.switches.is_empty() && intake.kinds[Kind::Switch as usize] == 0 {
        return Some(Fault::NoSwitch { events: counters.events, first: said });
    }
    let unread = intake.unread_switches;
    if intake.switches == 0 && unread.count > 0 {
        let said = intake.unread_switch_said.clone();
        return Some(Fault::UnreadSwitches { count: unread.count, line: unread.first, said });
    }
    None
}

fn no_event(intake: &Intake, text: &Text) -> Fault {
    if let Some(fault) = sniff::text(&text.kept, text.is_html, text.has_trace_part) {
        return fault;
    }
    if text.ticks.count > 0 {
        return Fault::Ticks { line: text.ticks.first };
    }
    if text.raw.count > 0 {
        return Fault::Option { line: text.raw.first, name: "raw" };
    }
    if text.no_cpu.count > 0 {
        return Fault::NoColumn { line: text.no_cpu.first, name: "CPU" };
    }
    if text.no_time.count > 0 {
        return Fault::NoColumn { line: text.no_time.first, name: "time" };
    }
    if text.foreign.count > 0 {
        return Fault::Unknown { line: text.foreign.first, said: text.foreign_said.clone() };
    }
    let odd = [
        (text.odd_times, "a time without 6 or 9 digits after the point"),
        (text.large_times, "a time that is too large"),
        (text.long, "a line of more than 64 KiB"),
        (intake.cpu_numbers, "a CPU number above 511"),
    ];
    if let Some((seen, why)) = odd.into_iter().find(|(seen, _)| seen.count > 0) {
        return Fault::Unknown { line: seen.first, said: why.into() };
    }
    if text.headers > 0 || text.unread > 0 { Fault::OnlyHead } else { Fault::Empty }
}

fn notes(
    intake: &Intake,
    text: Option<&Text>,
    perfetto: Option<&Perfetto>,
    counters: &Counters,
    early: Vec<Note>,
) -> Vec<Note> {
    let mut notes = early;
    let totals = &intake.tracker.totals;
    let switches: u64 = counters.switches.values().sum();
    if intake.tracker.tasks.is_full {
        notes.push(Note::TooManyTasks { most: crate::tasks::MOST_TASKS });
    }
    if totals.mismatched > 0 {
        notes.push(Note::Mismatched { count: totals.mismatched, of: switches });
        if totals.mismatched * 20 > switches {
            notes.push(Note::Untrustworthy);
        }
    }
    if totals.on_two > 0 {
        notes.push(Note::OnTwo { count: totals.on_two });
    }
    losses(intake, perfetto, &mut notes);
    if let Some(text) = text {
        of_text(intake, text, counters, &mut notes);
    }
    if let Some(perfetto) = perfetto {
        of_perfetto(intake, perfetto, &mut notes);
    }
    let late = intake.late();
    if late > 0 {
        notes.push(Note::Late { count: late });
    }
    if intake.cpu_numbers.count > 0 {
        let most = crate::MOST_CPUS;
        notes.push(Note::CpuNumber { count: intake.cpu_numbers.count, line: intake.cpu_numbers.first, most });
    }
    if totals.disagree > 0 {
        notes.push(Note::Disagree { count: totals.disagree });
    }
    if let Some((count, ns)) = totals.throttling.quota() {
        notes.push(Note::Quota { count, ns });
    }
    if switches > 0 {
        match (counters.wakings, counters.wakeups) {
            (0, 0) if counters.wakeups_new == 0 => notes.push(Note::NoWakeups),
            (0, 1..) => notes.push(Note::NoWaking),
            (1.., 0) => notes.push(Note::NoWakeup),
            _ => {}
        }
    }
    let highest = counters.cpus.last().map_or(0, |cpu| *cpu + 1);
    let count = intake.head.cpus.unwrap_or(highest).clamp(highest, crate::MOST_CPUS as u16);
    let unseen: Vec<u16> = (0..count).filter(|cpu| !counters.cpus.contains(cpu)).collect();
    if !unseen.is_empty() && counters.events > 0 {
        notes.push(Note::Unseen { cpus: list(unseen) });
    }
    if intake.is_machine_known() {
        let places = intake.tracker.places();
        let outside: Vec<u16> =
            counters.cpus.iter().copied().filter(|cpu| places.of(*cpu).is_none()).collect();
        if !outside.is_empty() {
            notes.push(Note::Outside { cpus: list(outside) });
        }
    } else if counters.events > 0 {
        notes.push(Note::NoMachine);
    }
    if let Some(hz) = intake.tracker.ticks.hz() {
        notes.push(Note::Ticks { hz });
    }
    notes
}

/// What was lost, and where the recording is only partly known.
fn losses(intake: &Intake, perfetto: Option<&Perfetto>, notes: &mut Vec<Note>) {
    let of_cpus = intake.cpus.iter().enumerate().map(|(cpu, of)| (u16::try_from(cpu).ok(), of));
    let end = intake.whole.map_or(0, |(_, last)| last);
    for (cpu, of) in of_cpus.chain([(None, &intake.lost_somewhere)]) {
        if of.lost > 0 {
            let until = of.lost_until.unwrap_or(end);
            notes.push(Note::Lost { cpu, events: of.lost, until });
        } else if of.losses > 0 {
            notes.push(Note::LostSome { cpu, times: of.losses });
        }
    }
    for (cpu, after) in perfetto.map(|one| &one.of.lost_after).into_iter().flatten() {
        let before = perfetto.and_then(|one| one.of.lost_before.get(cpu)).copied().unwrap_or(0);
        let events = after.saturating_sub(before);
        if events > 0 {
            notes.push(Note::Lost { cpu: u16::try_from(*cpu).ok(), events, until: end });
        }
    }
    // Per-CPU buffers of a recording that wrapped begin at different times.
    if intake.head.entries.is_some_and(|(kept, written)| kept < written) {
        let many = intake.cpus.iter().enumerate().filter(|(_, of)| of.events > 10);
        let first = many.clone().min_by_key(|(_, of)| of.first);
        let last = many.max_by_key(|(_, of)| of.first);
        if let (Some((other, a)), Some((cpu, b))) = (first, last)
            && b.first > a.first
            && let (Ok(cpu), Ok(other)) = (u16::try_from(cpu), u16::try_from(other))
        {
            notes.push(Note::Wrapped { cpu, after: b.first - a.first, other });
        }
    }
}

fn of_text(intake: &Intake, text: &Text, counters: &Counters, notes: &mut Vec<Note>) {
    if text.foreign.count > 0 && !text.is_html {
        let said = text.foreign_said.clone();
        let (count, line) = (text.foreign.count, text.foreign.first);
        notes.push(Note::NotUnderstood { count, of: text.lines, line, said });
    }
    fields_of(intake, notes);
    let seen = |seen: crate::intake::Seen, note: fn(u64, u64) -> Note, notes: &mut Vec<Note>| {
        if seen.count > 0 {
            notes.push(note(seen.count, seen.first));
        }
    };
    seen(text.odd_times, |count, line| Note::Digits { count, line }, notes);
    seen(text.large_times, |count, line| Note::LargeTimes { count, line }, notes);
    seen(text.long, |count, line| Note::Long { count, line }, notes);
    // The hold-back is longer than any tool's disorder.
    if intake.back.0 > 1_000_000_000 {
        notes.push(Note::Back { line: intake.back.1, ns: intake.back.0 });
    }
    if text.coloured > 0 {
        notes.push(Note::Colours { lines: text.coloured });
    }
    if let Some(line) = text.cut {
        notes.push(Note::CutLine { line });
    }
    if text.relative > 0 {
        notes.push(Note::Relative);
    } else if counters.events > 0 && !text.nanoseconds {
        notes.push(Note::Microseconds);
    }
}

fn fields_of(intake: &Intake, notes: &mut Vec<Note>) {
    let unread = intake.unread_fields;
    if unread.count > 0 {
        notes.push(Note::Fields {
            count: unread.count,
            line: unread.first,
            said: intake.unread_said.clone(),
        });
    }
}

fn of_perfetto(intake: &Intake, perfetto: &Perfetto, notes: &mut Vec<Note>) {
    if perfetto.of.whole_from > intake.first.unwrap_or(u64::MAX) {
        notes.push(Note::Whole { from: perfetto.of.whole_from });
    }
    if perfetto.too_large {
        notes.push(Note::TooLarge { mib: 64 });
    }
    let (broken, columns) = (perfetto.broken, perfetto.columns_broken);
    if broken.count > 0 {
        notes.push(Note::Packet { count: broken.count, packet: broken.first });
    }
    if columns.count > 0 {
        notes.push(Note::Columns { count: columns.count, packet: columns.first });
    }
    let counts = [
        Note::NoCpuInBundle { count: perfetto.no_cpu },
        Note::Nested { count: perfetto.nested },
        Note::Zstd { count: perfetto.zstd },
    ];
    let numbers = [perfetto.no_cpu, perfetto.nested, perfetto.zstd];
    notes.extend(counts.into_iter().zip(numbers).filter(|(_, count)| *count > 0).map(|(note, _)| note));
    if !perfetto.left_out.is_empty() {
        let count = perfetto.left_out.len() as u64;
        notes.push(Note::Machines { count, events: perfetto.left_out.values().sum() });
    }
    if let Some(packet) = perfetto.cut {
        notes.push(Note::CutPacket { packet });
    }
}

//! Perfetto's trace: packets with bundles of ftrace events, plain or in columns (`CompactSched`). The numbers of fields are those
//! of its protocol (`protos/perfetto/trace`, 2026).

use crate::fields::{Kind, State, Wake, What, Who, message, state_of};
use crate::intake::{About, Intake, Seen};
use crate::record::{NO_PID, flag};
use crate::wire::{Broken, Value, fields, numbers, varint};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// Bytes of a packet at most.
const LARGEST_PACKET: u64 = 64 << 20;
/// Unpacked bytes of a compressed packet at most, for each of its bytes.
const RATIO: usize = 1100;

const PRINT: u32 = 3;
const SOFTIRQ_ENTRY: u32 = 24;
const SOFTIRQ_EXIT: u32 = 25;
/// The softirq that handles received packets.
const NET_RX: u64 = 3;

/// Events that are counted by name: the fields of `FtraceEvent`.
const NAMES: [(u32, &str); 11] = [
    (PRINT, "print"),
    (11, "cpu_frequency"),
    (13, "cpu_idle"),
    (18, "sched_blocked_reason"),
    (SOFTIRQ_ENTRY, "softirq_entry"),
    (SOFTIRQ_EXIT, "softirq_exit"),
    (36, "irq_handler_entry"),
    (37, "irq_handler_exit"),
    (235, "task_newtask"),
    (236, "task_rename"),
    (240, "sched_process_free"),
];

/// The event of the scheduler in a field of `FtraceEvent`.
fn kind_of(field: u32) -> Option<Kind> {
    Some(match field {
        4 => Kind::Switch,
        17 => Kind::Wakeup,
        20 => Kind::Waking,
        114 => Kind::WakeupNew,
        237 => Kind::Exec,
        238 => Kind::Exit,
        239 => Kind::Fork,
        491 => Kind::Migrate,
        _ => return None,
    })
}

/// The columns of `CompactSched`.
#[derive(Default)]
struct Columns {
    /// Of switches: time, state, pid, priority, name.
    switches: [Vec<u64>; 5],
    /// Of wakings: time, pid, CPU, priority, name.
    wakings: [Vec<u64>; 5],
    flags: Vec<u64>,
}

/// Machines that are told apart; what others did is left out.
const MOST_MACHINES: usize = 8;
/// Machines that are left out and counted.
const MOST_COUNTED: usize = 1000;

/// What is known of the bundles of one machine.
#[derive(Default)]
pub struct Bundles {
    /// Packets with bundles.
    packets: u64,
    pub compact: u64,
    /// The latest end of the bundle before the first one of a CPU (ns).
    pub whole_from: u64,
    begun: BTreeSet<u64>,
    /// Lost events by the statistics: for each CPU at the start and at the end.
    pub lost_before: BTreeMap<u64, u64>,
    pub lost_after: BTreeMap<u64, u64>,
}

/// Reads packets in pieces.
#[derive(Default)]
pub struct Perfetto {
    carried: Vec<u8>,
    /// Bytes of a field that is no packet, and is passed over.
    skips: u64,
    pub packets: u64,
    pub unread: u64,
    pub broken: Seen,
    pub columns_broken: Seen,
    pub no_cpu: u64,
    pub nested: u64,
    pub zstd: u64,
    /// Bytes that came out of compressed packets.
    pub unpacked: u64,
    pub too_large: bool,
    pub cut: Option<u64>,
    /// The top level is broken: nothing after it can be read.
    pub stopped: bool,
    /// The machine of the last packet, whose events the intake has.
    machine: Option<u64>,
    pub of: Bundles,
    /// The other machines: several may be recorded together.
    others: BTreeMap<u64, (Intake, Bundles)>,
    /// Packets with bundles of machines that are left out.
    pub left_out: BTreeMap<u64, u64>,
    columns: Columns,
}

impl Perfetto {
    /// Takes the next bytes.
    pub fn push(&mut self, intake: &mut Intake, bytes: &[u8]) {
        if self.stopped {
            return;
        }
        if self.carried.is_empty() {
            let used = self.packets_of(intake, bytes, false);
            self.carried.extend_from_slice(&bytes[used..]);
        } else {
            let mut all = std::mem::take(&mut self.carried);
            all.extend_from_slice(bytes);
            let used = self.packets_of(intake, &all, false);
            all.drain(..used);
            self.carried = all;
        }
        if self.stopped {
            self.carried = Vec::new();
        }
    }

    pub fn finish(&mut self, intake: &mut Intake) {
        self.choose(intake);
        if (!self.carried.is_empty() || self.skips > 0) && !self.stopped {
            self.cut = Some(self.packets + 1);
        }
    }

    /// Whether all machines are past the window.
    pub fn is_over(&self, intake: &Intake) -> bool {
        self.others.values().map(|(other, _)| other).chain([intake]).all(|one| one.tracker.is_over)
    }

    /// Goes on with the events of a machine; `false`: there are too many.
    fn turn_to(&mut self, intake: &mut Intake, machine: u64) -> bool {
        let before = *self.machine.get_or_insert(machine);
        if before == machine {
            return true;
        }
        if !self.others.contains_key(&machine) && self.others.len() + 1 >= MOST_MACHINES {
            return false;
        }
        let (mut its, mut of) =
            self.others.remove(&machine).unwrap_or_else(|| (intake.anew(), Bundles::default()));
        std::mem::swap(intake, &mut its);
        std::mem::swap(&mut self.of, &mut of);
        self.others.insert(before, (its, of));
        self.machine = Some(machine);
        true
    }

    /// The machine with most events is the recording; of equal ones that with the smallest number.
    fn choose(&mut self, intake: &mut Intake) {
        let others = self.others.iter().map(|(machine, (other, _))| (other.all, *machine));
        let most = others.chain(self.machine.map(|machine| (intake.all, machine)));
        if let Some((_, machine)) = most.max_by_key(|(all, machine)| (*all, std::cmp::Reverse(*machine))) {
            self.turn_to(intake, machine);
        }
        let others = std::mem::take(&mut self.others).into_iter();
        self.left_out.extend(others.map(|(machine, (_, of))| (machine, of.packets)).filter(|one| one.1 > 0));
    }

    /// Reads all whole packets; returns how many bytes they have.
    fn packets_of(&mut self, intake: &mut Intake, bytes: &[u8], is_nested: bool) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            if self.skips > 0 {
                let skipped = self.skips.min(rest.len() as u64);
                self.skips -= skipped;
                at += skipped as usize;
                continue;
            }
            let head = varint(rest).and_then(|key| {
                let Some((key, first)) = key else { return Ok(None) };
                let Some((value, second)) = (match key & 7 {
                    0 | 2 => varint(&rest[first..])?,
                    1 => Some((8, 0)),
                    5 => Some((4, 0)),
                    _ => return Err(Broken),
                }) else {
                    return Ok(None);
                };
                Ok(Some((key, value, first + second)))
            });
            let (key, value, length) = match head {
                Ok(Some(head)) => head,
                Ok(None) => break,
                Err(Broken) => {
                    self.stop(is_nested);
                    break;
                }
            };
            if key != 0x0a {
                self.unread += 1;
                at += length;
                self.skips = if key & 7 == 0 { 0 } else { value };
                continue;
            }
            if value > LARGEST_PACKET {
                self.too_large = true;
                self.stop(is_nested);
                break;
            }
            let end = length + value as usize;
            if rest.len() < end {
                // Room for the whole packet at once.
                break;
            }
            self.packets += 1;
            if self.packet(intake, &rest[length..end], is_nested).is_err() {
                self.broken.add(self.packets);
            }
            at += end;
        }
        at
    }

    /// Nothing after this can be read; of a compressed packet only what is in it.
    fn stop(&mut self, is_nested: bool) {
        if !is_nested {
            self.stopped = true;
            self.broken.add(self.packets + 1);
        }
    }

    fn packet(&mut self, intake: &mut Intake, packet: &[u8], is_nested: bool) -> Result<(), Broken> {
        let mut machine = 0;
        let mut is_bundle = false;
        for field in fields(packet) {
            match field? {
                (98, value) => machine = value.number(),
                (1, _) => is_bundle = true,
                _ => {}
            }
        }
        if !self.turn_to(intake, machine) {
            if is_bundle && (self.left_out.len() < MOST_COUNTED || self.left_out.contains_key(&machine)) {
                *self.left_out.entry(machine).or_default() += 1;
            }
            return Ok(());
        }
        self.of.packets += u64::from(is_bundle);
        for field in fields(packet) {
            // A packet within a packet may be of another machine.
            self.turn_to(intake, machine);
            match field? {
                (1, Value::Bytes(bundle)) => self.bundle(intake, bundle)?,
                (2, Value::Bytes(tree)) => tree_of(intake, tree)?,
                (34, Value::Bytes(stats)) => self.stats(stats)?,
                (45, Value::Bytes(system)) => system_of(intake, system)?,
                (67, Value::Bytes(cpus)) => capacities_of(intake, cpus)?,
                (50, Value::Bytes(_)) if is_nested => self.nested += 1,
                (50, Value::Bytes(packed)) => self.compressed(intake, packed)?,
                (133, _) => self.zstd += 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn compressed(&mut self, intake: &mut Intake, packed: &[u8]) -> Result<(), Broken> {
        let most = packed.len().saturating_mul(RATIO).min(LARGEST_PACKET as usize);
        let mut inflate = flate2::write::ZlibDecoder::new(Vec::new());
        let mut is_good = true;
        for chunk in packed.chunks(16 << 10) {
            is_good &= inflate.write_all(chunk).is_ok();
            if !is_good || inflate.get_ref().len() > most {
                is_good = false;
                break;
            }
        }
        is_good &= inflate.try_finish().is_ok();
        let unpacked = std::mem::take(inflate.get_mut());
        self.unpacked += unpacked.len() as u64;
        let used = self.packets_of(intake, &unpacked, true);
        // A packet must not go beyond its container.
        self.skips = 0;
        if is_good && used == unpacked.len() { Ok(()) } else { Err(Broken) }
    }

    fn stats(&mut self, stats: &[u8]) -> Result<(), Broken> {
        let mut phase = 0;
        for field in fields(stats) {
            if let (1, value) = field? {
                phase = value.number();
            }
        }
        let into = if phase == 2 { &mut self.of.lost_after } else { &mut self.of.lost_before };
        for field in fields(stats) {
            if let (2, Value::Bytes(of_cpu)) = field? {
                let (mut cpu, mut lost) = (0, 0u64);
                for field in fields(of_cpu) {
                    match field? {
                        (1, value) => cpu = value.number(),
                        (3 | 8, value) => lost = lost.saturating_add(value.number()),
                        _ => {}
                    }
                }
                into.insert(cpu, lost);
            }
        }
        Ok(())
    }

    fn bundle(&mut self, intake: &mut Intake, bundle: &[u8]) -> Result<(), Broken> {
        let (mut cpu, mut lost, mut previous_end, mut last_read) = (None, false, 0, None);
        let mut has_events = false;
        for field in fields(bundle) {
            match field? {
                (1, value) => cpu = cpu.or(Some(value.number())),
                (2 | 4, _) => has_events = true,
                (3, value) => lost |= value.number() != 0,
                (9, value) => last_read = Some(value.number()),
                (10, value) => previous_end = value.number(),
                _ => {}
            }
        }
        self.no_cpu += u64::from(cpu.is_none() && has_events);
        let cpu = cpu.unwrap_or(0);
        let of = &mut self.of;
        if of.begun.insert(cpu) && of.begun.len() <= crate::MOST_CPUS {
            of.whole_from = of.whole_from.max(previous_end);
        }
        if lost {
            intake.lose(Some(cpu), 0);
        }
        if intake.head.is_ours {
            intake.head.end = intake.head.end.max(last_read);
        }
        for field in fields(bundle) {
            match field? {
                (2, Value::Bytes(event)) => self.event(intake, cpu, event)?,
                (4, Value::Bytes(compact)) => self.compact(intake, cpu, compact)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn event(&mut self, intake: &mut Intake, cpu: u64, event: &[u8]) -> Result<(), Broken> {
        let (mut at, mut pid, mut common, mut body) = (0, 0, 0, None);
        for field in fields(event) {
            match field? {
                (1, Value::Number(value)) => at = value,
                (2, Value::Number(value)) => pid = value,
                (5, Value::Number(value)) => common = value,
                (number, Value::Bytes(bytes)) => body = Some((number, bytes)),
                _ => {}
            }
        }
        let Some((field, body)) = body else {
            self.unread += 1;
            return Ok(());
        };
        if at >= 1 << 63 {
            return Err(Broken);
        }
        let mut about = About {
            at,
            cpu,
            context: i32::try_from(pid & 0xffff_ffff).unwrap_or(NO_PID),
            flags: flags(common),
            place: self.packets,
        };
        let Some(kind) = kind_of(field) else {
            if field == 327 {
                return self.generic(intake, about, body);
            }
            let known = NAMES.iter().find(|(number, _)| *number == field);
            let other = || format!("event_{field}");
            let name = known.map_or_else(other, |(_, name)| (*name).into());
            intake.count(None, name.as_bytes(), &mut about);
            if matches!(field, SOFTIRQ_ENTRY | SOFTIRQ_EXIT) {
                let mut vector = 0;
                for one in fields(body) {
                    if let (1, value) = one? {
                        vector = value.number();
                    }
                }
                intake.softirq(cpu, field == SOFTIRQ_ENTRY && vector == NET_RX);
            } else if field == PRINT {
                for one in fields(body) {
                    if let (2, Value::Bytes(text)) = one?
                        && let Some(what) = message(text)
                    {
                        intake.take(&about, &what);
                    }
                }
            }
            return Ok(());
        };
        let mut values = [0u64; 8];
        let mut names: [Option<&[u8]>; 8] = [None; 8];
        for field in fields(body) {
            match field? {
                (number @ 1..=7, Value::Number(value)) => values[number as usize] = value,
                (number @ 1..=7, Value::Bytes(bytes)) => names[number as usize] = Some(bytes),
                _ => {}
            }
        }
        self.known(intake, about, kind, &values, &names)
    }

    /// Hands in an event whose values stand at the numbers of their fields.
    fn known(
        &mut self,
        intake: &mut Intake,
        mut about: About,
        kind: Kind,
        values: &[u64; 8],
        names: &[Option<&[u8]>; 8],
    ) -> Result<(), Broken> {
        if !intake.count(Some(kind), b"", &mut about) {
            return Ok(());
        }
        let int = |number: usize| i32::try_from(values[number] as i64).map_err(|_| Broken);
        let who = |comm: usize, pid: usize, prio: usize| {
            let prio = if prio == 0 { None } else { int(prio).ok() };
            Ok(Who { pid: int(pid)?, comm: names[comm], prio })
        };
        let since_4_14 = intake.head.since_4_14();
        let what = match kind {
            Kind::Switch => What::Switch {
                prev: who(1, 2, 3)?,
                state: state_of(values[4], since_4_14),
                next: who(5, 6, 7)?,
            },
            Kind::Waking | Kind::Wakeup | Kind::WakeupNew => {
                let kind = match kind {
                    Kind::Waking => Wake::Waking,
                    Kind::Wakeup => Wake::Wakeup,
                    _ => Wake::New,
                };
                What::Wake { kind, who: who(1, 2, 3)?, target: Some(values[5]), success: true }
            }
            Kind::Migrate => What::Migrate { who: who(1, 2, 3)?, orig: values[4], dest: values[5] },
            Kind::Fork => What::Fork { parent: int(2)?, child: who(3, 4, 0)? },
            Kind::Exit => What::Exit { pid: int(2)? },
            Kind::Exec => What::Exec { pid: int(2)? },
            // They have no fields.
            Kind::Sent | Kind::Received => return Ok(()),
        };
        intake.take(&about, &what);
        Ok(())
    }

    /// An event that the recorder did not know when it was built: its fields have names.
    fn generic(&mut self, intake: &mut Intake, mut about: About, body: &[u8]) -> Result<(), Broken> {
        let mut name = &b""[..];
        for field in fields(body) {
            if let (1, Value::Bytes(bytes)) = field? {
                name = bytes;
            }
        }
        let Some(kind) = Kind::of(name) else {
            intake.count(None, name, &mut about);
            return Ok(());
        };
        let order: [&[u8]; 7] = match kind {
            Kind::Switch => [
                b"prev_comm",
                b"prev_pid",
                b"prev_prio",
                b"prev_state",
                b"next_comm",
                b"next_pid",
                b"next_prio",
            ],
            Kind::Migrate => [b"comm", b"pid", b"prio", b"orig_cpu", b"dest_cpu", b"", b""],
            Kind::Fork => [b"parent_comm", b"parent_pid", b"child_comm", b"child_pid", b"", b"", b""],
            Kind::Exec => [b"filename", b"pid", b"old_pid", b"", b"", b"", b""],
            _ => [b"comm", b"pid", b"prio", b"success", b"target_cpu", b"", b""],
        };
        let mut values = [0u64; 8];
        let mut names: [Option<&[u8]>; 8] = [None; 8];
        for field in fields(body) {
            let (2, Value::Bytes(one)) = field? else { continue };
            let (mut key, mut value) = (&b""[..], Value::Number(0));
            for field in fields(one) {
                match field? {
                    (1, Value::Bytes(bytes)) => key = bytes,
                    (3..=5, said) => value = said,
                    _ => {}
                }
            }
            if let Some(place) = order.iter().position(|one| !one.is_empty() && *one == key) {
                match value {
                    Value::Number(number) => values[place + 1] = number,
                    Value::Bytes(bytes) => names[place + 1] = Some(bytes),
                }
            }
        }
        self.known(intake, about, kind, &values, &names)
    }

    fn compact(&mut self, intake: &mut Intake, cpu: u64, compact: &[u8]) -> Result<(), Broken> {
        let mut columns = std::mem::take(&mut self.columns);
        columns.switches.iter_mut().chain(&mut columns.wakings).for_each(Vec::clear);
        columns.flags.clear();
        let mut names: Vec<&[u8]> = Vec::new();
        let mut read = Ok(());
        for field in fields(compact) {
            read = field.and_then(|(number, value)| match number {
                1 => numbers(value, &mut columns.switches[0]),
                2 => numbers(value, &mut columns.switches[1]),
                3 => numbers(value, &mut columns.switches[2]),
                4 => numbers(value, &mut columns.switches[3]),
                5 => {
                    names.push(value.bytes());
                    Ok(())
                }
                6 => numbers(value, &mut columns.switches[4]),
                7 => numbers(value, &mut columns.wakings[0]),
                8 => numbers(value, &mut columns.wakings[1]),
                9 => numbers(value, &mut columns.wakings[2]),
                10 => numbers(value, &mut columns.wakings[3]),
                11 => numbers(value, &mut columns.wakings[4]),
                12 => numbers(value, &mut columns.flags),
                _ => Ok(()),
            });
            if read.is_err() {
                break;
            }
        }
        if read.is_ok() {
            let fit =
                [&columns.switches, &columns.wakings].map(|of| of.iter().all(|c| c.len() == of[0].len()));
            let is_good = self.columns(intake, cpu, &columns, &names) && fit == [true; 2];
            if !is_good {
                self.columns_broken.add(self.packets);
            }
        }
        self.columns = columns;
        read
    }

    /// Hands in the events of columns, as far as they fit each other.
    fn columns(&mut self, intake: &mut Intake, cpu: u64, columns: &Columns, names: &[&[u8]]) -> bool {
        let place = self.packets;
        let since_4_14 = intake.head.since_4_14();
        let rows = |of: &[Vec<u64>; 5]| of.iter().map(Vec::len).min().unwrap_or(0);
        let int = |value: u64| i32::try_from(value as i64).ok();
        let [times, states, pids, prios, comms] = &columns.switches;
        let mut at = 0u64;
        for row in 0..rows(&columns.switches) {
            at = at.wrapping_add(times[row]);
            let comm = usize::try_from(comms[row]).ok().and_then(|index| names.get(index));
            let (Some(pid), Some(comm), true) = (int(pids[row]), comm, at < 1 << 63) else { return false };
            self.of.compact += 1;
            let mut about = About { at, cpu, context: NO_PID, flags: 0, place };
            if intake.count(Some(Kind::Switch), b"", &mut about) {
                let prev = Who { pid: NO_PID, comm: None, prio: None };
                let next = Who { pid, comm: Some(comm), prio: int(prios[row]) };
                let state: State = state_of(states[row], since_4_14);
                intake.take(&about, &What::Switch { prev, state, next });
            }
        }
        let [times, pids, cpus, prios, comms] = &columns.wakings;
        let mut at = 0u64;
        for row in 0..rows(&columns.wakings) {
            at = at.wrapping_add(times[row]);
            let comm = usize::try_from(comms[row]).ok().and_then(|index| names.get(index));
            let (Some(pid), Some(comm), true) = (int(pids[row]), comm, at < 1 << 63) else { return false };
            self.of.compact += 1;
            let common = columns.flags.get(row).copied();
            let flags = common.map_or(flag::NO_FLAGS, flags);
            let mut about = About { at, cpu, context: NO_PID, flags, place };
            if intake.count(Some(Kind::Waking), b"", &mut about) {
                let who = Who { pid, comm: Some(comm), prio: int(prios[row]) };
                let target = Some(cpus[row]);
                intake.take(&about, &What::Wake { kind: Wake::Waking, who, target, success: true });
            }
        }
        true
    }
}

/// `common_flags`: 8 is an interrupt, 16 a softirq, 64 an NMI.
fn flags(common: u64) -> u8 {
    let interrupt = if common & (8 | 16) != 0 { flag::INTERRUPT } else { 0 };
    let softirq = if common & (8 | 16) == 16 { flag::SOFTIRQ } else { 0 };
    interrupt | softirq
}

fn tree_of(intake: &mut Intake, tree: &[u8]) -> Result<(), Broken> {
    for field in fields(tree) {
        let (2, Value::Bytes(thread)) = field? else { continue };
        let (mut tid, mut tgid, mut name) = (0, None, None);
        for field in fields(thread) {
            match field? {
                (1, value) => tid = value.number(),
                (2, Value::Bytes(bytes)) => name = Some(bytes),
                (3, value) => tgid = i32::try_from(value.number()).ok(),
                _ => {}
            }
        }
        let Ok(tid) = i32::try_from(tid) else { continue };
        if let Some(tgid) = tgid {
            intake.process(tid, tgid);
        }
        if name.is_some() {
            intake.tracker.name(tid, name, None);
        }
    }
    Ok(())
}

/// CPUs come in the order of their numbers.
fn capacities_of(intake: &mut Intake, cpus: &[u8]) -> Result<(), Broken> {
    let mut capacities = Vec::new();
    for field in fields(cpus) {
        let (1, Value::Bytes(cpu)) = field? else { continue };
        let mut capacity = 0;
        for field in fields(cpu) {
            if let (3, value) = field? {
                capacity = u32::try_from(value.number()).ok().filter(|one| *one <= 1024).unwrap_or(0);
            }
        }
        if capacities.len() < crate::MOST_CPUS {
            capacities.push(capacity);
        }
    }
    intake.head.capacities = capacities;
    Ok(())
}

fn system_of(intake: &mut Intake, system: &[u8]) -> Result<(), Broken> {
    for field in fields(system) {
        match field? {
            (1, Value::Bytes(utsname)) => {
                for field in fields(utsname) {
                    match field? {
                        // The simulator's head, as its texts have it.
                        (2, Value::Bytes(version)) if version.starts_with(b"# simulated:") => {
                            version.split(|c| *c == b'\n').for_each(|line| intake.head.line(line));
                        }
                        (3, Value::Bytes(release)) => {
                            intake.head.set_release(&String::from_utf8_lossy(release));
                        }
                        _ => {}
                    }
                }
            }
            (8, value) => intake.head.cpus = u16::try_from(value.number()).ok(),
            _ => {}
        }
    }
    Ok(())
}

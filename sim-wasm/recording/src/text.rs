//! Texts: tracefs, trace-cmd, perf, systrace.

use crate::fields::{self, Kind};
use crate::intake::{About, Intake, Seen};
use crate::line::{self, First, Form, Time};
use crate::record::flag;
use crate::scan::{find, number, short, skip, trim};

/// Bytes of a line at most.
pub const LONGEST_LINE: usize = 64 << 10;
/// Lines that are kept to tell what a text is that has no event.
const KEPT: usize = 60;

/// An event whose fields are not complete: the name of a task has a line feed.
struct Held {
    kind: Kind,
    about: About,
    rest: Vec<u8>,
}

/// Reads a text in pieces.
#[derive(Default)]
pub struct Text {
    /// The beginning of a line whose end has not come.
    carried: Vec<u8>,
    /// The line is too long: what comes until its end is passed over.
    skips: bool,
    pub lines: u64,
    /// Lines that are neither events nor heads, as a yardstick counts them.
    pub unread: u64,
    pub headers: u64,
    pub joined: u64,
    pub buffer_started: u64,
    /// Of `unread`: those that no tool writes beside events.
    pub foreign: Seen,
    pub foreign_said: String,
    pub long: Seen,
    pub ticks: Seen,
    pub odd_times: Seen,
    pub large_times: Seen,
    pub no_cpu: Seen,
    pub no_time: Seen,
    pub raw: Seen,
    pub coloured: u64,
    pub relative: u64,
    pub nanoseconds: bool,
    pub from_perf: u64,
    /// Lines with events that begin with `> ` or `+`.
    quoted: [u64; 2],
    pub cut: Option<u64>,
    in_caches: bool,
    pub is_html: bool,
    pub has_trace_part: bool,
    held: Option<Held>,
    /// The first lines.
    pub kept: Vec<Vec<u8>>,
}

impl Text {
    /// Takes the next bytes.
    pub fn push(&mut self, intake: &mut Intake, mut bytes: &[u8]) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            if self.skips {
                self.skips = false;
                self.carried.clear();
                self.lines += 1;
            } else if self.carried.is_empty() {
                self.line(intake, &bytes[..end]);
            } else {
                let mut line = std::mem::take(&mut self.carried);
                line.extend_from_slice(&bytes[..end]);
                self.line(intake, &line);
                line.clear();
                self.carried = line;
            }
            bytes = &bytes[end + 1..];
            // Empty lines are passed over as a whole.
            let empty = bytes.iter().take_while(|c| **c == b'\n').count();
            self.lines += empty as u64;
            bytes = &bytes[empty..];
        }
        if self.skips {
            return;
        }
        self.carried.extend_from_slice(bytes);
        if self.carried.len() > LONGEST_LINE {
            self.too_long();
            self.skips = true;
            self.carried.clear();
        }
    }

    fn too_long(&mut self) {
        self.long.add(self.lines + 1);
        self.unread += 1;
    }

    /// The text is complete.
    pub fn finish(&mut self, intake: &mut Intake) {
        let line = std::mem::take(&mut self.carried);
        if !line.is_empty() {
            let before = intake.unread_fields.count + self.unread;
            self.line(intake, &line);
            self.release(intake);
            if intake.unread_fields.count + self.unread > before && self.lines > 1 {
                self.cut = Some(self.lines);
                self.foreign.count =
                    self.foreign.count.saturating_sub(u64::from(self.foreign.first == self.lines));
            }
        }
        self.release(intake);
    }

    /// Most lines with events begin with this mark.
    pub fn quoted(&self, events: u64) -> Option<char> {
        let most = |lines: u64| lines > 0 && lines * 2 > events;
        if most(self.quoted[0]) { Some('>') } else { most(self.quoted[1]).then_some('+') }
    }

    /// The fields of the held event will not become complete.
    fn release(&mut self, intake: &mut Intake) {
        if let Some(held) = self.held.take() {
            intake.unread(held.kind, &held.rest, held.about.place);
            if fields::is_fields_option(&held.rest) {
                intake.unread_options.add(held.about.place);
            }
        }
    }

    fn line(&mut self, intake: &mut Intake, line: &[u8]) {
        self.lines += 1;
        if line.len() > LONGEST_LINE {
            self.lines -= 1;
            self.too_long();
            self.lines += 1;
            return;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // A string of JavaScript.
        let line = line.strip_suffix(b"\\n\\").unwrap_or(line);
        if line.first() == Some(&b'#') {
            self.head(intake, line);
            return;
        }
        match line::first(line, self.from_perf > 0) {
            Some(first) => self.event(intake, line, &first),
            None => self.other(intake, line),
        }
    }

    fn head(&mut self, intake: &mut Intake, line: &[u8]) {
        if let Some((events, cpu)) = lost(line) {
            intake.lose(cpu, events);
            return;
        }
        self.headers += 1;
        if find(line, b"buffer started").is_some() {
            self.buffer_started += 1;
            return;
        }
        if self.in_caches && line.starts_with(b"#  L") {
            intake.head.cache(line);
            return;
        }
        self.in_caches = line.starts_with(b"# CPU cache info");
        intake.head.line(line);
        self.keep(line);
    }

    fn keep(&mut self, line: &[u8]) {
        if self.kept.len() < KEPT {
            self.kept.push(line[..line.len().min(200)].to_vec());
        }
    }

    fn event(&mut self, intake: &mut Intake, line: &[u8], first: &First) {
        let place = self.lines;
        let kind = Kind::of(first.event);
        if kind.is_none()
            && let Some((events, cpu)) = lost(line)
        {
            intake.lose(cpu.or(Some(first.cpu)), events);
            return;
        }
        let at = match first.time {
            Time::Ns(at) => at,
            Time::Relative(at) => {
                self.relative += 1;
                at
            }
            Time::Ticks => {
                self.ticks.add(place);
                return;
            }
            Time::Odd => {
                self.odd_times.add(place);
                return;
            }
            Time::Large => {
                self.large_times.add(place);
                return;
            }
        };
        if self.held.is_some() {
            self.release(intake);
        }
        self.nanoseconds |= first.digits == 9;
        self.from_perf += u64::from(first.form == Form::Perf);
        match line {
            [b'>', b' ', ..] => self.quoted[0] += 1,
            [b'+', ..] => self.quoted[1] += 1,
            _ => {}
        }
        let context = match first.flags.get(2) {
            Some(b'h' | b'H' | b'z' | b'Z') => flag::INTERRUPT,
            Some(b's' | b'S') => flag::INTERRUPT | flag::SOFTIRQ,
            Some(_) => 0,
            None => flag::NO_FLAGS,
        };
        let mut about = About { at, cpu: first.cpu, context: first.pid, flags: context, place };
        if !intake.count(kind, first.event, &mut about) {
            return;
        }
        if let Some(tgid) = first.tgid {
            intake.process(first.pid, tgid);
        }
        let Some(kind) = kind else {
            if first.event.starts_with(b"softirq_e") {
                let enters = first.event == b"softirq_entry";
                intake.softirq(first.cpu, enters && find(first.rest, b"NET_RX").is_some());
            } else if first.event == b"tracing_mark_write"
                && let Some(what) = fields::message(first.rest)
            {
                intake.take(&about, &what);
            }
            return;
        };
        match fields::read(kind, first.rest, intake.head.since_4_14()) {
            Some(what) => intake.take(&about, &what),
            None => self.held = Some(Held { kind, about, rest: first.rest.to_vec() }),
        }
    }

    /// A line that is no event.
    fn other(&mut self, intake: &mut Intake, line: &[u8]) {
        let text = trim(line);
        if text.is_empty() {
            return;
        }
        if let Some((events, cpu)) = lost(line) {
            intake.lose(cpu, events);
            return;
        }
        let is_head = line.starts_with(b"cpus=")
            || line.starts_with(b"version =")
            || line.starts_with(b"CPU ") && line.ends_with(b"is empty");
        if is_head {
            self.headers += 1;
            intake.head.line(line);
            self.keep(line);
            return;
        }
        if memchr::memchr(0x1b, line).is_some() {
            let plain = without_colours(line);
            if plain.len() < line.len() {
                self.coloured += 1;
                self.lines -= 1;
                self.line(intake, &plain);
                return;
            }
        }
        self.keep(line);
        if let Some(held) = &mut self.held {
            self.joined += 1;
            if held.rest.len() + line.len() < LONGEST_LINE {
                held.rest.push(b'\n');
                held.rest.extend_from_slice(line);
            }
            if let Some(what) = fields::read(held.kind, &held.rest, intake.head.since_4_14()) {
                intake.take(&held.about, &what);
                self.held = None;
            }
            return;
        }
        self.unread += 1;
        self.is_html |= self.lines < 5 && starts_html(text);
        self.has_trace_part |= find(line, b"trace-data").is_some() || find(line, b"linuxPerfData").is_some();
        self.look(line, text);
    }

    /// Looks what a line is that is no event.
    fn look(&mut self, line: &[u8], text: &[u8]) {
        let place = self.lines;
        let perf = |needle: &[u8]| find(line, needle).is_some();
        if perf(b"sched:sched_") && self.from_perf == 0 {
            // Without a column: `comm tid time: event` or `comm tid [cpu] event`.
            let column = if memchr::memchr(b'[', &line[..find(line, b"sched:").unwrap_or(0)]).is_some() {
                &mut self.no_time
            } else {
                &mut self.no_cpu
            };
            column.add(place);
        }
        if is_raw(text) {
            self.raw.add(place);
        }
        if self.is_html || belongs(line, text) {
            return;
        }
        if self.foreign.count == 0 {
            self.foreign_said = short(line);
        }
        self.foreign.add(place);
    }
}

pub fn starts_html(text: &[u8]) -> bool {
    let start = text[..text.len().min(14)].to_ascii_lowercase();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

/// What tools write beside events: functions, stacks and call chains.
fn belongs(line: &[u8], text: &[u8]) -> bool {
    let is_hex = |word: &[u8]| word.len() >= 4 && word.iter().all(u8::is_ascii_hexdigit);
    text.starts_with(b"=> ")
        || text.ends_with(b"<stack trace>")
        || find(line, b" <-").is_some()
        || line.first().copied().is_some_and(crate::scan::is_blank)
            && is_hex(&text[..text.iter().position(|c| *c == b' ').unwrap_or(text.len())])
        || text.starts_with(b"TRACE:")
        || find(line, b"PERF_RECORD_").is_some()
}

/// Option `raw`: `1564 1 1680956210250 type: 372`.
fn is_raw(text: &[u8]) -> bool {
    let mut i = 0;
    for _ in 0..3 {
        match number(text, i) {
            Some((_, end)) => i = skip(text, end),
            None => return false,
        }
    }
    text[i..].starts_with(b"type: ")
}

/// A mark of lost events: how many, and of which CPU.
fn lost(line: &[u8]) -> Option<(u64, Option<u64>)> {
    let cpu_of = || {
        let cpu = find(line, b"CPU:").and_then(|at| number(line, at + 4));
        let bracket = || memchr::memchr(b'[', line).and_then(|at| number(line, at + 1));
        cpu.or_else(bracket).map(|(cpu, _)| cpu)
    };
    if let Some(end) = find(line, b" EVENTS") {
        let digits = line[..end].iter().rev().take_while(|c| c.is_ascii_digit()).count();
        let open = line[..end - digits].strip_suffix(b"LOST ").unwrap_or(&line[..end - digits]);
        let closes =
            [&b" EVENTS]"[..], b" EVENTS DROPPED]"].iter().any(|close| line[end..].starts_with(close));
        if open.ends_with(b"[") && closes && digits > 0 {
            let (events, _) = number(line, end - digits)?;
            return Some((
                events,
                find(line, b"CPU:").and_then(|at| number(line, at + 4)).map(|(cpu, _)| cpu),
            ));
        }
        if line[..end].ends_with(b"[LOST") && line[end..].starts_with(b" EVENTS]") {
            return Some((0, cpu_of()));
        }
    }
    let at = find(line, b"PERF_RECORD_LOST")? + b"PERF_RECORD_LOST".len();
    let at = crate::scan::after(line, at, b"_SAMPLES").unwrap_or(at);
    let (events, _) = number(line, crate::scan::after(line, at, b" lost ")?)?;
    Some((events, cpu_of()))
}

/// A line without `ESC [ … m`.
fn without_colours(line: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(line.len());
    let mut i = 0;
    while i < line.len() {
        if line[i..].starts_with(b"\x1b[") {
            let end = line[i + 2..].iter().position(|c| !(c.is_ascii_digit() || *c == b';'));
            if let Some(end) = end
                && matches!(line[i + 2 + end], b'm' | b'K')
            {
                i += end + 3;
                continue;
            }
        }
        plain.push(line[i]);
        i += 1;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{is_raw, lost, without_colours};

    #[test]
    fn marks_of_lost_events_are_read() {
        for (line, want) in [
            ("CPU:1 [LOST 936 EVENTS]", Some((936, Some(1)))),
            ("own: CPU:0 [12 EVENTS DROPPED]", Some((12, Some(0)))),
            ("CPU:2 [LOST EVENTS]", Some((0, Some(2)))),
            ("perf 1 [003] 1.000000: PERF_RECORD_LOST lost 25", Some((25, Some(3)))),
            ("perf 1 [003] 1.000000: PERF_RECORD_LOST_SAMPLES lost 7", Some((7, Some(3)))),
            ("LOST 3 EVENTS", None),
        ] {
            assert_eq!(lost(line.as_bytes()), want, "{line}");
        }
    }

    #[test]
    fn colours_and_raw_lines_are_seen() {
        assert_eq!(without_colours(b"\x1b[1;31ma\x1b[0mb"), b"ab");
        assert!(is_raw(b"1564 1 1680956210250 type: 372"));
        assert!(!is_raw(b"1564 1 x"));
    }
}

//! The first half of a line: who runs there, CPU, flags, time, event. The tools differ in it.

use crate::scan::{number, skip, skip_some};

/// The tool whose first half it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// tracefs, systrace, `trace-cmd report`.
    Ftrace,
    /// `perf script`.
    Perf,
    /// Option `latency-format`, `trace-cmd report -l`.
    Latency,
}

/// A time as the line has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// ns.
    Ns(u64),
    /// µs since tracing began (`latency-format`), as ns.
    Relative(u64),
    /// A number without a point: a clock that does not count seconds.
    Ticks,
    /// The point is followed by neither 6 nor 9 digits.
    Odd,
    /// The number is too large.
    Large,
}

/// What a line says before its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First<'a> {
    pub form: Form,
    /// The place where the name of the task ends.
    pub comm_end: usize,
    /// The thread that runs there.
    pub pid: i32,
    pub tgid: Option<i32>,
    pub cpu: u64,
    /// The latency flags; empty if the line has none.
    pub flags: &'a [u8],
    pub time: Time,
    /// The digits after the point.
    pub digits: u8,
    /// The event, without perf's `system:`.
    pub event: &'a [u8],
    /// The fields.
    pub rest: &'a [u8],
}

/// Takes a line apart. `perf`: the line before was one of perf, so its form is tried first.
pub fn first(line: &[u8], perf: bool) -> Option<First<'_>> {
    if perf && let Some(first) = of_perf(line) {
        return Some(first);
    }
    memchr::memchr_iter(b'-', line)
        .find_map(|dash| of_ftrace(line, dash))
        .or_else(|| of_perf(line))
        .or_else(|| memchr::memchr_iter(b'-', line).take(20).find_map(|dash| of_latency(line, dash)))
}

/// `-pid [(tgid)] [cpu] [flags] time: [(+delta)] event: fields`, from the `-` on.
fn of_ftrace(b: &[u8], dash: usize) -> Option<First<'_>> {
    let (pid, i) = number(b, dash + 1)?;
    let mut i = skip_some(b, i)?;
    let mut tgid = None;
    if b.get(i) == Some(&b'(') {
        let start = skip(b, i + 1);
        let mut end = start;
        while b.get(end).is_some_and(|c| c.is_ascii_digit() || *c == b'-') {
            end += 1;
        }
        if end == start {
            return None;
        }
        tgid = number(b, start).and_then(|(tgid, _)| i32::try_from(tgid).ok());
        let close = skip(b, end);
        (b.get(close) == Some(&b')')).then_some(())?;
        i = skip(b, close + 1);
    }
    let (cpu, i) = bracketed(b, i)?;
    let i = skip_some(b, i)?;
    let (flags, (time, digits, i)) = match time(b, i) {
        Some(time) => (&b[i..i], time),
        None => {
            let end = flags(b, i)?;
            (&b[i..end], time(b, skip_some(b, end)?)?)
        }
    };
    let mut i = skip_some(b, i)?;
    if b[i..].starts_with(b"(+") {
        let (_, end) = number(b, i + 2)?;
        (b.get(end) == Some(&b')')).then_some(())?;
        i = skip_some(b, end + 1)?;
    }
    let (event, rest) = event(b, i)?;
    let pid = i32::try_from(pid).ok()?;
    Some(First { form: Form::Ftrace, comm_end: dash, pid, tgid, cpu, flags, time, digits, event, rest })
}

/// `[cpu]`.
fn bracketed(b: &[u8], i: usize) -> Option<(u64, usize)> {
    (b.get(i) == Some(&b'[')).then_some(())?;
    let (cpu, i) = number(b, i + 1)?;
    (b.get(i) == Some(&b']')).then_some((cpu, i + 1))
}

/// The end of 3 to 6 latency flags.
fn flags(b: &[u8], i: usize) -> Option<usize> {
    let is_flag = |c: &&u8| c.is_ascii_alphanumeric() || matches!(c, b'.' | b'#');
    let length = b.get(i..)?.iter().take(7).take_while(is_flag).count();
    (3..=6).contains(&length).then_some(i + length)
}

/// `seconds.digits:` or `ticks:`, and the place after the colon.
fn time(b: &[u8], i: usize) -> Option<(Time, u8, usize)> {
    let (time, digits, i) = moment(b, i)?;
    (b.get(i) == Some(&b':')).then_some((time, digits, i + 1))
}

/// A time, its digits after the point, and the place after it.
fn moment(b: &[u8], start: usize) -> Option<(Time, u8, usize)> {
    let is_digit = |c: &&u8| c.is_ascii_digit();
    let whole = b.get(start..)?.iter().take_while(is_digit).count();
    if whole == 0 {
        return None;
    }
    let point = start + whole;
    if b.get(point) != Some(&b'.') {
        return Some((Time::Ticks, 0, point));
    }
    let count = b[point + 1..].iter().take_while(is_digit).count();
    if count == 0 {
        return None;
    }
    let end = point + 1 + count;
    let digits = u8::try_from(count).unwrap_or(u8::MAX);
    let unit = match count {
        6 => 1000,
        9 => 1,
        _ => return Some((Time::Odd, digits, end)),
    };
    let ns = number(b, start).and_then(|(seconds, _)| {
        let (fraction, _) = number(b, point + 1)?;
        seconds.checked_mul(1_000_000_000)?.checked_add(fraction * unit)
    });
    // A time in the last century of the range is none: sums of times must not overflow.
    let ns = ns.filter(|ns| *ns < 1 << 63);
    Some((ns.map_or(Time::Large, Time::Ns), digits, end))
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

/// `event:` or `system:event:`, and the fields.
fn event(b: &[u8], i: usize) -> Option<(&[u8], &[u8])> {
    let c = *b.get(i)?;
    let mut end = i + 1;
    if c.is_ascii_digit() {
        while b.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        (b.get(end) == Some(&b':')).then_some(())?;
    } else if !(c.is_ascii_alphabetic() || c == b'_') {
        return None;
    }
    while b.get(end).is_some_and(|c| is_word(*c) || matches!(c, b'.' | b'-')) {
        end += 1;
    }
    let ended = |end: usize| {
        (b.get(end) == Some(&b':') && (end + 1 == b.len() || crate::scan::is_blank(b[end + 1])))
            .then(|| &b[skip(b, end + 1)..])
    };
    if b.get(end) == Some(&b':') && b.get(end + 1).is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_') {
        let mut second = end + 1;
        while b.get(second).copied().is_some_and(is_word) {
            second += 1;
        }
        if let Some(rest) = ended(second) {
            return Some((&b[end + 1..second], rest));
        }
    }
    ended(end).map(|rest| (&b[i..end], rest))
}

/// `[comm] [pid/]tid [cpu] time: [period] system:event: fields`.
fn of_perf(b: &[u8]) -> Option<First<'_>> {
    memchr::memchr_iter(b'[', b).find_map(|open| {
        let (cpu, i) = bracketed(b, open)?;
        let (time, digits, i) = time(b, skip_some(b, i)?)?;
        if time == Time::Ticks {
            return None;
        }
        let (pid, comm_end) = before(b, open)?;
        let (event, rest) = perf_event(b, skip_some(b, i)?)?;
        let flags = &b[..0];
        let rest = rest.trim_ascii_end();
        Some(First { form: Form::Perf, comm_end, pid, tgid: None, cpu, flags, time, digits, event, rest })
    })
}

/// The thread that stands before `[cpu]`, and where the name before it ends.
pub fn before(b: &[u8], open: usize) -> Option<(i32, usize)> {
    let blank = b[..open].iter().rev().take_while(|c| crate::scan::is_blank(**c)).count();
    let end = open - blank;
    let length = b[..end].iter().rev().take_while(|c| c.is_ascii_digit()).count();
    if blank == 0 || length == 0 {
        return None;
    }
    let mut start = end - length;
    let (tid, _) = number(&b[..end], start)?;
    let mut tid = i32::try_from(tid).ok()?;
    if start > 0 && b[start - 1] == b'-' {
        start -= 1;
        tid = -tid;
    }
    if start > 1 && b[start - 1] == b'/' {
        let process = b[..start - 1].iter().rev().take_while(|c| c.is_ascii_digit()).count();
        start -= if process > 0 { process + 1 } else { 0 };
    }
    Some((tid, start))
}

/// perf's event, after words that `-F` adds (a period, flags).
pub fn perf_event(b: &[u8], mut i: usize) -> Option<(&[u8], &[u8])> {
    for _ in 0..8 {
        let end = i + b[i..].iter().take_while(|c| !crate::scan::is_blank(**c)).count();
        let word = &b[i..end];
        if let Some(colon) = memchr::memchr(b':', word)
            && word.ends_with(b":")
            && colon > 0
            && colon + 2 < word.len()
            && word[..colon].iter().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
        {
            let name = &word[colon + 1..word.len() - 1];
            let good = name.iter().all(|c| is_word(*c)) && !name[0].is_ascii_digit();
            return good.then(|| (name, &b[skip(b, end)..]));
        }
        let extra =
            word.iter().all(u8::is_ascii_digit) || word.iter().all(|c| c.is_ascii_alphabetic() || *c == b'|');
        if word.is_empty() || !extra {
            return None;
        }
        i = skip(b, end);
    }
    None
}

/// `-pid cpuFLAGS time[us][mark]: event: fields`, from the `-` on.
fn of_latency(b: &[u8], dash: usize) -> Option<First<'_>> {
    let (pid, i) = number(b, dash + 1)?;
    let i = skip_some(b, i)?;
    let (cpu, i) = number(b, i)?;
    let end = flags(b, i)?;
    let start = skip_some(b, end)?;
    let (mut when, digits, mut at) = moment(b, start)?;
    if when == Time::Ticks {
        when = number(b, start)
            .and_then(|(us, _)| us.checked_mul(1000))
            .filter(|ns| *ns < 1 << 63)
            .map_or(Time::Large, Time::Relative);
    }
    if b[at..].starts_with(b"us") {
        at += 2;
        if b.get(at).is_some_and(|c| *c != b':' && !crate::scan::is_blank(*c)) {
            at += 1;
        }
    }
    let at = skip(b, at);
    (b.get(at) == Some(&b':')).then_some(())?;
    let (event, rest) = event(b, skip_some(b, at + 1)?)?;
    let pid = i32::try_from(pid).ok()?;
    let flags = &b[i..end];
    let form = Form::Latency;
    Some(First { form, comm_end: dash, pid, tgid: None, cpu, flags, time: when, digits, event, rest })
}

#[cfg(test)]
mod tests {
    use super::{Form, Time, first};

    fn parts(line: &str) -> Option<(Form, i32, u64, String, Time, String, String)> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let one = first(line.as_bytes(), false)?;
        Some((one.form, one.pid, one.cpu, text(one.flags), one.time, text(one.event), text(one.rest)))
    }

    #[test]
    fn every_first_half_is_taken_apart() {
        let want = |form, pid, cpu, flags: &str, ns, event: &str, rest: &str| {
            Some((form, pid, cpu, flags.into(), Time::Ns(ns), event.into(), rest.into()))
        };
        assert_eq!(
            parts("          <idle>-0       [002] dNh3.  1608.252399: sched_wakeup: comm=a"),
            want(Form::Ftrace, 0, 2, "dNh3.", 1_608_252_399_000, "sched_wakeup", "comm=a")
        );
        assert_eq!(
            parts("    a-1564 (   1534) [003] 1.000000001: cpu_idle: state=1"),
            want(Form::Ftrace, 1564, 3, "", 1_000_000_001, "cpu_idle", "state=1")
        );
        assert_eq!(
            parts(
                "own:             bash-30975 [001]  1623.245069: (+16) sched_wakeup_new:     bash:30978 [120]"
            ),
            want(Form::Ftrace, 30975, 1, "", 1_623_245_069_000, "sched_wakeup_new", "bash:30978 [120]")
        );
        assert_eq!(
            parts("   a:b-12 [003]-2055  [000] d..2. 1.000000: x: y"),
            want(Form::Ftrace, 2055, 0, "d..2.", 1_000_000_000, "x", "y")
        );
        assert_eq!(
            parts("            perf 28928 [000]  1558.893607006: sched:sched_stat_runtime: comm=perf"),
            want(Form::Perf, 28928, 0, "", 1_558_893_607_006, "sched_stat_runtime", "comm=perf")
        );
        assert_eq!(
            parts("            perf 12/28928 [000]  1.000000:     1 sched:sched_switch: a"),
            want(Form::Perf, 28928, 0, "", 1_000_000_000, "sched_switch", "a")
        );
        assert_eq!(
            parts("ThreadPo-1564      1d..2. 24712us!: sched_switch: a"),
            Some((
                Form::Latency,
                1564,
                1,
                "d..2.".into(),
                Time::Relative(24_712_000),
                "sched_switch".into(),
                "a".into()
            ))
        );
    }

    #[test]
    fn functions_and_foreign_lines_are_no_events() {
        for line in [
            "bash-1 [000] d... 1.000000: mutex_unlock <-tty_ioctl",
            " => schedule",
            "",
            "-",
            "[",
            "a-1 [0] :",
        ] {
            assert_eq!(parts(line), None, "{line}");
        }
    }

    #[test]
    fn a_time_needs_six_or_nine_digits() {
        let time = |text: &str| parts(&format!("a-1 [000] {text}: x: y")).map(|one| one.4);
        assert_eq!(time("1.123"), Some(Time::Odd));
        assert_eq!(time("1.1234567890"), Some(Time::Odd));
        assert_eq!(time("99999999999999999999.000000"), Some(Time::Large));
        assert_eq!(time("10000000000000000000.000000"), Some(Time::Large));
        assert_eq!(time("12345"), Some(Time::Ticks));
    }
}

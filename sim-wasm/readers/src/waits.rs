//! Reads tables of wait times: `perf sched latency`, `perf sched timehist`, `schbench` and `runqlat`.

use crate::fault::{Fault, What, short};
use crate::matrix::thousandths;
use serde::Serialize;
use std::collections::BTreeMap;

/// A program that measures waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// `perf sched latency`: mean and maximum of each task.
    Latency,
    /// `perf sched timehist`: each wait.
    Timehist,
    /// `schbench`: percentiles of wake-up and request latencies.
    Schbench,
    /// `runqlat` of BCC or bpftrace: a histogram by powers of two.
    Runqlat,
}

/// Waits of one group of tasks (ns), as far as the table has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// The task, or what was measured.
    pub name: String,
    pub count: Option<u64>,
    pub mean_ns: Option<u64>,
    pub p50_ns: Option<u64>,
    pub p90_ns: Option<u64>,
    pub p99_ns: Option<u64>,
    pub p999_ns: Option<u64>,
    pub max_ns: Option<u64>,
}

/// A table of waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Waits {
    pub tool: Tool,
    /// All tasks together.
    pub all: Wait,
    /// The tasks with the longest waits, or what else the table separates.
    pub rows: Vec<Wait>,
    /// Lines that were not understood.
    pub other_lines: usize,
    /// Whether percentiles are upper bounds of the intervals of a histogram.
    pub bounds: bool,
}

/// Most rows that are kept.
const MOST_ROWS: usize = 200;

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Self::Latency => "perf sched latency",
            Self::Timehist => "perf sched timehist",
            Self::Schbench => "schbench",
            Self::Runqlat => "runqlat",
        }
    }

    /// Whether a table of this program may contain a line of `other`.
    pub fn holds(self, other: Self) -> bool {
        self == other
    }
}

/// The program whose table a line begins or belongs to.
pub fn tool_of(line: &str) -> Option<Tool> {
    let line = line.trim();
    if (line.starts_with("Task ") && line.contains("Average delay")) || latency(line).is_some() {
        Some(Tool::Latency)
    } else if (line.starts_with("time ") && line.contains("sch delay")) || timehist(line).is_some() {
        Some(Tool::Timehist)
    } else if is_schbench(line) {
        Some(Tool::Schbench)
    } else if line.starts_with("usecs ") && line.contains("distribution")
        || line.starts_with("msecs ") && line.contains("distribution")
        || line.starts_with("nsecs ") && line.contains("distribution")
        || bucket(line).is_some()
    {
        Some(Tool::Runqlat)
    } else {
        None
    }
}

/// The number of lines that are searched for a table.
const LINES: usize = 200;

/// The program whose table a text is.
pub fn tool(text: &str) -> Option<Tool> {
    text.lines().take(LINES).find_map(tool_of)
}

/// Reads a table.
///
/// # Errors
/// The text has no waits.
pub fn read(bytes: &[u8]) -> Result<Waits, Fault> {
    read_text(crate::text::of(bytes)?)
}

/// Reads a table.
///
/// # Errors
/// As of [`read`].
pub fn read_text(text: &str) -> Result<Waits, Fault> {
    let tool = tool(text).ok_or(What::NoWaits)?;
    let mut waits = match tool {
        Tool::Latency => read_latency(text),
        Tool::Timehist => read_timehist(text),
        Tool::Schbench => read_schbench(text)?,
        Tool::Runqlat => read_runqlat(text)?,
    };
    // A table without a number, or one that counts no wait.
    if waits.rows.is_empty() && (waits.all == Wait::default() || waits.all.count == Some(0)) {
        return Err(What::NoWaits.into());
    }
    waits.rows.truncate(MOST_ROWS);
    Ok(waits)
}

/// A line of `perf sched latency`: task, switches, mean and maximum (ns).
fn latency(line: &str) -> Option<(&str, u64, u64, u64)> {
    let mut cells = line.split('|').map(str::trim);
    let name = cells.next().filter(|name| !name.is_empty())?;
    let ms = |cell: &str, before: &str| {
        let number = cell.strip_prefix(before).unwrap_or(cell).trim().strip_suffix("ms")?;
        thousandths(number)?.checked_mul(1000)
    };
    ms(cells.next()?, "")?;
    let count = cells.next()?.parse().ok()?;
    let mean = ms(cells.next()?, "avg:")?;
    Some((name, count, mean, ms(cells.next()?, "max:")?))
}

fn read_latency(text: &str) -> Waits {
    let mut rows = Vec::new();
    let mut other_lines = 0;
    let (mut count, mut sum, mut most) = (0u64, 0u128, 0);
    for line in text.lines().map(str::trim) {
        match latency(line) {
            Some((name, switches, mean, max)) => {
                count = count.saturating_add(switches);
                sum += u128::from(switches) * u128::from(mean);
                most = most.max(max);
                rows.push(Wait {
                    name: short(name),
                    count: Some(switches),
                    mean_ns: Some(mean),
                    max_ns: Some(max),
                    ..Wait::default()
                });
            }
            None => {
                other_lines +=
                    usize::from(is_other(line) && !line.starts_with("Task ") && !line.starts_with("TOTAL"))
            }
        }
    }
    let mean = sum.checked_div(u128::from(count)).and_then(|mean| u64::try_from(mean).ok());
    let all = Wait { count: Some(count), mean_ns: mean, max_ns: Some(most), ..Wait::default() };
    rows.sort_by_key(|row| std::cmp::Reverse(row.max_ns));
    Waits { tool: Tool::Latency, all, rows, other_lines, bounds: false }
}

/// Whether a line has more than a rule or nothing.
fn is_other(line: &str) -> bool {
    !line.chars().all(|c| matches!(c, '-' | '|' | '=' | ' ')) && !crate::pile::is_prompt(line)
}

/// A line of `perf sched timehist`: the task, and its scheduling delay (ns).
fn timehist(line: &str) -> Option<(&str, u64)> {
    let (time, rest) = line.split_once('[')?;
    let time = time.trim();
    let (cpu, rest) = rest.split_once(']')?;
    if time.is_empty()
        || !time.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        || cpu.is_empty()
        || !cpu.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    // Wait, delay and run time follow the name, which may contain spaces.
    let mut numbers = Vec::new();
    let mut end = rest.len();
    for word in rest.split_whitespace() {
        match thousandths(word).filter(|_| word.contains('.')) {
            Some(value) => {
                if numbers.is_empty() {
                    end = word.as_ptr() as usize - rest.as_ptr() as usize;
                }
                numbers.push(value);
            }
            None if numbers.len() < 3 => numbers.clear(),
            None => break,
        }
    }
    let delay = numbers.get(1).filter(|_| numbers.len() == 3)?;
    Some((rest[..end].trim(), delay.checked_mul(1000)?))
}

fn read_timehist(text: &str) -> Waits {
    let mut of: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let (mut all, mut other_lines) = (Vec::new(), 0);
    for line in text.lines().map(str::trim) {
        match timehist(line) {
            Some((name, delay)) => {
                let name = name.split('[').next().unwrap_or_default();
                if name != "<idle>" {
                    of.entry(short(name)).or_default().push(delay);
                    all.push(delay);
                }
            }
            None => other_lines += usize::from(is_other(line) && !is_heading(line)),
        }
    }
    let mut rows: Vec<Wait> = of.into_iter().map(|(name, values)| wait(name, values)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.max_ns));
    Waits { tool: Tool::Timehist, all: wait(String::new(), all), rows, other_lines, bounds: false }
}

fn is_heading(line: &str) -> bool {
    line.starts_with("time ") || line.contains("(msec)")
}

/// The summary of single waits: percentiles by the nearest rank.
fn wait(name: String, mut values: Vec<u64>) -> Wait {
    values.sort_unstable();
    let Some(&last) = values.last() else { return Wait { name, ..Wait::default() } };
    let rank = |permille: usize| Some(values[(values.len() * permille).div_ceil(1000).max(1) - 1]);
    let sum: u128 = values.iter().map(|&value| u128::from(value)).sum();
    Wait {
        name,
        count: Some(values.len() as u64),
        mean_ns: u64::try_from(sum / values.len() as u128).ok(),
        p50_ns: rank(500),
        p90_ns: rank(900),
        p99_ns: rank(990),
        p999_ns: rank(999),
        max_ns: Some(last),
    }
}

fn is_schbench(line: &str) -> bool {
    line.contains("Latencies percentiles (")
        || line.contains("Latency percentiles (")
        || percentile(line).is_some()
}

/// A line of schbench: `50.0th: 12 (3456 samples)`, with a star before the main one.
fn percentile(line: &str) -> Option<(u64, u64)> {
    let (name, value) = line.trim().trim_start_matches('*').trim().split_once("th:")?;
    let name = thousandths(name)?;
    Some((name, value.split_whitespace().next()?.parse().ok()?))
}

fn read_schbench(text: &str) -> Result<Waits, Fault> {
    let mut rows: Vec<Wait> = Vec::new();
    let mut other_lines = 0;
    let mut unit = 1000;
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        let line = line.trim();
        if let Some((name, rest)) = line.split_once(" percentiles (") {
            unit = match rest.split([')', ' ']).next().unwrap_or_default() {
                "usec" => 1000,
                "msec" => 1_000_000,
                "nsec" => 1,
                // The table of requests per second has no latencies.
                _ => 0,
            };
            // A benchmark prints its tables again and again: the last ones count.
            let name = short(name);
            rows.retain(|row| row.name != name);
            if unit > 0 {
                rows.push(Wait { name, ..Wait::default() });
            }
            continue;
        }
        if let Some((percent, value)) = percentile(line) {
            if unit == 0 {
                continue;
            }
            if rows.is_empty() {
                rows.push(Wait { name: "Latency".into(), ..Wait::default() });
            }
            let Some(row) = rows.last_mut() else { continue };
            let value = value.checked_mul(unit).ok_or_else(|| fault(What::NoTime { said: short(line) }))?;
            match percent {
                50_000 => row.p50_ns = Some(value),
                90_000 => row.p90_ns = Some(value),
                99_000 => row.p99_ns = Some(value),
                99_900 => row.p999_ns = Some(value),
                _ => {}
            }
        } else if let Some(rest) = line.strip_prefix("min=") {
            let max = rest.split("max=").nth(1).and_then(|max| max.trim().parse::<u64>().ok());
            if let (Some(row), Some(max), true) = (rows.last_mut(), max, unit > 0) {
                row.max_ns = max.checked_mul(unit);
            }
        } else {
            other_lines += usize::from(is_other(line) && !line.contains("rps:") && !line.is_empty());
        }
    }
    let all =
        rows.iter().find(|row| row.name.starts_with("Wakeup")).or(rows.first()).cloned().unwrap_or_default();
    Ok(Waits { tool: Tool::Schbench, all, rows, other_lines, bounds: false })
}

/// An interval of a histogram and its count: `4 -> 7 : 120 |***|`, or `[4, 8) 120 |@@|`.
fn bucket(line: &str) -> Option<(u64, u64)> {
    let line = line.trim();
    if let Some((from, rest)) = line.split_once("->") {
        from.trim().parse::<u64>().ok()?;
        let (to, rest) = rest.split_once(':')?;
        let to = to.trim().parse::<u64>().ok()?.checked_add(1)?;
        return Some((to, rest.split('|').next()?.trim().parse().ok()?));
    }
    let (interval, rest) = line.strip_prefix('[')?.split_once([')', ']'])?;
    let count = rest.split('|').next().filter(|_| rest.contains('|'))?.trim().parse().ok()?;
    let number = |text: &str| -> Option<u64> {
        let text = text.trim();
        let (digits, factor) = match text
            .strip_suffix('K')
            .map(|digits| (digits, 1 << 10))
            .or(text.strip_suffix('M').map(|digits| (digits, 1 << 20)))
        {
            Some((digits, factor)) => (digits, factor),
            None => (text, 1),
        };
        digits.parse::<u64>().ok()?.checked_mul(factor)
    };
    let to = match interval.split_once(',') {
        Some((_, to)) => number(to)?,
        None => number(interval)?.checked_add(1)?,
    };
    Some((to, count))
}

fn read_runqlat(text: &str) -> Result<Waits, Fault> {
    let mut unit = 1000u64;
    let mut name = String::new();
    let mut tables: Vec<(String, Vec<(u64, u64)>)> = Vec::new();
    let mut other_lines = 0;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some((to, count)) = bucket(line) {
            let to = to
                .checked_mul(unit)
                .ok_or_else(|| Fault::at_line(i + 1, What::NoTime { said: short(line) }))?;
            if tables.is_empty() {
                tables.push((name.clone(), Vec::new()));
            }
            if let Some((_, buckets)) = tables.last_mut() {
                buckets.push((to, count));
            }
        } else if line.contains("distribution") {
            unit = if line.starts_with("msecs") {
                1_000_000
            } else if line.starts_with("nsecs") {
                1
            } else {
                1000
            };
            tables.push((std::mem::take(&mut name), Vec::new()));
        } else if line.starts_with('@') {
            tables.push((short(line.trim_end_matches(':')), Vec::new()));
        } else if let Some((_, of)) =
            line.split_once(" = ").filter(|_| line.contains("pid") || line.contains("comm"))
        {
            name = short(of);
        } else {
            other_lines += usize::from(is_other(line) && !line.is_empty() && !line.starts_with("Tracing"));
        }
    }
    let mut sum: BTreeMap<u64, u64> = BTreeMap::new();
    let mut rows = Vec::new();
    for (name, buckets) in tables.into_iter().filter(|(_, buckets)| !buckets.is_empty()) {
        for &(to, count) in &buckets {
            let all = sum.entry(to).or_default();
            *all = all.saturating_add(count);
        }
        rows.push(of_buckets(name, &buckets));
    }
    let all: Vec<(u64, u64)> = sum.into_iter().collect();
    if rows.len() == 1 {
        rows.clear();
    }
    Ok(Waits { tool: Tool::Runqlat, all: of_buckets(String::new(), &all), rows, other_lines, bounds: true })
}

/// Percentiles as the upper bounds of their intervals.
fn of_buckets(name: String, buckets: &[(u64, u64)]) -> Wait {
    let all: u128 = buckets.iter().map(|&(_, count)| u128::from(count)).sum();
    let rank = |permille: u128| {
        let rank = (all * permille).div_ceil(1000).max(1);
        let mut sum = 0u128;
        buckets.iter().find_map(|&(to, count)| {
            sum += u128::from(count);
            (sum >= rank).then_some(to)
        })
    };
    Wait {
        name,
        count: u64::try_from(all).ok(),
        mean_ns: None,
        p50_ns: rank(500),
        p90_ns: rank(900),
        p99_ns: rank(990),
        p999_ns: rank(999),
        max_ns: rank(1000),
    }
}

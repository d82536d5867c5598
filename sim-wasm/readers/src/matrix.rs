//! A matrix of latencies between CPUs: whether it fits a machine, and the machine that it suggests.
//!
//! Latencies are in thousandths of ns. Noise only lengthens them, so the shortest one counts where a CPU is compared with
//! others.

use crate::facts::{CpuFacts, Facts, Field};
use crate::fault::{Fault, What, short};
use crate::said::NotSaid;
use crate::set::CpuSet;
use sched_core::machine::topology::MOST_CPUS;
use sched_core::machine::{Topology, TopologyCpu};
use std::collections::BTreeMap;

/// The name of the text.
pub const SOURCE: &str = "the matrix";

/// Latencies whose ratio is at least this are of different classes (percent).
const APART_PCT: u64 = 150;
/// Medians of two classes in the wrong order by less than this are noise (percent).
const NOISE_PCT: u64 = 105;
/// The middle 80 % of a class span at most this (percent).
const WIDE_PCT: u64 = 200;
/// A level of groups of one size is found if latencies grow by this (percent), of different sizes by `UNEQUAL_PCT`.
const EQUAL_PCT: u64 = 105;
const UNEQUAL_PCT: u64 = APART_PCT;
/// The least agreement of a level (percent).
const LEAST_AGREEMENT: u64 = 97;
/// Two CPUs are in one place if their latencies to others differ this many times less than those of CPUs in two places.
const ALIKE_TIMES: u64 = 5;
/// The latency that stands for that of CPUs which are not compared.
const FAR: u64 = 1_000_000_000;
/// So many other CPUs at most are compared for a pair.
const COMPARED: usize = 128;
/// Threads of a core exchange a line inside its L1, within this (thousandths of ns): 7 and 10 ns on a Xeon Gold 6242 and a
/// Threadripper 1950X, whose cores of one L3 need 48 and 25 ns.
const THREAD_LATENCY: u64 = 15_000;
/// Two halves this far apart (thousandths of ns), or of this many cores, are taken for sockets.
const SOCKET_LATENCY: u64 = 100_000;
const SOCKET_CORES: usize = 17;

/// Latencies between CPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The numbers of the CPUs, if the text has a heading.
    pub numbers: Option<Vec<u32>>,
    pub size: usize,
    /// Row, column and latency.
    pub cells: Vec<(usize, usize, u64)>,
}

/// A decimal number in thousandths.
pub fn thousandths(text: &str) -> Option<u64> {
    let text = text.trim();
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |text: &str| !text.is_empty() && text.len() < 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(whole.parse::<u64>().ok()? * 1000 + part)
}

/// Whether a line is a row of the CSV. It has the characters of numbers only, so that an invalid number is reported with its
/// place.
pub fn is_row(line: &str) -> bool {
    line.contains(',') && line.chars().all(|c| c.is_ascii_digit() || " \t,.+-eEnNaA".contains(c))
}

/// Whether the rows at the beginning of a text are as many as their columns.
pub fn is_square(text: &str) -> bool {
    let rows = text.lines().map(str::trim).take_while(|line| is_row(line)).take(MOST_CPUS + 1);
    let (count, columns) =
        rows.fold((0, 0), |(count, most), row| (count + 1, most.max(row.split(',').count())));
    count == columns
}

/// The numbers of the CPUs in the heading of a table.
fn heading(line: &str) -> Option<Vec<u32>> {
    let line = line.trim();
    let line = line.strip_prefix("CPU").unwrap_or(line);
    let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let ascend = numbers.windows(2).all(|pair| pair[0] < pair[1]);
    (numbers.len() > 1 && ascend && (numbers[numbers.len() - 1] as usize) < MOST_CPUS).then_some(numbers)
}

/// The first lines that are searched for a table.
const FIRST: usize = 50;

/// The heading of a table, with its line: the next row begins with its first number.
fn table(text: &str) -> Option<(usize, Vec<u32>)> {
    let mut lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).take(FIRST).peekable();
    while let Some((i, line)) = lines.next() {
        if let Some(numbers) = heading(line)
            && let Some((_, next)) = lines.peek()
            && next.split_whitespace().next().and_then(|word| word.parse().ok()) == Some(numbers[0])
        {
            return Some((i, numbers));
        }
    }
    None
}

/// Whether a text is a matrix.
pub fn looks_like(text: &str) -> bool {
    text.lines().map(str::trim).find(|line| !line.is_empty()).is_some_and(is_row) || table(text).is_some()
}

impl Matrix {
    /// Reads the CSV of core-to-core-latency, or a table with a heading; `cpus` is the number of CPUs, if known.
    ///
    /// # Errors
    /// The place of the fault.
    pub fn read(text: &str, cpus: Option<usize>) -> Result<Self, Fault> {
        match table(text) {
            Some((line, numbers)) => Self::of_table(text, line, numbers),
            None => Self::of_csv(text, cpus),
        }
    }

    fn of_table(text: &str, heading: usize, numbers: Vec<u32>) -> Result<Self, Fault> {
        let size = numbers.len();
        let mut cells = Vec::new();
        let mut rows = 0;
        for (i, line) in text.lines().enumerate().skip(heading + 1) {
            let fault = |what| Fault::at_line(i + 1, what);
            let mut words = line.split_whitespace();
            let Some(first) = words.next().and_then(|word| word.parse::<u32>().ok()) else {
                if line.trim().is_empty() || rows == size { continue } else { break }
            };
            if numbers.get(rows) != Some(&first) {
                break;
            }
            for (column, word) in words.enumerate() {
                let said = word.split('±').next().unwrap_or_default();
                if column >= size {
                    return Err(fault(What::Matrix { found: column + 1, cpus: size }));
                }
                if column == rows || said == "-" || said.eq_ignore_ascii_case("nan") {
                    continue;
                }
                let value = thousandths(said).ok_or_else(|| fault(What::NoTime { said: short(word) }))?;
                cells.push((rows, column, value));
            }
            rows += 1;
        }
        if rows != size {
            return Err(Fault::at_line(heading + 1, What::Matrix { found: rows, cpus: size }));
        }
        Ok(Self { numbers: Some(numbers), size, cells })
    }

    fn of_csv(text: &str, cpus: Option<usize>) -> Result<Self, Fault> {
        let most = cpus.unwrap_or(MOST_CPUS);
        let (mut cells, mut size, mut widest) = (Vec::new(), 0, (0, 0));
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let fault = |what| Fault::at_line(i + 1, what);
            let count = line.split(',').count();
            if size >= most || count > most {
                return Err(fault(match cpus {
                    Some(cpus) => What::Matrix { found: count.max(size + 1), cpus },
                    None => What::TooManyCpus,
                }));
            }
            if count > widest.0 {
                widest = (count, i + 1);
            }
            for (column, cell) in line.split(',').enumerate().filter(|(column, _)| *column != size) {
                let cell = cell.trim();
                if cell.is_empty() || cell.eq_ignore_ascii_case("nan") {
                    continue;
                }
                let said = || fault(What::NoTime { said: short(cell) }).of(&format!("column {}", column + 1));
                cells.push((size, column, thousandths(cell).ok_or_else(said)?));
            }
            size += 1;
        }
        if widest.0 > size {
            return Err(Fault::at_line(widest.1, What::Matrix { found: size, cpus: widest.0 }));
        }
        Ok(Self { numbers: None, size, cells })
    }

    /// The latency of each pair: the mean of both halves. A missing one counts as the longest.
    fn pairs(&self) -> Vec<u64> {
        let longest = self.cells.iter().map(|cell| cell.2).max().unwrap_or(0);
        let mut sums = vec![(0u64, 0u64); self.size * self.size];
        for &(row, column, value) in &self.cells {
            for at in [row * self.size + column, column * self.size + row] {
                sums[at].0 += value;
                sums[at].1 += 1;
            }
        }
        sums.into_iter().map(|(sum, count)| sum.checked_div(count).unwrap_or(longest)).collect()
    }
}

/// The median of sorted values.
pub fn median(sorted: &[u64]) -> u64 {
    match sorted.len() {
        0 => 0,
        n => u64::midpoint(sorted[(n - 1) / 2], sorted[n / 2]),
    }
}

/// In whole ns, rounded.
pub fn ns(thousandths: u64) -> u32 {
    u32::try_from((thousandths + 500) / 1000).unwrap_or(u32::MAX)
}

/// A class of distance: its cost, and its latencies.
pub struct Class {
    pub cost: &'static str,
    pub values: Vec<u64>,
}

/// Why latencies do not fit a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A CPU is nearer to others than to those that the machine puts beside it.
    Nearest { cpu: u32, to: CpuSet, ns: u32, said: CpuSet, said_ns: u32 },
    /// A shorter distance has the longer latency.
    Order { cost: &'static str, ns: u32, next: &'static str, next_ns: u32 },
    /// A class spans latencies that are far apart.
    Wide { cost: &'static str, from: u32, to: u32 },
}

impl Doubt {
    /// As a fault, with the machine that would fit.
    pub fn fault(self, suggests: Option<Box<str>>) -> What {
        match self {
            Self::Nearest { cpu, to, ns, said, said_ns } => What::MatrixNearest {
                cpu,
                to: to.to_string().into(),
                ns,
                beside: said.to_string().into(),
                said_ns,
                suggests,
            },
            Self::Order { cost, ns, next, next_ns } => {
                What::MatrixOrder { cost, ns, next, next_ns, suggests }
            }
            Self::Wide { cost, from, to } => What::MatrixWide { cost, from, to, suggests },
        }
    }
}

/// Why the matrix does not fit, if it does not: `class` is the class of a pair of CPUs, ascending by distance. The CPUs are
/// rows of the matrix.
pub fn doubt(
    matrix: &Matrix,
    numbers: &[u32],
    class: &dyn Fn(u32, u32) -> Option<(usize, &'static str)>,
) -> Option<Doubt> {
    let n = matrix.size;
    let pairs = matrix.pairs();
    let (mut inverted, mut example) = (0, None);
    let mut classes: BTreeMap<usize, Class> = BTreeMap::new();
    for i in 0..n {
        let mut of: BTreeMap<usize, Vec<(u64, usize)>> = BTreeMap::new();
        for j in (0..n).filter(|&j| j != i) {
            let Some((rank, cost)) = class(numbers[i], numbers[j]) else { continue };
            let value = pairs[i * n + j];
            of.entry(rank).or_default().push((value, j));
            if i < j {
                classes.entry(rank).or_insert_with(|| Class { cost, values: Vec::new() }).values.push(value);
            }
        }
        let found = of.iter().find_map(|(rank, near)| {
            let values = |pairs: &[(u64, usize)]| {
                let mut values: Vec<u64> = pairs.iter().map(|(value, _)| *value).collect();
                values.sort_unstable();
                values
            };
            let within = median(&values(near));
            let further = of.range(rank + 1..).flat_map(|(_, pairs)| pairs);
            let least = further.clone().map(|(value, _)| *value).min()?;
            if least.saturating_mul(APART_PCT) >= within.saturating_mul(100) {
                return None;
            }
            let to = further.filter(|(value, _)| value.saturating_mul(4) <= least.saturating_mul(5));
            Some(Doubt::Nearest {
                cpu: numbers[i],
                to: to.map(|&(_, j)| numbers[j]).collect(),
                ns: ns(least),
                said: near.iter().map(|&(_, j)| numbers[j]).collect(),
                said_ns: ns(within),
            })
        });
        if let Some(found) = found {
            inverted += 1;
            example.get_or_insert(found);
        }
    }
    // A few outliers are noise.
    if inverted * 4 > n {
        return example;
    }
    classes.values_mut().for_each(|class| class.values.sort_unstable());
    let all: Vec<&Class> = classes.values().collect();
    for pair in all.windows(2) {
        let (a, b) = (median(&pair[0].values), median(&pair[1].values));
        if a.saturating_mul(100) > b.saturating_mul(NOISE_PCT) {
            return Some(Doubt::Order { cost: pair[0].cost, ns: ns(a), next: pair[1].cost, next_ns: ns(b) });
        }
    }
    all.iter().find_map(|class| {
        let count = class.values.len();
        let cut = (count / 10).max(usize::from(count > 4));
        let (from, to) = (class.values[cut], class.values[count - 1 - cut]);
        let is_wide = to.saturating_mul(100) > from.saturating_mul(WIDE_PCT);
        is_wide.then(|| Doubt::Wide { cost: class.cost, from: ns(from), to: ns(to) })
    })
}

/// A level that the matrix shows: groups of CPUs that are nearer to each other than to any others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The group of each row.
    pub group: Vec<usize>,
    pub groups: usize,
    /// The sizes of the smallest and the largest group.
    pub least: usize,
    pub most: usize,
    /// The median latency within a group, and the median of the shortest latencies to other groups.
    pub within: u64,
    pub across: u64,
    /// The share of comparisons of two latencies of a CPU, within and across, that agree (percent).
    pub agree: u64,
}

/// A merge of two groups, by their lowest rows.
struct Merge {
    height: u64,
    a: usize,
    b: usize,
}

/// Average linkage with chains of nearest neighbours, in quadratic time; merges ascend.
fn merges(pairs: &[u64], n: usize) -> Vec<Merge> {
    let mut distance = pairs.to_vec();
    let mut size = vec![1u64; n];
    let mut alive = vec![true; n];
    let mut chain: Vec<usize> = Vec::new();
    let mut merges = Vec::new();
    while merges.len() + 1 < n {
        let last = match chain.last() {
            Some(&last) => last,
            None => {
                let Some(first) = alive.iter().position(|&alive| alive) else { break };
                chain.push(first);
                first
            }
        };
        let before = chain.len().checked_sub(2).map(|at| chain[at]);
        // On a tie the group before wins, so that a chain ends.
        let mut nearest = before;
        for other in (0..n).filter(|&other| alive[other] && other != last) {
            if nearest.is_none_or(|nearest| distance[last * n + other] < distance[last * n + nearest]) {
                nearest = Some(other);
            }
        }
        let Some(nearest) = nearest else { break };
        if before != Some(nearest) {
            chain.push(nearest);
            continue;
        }
        chain.truncate(chain.len() - 2);
        let (a, b) = (last.min(nearest), last.max(nearest));
        merges.push(Merge { height: distance[a * n + b], a, b });
        for other in (0..n).filter(|&other| alive[other] && other != a && other != b) {
            let sum = size[a] * distance[a * n + other] + size[b] * distance[b * n + other];
            let mean = sum / (size[a] + size[b]);
            distance[a * n + other] = mean;
            distance[other * n + a] = mean;
        }
        size[a] += size[b];
        alive[b] = false;
    }
    merges.sort_by_key(|merge| merge.height);
    merges
}

/// Finds the group of a row.
fn root(above: &mut [usize], mut at: usize) -> usize {
    while above[at] != at {
        above[at] = above[above[at]];
        at = above[at];
    }
    at
}

/// The levels that the matrix shows, innermost first.
pub fn levels(matrix: &Matrix) -> Vec<Level> {
    levels_of(&matrix.pairs(), matrix.size)
}

fn levels_of(pairs: &[u64], n: usize) -> Vec<Level> {
    let merges = merges(pairs, n);
    let mut above: Vec<usize> = (0..n).collect();
    let mut members: Vec<Vec<usize>> = (0..n).map(|row| vec![row]).collect();
    let mut levels = Vec::new();
    for (m, merge) in merges.iter().enumerate() {
        let (a, b) = (root(&mut above, merge.a), root(&mut above, merge.b));
        let (first, second) = if members[a][0] < members[b][0] { (a, b) } else { (b, a) };
        above[second] = first;
        let taken = std::mem::take(&mut members[second]);
        members[first].extend(taken);
        let Some(next) = merges.get(m + 1) else { break };
        let sizes = members.iter().map(Vec::len).filter(|&size| size > 0);
        let (least, most) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
        let grows = if least == most { EQUAL_PCT } else { UNEQUAL_PCT };
        if next.height.saturating_mul(100) < merge.height.saturating_mul(grows) {
            continue;
        }
        let mut group = vec![0; n];
        let alive = members.iter().filter(|rows| !rows.is_empty());
        alive.enumerate().for_each(|(number, rows)| rows.iter().for_each(|&row| group[row] = number));
        let level = measured(pairs, n, group, least, most);
        // The shortest latency to many other groups is short by chance, which groups of one size rule out.
        let is_apart =
            least == most || level.across.saturating_mul(100) >= level.within.saturating_mul(grows);
        if level.agree >= LEAST_AGREEMENT && is_apart {
            levels.push(level);
        }
    }
    // Where groups of one size repeat, groups of different sizes are noise.
    if levels.iter().any(|level| level.least == level.most) {
        levels.retain(|level| level.least == level.most);
    }
    levels
}

fn measured(pairs: &[u64], n: usize, group: Vec<usize>, least: usize, most: usize) -> Level {
    let (mut within, mut across) = (Vec::new(), Vec::new());
    let (mut agree, mut all) = (0u64, 0u64);
    for i in 0..n {
        let group = &group;
        let of = |same: bool| (0..n).filter(move |&j| j != i && (group[j] == group[i]) == same);
        let mut outside: Vec<u64> = of(false).map(|j| pairs[i * n + j]).collect();
        outside.sort_unstable();
        across.extend(outside.first());
        for j in of(true) {
            let value = pairs[i * n + j];
            within.push(value);
            all += outside.len() as u64;
            agree += (outside.len() - outside.partition_point(|&other| other <= value)) as u64;
        }
    }
    within.sort_unstable();
    across.sort_unstable();
    let groups = group.iter().max().map_or(0, |last| last + 1);
    let agree = (agree * 100).checked_div(all).unwrap_or(0);
    Level { group, groups, least, most, within: median(&within), across: median(&across), agree }
}

/// How much the latencies of two CPUs of one group to the others of the group differ (median). A CPU of a cluster is often no
/// nearer to its neighbours than to the rest of the cache, but all of a cluster are equally far from each other CPU.
fn differences(pairs: &[u64], n: usize, group: &[usize]) -> Vec<u64> {
    let mut all = vec![FAR; n * n];
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    group.iter().enumerate().for_each(|(row, group)| members.entry(*group).or_default().push(row));
    let mut each = Vec::new();
    for rows in members.values() {
        let stride = rows.len().div_ceil(COMPARED);
        for (at, &a) in rows.iter().enumerate() {
            for &b in &rows[..at] {
                let others = rows.iter().step_by(stride).filter(|&&other| other != a && other != b);
                each.clear();
                each.extend(others.map(|&other| pairs[a * n + other].abs_diff(pairs[b * n + other])));
                if each.is_empty() {
                    continue;
                }
                let middle = each.len() / 2;
                let (_, &mut median, _) = each.select_nth_unstable(middle);
                all[a * n + b] = median;
                all[b * n + a] = median;
            }
        }
    }
    all
}

/// Groups of one size inside the last-level caches whose CPUs have the same latencies to all others; `threads` of them are a
/// core's.
fn alike(pairs: &[u64], n: usize, llc: Option<&Level>, threads: usize) -> Option<Level> {
    let whole = vec![0; n];
    let differences = differences(pairs, n, llc.map_or(&whole, |level| &level.group));
    let most = llc.map_or(n, |level| level.least);
    levels_of(&differences, n).into_iter().find(|level| {
        level.least == level.most
            && level.most > threads
            && level.most * 2 <= most
            && level.across < FAR
            && level.across >= level.within.max(1).saturating_mul(ALIKE_TIMES)
    })
}

impl Level {
    fn note(&self, what: &'static str, or: Option<&'static str>) -> NotSaid {
        NotSaid::ByDistance {
            what,
            or,
            groups: self.groups,
            ns: ns(self.within),
            next_ns: ns(self.across),
            agree: self.agree as u32,
        }
    }
}

/// The facts of a machine that the matrix suggests.
pub fn facts(matrix: &Matrix) -> Facts {
    let levels = levels(matrix);
    let n = matrix.size;
    let mut levels = levels.into_iter().peekable();
    let mut facts = Facts { source: SOURCE, knows_clusters: true, ..Facts::default() };
    let is_apart = |level: &Level| level.across.saturating_mul(100) >= level.within.saturating_mul(APART_PCT);
    let threads =
        levels.next_if(|level| level.most == 2 && level.within <= THREAD_LATENCY && level.groups > 1);
    let rest: Vec<Level> = levels.collect();
    let llc = rest.iter().position(is_apart);
    let inside = &rest[..llc.unwrap_or(rest.len())];
    let outside = &rest[llc.map_or(rest.len(), |at| at + 1)..];
    let (nearest, llc) = (inside.last(), llc.map(|at| &rest[at]));
    let of_core = threads.as_ref().map_or(1, |threads| threads.most);
    let alike = if nearest.is_some() { None } else { alike(&matrix.pairs(), n, llc, of_core) };
    let cluster = nearest.or(alike.as_ref());
    let mut notes = Vec::new();
    if let Some(level) = &threads {
        notes.push(level.note("threads of a core", Some("cores that share an L2")));
    }
    if let Some(level) = nearest {
        notes.push(level.note("clusters", None));
    }
    if let Some(level) = &alike {
        notes.push(NotSaid::Alike {
            groups: level.groups,
            size: level.most,
            ps: level.within,
            next_ps: level.across,
            agree: level.agree as u32,
        });
    }
    let cores_of = |level: &Level| level.most / of_core;
    let are_sockets = |level: &&Level| {
        level.groups == 2 && (level.across >= SOCKET_LATENCY || cores_of(level) >= SOCKET_CORES)
    };
    let socket = outside.last().or(llc.filter(are_sockets));
    let node = outside.first().or(socket);
    match (llc, socket) {
        (Some(level), Some(socket)) if std::ptr::eq(level, socket) => {
            notes.push(level.note("sockets", Some("caches of one socket")));
        }
        (Some(level), socket) => {
            notes.push(level.note("last-level caches", socket.is_none().then_some("sockets")));
            notes.extend(socket.map(|socket| socket.note("sockets", Some("nodes of one socket"))));
        }
        _ => {}
    }
    if outside.len() > 1 {
        notes.extend(node.map(|node| node.note("nodes", None)));
    }
    if notes.is_empty() {
        let mut all: Vec<u64> = matrix.cells.iter().map(|cell| cell.2).collect();
        all.sort_unstable();
        let at = |tenths: usize| all.get(all.len() * tenths / 10).or(all.last()).map_or(0, |&cell| ns(cell));
        notes.push(NotSaid::NoLevels { from: at(1), to: at(9) });
    }
    for row in 0..n {
        let at = |level: Option<&Level>| level.map(|level| level.group[row]);
        facts.cpus.push(CpuFacts {
            number: matrix.numbers.as_ref().map_or(row as u32, |numbers| numbers[row]),
            core: Some(at(threads.as_ref()).unwrap_or(row)),
            cluster: at(cluster),
            llc: Some(at(llc).unwrap_or(0)),
            node: Some(at(node).unwrap_or(0) as u32),
            socket: Some(at(socket).unwrap_or(0)),
            capacity: None,
        });
    }
    facts.not_said = notes;
    facts.guessed =
        [Field::Core, Field::Cluster, Field::Llc, Field::Node, Field::Socket].into_iter().collect();
    facts
}

/// The machine with its CPUs numbered as the matrix suggests: its groups in their order get the rows in theirs.
pub fn renumbered(matrix: &Matrix, topology: &Topology) -> Topology {
    // Groups are numbered by their first rows.
    let levels = levels(matrix);
    let mut order: Vec<usize> = (0..matrix.size).collect();
    order.sort_by_key(|&row| levels.iter().rev().map(|level| level.group[row]).collect::<Vec<_>>());
    let numbers: Vec<u32> = topology.cpus.iter().map(|cpu| cpu.number).collect();
    let mut places: Vec<TopologyCpu> = topology.cpus.clone();
    places.sort_by_key(|cpu| (cpu.socket, cpu.node, cpu.llc, cpu.cluster, cpu.core, cpu.number));
    for (cpu, row) in places.iter_mut().zip(order) {
        cpu.number = numbers[row];
    }
    places.sort_by_key(|cpu| cpu.number);
    Topology { cpus: places, ..topology.clone() }
}

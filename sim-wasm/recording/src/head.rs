//! What the head of a recording says: kernel, CPUs, and in perf's the machine.

use crate::place::{Place, Places};
use crate::scan::{find, number, trim};
use std::collections::BTreeMap;

/// A task that waits when the recording begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    pub pid: i32,
    pub cpu: u16,
    /// ns.
    pub since: u64,
}

/// The facts of a head.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The kernel's release.
    pub release: Option<String>,
    /// Number of online CPUs.
    pub cpus: Option<u16>,
    /// Events in the buffer, and events written to it.
    pub entries: Option<(u64, u64)>,
    /// It was written by the simulator: the beginning and the end are stated.
    pub is_ours: bool,
    pub begin: Option<u64>,
    pub end: Option<u64>,
    pub runs: Vec<(u16, i32)>,
    pub waits: Vec<Waits>,
    /// What CPUs get done, of 1024, by their number; 0: unknown.
    pub capacities: Vec<u32>,
    /// perf: core, die and socket of a CPU.
    ids: BTreeMap<u16, (u32, u32, u32)>,
    nodes: BTreeMap<u16, usize>,
    /// Caches above the first level: the level, and the CPUs.
    caches: Vec<(u8, Vec<u16>)>,
    /// Groups of CPUs: core, cluster, llc, socket.
    groups: BTreeMap<&'static str, Vec<Vec<u16>>>,
}

/// CPUs of a list such as `0-3,8`; `None`: it is none.
fn cpus(text: &str) -> Option<Vec<u16>> {
    let mut all = Vec::new();
    for part in text.trim().split(',') {
        let (a, b) = part.split_once('-').unwrap_or((part, part));
        let (a, b): (u16, u16) = (a.parse().ok()?, b.parse().ok()?);
        if usize::from(b) >= crate::MOST_CPUS || a > b {
            return None;
        }
        all.extend(a..=b);
    }
    Some(all)
}

/// CPUs that a line of perf's head names in brackets, or after a colon.
fn first_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.trim().split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

impl Head {
    /// Reads a line of the head.
    pub fn line(&mut self, line: &[u8]) {
        if let Some(rest) = line.strip_prefix(b"cpus=") {
            self.cpus = number(rest, 0).and_then(|(cpus, _)| u16::try_from(cpus).ok());
            return;
        }
        let Some(rest) = line.strip_prefix(b"#") else { return };
        let Ok(text) = str::from_utf8(trim(rest)) else { return };
        if let Some(at) = find(line, b"#P:") {
            self.cpus = number(line, at + 3).and_then(|(cpus, _)| u16::try_from(cpus).ok());
        }
        if let Some(entries) = text.strip_prefix("entries-in-buffer/entries-written: ") {
            let mut numbers = entries.split(['/', ' ']).map_while(|part| part.parse().ok());
            self.entries = numbers.next().zip(numbers.next());
        }
        if let Some((_, release)) =
            text.split_once(" latency trace v").and_then(|(_, rest)| rest.split_once(" on "))
        {
            self.set_release(release);
        }
        let Some((key, value)) = text.split_once(':') else { return };
        let value = value.trim();
        match key.trim() {
            "os release" | "kernel" => self.set_release(value),
            "nrcpus online" => self.cpus = value.parse().ok(),
            "simulated" => self.is_ours = true,
            "begin" => self.begin = value.parse().ok(),
            "until" => self.end = value.parse().ok(),
            "runs" => {
                let mut words = value.split(' ');
                let cpu = words.next().and_then(|cpu| cpu.parse().ok());
                let pid = words.next().and_then(|pid| pid.parse().ok());
                self.runs.extend(cpu.filter(|cpu| usize::from(*cpu) < crate::MOST_CPUS).zip(pid));
            }
            "waits" => {
                let mut words = value.split(' ');
                let pid = words.next().and_then(|pid| pid.parse().ok());
                let cpu = words.next().and_then(|cpu| cpu.parse().ok());
                let since = words.next().and_then(|since| since.parse().ok());
                if let (Some(pid), Some(cpu), Some(since)) = (pid, cpu, since)
                    && usize::from(cpu) < crate::MOST_CPUS
                {
                    self.waits.push(Waits { pid, cpu, since });
                }
            }
            "core" => self.group("core", value),
            "cluster" => self.group("cluster", value),
            "llc" => self.group("llc", value),
            "socket" => self.group("socket", value),
            key => self.perf(key, value),
        }
    }

    pub fn set_release(&mut self, release: &str) {
        let release = release.trim();
        if self.release.is_none() && release.starts_with(|c: char| c.is_ascii_digit()) {
            self.release = Some(release.chars().take(64).collect());
        }
    }

    fn group(&mut self, key: &'static str, value: &str) {
        let groups: Option<Vec<_>> = value.split('/').map(cpus).collect();
        if let Some(groups) = groups {
            self.groups.insert(key, groups);
        }
    }

    /// A line of the head that `perf script --header -I` prints.
    fn perf(&mut self, key: &str, value: &str) {
        if let Some(cpu) = key.strip_prefix("CPU ").and_then(|cpu| cpu.parse::<u16>().ok())
            && usize::from(cpu) < crate::MOST_CPUS
        {
            let id = |name: &str| value.split(", ").find_map(|part| first_number(part.strip_prefix(name)?));
            if let (Some(core), Some(socket)) = (id("Core ID "), id("Socket ID ")) {
                self.ids.insert(cpu, (core, id("Die ID ").unwrap_or(0), socket));
            }
        }
        if key.starts_with("node")
            && key.ends_with(" cpu list")
            && let (Some(node), Some(list)) = (first_number(&key[4..]), cpus(value))
        {
            self.nodes.extend(list.into_iter().map(|cpu| (cpu, node)));
        }
    }

    /// A line of caches: `#  L3 Unified 32768K [0-1]`.
    pub fn cache(&mut self, line: &[u8]) {
        let Ok(text) = str::from_utf8(line) else { return };
        let text = text.trim_start_matches('#').trim();
        let Some(rest) = text.strip_prefix('L') else { return };
        let (Some(level), Some(open)) = (first_number::<u8>(rest), rest.rfind('[')) else { return };
        if rest.contains("Instruction") || level < 2 {
            return;
        }
        if let Some(list) = cpus(rest[open + 1..].trim_end_matches(']')) {
            self.caches.push((level, list));
        }
    }

    /// Whether states have the numbers of 4.14 and later.
    pub fn since_4_14(&self) -> bool {
        let Some(release) = &self.release else { return false };
        let mut parts =
            release.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse::<u32>().unwrap_or(0));
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (4, 14)
    }

    /// The node of a CPU, if the head says it.
    pub fn node(&self, cpu: u16) -> Option<usize> {
        self.nodes.get(&cpu).copied()
    }

    /// Whether the head says what CPUs share.
    pub fn places(&self) -> Option<Places> {
        if self.groups.is_empty() && (self.ids.is_empty() || self.caches.is_empty()) {
            return None;
        }
        let group = |key: &str, cpu: u16| {
            self.groups.get(key).and_then(|groups| groups.iter().position(|group| group.contains(&cpu)))
        };
        let largest = self.caches.iter().map(|(level, _)| *level).max();
        let cache = |cpu: u16| {
            let mut caches = self.caches.iter().enumerate();
            caches.find(|(_, (level, list))| Some(*level) == largest && list.contains(&cpu)).map(|(i, _)| i)
        };
        let mut places: Vec<Option<Place>> = Vec::new();
        let mut cores: BTreeMap<(u32, u32, u32), usize> = BTreeMap::new();
        let mut llcs: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let grouped = self.groups.values().flatten().flatten().copied();
        let all: std::collections::BTreeSet<u16> = grouped.chain(self.ids.keys().copied()).collect();
        for cpu in all {
            let place = if self.groups.is_empty() {
                let (core, die, socket) = self.ids[&cpu];
                let next = cores.len();
                let core = *cores.entry((socket, die, core)).or_insert(next);
                let node = self.nodes.get(&cpu).copied().unwrap_or(0);
                let next = llcs.len();
                let llc = *llcs.entry((cache(cpu)?, node)).or_insert(next);
                Place { core, cluster: None, llc, socket: socket as usize }
            } else {
                Place {
                    core: group("core", cpu).unwrap_or(usize::from(cpu)),
                    cluster: group("cluster", cpu),
                    llc: group("llc", cpu).unwrap_or(0),
                    socket: group("socket", cpu).unwrap_or(0),
                }
            };
            places.resize(usize::from(cpu) + 1, None);
            places[usize::from(cpu)] = Some(place);
        }
        Some(Places(places))
    }
}

#[cfg(test)]
mod tests {
    use super::Head;
    use crate::place::Distance;

    #[test]
    fn the_head_of_perf_is_a_machine() {
        let mut head = Head::default();
        for line in [
            "# os release : 6.18.44-fc-v669",
            "# nrcpus online : 4",
            "# CPU 0: Core ID 0, Die ID 0, Socket ID 0",
            "# CPU 1: Core ID 0, Die ID 0, Socket ID 0",
            "# CPU 2: Core ID 1, Die ID 0, Socket ID 0",
            "# CPU 3: Core ID 0, Die ID 0, Socket ID 1",
            "# node0 cpu list : 0-2",
            "# node1 cpu list : 3",
        ] {
            head.line(line.as_bytes());
        }
        for line in [
            "#  L2 Unified            1024K [0-1]",
            "#  L3 Unified           32768K [0-2]",
            "#  L3 Unified  1K [3]",
        ] {
            head.cache(line.as_bytes());
        }
        let places = head.places().unwrap();
        let distances = [(0, 1), (0, 2), (0, 3)].map(|(a, b)| places.distance(a, b));
        assert_eq!(distances, [Some(Distance::Smt), Some(Distance::Llc), Some(Distance::Socket)]);
        assert!(head.since_4_14());
        assert_eq!(head.cpus, Some(4));
    }

    #[test]
    fn other_heads_say_kernel_and_cpus() {
        let mut head = Head::default();
        head.line(b"# nop latency trace v1.1.5 on 4.9.3");
        head.line(b"# entries-in-buffer/entries-written: 384/14065   #P:2");
        head.line(b"# llc: 0/1");
        assert_eq!((head.release.as_deref(), head.cpus), (Some("4.9.3"), Some(2)));
        assert_eq!(head.entries, Some((384, 14065)));
        assert!(!head.since_4_14());
        assert_eq!(head.places().unwrap().distance(0, 1), Some(Distance::Node));
    }
}

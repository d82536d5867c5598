//! Reads what limits containers: requests and limits of a Kubernetes manifest, the options of `docker run`, the settings of a
//! systemd unit, and files of `/sys/fs/cgroup`. The result is control groups of a scenario.
//!
//! `cpu.weight` of a request: the kubelet makes `cpu.shares` of it (`MilliCPUToShares`: a 1024th of a CPU, at least 2), and the
//! runtime `cpu.weight` of that by the line from 2..=262144 to 1..=10000 (`ConvertCPUSharesToCgroupV2Value` of runc, KEP-2254).
//! From 2025 on runc and crun have a curve instead, on which 1024 shares are 100; it is not used here.

use crate::fault::{Fault, What, short};
use crate::matrix::thousandths;
use sched_core::document::is_hidden;
use sched_core::engine::mask::CpuMask;
use sched_core::scenario::{ControlGroup, limits};
use serde::Serialize;
use std::fmt;

/// Where limits of containers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A manifest: a pod, or what has the template of one.
    Kubernetes,
    /// Command lines of `docker run`, `podman run` and so on.
    Docker,
    /// A unit file, or the output of `systemctl show`.
    Systemd,
    /// Files of `/sys/fs/cgroup`, of either version.
    Cgroup,
}

impl Form {
    pub fn name(self) -> &'static str {
        match self {
            Self::Kubernetes => "a Kubernetes manifest",
            Self::Docker => "docker run",
            Self::Systemd => "a systemd unit",
            Self::Cgroup => "/sys/fs/cgroup",
        }
    }
}

/// The limits of containers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Containers {
    pub form: Form,
    /// Control groups for a scenario. A parent precedes its children.
    pub groups: Vec<ControlGroup>,
    /// What was not taken, one sentence each.
    pub not_taken: Vec<NotTaken>,
}

/// A limit that was not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum NotTaken {
    /// There are more groups than a scenario has.
    GroupBeyond { said: String, most: usize },
    /// An option that is not modelled.
    OptionNotModelled { said: String },
    /// An init container, which ends before the others begin.
    Init { said: String },
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GroupBeyond { said, most } => {
                write!(f, "{said} is beyond the {most} groups that are possible.")
            }
            Self::OptionNotModelled { said } => write!(f, "{said} is not modelled."),
            Self::Init { said } => {
                write!(f, "The init container {said} ends before the others begin: it has no group.")
            }
        }
    }
}

/// The number of lines that are searched for a form.
const LINES: usize = 400;
/// No line of these texts is longer (bytes).
const LONGEST: usize = 10_000;
/// The period of `cpu.max` that all these programs set unless told otherwise (µs).
const PERIOD_US: u64 = 100_000;
/// Least `cpu.shares`, and the most that have a weight of their own.
const SHARES: (u64, u64) = (2, 262_144);

/// `MilliCPUToShares` of the kubelet. `milli`: thousandths of a CPU.
pub fn shares_of_milli(milli: u64) -> u64 {
    (milli.saturating_mul(1024) / 1000).max(SHARES.0)
}

/// `ConvertCPUSharesToCgroupV2Value`: `cpu.weight` of `cpu.shares`.
pub fn weight_of_shares(shares: u64) -> u32 {
    let shares = shares.clamp(SHARES.0, SHARES.1);
    (1 + (shares - 2) * 9999 / 262_142) as u32
}

/// The files of a control group that are read, of cgroup v2 and of v1.
const FILES: [&str; 10] = [
    "cpu.max",
    "cpu.max.burst",
    "cpu.weight",
    "cpu.idle",
    "cpuset.cpus",
    "cpu.cfs_quota_us",
    "cpu.cfs_period_us",
    "cpu.cfs_burst_us",
    "cpu.shares",
    "cpuset.cpus.effective",
];

/// The settings of a systemd unit that are read.
const SETTINGS: [&str; 8] = [
    "CPUQuota",
    "CPUWeight",
    "CPUShares",
    "AllowedCPUs",
    "CPUQuotaPeriodSec",
    "CPUQuotaPerSecUSec",
    "CPUQuotaPeriodUSec",
    "Slice",
];

const PROGRAMS: [&str; 4] = ["docker", "podman", "nerdctl", "crictl"];

/// The path of a control group and the file in it.
fn file_of(path: &str) -> Option<(&str, &'static str)> {
    let (group, file) = path.trim().rsplit_once('/').unwrap_or(("", path.trim()));
    if group.contains(char::is_whitespace) {
        return None;
    }
    let file = FILES.iter().find(|&&known| known == file)?;
    let group = group.strip_prefix("/sys/fs/cgroup").unwrap_or(group);
    // The controllers of v1 have a tree each.
    let group = ["cpuset", "cpu,cpuacct", "cpu"]
        .iter()
        .find_map(|controller| {
            let rest = group.strip_prefix('/')?.strip_prefix(controller)?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        })
        .unwrap_or(group);
    Some((group.trim_matches('/').trim_start_matches("./"), file))
}

/// A line `path:value`, as `grep . FILE…` prints it, or `path = value`.
fn file_line(line: &str) -> Option<(&str, &'static str, &str)> {
    let (path, value) = line.split_once(':').or_else(|| line.split_once(" = "))?;
    let (group, file) = file_of(path)?;
    Some((group, file, value.trim()))
}

/// The file whose text the next lines are: `==> path <==`, or a command line `cat path`.
fn heading(line: &str) -> Option<(&str, &'static str)> {
    if let Some(path) = line.strip_prefix("==>").and_then(|rest| rest.strip_suffix("<==")) {
        return file_of(path);
    }
    let (_, path) = line.split_once("cat ").filter(|(before, _)| before.len() <= 60)?;
    file_of(path)
}

fn setting(line: &str) -> Option<(&'static str, &str)> {
    let (key, value) = line.split_once('=')?;
    let key = SETTINGS.iter().find(|&&known| known == key.trim())?;
    Some((key, value.trim()))
}

/// The words of a command line that starts a container, without what is before the program.
fn docker_line(line: &str) -> Option<&str> {
    let mut at = 0;
    let words: Vec<&str> = line.split_whitespace().collect();
    for (i, word) in words.iter().enumerate().take(6) {
        at = at.max(line[at..].find(word).map_or(at, |found| at + found));
        let does = |word: &&str| ["run", "create", "update"].contains(word);
        if PROGRAMS.contains(word) && words[i + 1..].iter().take(2).any(does) {
            return Some(&line[at..]);
        }
    }
    None
}

/// Whether a command line sets limits of a unit.
fn is_set(line: &str) -> bool {
    line.contains("set-property ") && line.split_whitespace().any(|word| setting(word).is_some())
}

/// What a line belongs to, if it can belong to nothing else.
pub fn form_of(line: &str) -> Option<Form> {
    let line = line.trim();
    if line.len() > LONGEST {
        None
    } else if file_line(line).is_some() || heading(line).is_some() {
        Some(Form::Cgroup)
    } else if docker_line(line).is_some() {
        Some(Form::Docker)
    } else if setting(line).is_some_and(|(key, _)| key != "Slice")
        || line.contains("-p CPUQuota=")
        || is_set(line)
        || ["[Service]", "[Slice]", "[Scope]"].contains(&line)
    {
        Some(Form::Systemd)
    } else if line.starts_with("apiVersion:") {
        Some(Form::Kubernetes)
    } else {
        None
    }
}

/// Where the limits in a text come from; `None`: it has none.
pub fn form(text: &str) -> Option<Form> {
    let found = text.lines().take(LINES).find_map(form_of);
    // The part of a manifest that people paste begins in the middle.
    found.or_else(|| {
        let short = |line: &&str| line.len() <= LONGEST;
        let has = |key: &str| text.lines().take(LINES).filter(short).any(|line| key_of(line) == Some(key));
        (has("resources") && (has("limits") || has("requests"))).then_some(Form::Kubernetes)
    })
}

fn key_of(line: &str) -> Option<&str> {
    let line = line.trim().trim_start_matches("- ").trim_start();
    line.split_once(':').map(|(key, _)| key.trim_matches(['"', '\'']))
}

/// Reads the limits of containers.
///
/// # Errors
/// The text has none, or one of them is no limit.
pub fn read(bytes: &[u8]) -> Result<Containers, Fault> {
    read_text(crate::text::of(bytes)?)
}

/// Reads the limits of containers.
///
/// # Errors
/// As of [`read`].
pub fn read_text(text: &str) -> Result<Containers, Fault> {
    let form = form(text).ok_or(What::NoContainers)?;
    let mut found = match form {
        Form::Kubernetes => kubernetes(text)?,
        Form::Docker => docker(text)?,
        Form::Systemd => systemd(text)?,
        Form::Cgroup => cgroup(text)?,
    };
    if found.groups.is_empty() {
        return Err(What::NoContainers.into());
    }
    cut(&mut found.groups, &mut found.not_taken);
    Ok(Containers { form, groups: found.groups, not_taken: found.not_taken })
}

/// The groups of several texts: those of the first, then those of the second, and so on.
pub fn join(all: impl IntoIterator<Item = Containers>) -> (Vec<ControlGroup>, Vec<NotTaken>) {
    let (mut groups, mut not_taken) = (Vec::new(), Vec::new());
    for of in all {
        let before = groups.len() as u32;
        groups.extend(of.groups.into_iter().map(|group| ControlGroup {
            parent: if group.parent > 0 { group.parent + before } else { 0 },
            ..group
        }));
        not_taken.extend(of.not_taken);
    }
    cut(&mut groups, &mut not_taken);
    (groups, not_taken)
}

/// Leaves out the groups that a scenario has no place for.
fn cut(groups: &mut Vec<ControlGroup>, not_taken: &mut Vec<NotTaken>) {
    let most = limits::of("groups").map_or(0, |limit| limit.max as usize);
    for left in groups.split_off(groups.len().min(most)) {
        not_taken.push(NotTaken::GroupBeyond { said: left.name, most });
    }
}

#[derive(Default)]
struct Found {
    groups: Vec<ControlGroup>,
    not_taken: Vec<NotTaken>,
}

/// A name as a scenario has it.
fn named(name: &str) -> String {
    name.chars().filter(|&c| !is_hidden(c)).take(limits::MAX_NAME).collect()
}

fn ranged(value: u64, limit: &str) -> Option<u32> {
    let limit = limits::of(limit)?;
    let fits = i64::try_from(value).is_ok_and(|value| (limit.min..=limit.max).contains(&value));
    u32::try_from(value).ok().filter(|_| fits)
}

/// Sets a quota. `None`: `cpu.max` cannot be that.
fn set_quota(group: &mut ControlGroup, quota_us: u64, period_us: u64) -> Option<()> {
    group.period_us = ranged(period_us, "groups[].period_us")?;
    // The kernel has no smaller quota, and the programs raise it.
    group.quota_us = ranged(quota_us.max(1000), "groups[].quota_us")?;
    Some(())
}

fn cpu_list(value: &str) -> Option<String> {
    CpuMask::from_list(value).filter(|list| !list.is_empty()).map(CpuMask::to_list)
}

/// The quota of so many thousandths of a CPU (µs).
fn quota_of_milli(milli: u64, period_us: u64) -> u64 {
    (u128::from(milli) * u128::from(period_us) / 1000).min(u64::MAX.into()) as u64
}

// Kubernetes ------------------------------------------------------------------------------------------------------------

/// Thousandths of a CPU: `500m`, `2`, `0.5`, with or without quotation marks.
fn milli(value: &str) -> Option<u64> {
    let value = value.trim().trim_matches(['"', '\'']);
    match value.strip_suffix('m') {
        Some(milli) => milli.parse().ok(),
        None => thousandths(value),
    }
}

/// A container or a pod of a manifest.
#[derive(Default)]
struct Asked {
    name: String,
    request: Option<u64>,
    limit: Option<u64>,
    /// Of an init container: it runs on beside the others.
    stays: bool,
}

impl Asked {
    /// A request that is not stated is the limit.
    fn request(&self) -> Option<u64> {
        self.request.or(self.limit)
    }

    fn group(&self, parent: u32) -> Option<ControlGroup> {
        let shares = shares_of_milli(self.request().unwrap_or(0));
        let mut group = ControlGroup {
            name: named(&self.name),
            weight: weight_of_shares(shares),
            parent,
            ..ControlGroup::default()
        };
        if let Some(limit) = self.limit.filter(|&limit| limit > 0) {
            set_quota(&mut group, quota_of_milli(limit, PERIOD_US), PERIOD_US)?;
        }
        Some(group)
    }
}

/// A pod, and its containers.
#[derive(Default)]
struct Pod {
    name: String,
    own: Asked,
    containers: Vec<Asked>,
    /// The init containers.
    init: Vec<Asked>,
}

/// A key of a manifest that is open: its indentation, its name, and whether a new item of a list has begun below it.
struct Open {
    indent: usize,
    key: String,
}

/// The leaves of a manifest: line, path and value. Only the block style and maps in braces are understood; of the values only
/// plain ones.
fn leaves(text: &str) -> Vec<(usize, Vec<String>, String)> {
    let mut leaves = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let line = raw.split(" #").next().unwrap_or_default().trim_end();
        let mut rest = line.trim_start();
        if rest.is_empty() || rest.starts_with('#') {
            continue;
        }
        if rest == "---" {
            open.clear();
            leaves.push((i + 1, vec!["---".to_string()], String::new()));
            continue;
        }
        let mut indent = line.len() - rest.len();
        while let Some(item) = rest.strip_prefix('-').filter(|item| item.starts_with(' ') || item.is_empty())
        {
            // An item may stand as far left as the key of its list.
            open.retain(|open| open.indent < indent || open.indent == indent && !open.key.starts_with('-'));
            open.push(Open { indent, key: format!("-{i}") });
            let trimmed = item.trim_start();
            indent += rest.len() - trimmed.len();
            rest = trimmed;
        }
        let Some((key, value)) = rest.split_once(':') else { continue };
        while open.last().is_some_and(|open| open.indent >= indent) {
            open.pop();
        }
        let path: Vec<String> = open.iter().map(|open| open.key.clone()).chain([bare(key)]).collect();
        let value = value.trim();
        if value.starts_with('{') {
            braces(i + 1, &path, value, &mut leaves);
        } else if value.is_empty() {
            open.push(Open { indent, key: bare(key) });
        } else {
            leaves.push((i + 1, path, bare(value)));
        }
    }
    leaves
}

fn bare(text: &str) -> String {
    text.trim().trim_matches(['"', '\'']).to_string()
}

/// The leaves of a map in braces on one line.
fn braces(line: usize, path: &[String], text: &str, leaves: &mut Vec<(usize, Vec<String>, String)>) {
    let mut path = path.to_vec();
    let depth = path.len();
    let mut key: Option<String> = None;
    let mut word = String::new();
    for c in text.chars().take(10_000) {
        match c {
            '{' => path.extend(key.take()),
            ':' => key = Some(bare(&std::mem::take(&mut word))),
            ',' | '}' => {
                let value = bare(&std::mem::take(&mut word));
                if let Some(key) = key.take().filter(|_| !value.is_empty()) {
                    leaves.push((line, path.iter().cloned().chain([key]).collect(), value));
                }
                if c == '}' && path.len() > depth {
                    path.pop();
                }
            }
            _ => word.push(c),
        }
    }
}

fn kubernetes(text: &str) -> Result<Found, Fault> {
    let mut pods: Vec<Pod> = vec![Pod::default()];
    let mut item: Option<String> = None;
    let mut found = Found::default();
    for (line, path, value) in leaves(text) {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        if names == ["---"] {
            (item, _) = (None, pods.push(Pod::default()));
            continue;
        }
        let Some(pod) = pods.last_mut() else { continue };
        if names == ["metadata", "name"] {
            pod.name = value;
            continue;
        }
        let list = names.iter().position(|&name| name == "containers" || name == "initContainers");
        let is_init = list.is_some_and(|at| names[at] == "initContainers");
        // A fragment has the items of the list without its key, or one container.
        let mark = list.map_or(0, |at| at + 1);
        let this = names.get(mark).filter(|name| name.starts_with('-')).copied();
        if list.is_some() && this.is_none() {
            continue;
        }
        let tail = &names[mark + usize::from(this.is_some())..];
        let is_pod = list.is_none() && this.is_none() && tail.iter().rev().nth(3) == Some(&"spec");
        let asked = match tail {
            [.., "resources", "limits" | "requests", "cpu"] if is_pod => &mut pod.own,
            ["name" | "restartPolicy"]
            | ["resources", "limits" | "requests", "cpu"]
            | ["limits" | "requests", "cpu"] => {
                let this = this.unwrap_or_default();
                let all = if is_init { &mut pod.init } else { &mut pod.containers };
                if item.as_deref() != Some(this) {
                    item = Some(this.to_string());
                    all.push(Asked::default());
                }
                let Some(last) = all.last_mut() else { continue };
                last
            }
            _ => continue,
        };
        let field = match tail {
            ["name"] => {
                asked.name = value;
                continue;
            }
            ["restartPolicy"] => {
                asked.stays = value == "Always";
                continue;
            }
            [.., "limits", "cpu"] => &mut asked.limit,
            [.., "requests", "cpu"] => &mut asked.request,
            _ => continue,
        };
        let cpu =
            milli(&value).ok_or_else(|| Fault::at_line(line, What::NoCpuTime { said: short(&value) }))?;
        *field = Some(cpu);
    }
    for pod in pods {
        add_pod(pod, &mut found).ok_or(What::NoCpuTime { said: "a limit".to_string() })?;
    }
    Ok(found)
}

/// The groups of a pod. With one container the pod's group says nothing else than that.
fn add_pod(mut pod: Pod, found: &mut Found) -> Option<()> {
    let states = |asked: &Asked| asked.request.is_some() || asked.limit.is_some();
    let (sidecars, init): (Vec<Asked>, Vec<Asked>) =
        std::mem::take(&mut pod.init).into_iter().partition(|asked| asked.stays);
    pod.containers.splice(0..0, sidecars);
    if !states(&pod.own) && !pod.containers.iter().any(states) {
        return Some(());
    }
    for (i, container) in
        pod.containers.iter_mut().enumerate().filter(|(_, container)| container.name.is_empty())
    {
        container.name = format!("container {}", i + 1);
    }
    for asked in init.iter().filter(|asked| states(asked)) {
        found.not_taken.push(NotTaken::Init { said: named(&asked.name) });
    }
    if pod.containers.len() <= 1 && !states(&pod.own) {
        found.groups.extend(pod.containers.iter().filter_map(|container| container.group(0)));
        return Some(());
    }
    let requests: u64 = pod.containers.iter().filter_map(Asked::request).sum();
    let requests = init.iter().filter_map(Asked::request).fold(requests, u64::max);
    // Init containers run before the others, one after another: the pod has room for the greatest.
    let of_init = init.iter().map(|asked| asked.limit).try_fold(0, |most, limit| Some(limit?.max(most)));
    let together = pod.containers.iter().map(|asked| asked.limit).sum::<Option<u64>>();
    let limits = together.zip(of_init).map(|(sum, most)| sum.max(most));
    let own = Asked {
        name: if pod.name.is_empty() { "pod".to_string() } else { pod.name.clone() },
        request: pod.own.request().or(Some(requests)),
        // Without a limit of each container the pod has none.
        limit: pod.own.limit.or(limits),
        stays: false,
    };
    found.groups.push(own.group(0)?);
    let parent = found.groups.len() as u32;
    for container in &pod.containers {
        found.groups.push(container.group(parent)?);
    }
    Some(())
}

// docker ----------------------------------------------------------------------------------------------------------------

fn docker(text: &str) -> Result<Found, Fault> {
    let mut found = Found::default();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(start) = docker_line(line.trim()) else { continue };
        let mut command = start.to_string();
        // A backslash continues the line.
        while command.trim_end().ends_with('\\') {
            let cut = command.trim_end().len() - 1;
            command.truncate(cut);
            let Some((_, next)) = lines.next() else { break };
            command.push_str(next);
        }
        let group =
            docker_group(&command, &mut found.not_taken).map_err(|what| Fault::at_line(at + 1, what))?;
        found.groups.push(group);
    }
    for (i, group) in found.groups.iter_mut().enumerate().filter(|(_, group)| group.name.is_empty()) {
        group.name = format!("container {}", i + 1);
    }
    Ok(found)
}

fn docker_group(command: &str, not_taken: &mut Vec<NotTaken>) -> Result<ControlGroup, What> {
    let mut group = ControlGroup::default();
    let (mut cpus, mut quota, mut period) = (None, None, None);
    let mut words = command.split_whitespace();
    while let Some(word) = words.next() {
        let (option, mut value) = match word.split_once('=') {
            Some((option, value)) => (option, Some(value)),
            None => (word, None),
        };
        let known =
            ["--cpus", "--cpu-shares", "-c", "--cpuset-cpus", "--cpu-quota", "--cpu-period", "--name"];
        if !known.contains(&option) {
            let others = ["--cpuset-mems", "--cpu-rt-runtime", "--cpu-rt-period", "--cgroup-parent"];
            if others.contains(&option) {
                not_taken.push(NotTaken::OptionNotModelled { said: option.to_string() });
            }
            continue;
        }
        value = value.or_else(|| words.next());
        let value = value.unwrap_or_default().trim_matches(['"', '\'']);
        let wrong = || What::NoCpuTime { said: short(&format!("{option} {value}")) };
        let number = || value.parse::<i64>().map_err(|_| wrong());
        match option {
            "--cpus" => cpus = Some(thousandths(value).ok_or_else(wrong)?).filter(|&milli| milli > 0),
            "--cpu-quota" => quota = Some(number()?).filter(|&quota| quota > 0),
            "--cpu-period" => period = Some(number()?).filter(|&period| period > 0),
            "--cpuset-cpus" => group.cpus = Some(cpu_list(value).ok_or_else(wrong)?),
            "--name" => group.name = named(value),
            // 0: the default.
            _ => {
                let shares = u64::try_from(number()?).map_err(|_| wrong())?;
                group.weight = if shares == 0 { 100 } else { weight_of_shares(shares) };
            }
        }
    }
    let period = period.map_or(PERIOD_US, i64::unsigned_abs);
    if cpus.is_some() && quota.is_some() {
        return Err(What::Form { belongs: "either --cpus or --cpu-quota" });
    }
    let quota_us = cpus.map(|milli| quota_of_milli(milli, period)).or(quota.map(i64::unsigned_abs));
    if let Some(quota_us) = quota_us {
        let wrong = || What::NoCpuTime { said: format!("{quota_us} in {period} µs") };
        set_quota(&mut group, quota_us, period).ok_or_else(wrong)?;
    }
    Ok(group)
}

// systemd ---------------------------------------------------------------------------------------------------------------

/// A time of systemd (µs): `200ms`, `1s`, `10us`, a plain number in units of `plain`.
fn span(value: &str, plain: u64) -> Option<u64> {
    let end = value.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(value.len());
    let factor = match value[end..].trim() {
        "" => plain,
        "us" | "usec" => 1,
        "ms" | "msec" => 1000,
        "s" | "sec" => 1_000_000,
        "min" => 60_000_000,
        _ => return None,
    };
    Some(thousandths(value[..end].trim())?.checked_mul(factor)? / 1000)
}

/// The unit that a path or a command line of systemd names; other text names none.
fn unit_of(text: &str) -> Option<String> {
    let is_command = ["systemctl", "systemd-run", "cat "].iter().any(|program| text.contains(program));
    if text.trim().contains(char::is_whitespace) && !is_command {
        return None;
    }
    let of = |part: &str| {
        let part = part.trim_end_matches(['"', ':', ';']);
        let part = part.strip_suffix(".d").unwrap_or(part);
        let name = [".service", ".slice", ".scope"].iter().find_map(|end| part.strip_suffix(end))?;
        Some(name.to_string()).filter(|name| !name.is_empty())
    };
    text.split_whitespace().rev().find_map(|word| word.split('/').rev().find_map(of))
}

fn systemd(text: &str) -> Result<Found, Fault> {
    let mut found = Found::default();
    let mut units: Vec<(ControlGroup, Option<u64>, u64)> = Vec::new();
    let mut name = String::new();
    let mut has_new_name = false;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        let is_set = line.contains("set-property ");
        let named_by = if is_set { Some(line) } else { line.strip_prefix("Id=").or(line.strip_prefix("# ")) };
        if let Some(of) = named_by.and_then(unit_of) {
            (name, has_new_name) = (of, true);
            if !is_set {
                continue;
            }
        }
        let settings = line.split_whitespace().filter(|word| setting(word).is_some());
        let one = setting(line).into_iter();
        // `systemd-run -p CPUQuota=20% -p …` has several in one line.
        let all: Vec<(&str, &str)> = match is_set || line.contains("-p ") || line.contains("--property=") {
            true => settings.filter_map(setting).collect(),
            false => one.collect(),
        };
        for (key, value) in all {
            if key == "Slice" {
                continue;
            }
            if std::mem::take(&mut has_new_name)
                && let Some(at) = units.iter().position(|(of, ..)| of.name == named(&name))
            {
                // It is changed again.
                let again = units.remove(at);
                units.push(again);
            } else if units.last().is_none_or(|(of, ..)| of.name != named(&name)) {
                let of = ControlGroup { name: named(&name), ..ControlGroup::default() };
                units.push((of, None, PERIOD_US));
            }
            let Some((group, quota, period)) = units.last_mut() else { continue };
            let wrong = || Fault::at_line(i + 1, What::NoCpuTime { said: short(line) });
            // An empty value takes the setting back.
            match (key, value) {
                (_, "" | "infinity" | "[not set]" | "18446744073709551615") => {}
                ("CPUQuota", value) => {
                    let percent = value.strip_suffix('%').and_then(thousandths).ok_or_else(wrong)?;
                    *quota = Some(percent / 100);
                }
                ("CPUQuotaPerSecUSec", value) => *quota = Some(span(value, 1).ok_or_else(wrong)? / 1000),
                ("CPUQuotaPeriodSec", value) => *period = span(value, 1_000_000).ok_or_else(wrong)?,
                ("CPUQuotaPeriodUSec", value) => *period = span(value, 1).ok_or_else(wrong)?,
                ("CPUWeight", "idle") => group.idle = true,
                ("CPUWeight", value) => {
                    let weight = value.parse().ok().and_then(|weight| ranged(weight, "groups[].weight"));
                    group.weight = weight.ok_or_else(wrong)?;
                }
                ("CPUShares", value) => {
                    group.weight = weight_of_shares(value.parse().ok().ok_or_else(wrong)?);
                }
                // AllowedCPUs separates by spaces, too.
                (_, value) => {
                    let list = value.split_whitespace().collect::<Vec<_>>().join(",");
                    group.cpus = Some(cpu_list(&list).ok_or_else(wrong)?);
                }
            }
        }
    }
    for (mut group, milli, period) in units {
        if let Some(milli) = milli {
            let wrong = || What::NoCpuTime { said: format!("{milli} thousandths in {period} µs") };
            set_quota(&mut group, quota_of_milli(milli, period), period).ok_or_else(wrong)?;
        }
        found.groups.push(group);
    }
    Ok(found)
}

// /sys/fs/cgroup --------------------------------------------------------------------------------------------------------

/// The files of a group, with the lines they are from.
#[derive(Default)]
struct Files {
    path: String,
    values: Vec<(usize, &'static str, String)>,
}

fn cgroup(text: &str) -> Result<Found, Fault> {
    let mut all: Vec<Files> = Vec::new();
    let mut next: Option<(String, &'static str)> = None;
    let mut add = |path: &str, line: usize, file: &'static str, value: &str| {
        let at = all.iter().position(|files| files.path == path).unwrap_or_else(|| {
            all.push(Files { path: path.to_string(), ..Files::default() });
            all.len() - 1
        });
        all[at].values.push((line, file, value.to_string()));
    };
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some((path, file, value)) = file_line(line) {
            add(path, i + 1, file, value);
        } else if let Some((path, file)) = heading(line) {
            next = Some((path.to_string(), file));
        } else if let Some((path, file)) = next.take_if(|_| !line.is_empty()) {
            add(&path, i + 1, file, line);
        }
    }
    let mut found = Found::default();
    // A path precedes those in it.
    all.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
    let mut places: Vec<(String, u32)> = Vec::new();
    for files in all {
        let mut group = ControlGroup::default();
        let (mut quota, mut period, mut effective) = (None, PERIOD_US, None);
        for (line, file, value) in &files.values {
            let wrong =
                || Fault::at_line(*line, What::NoCpuTime { said: short(&format!("{file}: {value}")) });
            let number = || value.parse::<i64>().map_err(|_| wrong());
            match *file {
                "cpu.max" => {
                    let mut words = value.split_whitespace();
                    let max = words.next().unwrap_or_default();
                    if max != "max" {
                        quota = Some(max.parse::<u64>().map_err(|_| wrong())?);
                    }
                    period = words.next().map_or(Ok(PERIOD_US), str::parse).map_err(|_| wrong())?;
                }
                "cpu.cfs_quota_us" => quota = u64::try_from(number()?).ok(),
                "cpu.cfs_period_us" => period = u64::try_from(number()?).map_err(|_| wrong())?,
                "cpu.max.burst" | "cpu.cfs_burst_us" => {
                    let burst = u64::try_from(number()?).map_err(|_| wrong())?;
                    group.burst_us = ranged(burst, "groups[].burst_us").ok_or_else(wrong)?;
                }
                "cpu.weight" => {
                    let weight = u64::try_from(number()?).ok().and_then(|of| ranged(of, "groups[].weight"));
                    group.weight = weight.ok_or_else(wrong)?;
                }
                "cpu.shares" => {
                    group.weight = weight_of_shares(u64::try_from(number()?).map_err(|_| wrong())?);
                }
                "cpu.idle" => group.idle = number()? != 0,
                "cpuset.cpus" if value.is_empty() => {}
                "cpuset.cpus" => group.cpus = Some(cpu_list(value).ok_or_else(wrong)?),
                _ => effective = cpu_list(value),
            }
        }
        group.cpus = group.cpus.or(effective);
        if let Some(quota) = quota {
            let wrong = || What::NoCpuTime { said: format!("{quota} in {period} µs") };
            set_quota(&mut group, quota, period).ok_or_else(wrong)?;
        }
        if group.burst_us > group.quota_us {
            let line = files.values.first().map_or(1, |value| value.0);
            let said = format!("a burst of {} µs above a quota of {} µs", group.burst_us, group.quota_us);
            return Err(Fault::at_line(line, What::NoCpuTime { said }));
        }
        // The root group has no limits; an idle group has the weight of one.
        if files.path.is_empty() && group == ControlGroup::default() {
            continue;
        }
        if group.idle {
            group.weight = 100;
        }
        let above = places.iter().filter(|(path, _)| {
            files.path.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with('/'))
        });
        let parent = above.max_by_key(|(path, _)| path.len()).cloned();
        let name = files.path[parent.as_ref().map_or(0, |(path, _)| path.len())..].trim_matches('/');
        group.name = named(&last_characters(name, limits::MAX_NAME));
        group.parent = parent.map_or(0, |(_, place)| place);
        found.groups.push(group);
        if !files.path.is_empty() {
            places.push((files.path, found.groups.len() as u32));
        }
    }
    Ok(found)
}

/// The end of a name, by which paths differ.
fn last_characters(name: &str, most: usize) -> String {
    let count = name.chars().count();
    name.chars().skip(count.saturating_sub(most)).collect()
}

//! Describes the machine that was measured, without the name of the host.

use super::linux;
use rustix::time::ClockId;
use serde::Serialize;
use std::fs::read_to_string;

/// The description of this machine.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// The CPUs' model as the kernel prints it, and whether they are virtual.
    pub name: String,
    /// CPUs that the program is allowed to use.
    pub cpus: usize,
    /// Timer ticks a second.
    pub hz: u64,
    /// Slice of a task that sets none (µs).
    pub base_slice_us: Option<u64>,
    /// Nice value of the program's autogroup (`sched_autogroup`); `None` without autogroups.
    pub autogroup_nice: Option<i32>,
}

impl Host {
    pub fn here() -> Self {
        let cpus = linux::allowed_cpus().len();
        let about = read_to_string("/proc/cpuinfo").unwrap_or_default();
        let groups = read_to_string("/proc/sys/kernel/sched_autogroup_enabled").unwrap_or_default();
        let group = read_to_string("/proc/self/autogroup").unwrap_or_default();
        Self {
            name: name(&about, cpus),
            cpus,
            hz: linux::hz(),
            base_slice_us: linux::base_slice_us(),
            autogroup_nice: group_nice(&group).filter(|_| groups.trim() == "1"),
        }
    }
}

/// The kernel's version without additions of a distribution.
pub fn kernel() -> String {
    plain_version(rustix::system::uname().release().to_str().unwrap_or_default())
}

/// The day (UTC).
pub fn today() -> String {
    date(linux::now(ClockId::Realtime) / 1_000_000_000 / 86_400)
}

fn name(cpuinfo: &str, cpus: usize) -> String {
    let field = |key: &str| {
        let line =
            cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|name| name.trim() == key))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let model = field("model name").unwrap_or_else(|| "a processor without a name".to_string());
    let is_virtual = field("flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor"));
    let kind = if is_virtual { "virtual CPU" } else { "CPU" };
    format!("{cpus} {kind}{} of {model}", if cpus == 1 { "" } else { "s" })
}

/// The nice value in `/proc/PID/autogroup`.
fn group_nice(text: &str) -> Option<i32> {
    text.trim().rsplit_once(" nice ")?.1.parse().ok()
}

fn plain_version(release: &str) -> String {
    release.split(|c: char| c != '.' && !c.is_ascii_digit()).next().unwrap_or_default().to_string()
}

/// The date of a number of days after 1 January 1970.
fn date(days: u64) -> String {
    let (mut year, mut left) = (1970, days);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let of_year = |year: u64| if is_leap(year) { 366 } else { 365 };
    while left >= of_year(year) {
        left -= of_year(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::{date, group_nice, name, plain_version};

    #[test]
    fn days_have_their_dates() {
        let known =
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (19_722, "2023-12-31"), (20_780, "2026-11-23")];
        known.iter().for_each(|(days, text)| assert_eq!(date(*days), *text));
    }

    #[test]
    fn a_machine_has_the_name_of_its_processor() {
        let about = "processor : 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu hypervisor lm\n";
        assert_eq!(name(about, 2), "2 virtual CPUs of AMD EPYC");
        assert_eq!(name("flags : fpu\nmodel name : X\n", 1), "1 CPU of X");
        assert_eq!(plain_version("6.18.44-name-v657"), "6.18.44");
        assert_eq!(plain_version("7.1"), "7.1");
        assert_eq!(group_nice("/autogroup-2291 nice -20\n"), Some(-20));
        assert_eq!(group_nice(""), None);
    }
}

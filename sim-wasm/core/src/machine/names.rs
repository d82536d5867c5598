//! The names by which people call kernels: releases, point releases, and what `uname -r` prints.

use super::kernel::KernelId::{self, *};
use crate::document::place::Way;
use crate::document::read::Read;
use crate::document::{Fault, Value};

macro_rules! remarks {
    ($($(#[$doc:meta])* $name:ident = $key:literal, $sentence:literal;)+) => {
        /// What is to be said of a name that is not exactly a kernel of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Remark { $($(#[$doc])* $name,)+ }

        impl Remark {
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];
            /// Its name on the page.
            pub fn key(self) -> &'static str { match self { $(Self::$name => $key,)+ } }
            /// The sentence. `{name}` is the name as it is meant, `{kernel}` the kernel of the table, `{rules}` a list of rules.
            pub fn sentence(self) -> &'static str { match self { $(Self::$name => $sentence,)+ } }
        }
    };
}

remarks! {
    /// None: the kernel of the table is this one.
    Exact = "exact", "";
    /// The nearest kernel.
    Nearest = "nearest", "{name} runs as {kernel} here, the nearest kernel; it differs from it in {rules}.";
    /// The nearest kernel, whose rules are the same.
    Same = "same", "{name} runs as {kernel} here; no rule differs.";
    /// From 4.19.84 on.
    Late4_19 = "late_4_19", "{name} runs as 5.4 here, because from 4.19.84 on slices of a quota no longer expire, as in 5.4; it differs from it in lb_bias, sched_idle_cpu and zen_reclaim_distance.";
    /// 6.12.1 to 6.12.33.
    Early6_12 = "early_6_12", "{name} runs as 6.12.0 here; of the point releases up to 6.12.33 only that was read, which has the base slice of 0.70 ms and the buddies of groups that 6.12 has.";
    /// Up to 6.12.116.
    Late6_12 = "late_6_12", "{name} runs as 6.12 here, which is 6.12.117; newidle balance searches at random from 6.12.66 on only, in 6.12.33 a yield does not yet forfeit the request, and before July 2026 find_idlest_group counts CPUs that the task may not use.";
    /// 6.17.y.
    Release6_17 = "release_6_17", "{name} runs as 6.18.2 here, the nearest kernel; it differs from it in {rules}, and in later 6.17.y newidle balance searches at random.";
    /// 6.18.0 and 6.18.1.
    First6_18 = "first_6_18", "{name} runs as 6.18.2 here; before 6.18.2 a yield moves the deadline and forfeits nothing.";
    /// Up to 6.18.25.
    Early6_18 = "early_6_18", "{name} runs as 6.18.2 here; from 6.18.10 on one CPU at a time balances over nodes, newly idle or not, and in 6.18.26 newidle balance searches at random and the lag limit is another.";
    /// Up to 6.18.34.
    Late6_18 = "late_6_18", "{name} runs as 6.18 here, which is 6.18.44; in 6.18.26 a forked task still preempts with any slice, only a shorter slice cuts the protection of the running task, a delayed task still stands in the way of a woken one, and find_idlest_group counts CPUs that the task may not use.";
    /// Up to 6.18.43.
    Almost6_18 = "almost_6_18", "{name} runs as 6.18 here, which is 6.18.44; in 6.18.35 find_idlest_group still counts CPUs that the task may not use.";
    /// A kernel of Ubuntu 24.04.
    Ubuntu6_8 = "ubuntu_6_8", "{name} is Ubuntu’s 6.8, which runs as 6.8 here; in its builds of today (6.8.0-151) the base slice is 0.70 ms and a yield forfeits the rest of the request.";
    /// Another kernel of Ubuntu whose release is in the table.
    Ubuntu = "ubuntu", "{name} is Ubuntu’s {kernel}, which runs as {kernel} here; Ubuntu takes later changes into its builds, of which one each was read (6.5.0-45, 7.0.0-44).";
    /// A kernel of Red Hat or SUSE.
    Enterprise = "enterprise", "{name} runs as {kernel} here; Red Hat and SUSE take later changes into their kernels, which were not read.";
}

impl Remark {
    /// Whether its sentence lists the rules in which the release differs from its kernel.
    pub fn lists_rules(self) -> bool {
        matches!(self, Self::Nearest | Self::Release6_17)
    }
}

/// The point releases of a release, from `first` to the next row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    pub major: u32,
    pub minor: u32,
    pub first: u32,
    pub kernel: KernelId,
    pub remark: Remark,
}

const fn row(major: u32, minor: u32, first: u32, kernel: KernelId, remark: Remark) -> Release {
    Release { major, minor, first, kernel, remark }
}
const fn exact(major: u32, minor: u32, kernel: KernelId) -> Release {
    row(major, minor, 0, kernel, Remark::Exact)
}
const fn near(major: u32, minor: u32, kernel: KernelId) -> Release {
    row(major, minor, 0, kernel, Remark::Nearest)
}

/// The releases that have a kernel here. A name without a point release is the last row of its release.
pub const RELEASES: &[Release] = &[
    near(4, 19, V4_20),
    row(4, 19, 84, V5_4, Remark::Late4_19),
    exact(4, 20, V4_20),
    exact(5, 4, V5_4),
    near(5, 5, V5_9),
    near(5, 6, V5_9),
    near(5, 7, V5_9),
    near(5, 8, V5_9),
    exact(5, 9, V5_9),
    exact(5, 10, V5_10),
    near(5, 11, V5_10),
    near(5, 12, V5_10),
    near(5, 13, V5_10),
    near(5, 14, V5_15),
    exact(5, 15, V5_15),
    near(5, 16, V5_15),
    near(5, 17, V5_15),
    near(5, 18, V6_5),
    near(5, 19, V6_5),
    near(6, 0, V6_5),
    near(6, 1, V6_5),
    near(6, 2, V6_5),
    near(6, 3, V6_5),
    near(6, 4, V6_5),
    exact(6, 5, V6_5),
    near(6, 6, V6_8),
    near(6, 7, V6_8),
    exact(6, 8, V6_8),
    near(6, 9, V6_8),
    near(6, 10, V6_8),
    near(6, 11, V6_8),
    exact(6, 12, V6_12_0),
    row(6, 12, 1, V6_12_0, Remark::Early6_12),
    row(6, 12, 34, V6_12, Remark::Late6_12),
    row(6, 12, 117, V6_12, Remark::Exact),
    near(6, 13, V6_12_0),
    near(6, 14, V6_12_0),
    near(6, 15, V6_12_0),
    near(6, 16, V6_12_0),
    row(6, 17, 0, V6_18_2, Remark::Release6_17),
    row(6, 18, 0, V6_18_2, Remark::First6_18),
    row(6, 18, 2, V6_18_2, Remark::Exact),
    row(6, 18, 3, V6_18_2, Remark::Early6_18),
    row(6, 18, 26, V6_18, Remark::Late6_18),
    row(6, 18, 35, V6_18, Remark::Almost6_18),
    row(6, 18, 44, V6_18, Remark::Exact),
    near(6, 19, V7_0),
    exact(7, 0, V7_0),
    exact(7, 1, V7_1),
    near(7, 2, V7_3),
    exact(7, 3, V7_3),
];

/// A kernel of the table, as a menu and a list name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    pub kernel: KernelId,
    /// The point release whose source the rules are read from.
    pub release: &'static str,
    /// Where it is in use, or its year: the same in every language.
    pub place: &'static str,
    /// One sentence.
    pub sentence: &'static str,
}

const fn about(
    kernel: KernelId,
    release: &'static str,
    place: &'static str,
    sentence: &'static str,
) -> About {
    About { kernel, release, place, sentence }
}

/// The kernels of the table, the oldest first.
pub const KERNELS: &[About] = &[
    about(V2_5, "2.5.5x", "2003", "The O(1) scheduler of January 2003; no scheduling domains."),
    about(V4_20, "4.20", "2018", "Base of the stealing series; balances by load."),
    about(
        V5_4,
        "5.4",
        "LTS, 2019",
        "The last that balances by load; what a CPU has of a quota no longer expires.",
    ),
    about(V5_9, "5.9", "2020", "Base of the cluster RFC; balances by group type."),
    about(V5_10, "5.10", "LTS, 2020", "Half the busy interval, other balance rules inside the LLC."),
    about(
        V5_15,
        "5.15",
        "LTS, Ubuntu 22.04",
        "Bursts above a quota and cpu.idle; the scan is bounded by an idle time that ages.",
    ),
    about(V6_5, "6.5", "2023", "The last with CFS; stands for 6.4, the base of the task_group series."),
    about(
        V6_8,
        "6.8",
        "2024",
        "Early EEVDF: a request is served to its end, and nothing stays queued while it sleeps.",
    ),
    about(
        V6_12_0,
        "6.12.0",
        "2024",
        "EEVDF with delayed dequeue and slices of a task’s own, as released in November 2024.",
    ),
    about(V6_12, "6.12.117", "LTS, Debian 13", "The last state of 6.12.y, as distributions ship it."),
    about(V6_18_2, "6.18.2", "2025", "EEVDF whose protection lasts the least slice, as of December 2025."),
    about(V6_18, "6.18.44", "LTS", "The last state of 6.18.y, the current long-term series."),
    about(V7_0, "7.0", "2026", "The release of April 2026."),
    about(V7_1, "7.1.5", "2026", "The release of June 2026."),
    about(V7_3, "7.3.4", "2026", "The newest stable release."),
];

/// The names that are known, for a message.
pub const KNOWN: &[&str] =
    &["2.5.5x", "4.19", "4.20", "5.4 to 7.3", "a point release or `uname -r` of these"];

/// Ubuntu's kinds of kernels, which follow the number of the build.
pub const UBUNTU: &[&str] = &[
    "generic",
    "lowlatency",
    "aws",
    "azure",
    "gcp",
    "gke",
    "oracle",
    "ibm",
    "kvm",
    "nvidia",
    "raspi",
    "oem",
];

/// A name that has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    pub kernel: KernelId,
    pub remark: Remark,
    pub major: u32,
    pub minor: u32,
    /// The point release, if the name has one.
    pub patch: Option<u32>,
}

/// A decimal number at the beginning of a text, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    number.parse().ok().map(|number| (number, rest))
}

/// The kernel that a name means.
pub fn named(text: &str) -> Option<Named> {
    let text = text.trim();
    if text == V2_5.key() {
        return Some(Named { kernel: V2_5, remark: Remark::Exact, major: 2, minor: 5, patch: None });
    }
    let text =
        text.strip_prefix("Linux ").unwrap_or(text).trim_start_matches("linux-").trim_start_matches('v');
    let (major, rest) = number(text)?;
    let (minor, rest) = number(rest.strip_prefix('.')?)?;
    let (patch, rest) = match rest.strip_prefix('.').and_then(number) {
        Some((patch, rest)) => (Some(patch), rest),
        None => (None, rest),
    };
    if !matches!(rest.bytes().next(), None | Some(b'.' | b'-' | b'+' | b'_' | b'~' | b' ')) {
        return None;
    }
    let build = rest.strip_prefix('-').and_then(number);
    // Distributions number their own builds behind a zero.
    let patch = patch.filter(|&patch| patch > 0 || build.is_none());
    let mut rows = RELEASES.iter().filter(|row| (row.major, row.minor) == (major, minor));
    let row = rows.rfind(|row| patch.is_none_or(|patch| row.first <= patch))?;
    let flavour = build.map_or("", |(_, rest)| rest.trim_start_matches('-'));
    let is_ubuntu = UBUNTU.iter().any(|kind| flavour.starts_with(kind)) && row.remark == Remark::Exact;
    let remark = match row.kernel {
        _ if rest.contains(".el") || rest.ends_with("-default") => Remark::Enterprise,
        V6_8 if is_ubuntu => Remark::Ubuntu6_8,
        V6_5 | V7_0 if is_ubuntu => Remark::Ubuntu,
        _ => row.remark,
    };
    Some(Named { kernel: row.kernel, remark, major, minor, patch })
}

impl Read for KernelId {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        let found = value.as_str().and_then(named);
        *self = found.ok_or_else(|| Fault::UnknownWord { known: KNOWN.to_vec() })?.kernel;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names that people paste, the kernel of each (`-`: none) and the remark; the page reads the same file.
    const TRIED: &str = include_str!("../../../../tests/fixtures/kernel-names.txt");

    #[test]
    fn names_that_people_paste_are_read() {
        for line in TRIED.lines().filter(|line| !line.is_empty()) {
            let mut words = line.split(" | ");
            let mut next = || words.next().expect("three words");
            let (name, kernel, remark) = (next(), next(), next());
            let found = named(name).map_or(("-", "-"), |found| (found.kernel.key(), found.remark.key()));
            assert_eq!(found, (kernel, remark), "{name}");
        }
    }

    #[test]
    fn every_kernel_of_the_table_is_its_own_name() {
        for &kernel in KernelId::ALL {
            let found = named(kernel.key()).expect("a name");
            assert_eq!((found.kernel, found.remark), (kernel, Remark::Exact));
        }
    }

    #[test]
    fn every_kernel_of_the_table_is_described_by_the_release_it_was_read_from() {
        let kernels: Vec<_> = KERNELS.iter().map(|about| about.kernel).collect();
        assert_eq!(kernels, KernelId::ALL);
        for about in KERNELS.iter().skip(1) {
            let found = named(about.release).expect("a name");
            assert_eq!((found.kernel, found.remark), (about.kernel, Remark::Exact), "{}", about.release);
        }
    }

    #[test]
    fn every_long_term_release_and_every_release_from_5_4_on_has_a_kernel() {
        let all = (4..=19).map(|minor| (5, minor)).chain((0..=19).map(|minor| (6, minor)));
        for (major, minor) in all.chain([(4, 19), (7, 0), (7, 1), (7, 2), (7, 3)]) {
            assert!(named(&format!("{major}.{minor}")).is_some(), "{major}.{minor}");
        }
        let keys = |row: &Release| (row.major, row.minor, row.first);
        assert!(RELEASES.windows(2).all(|pair| keys(&pair[0]) < keys(&pair[1])), "in order");
    }
}

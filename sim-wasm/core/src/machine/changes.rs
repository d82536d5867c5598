//! What changed between two kernels, and at which release: read from the sources of the rules.

use super::kernel::{KernelId, RULES, RuleInfo, rules};
use super::names::{Named, Remark};
use serde_json::Value;

/// A release, and whether a change comes only after it.
type Point = (u32, u32, bool);

/// The two numbers of a version, with or without a `v` before it.
fn version(word: &str) -> Option<(u32, u32)> {
    let mut numbers = word.trim_start_matches('v').split('.').map(|number| {
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    Some((numbers.next()??, numbers.next()??))
}

/// The release of a kernel.
pub(super) fn place(kernel: KernelId) -> Point {
    let (major, minor) = version(kernel.key()).unwrap_or_default();
    (major, minor, false)
}

/// The releases at which a rule changes according to its source: "since" a version, "from" a version "on", or "until" a version.
pub(super) fn points(source: &str) -> Vec<Point> {
    let words: Vec<&str> = source.split_whitespace().chain([""]).collect();
    let point = |of: &[&str]| {
        let (major, minor) = version(of[1].trim_end_matches([',', ';']))?;
        let begins = of[0] == "since" || of[0] == "from" && of[2].starts_with("on");
        (begins || of[0] == "until").then_some((major, minor, !begins))
    };
    words.windows(3).filter_map(point).collect()
}

/// The kernels that are states of a stable series, and the release that each series began with.
pub(super) const SERIES: [(KernelId, KernelId); 2] =
    [(KernelId::V6_12, KernelId::V6_12_0), (KernelId::V6_18, KernelId::V6_18_2)];

/// The kernels of the mainline, the oldest first.
pub(super) fn mainline() -> impl Iterator<Item = KernelId> {
    KernelId::ALL.iter().copied().filter(|id| SERIES.iter().all(|(series, _)| series != id))
}

/// The value of a rule in a kernel; `None`: its scheduler has no such rule.
pub fn value_in(rule: &RuleInfo, kernel: KernelId) -> Option<Value> {
    let rules = rules(kernel);
    let has_it = rule.of.has(rules.class);
    let mut all = serde_json::to_value(rules).expect("rules");
    has_it.then(|| all[rule.key].take())
}

/// The kernels of the table with a value of a rule.
pub fn kernels_with(rule: &RuleInfo, value: &str) -> Vec<KernelId> {
    KernelId::ALL.iter().copied().filter(|&id| value_in(rule, id).is_some_and(|own| own == value)).collect()
}

/// The values of a choice, each with the kernels that have it: `prop (4.20 to 5.10), aged (no kernel here)`.
pub fn values_of(rule: &RuleInfo, values: &[&str]) -> String {
    let on = |value: &&str| {
        let kernels = kernels_with(rule, value);
        let mut runs: Vec<(KernelId, KernelId)> = Vec::new();
        for kernel in kernels {
            match runs.last_mut() {
                Some((_, last)) if *last as usize + 1 == kernel as usize => *last = kernel,
                _ => runs.push((kernel, kernel)),
            }
        }
        let run = |&(first, last): &(KernelId, KernelId)| match first == last {
            true => first.key().to_string(),
            false => format!("{} to {}", first.key(), last.key()),
        };
        let list = if runs.is_empty() {
            "no kernel here".to_string()
        } else {
            runs.iter().map(run).collect::<Vec<_>>().join(", ")
        };
        format!("{value} ({list})")
    };
    values.iter().map(on).collect::<Vec<_>>().join(", ")
}

/// The rules with another value in `b` than in `a`, in the order of the table.
pub fn changed(a: KernelId, b: KernelId) -> Vec<&'static RuleInfo> {
    RULES.iter().filter(|rule| value_in(rule, a) != value_in(rule, b)).collect()
}

/// The rules in which a release of the mainline differs from a kernel of the mainline with the same scheduler.
pub fn differing((major, minor): (u32, u32), kernel: KernelId) -> Vec<&'static RuleInfo> {
    let (release, here) = ((major, minor, false), place(kernel));
    let between = |point: &Point| *point > release.min(here) && *point <= release.max(here);
    let differs = |rule: &&RuleInfo| {
        let kernels: Vec<KernelId> = mainline().filter(|&id| rule.of.has(rules(id).class)).collect();
        let points = points(rule.source);
        let of_first = points.iter().filter(|&&point| kernels.first().is_some_and(|&id| point <= place(id)));
        let of_change = kernels.windows(2).filter(|pair| value_in(rule, pair[0]) != value_in(rule, pair[1]));
        let of_others = of_change.flat_map(|pair| {
            let (from, to) = (place(pair[0]), place(pair[1]));
            let mut own: Vec<Point> =
                points.iter().copied().filter(|&point| point > from && point <= to).collect();
            if own.is_empty() {
                own.push(to);
            }
            own
        });
        rule.of.has(rules(kernel).class) && of_first.copied().chain(of_others).any(|point| between(&point))
    };
    RULES.iter().filter(differs).collect()
}

impl Named {
    /// How the kernel is called in a sentence.
    pub fn name(&self) -> String {
        let patch = self.patch.map(|patch| format!(".{patch}")).unwrap_or_default();
        format!("{}.{}{patch}", self.major, self.minor)
    }

    /// The rules in which the release differs from its kernel, where that is the nearest one.
    pub fn differing(&self) -> Vec<&'static str> {
        let all = if self.remark.lists_rules() {
            differing((self.major, self.minor), self.kernel)
        } else {
            Vec::new()
        };
        all.iter().map(|rule| rule.key).collect()
    }

    /// One sentence on what the name stands for; `None`: exactly for its kernel.
    pub fn sentence(&self) -> Option<String> {
        let rules = self.differing();
        let is_same = self.remark == Remark::Nearest && rules.is_empty();
        let remark = if is_same { Remark::Same } else { self.remark };
        let list = match rules.split_last() {
            Some((last, [])) => (*last).to_string(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        };
        let text = remark.sentence().replace("{name}", &self.name()).replace("{kernel}", self.kernel.key());
        (remark != Remark::Exact).then(|| text.replace("{rules}", &list))
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{ClassId, RuleKind};
    use super::super::names::{RELEASES, named};
    use super::*;

    /// The scheduler of a release.
    fn class_of(release: (u32, u32)) -> ClassId {
        match release {
            (2, _) => ClassId::O1,
            release if release < (6, 6) => ClassId::Cfs,
            _ => ClassId::Eevdf,
        }
    }

    #[test]
    fn a_release_runs_as_the_kernel_that_differs_in_the_fewest_rules_and_limits_groups_as_it_does() {
        const OF_QUOTAS: [&str; 2] = ["slices_expire", "cpu_burst"];
        let is_of_quotas = |rule: &&RuleInfo| OF_QUOTAS.contains(&rule.key);
        for row in RELEASES.iter().filter(|row| row.remark.lists_rules()) {
            let release = (row.major, row.minor);
            let kernels = mainline()
                .filter(|&id| rules(id).class == class_of(release))
                .filter(|&id| !differing(release, id).iter().any(is_of_quotas));
            let numbers: Vec<_> = kernels.map(|id| (differing(release, id).len(), id)).collect();
            let least = numbers.iter().map(|(number, _)| *number).min();
            let own = differing(release, row.kernel).len();
            assert_eq!(Some(own), least, "{release:?}: {} of {numbers:?}", row.kernel.key());
            assert_eq!(rules(row.kernel).class, class_of(release), "{release:?}");
        }
    }

    #[test]
    fn a_release_has_the_rules_that_came_up_to_it() {
        let keys = |name: &str| named(name).expect("a name").differing();
        // wake_affine_idle since 5.11, capacity_greater since 5.13; what came with 5.14 is not there yet.
        let of_5_13 = keys("5.13");
        assert!(of_5_13.contains(&"affine_idle_prev") && of_5_13.contains(&"capacity_greater"));
        assert!(!of_5_13.contains(&"cpu_burst") && !of_5_13.contains(&"sis"));
        assert_eq!(keys("5.14"), ["recent_is_prev", "cpu_idle"]);
        // SIS_UTIL since 6.0.
        assert!(keys("5.19").contains(&"sis") && !keys("6.0").contains(&"sis"));
        assert_eq!(keys("6.9"), ["asym_tie_last", "cache_flag"]);
        // LB_BIAS is off from 4.20 on.
        assert_eq!(keys("4.19.83"), ["lb_bias"]);
    }

    #[test]
    fn a_sentence_names_the_kernel_and_the_rules() {
        let sentence = |name: &str| named(name).expect("a name").sentence();
        assert_eq!(
            sentence("6.9").as_deref(),
            Some(
                "6.9 runs as 6.8 here, the nearest kernel; it differs from it in asym_tie_last and cache_flag."
            )
        );
        assert_eq!(sentence("6.12"), None);
        let ubuntu = sentence("6.8.0-45-generic").expect("a sentence");
        assert!(ubuntu.contains("Ubuntu’s 6.8") && ubuntu.contains("0.70 ms") && ubuntu.contains("forfeits"));
        assert!(
            sentence("5.14.0-427.13.1.el9_4.x86_64")
                .is_some_and(|said| said.starts_with("5.14 runs as 5.15"))
        );
    }

    #[test]
    fn a_value_says_which_kernels_have_it() {
        let of = |key: &str| {
            let rule = RULES.iter().find(|rule| rule.key == key).expect("a rule");
            let RuleKind::Choice(values) = rule.kind else { panic!("{key} is no choice") };
            values_of(rule, values)
        };
        assert_eq!(of("sis"), "prop (4.20 to 5.10), aged (5.15), util (6.5 to 7.3)");
        assert_eq!(
            of("pick_buddy"),
            "off (6.8 to 6.12.0), at_pick (6.12 to 6.18.2), at_wakeup (6.18 to 7.3)"
        );
    }

    #[test]
    fn what_changed_between_two_kernels_is_the_same_both_ways() {
        let keys = |a, b| changed(a, b).iter().map(|rule| rule.key).collect::<Vec<_>>();
        assert_eq!(keys(KernelId::V5_9, KernelId::V5_10), keys(KernelId::V5_10, KernelId::V5_9));
        assert!(keys(KernelId::V6_12_0, KernelId::V6_12).contains(&"base_slice_us"));
        assert_eq!(keys(KernelId::V6_8, KernelId::V6_8), [""; 0]);
        // A rule that one of the two schedulers lacks.
        assert!(keys(KernelId::V6_5, KernelId::V6_8).contains(&"place_lag"));
    }
}

//! The kernels of the table, and what changed between two of them.

use crate::shown::Shown;
use sched_core::machine::changes::{changed, kernels_with, value_in, values_of};
use sched_core::machine::names::{About, KERNELS, Named, RELEASES, named};
use sched_core::machine::{KernelId, RuleInfo, RuleKind, kernel};
use serde_json::{Value, json};
use std::fmt::Write;

fn about(kernel: KernelId) -> &'static About {
    &KERNELS[kernel as usize]
}

/// A kernel with the point release it was read from and where it is in use.
fn title(kernel: KernelId) -> String {
    let About { release, place, .. } = about(kernel);
    let release = if *release == kernel.key() { String::new() } else { format!("{release}, ") };
    format!("{} ({release}{place})", kernel.key())
}

/// A value in words.
fn word(value: Option<&Value>) -> String {
    match value {
        None => "no such rule".into(),
        Some(Value::Bool(on)) => if *on { "on" } else { "off" }.into(),
        Some(Value::String(word)) => word.clone(),
        Some(number) => number.to_string(),
    }
}

/// The values of a choice with the kernels that have each; of other rules nothing.
fn kernels_by_value(rule: &RuleInfo) -> Option<Value> {
    let RuleKind::Choice(choices) = rule.kind else { return None };
    let kernels = |value| kernels_with(rule, value).iter().map(|kernel| kernel.key()).collect::<Vec<_>>();
    Some(choices.iter().map(|&value| (value.to_string(), json!(kernels(value)))).collect())
}

/// All kernels, and the names that are not in the table.
pub fn all(as_json: bool) -> String {
    let others = RELEASES.iter().filter_map(|row| {
        let point = if row.first > 0 { format!(".{}", row.first) } else { String::new() };
        let name = format!("{}.{}{point}", row.major, row.minor);
        let sentence = named(&name)?.sentence()?;
        Some((name, row.kernel.key(), sentence))
    });
    if as_json {
        let kernels = KERNELS.iter().map(|about| {
            json!({ "kernel": about.kernel.key(), "release": about.release, "place": about.place,
                "scheduler": kernel::rules(about.kernel).class.key(), "sentence": about.sentence })
        });
        let names = others
            .map(|(name, kernel, sentence)| json!({ "name": name, "kernel": kernel, "sentence": sentence }));
        let all = json!({ "kernels": kernels.collect::<Vec<_>>(), "names": names.collect::<Vec<_>>() });
        return format!("{all:#}\n");
    }
    let titles: Vec<String> = KERNELS.iter().map(|about| title(about.kernel)).collect();
    let width = titles.iter().map(String::len).max().unwrap_or(0);
    let mut out = String::new();
    for (title, about) in titles.iter().zip(KERNELS) {
        let _ = writeln!(out, "{title:width$}  {}", about.sentence);
    }
    out.push_str("\nOther names:\n");
    for (.., sentence) in others {
        let _ = writeln!(out, "  {sentence}");
    }
    out
}

/// One kernel: what it is, and what its name means.
pub fn one(name: &Named, as_json: bool) -> String {
    let (kernel, sentence) = (name.kernel, name.sentence());
    let About { release, place, sentence: said, .. } = about(kernel);
    if as_json {
        let one = json!({ "name": name.name(), "kernel": kernel.key(), "release": release, "place": place,
            "scheduler": kernel::rules(kernel).class.key(), "sentence": said, "note": sentence });
        return format!("{one:#}\n");
    }
    let note = sentence.map(|sentence| format!("{sentence}\n")).unwrap_or_default();
    format!("{}  {said}\n{note}", title(kernel))
}

/// The rules that changed between two kernels.
pub fn between(names: [&Named; 2], as_json: bool) -> String {
    let notes: Vec<String> = names.iter().filter_map(|name| name.sentence()).collect();
    let mut kernels = names.map(|name| name.kernel);
    kernels.sort_by_key(|&kernel| kernel as usize);
    let [older, newer] = kernels;
    let rules = changed(older, newer);
    let values = |rule: &RuleInfo| [older, newer].map(|kernel| value_in(rule, kernel));
    if as_json {
        let row = |rule: &&RuleInfo| {
            let [before, after] = values(rule);
            json!({ "rule": rule.key, "sentence": rule.meaning.trim(), "older": before, "newer": after,
                "values": kernels_by_value(rule), "source": rule.source, "link": Shown::of(rule.key).link(older, newer),
                "nowhere": Shown::of(rule.key).reason() })
        };
        let all = json!({ "older": older.key(), "newer": newer.key(), "notes": notes,
            "rules": rules.iter().map(row).collect::<Vec<_>>() });
        return format!("{all:#}\n");
    }
    let mut out = String::new();
    for note in &notes {
        let _ = writeln!(out, "{note}");
    }
    let count = match rules.len() {
        0 if !notes.is_empty() => "besides that no rule differs".to_string(),
        0 => "no rule differs".to_string(),
        1 => "1 rule differs".to_string(),
        count => format!("{count} rules differ"),
    };
    let _ = writeln!(out, "{} and {}: {count}.", title(older), title(newer));
    for rule in rules {
        let [before, after] = values(rule);
        let _ = writeln!(out, "\n{}: {} -> {}", rule.key, word(before.as_ref()), word(after.as_ref()));
        let _ = writeln!(out, "  {}", rule.meaning.trim());
        if let RuleKind::Choice(choices) = rule.kind {
            let _ = writeln!(out, "  Values: {}.", values_of(rule, choices));
        }
        let _ = writeln!(out, "  Source: {}.", rule.source);
        let shown = Shown::of(rule.key);
        if let Some(said) = shown.link(older, newer).or(shown.reason().map(String::from)) {
            let _ = writeln!(out, "  {said}");
        }
    }
    out
}

/// The sentences on the names of kernels in a document that are not exactly kernels of the table.
pub fn notes(document: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    let lanes = document["lanes"].as_array().into_iter().flatten().map(|lane| &lane["kernel"]);
    let names = std::iter::once(&document["kernel"]).chain(lanes).filter_map(Value::as_str);
    let mut notes: Vec<String> = names.filter_map(|name| named(name)?.sentence()).collect();
    notes.dedup();
    notes
}

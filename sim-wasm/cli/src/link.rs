//! The link of a scenario: the fragment that follows the address of the page. docs/link.md describes it.

use sched_core::machine::KernelId;
use sched_core::mechanisms::Features;
use sched_core::scenario::{Lane, MachineChoice, Scenario, Workload};
use serde_json::{Map, Value};

fn fields(value: impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::Bool(on) => u8::from(*on).to_string(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// `-` if there is nothing.
fn or_none(words: Vec<String>, between: &str) -> String {
    if words.is_empty() { "-".into() } else { words.join(between) }
}

fn pairs(fields: &Map<String, Value>) -> String {
    or_none(fields.iter().map(|(key, value)| format!("{key}:{}", word(value))).collect(), ",")
}

fn workload(workload: &Workload) -> Option<String> {
    let kind = workload.info().kind;
    let values = fields(workload);
    let mut words = vec![kind.to_owned()];
    for (flag, key) in workload.flags() {
        match values.get(*key)? {
            Value::Bool(false) => {}
            Value::Bool(true) => words.push((*flag).into()),
            Value::Array(_) => return None,
            value => words.push(format!("{flag}={value}")),
        }
    }
    Some(words.join(","))
}

/// The differences from a plain kernel.
fn features(of: &Features) -> String {
    let plain = fields(Features::default());
    let differ = fields(of).into_iter().filter(|(key, value)| plain.get(key) != Some(value));
    let words = differ.map(|(key, value)| match value {
        Value::Bool(true) => key,
        Value::Bool(false) => format!("-{key}"),
        value => format!("{key}:{}", word(&value)),
    });
    or_none(words.collect(), ",")
}

fn path(lane: &Lane) -> String {
    let flips = lane.flips.iter().map(|flip| format!("@{},{}", flip.at_ns, features(&flip.features)));
    features(&lane.features) + &flips.collect::<String>()
}

/// A text as a part of a link, as the page writes it: `encodeURIComponent`, but for the signs that a fragment may have.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(char::from(byte)),
            byte if b"-_.!~*'(),:;=@/".contains(&byte) => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The sentences of an author, between semicolons.
fn sentences(all: &[String]) -> String {
    let one = |sentence: &String| sentence.replace('\\', "\\\\").replace(';', "\\;");
    escaped(&all.iter().map(one).collect::<Vec<_>>().join(";"))
}

/// The fragment of a scenario with two lanes, and with sentences of its author. `None`: it has parts that a link packs or spells out (a machine of one's
/// own, rt-app, control groups, settings of tasks, a layout).
pub fn to(scenario: &Scenario, author: &[String]) -> Option<String> {
    let MachineChoice::Named(machine) = &scenario.machine else { return None };
    let [a, b] = scenario.lanes.as_slice() else { return None };
    let is_plain = |lane: &Lane| lane.layout.is_empty();
    if !scenario.groups.is_empty() || !scenario.tasks.is_empty() || !is_plain(a) || !is_plain(b) {
        return None;
    }
    let cpus = |list: &Option<String>| {
        list.as_ref().map_or("all".to_owned(), |list| list.chars().filter(|c| !c.is_whitespace()).collect())
    };
    let mut parts = vec![
        ("p", "cluster".to_owned()),
        ("machine", machine.key().into()),
        ("kernel", scenario.kernel.key().into()),
        ("w", workload(&scenario.workload)?),
        ("cg", "-".into()),
        ("tasks", "-".into()),
        ("seed", scenario.seed.to_string()),
        ("cpus", cpus(&scenario.cpus)),
        ("limit", scenario.limit_ms.to_string()),
        ("warmup", scenario.warmup_ms.to_string()),
        ("tune", pairs(&fields(&scenario.tunables))),
        ("cost", pairs(&fields(&scenario.costs))),
        ("decides", scenario.decides.key().into()),
        ("a", path(a)),
        ("b", path(b)),
    ];
    let kernel = |kernel: Option<KernelId>| kernel.map_or("-", KernelId::key).to_owned();
    for (names, lane) in [(["ka", "ca", "ra", "ta"], a), (["kb", "cb", "rb", "tb"], b)] {
        let tunables = pairs(&fields(&lane.tunables));
        let values = [kernel(lane.kernel), cpus(&lane.cpus), pairs(&fields(&lane.rules)), tunables];
        parts.extend(names.into_iter().zip(values));
    }
    parts.push(("text", sentences(author)));
    // What the preset has anyway is left out.
    let is_said = |(name, value): &(&str, String)| match *name {
        "cg" | "tasks" | "tune" | "cost" | "ka" | "kb" | "ra" | "rb" | "ta" | "tb" => value != "-",
        "cpus" | "ca" | "cb" => value != "all",
        "decides" => value != "work",
        "text" => !value.is_empty(),
        _ => true,
    };
    let parts = parts.iter().filter(|part| is_said(part)).map(|(name, value)| format!("&{name}={value}"));
    Some(format!("#v3{}", parts.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::to;
    use sched_core::scenario::parse;

    /// The page reads the same file (`src/scenario/link/cli.test.ts`).
    const LINKS: &str = include_str!("../../../tests/fixtures/cli-links.json");

    #[test]
    fn a_scenario_becomes_the_link_that_the_page_reads() {
        let links: Vec<serde_json::Value> = serde_json::from_str(LINKS).expect("JSON");
        for one in links {
            let scenario = parse(&one["document"].to_string()).expect("a good scenario");
            let text = one["text"].as_array().into_iter().flatten();
            let text: Vec<String> = text.filter_map(|one| one.as_str()).map(String::from).collect();
            assert_eq!(to(&scenario, &text).as_deref(), one["link"].as_str());
        }
    }
}

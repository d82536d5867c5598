//! The challenges of `examples/challenges`: good documents, and goals that a plain kernel misses.

use crate::common::run;
use sched_core::scenario::{Features, PolicySource, Scenario, Source, parse};
use sched_core::sim::Simulation;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

const CHALLENGES: [(&str, &str); 5] = [
    ("one_sleeper", include_str!("../../../examples/challenges/one_sleeper.json")),
    ("busy_server", include_str!("../../../examples/challenges/busy_server.json")),
    ("requests", include_str!("../../../examples/challenges/requests.json")),
    ("two_weights", include_str!("../../../examples/challenges/two_weights.json")),
    ("messages", include_str!("../../../examples/challenges/messages.json")),
];

fn scenario(challenge: &Value, name: &str) -> Scenario {
    parse(&challenge["scenario"].to_string()).unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

fn seeds(challenge: &Value, of: &str) -> Vec<u64> {
    challenge[of].as_array().expect("seeds").iter().map(|seed| seed.as_u64().expect("a seed")).collect()
}

#[test]
fn a_challenge_has_one_plain_lane_texts_and_seeds_that_decide_without_having_been_practised() {
    for (name, text) in CHALLENGES {
        let challenge: Value = serde_json::from_str(text).expect(name);
        let scenario = scenario(&challenge, name);
        assert_eq!(scenario.lanes.len(), 1, "{name}");
        assert_eq!(scenario.lanes[0].features, Features::default(), "{name}");
        let (practice, scoring) = (seeds(&challenge, "practice"), seeds(&challenge, "scoring"));
        assert_eq!((practice.len(), scoring.len()), (3, 16), "{name}");
        let all: BTreeSet<u64> = practice.into_iter().chain(scoring).collect();
        assert_eq!(all.len(), 19, "{name}: a seed is there twice");
        for (field, language) in [("title", "en"), ("title", "zh"), ("text", "en"), ("text", "zh")] {
            assert!(challenge[field][language].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        }
    }
}

#[test]
fn a_plain_kernel_waits_longer_than_the_goal_with_every_practice_seed() {
    for (name, text) in CHALLENGES {
        let challenge: Value = serde_json::from_str(text).expect(name);
        let mut scenario = scenario(&challenge, name);
        let most = challenge["goal"]["wait_p99_us"].as_u64().expect("a limit") * 1_000;
        let lost = challenge["goal"]["work_lost_pct"].as_u64().expect("a limit");
        assert!((1..=5).contains(&lost), "{name}");
        for seed in seeds(&challenge, "practice") {
            scenario.seed = u32::try_from(seed).expect("a seed");
            let report = run(&scenario);
            assert!(report.wake_latency.p99 > most, "{name}, seed {seed}: {}", report.wake_latency.p99);
            assert!(report.messages > 0, "{name}");
        }
    }
}

/// A starter, with the value of a knob, that meets each goal.
const REACHED_BY: [(&str, &str, Option<i64>); 5] = [
    ("one_sleeper", include_str!("../../../examples/policies/mlfq.bpf.c"), None),
    ("busy_server", include_str!("../../../examples/policies/vtime.bpf.c"), None),
    ("requests", include_str!("../../../examples/policies/fifo.bpf.c"), None),
    ("two_weights", include_str!("../../../examples/policies/vtime.bpf.c"), Some(1_000_000)),
    ("messages", include_str!("../../../examples/policies/central.bpf.c"), Some(1_000_000)),
];

#[test]
fn each_goal_is_reached_by_a_starter_on_both_sides_with_every_practice_seed() {
    for ((name, text), (reached, source, slice)) in CHALLENGES
        .iter()
        .flat_map(|one| REACHED_BY.iter().filter(|by| by.0 == one.0).map(move |by| (one, by)))
    {
        assert_eq!(name, reached);
        let challenge: Value = serde_json::from_str(text).expect(name);
        let mut scenario = scenario(&challenge, name);
        let most = challenge["goal"]["wait_p99_us"].as_u64().expect("a limit") * 1_000;
        let lost = challenge["goal"]["work_lost_pct"].as_f64().expect("a limit");
        let knobs = slice.iter().map(|&slice| ("slice_ns".to_string(), slice)).collect();
        let policy = PolicySource { name: "starter".into(), source: Source((*source).to_string()), knobs };
        for seed in seeds(&challenge, "practice") {
            scenario.seed = u32::try_from(seed).expect("a seed");
            scenario.lanes[0].policy = None;
            scenario.policies.clear();
            let plain = run(&scenario);
            scenario.lanes[0].policy = Some(policy.name.clone());
            scenario.policies.push(policy.clone());
            let release = scenario.policy_of(0).expect("a policy").release;
            let program = sched_policy::compile(source, release).expect("a starter").program;
            let mut sim = Simulation::with_program(&scenario, 0, Arc::new(program)).expect("a lane");
            sim.run_to_end();
            let own = sim.report();
            assert!(own.wake_latency.p99 <= most, "{name}, seed {seed}: {}", own.wake_latency.p99);
            let kept = 100.0 - lost;
            assert!(own.messages_per_s >= plain.messages_per_s * kept / 100.0, "{name}, seed {seed}");
            assert!(own.policy.is_some_and(|policy| policy.exit.is_none()), "{name}");
        }
    }
}

//! `defaults.ts`: the values of fields that a document leaves out.

use super::literal;
use sched_core::scenario::{ControlGroup, Features, TaskSetting, parse};
use serde_json::Value;

pub fn text() -> String {
    let constant = |name: &str, type_name: &str, doc: &str, value: Value| {
        let field = |(key, value): (&String, &Value)| format!("  {key}: {},\n", literal(value));
        let fields: String = value.as_object().into_iter().flatten().map(field).collect();
        format!("/** {doc} */\nexport const {name}: {type_name} = {{\n{fields}}};\n")
    };
    let plain = serde_json::to_value(Features::default()).expect("plain data");
    let minimal =
        r#"{"version": 3, "machine": "kunpeng920-24", "workload": {"kind": "jobs"}, "lanes": [{}]}"#;
    let Ok(scenario) = parse(minimal) else { unreachable!("a minimal document is complete") };
    let top = serde_json::json!({
        "kernel": scenario.kernel,
        "seed": scenario.seed,
        "limit_ms": scenario.limit_ms,
        "warmup_ms": scenario.warmup_ms,
    });
    [
        "import type { ControlGroup, Features, Scenario, TaskSetting } from './types';\n".to_string(),
        constant(
            "SCENARIO_DEFAULTS",
            "Pick<Scenario, 'kernel' | 'seed' | 'limit_ms' | 'warmup_ms'>",
            "What a document means by leaving fields out.",
            top,
        ),
        constant(
            "GROUP_DEFAULTS",
            "ControlGroup",
            "A control group of which nothing is said.",
            serde_json::to_value(ControlGroup::default()).expect("plain data"),
        ),
        constant(
            "TASK_DEFAULTS",
            "Omit<TaskSetting, 'kind'>",
            "What a kind of task asks for that nothing is said of.",
            plain_task(),
        ),
        constant("FEATURE_DEFAULTS", "Features", "A plain kernel.", plain),
    ]
    .join("\n")
}

fn plain_task() -> Value {
    let mut task = serde_json::to_value(TaskSetting::default()).expect("plain data");
    if let Some(fields) = task.as_object_mut() {
        fields.remove("kind");
    }
    task
}

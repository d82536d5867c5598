//! Writes the workload of a lane as a document of `rt-app`, where it can be expressed.

use sched_core::engine::mask::CpuMask;
use sched_core::scenario::{
    ControlGroup, Lane, Policy, RtEvent, RtPhase, RtStep, RtTask, Scenario, TaskKind, Workload,
};
use std::fmt::Write;

/// A document of `rt-app`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub text: String,
    /// What the document does not say, one sentence each.
    pub not_said: Vec<String>,
}

/// Writes the workload of a lane.
///
/// # Errors
/// The workload cannot be expressed: one sentence, with the name of what is in the way.
pub fn write(scenario: &Scenario, lane: &Lane) -> Result<Written, String> {
    let Workload::RtApp(work) = &scenario.workload else {
        return Err(format!(
            "{} cannot be expressed as a document of rt-app.",
            scenario.workload.info().kind
        ));
    };
    let mut out = Writer { scenario, not_said: Vec::new() };
    let cpus = lane.cpus.as_ref().or(scenario.cpus.as_ref());
    let tasks = work
        .tasks
        .iter()
        .map(|task| {
            let instances = u64::from(task.instances) * u64::from(work.copies);
            Ok(format!("    {}: {}", quoted(&task.name), out.task(task, instances, cpus)?))
        })
        .collect::<Result<Vec<_>, String>>()?;
    let limited = |group: &&ControlGroup| {
        **group != ControlGroup { name: group.name.clone(), parent: group.parent, ..ControlGroup::default() }
    };
    for group in scenario.groups.iter().filter(limited) {
        out.not_said.push(format!(
            "The document does not say what limits the control group {}.",
            quoted(&group.name)
        ));
    }
    if !scenario.limit_ms.is_multiple_of(1000) {
        out.not_said.push(format!("The length of {} ms is rounded up to whole seconds.", scenario.limit_ms));
    }
    let seconds = scenario.limit_ms.div_ceil(1000);
    let text = format!(
        "{{\n  \"tasks\": {{\n{}\n  }},\n  \"global\": {{ \"duration\": {seconds} }}\n}}\n",
        tasks.join(",\n")
    );
    Ok(Written { text, not_said: out.not_said })
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

struct Writer<'a> {
    scenario: &'a Scenario,
    not_said: Vec<String>,
}

/// The numbers of a list of CPUs, as `rt-app` writes them.
fn numbers(list: &str) -> Result<String, String> {
    let mask = CpuMask::from_list(list).ok_or_else(|| format!("{list} is no list of CPUs."))?;
    let numbers: Vec<String> = mask.iter().map(|cpu| cpu.0.to_string()).collect();
    Ok(format!("[{}]", numbers.join(", ")))
}

impl Writer<'_> {
    fn task(&mut self, task: &RtTask, instances: u64, cpus: Option<&String>) -> Result<String, String> {
        let sleeps = task.phases.iter().flat_map(|phase| &phase.steps).any(|step| step.does.sleeps());
        let kind = if sleeps { TaskKind::Sleeper } else { TaskKind::Hog };
        let of_kind = self.scenario.tasks.iter().find(|setting| setting.kind == kind);
        let or = |own: u32, other: u32| if own > 0 { own } else { other };
        let group = or(task.group, of_kind.map_or(0, |of| of.group));
        let slice_us = or(task.slice_us, of_kind.map_or(0, |of| of.slice_us));
        let policy = match (task.policy, of_kind) {
            (Policy::Normal, Some(of)) => of.policy,
            (policy, _) => policy,
        };
        let mut fields = vec![format!("\"instance\": {instances}")];
        fields.push(format!("\"loop\": {}", if task.loops == 0 { -1 } else { i64::from(task.loops) }));
        if task.nice != 0 {
            fields.push(format!("\"priority\": {}", task.nice));
        }
        match policy {
            Policy::Normal => {}
            Policy::Batch => fields.push("\"policy\": \"SCHED_BATCH\"".into()),
            Policy::Idle => fields.push("\"policy\": \"SCHED_IDLE\"".into()),
        }
        fields.extend(self.settings(
            slice_us,
            Some(group).filter(|&group| group > 0),
            task.cpus.as_ref().or(cpus),
        )?);
        let phases = task
            .phases
            .iter()
            .enumerate()
            .map(|(i, phase)| Ok(format!("        \"p{}\": {{ {} }}", i + 1, self.phase(phase)?)))
            .collect::<Result<Vec<_>, String>>()?;
        fields.push(format!("\"phases\": {{\n{}\n      }}", phases.join(",\n")));
        Ok(format!("{{\n      {}\n    }}", fields.join(",\n      ")))
    }

    fn settings(
        &self,
        slice_us: u32,
        group: Option<u32>,
        cpus: Option<&String>,
    ) -> Result<Vec<String>, String> {
        let mut fields = Vec::new();
        if slice_us > 0 {
            fields.push(format!("\"dl-runtime\": {slice_us}"));
        }
        if let Some(group) = group {
            fields.push(format!("\"taskgroup\": {}", quoted(&self.path(group)?)));
        }
        if let Some(cpus) = cpus {
            fields.push(format!("\"cpus\": {}", numbers(cpus)?));
        }
        Ok(fields)
    }

    /// The path of a control group.
    fn path(&self, group: u32) -> Result<String, String> {
        let mut path = String::new();
        let mut next = group as usize;
        while let Some(of) = next.checked_sub(1).and_then(|at| self.scenario.groups.get(at)) {
            let name = if of.name.is_empty() { format!("group{next}") } else { of.name.clone() };
            let is_twin = |(at, other): (usize, &ControlGroup)| {
                at + 1 != next && other.name == of.name && other.parent == of.parent && !of.name.is_empty()
            };
            if name.contains('/') || self.scenario.groups.iter().enumerate().any(is_twin) {
                return Err(format!(
                    "The name of the control group {} cannot be a part of a path.",
                    quoted(&name)
                ));
            }
            path = format!("/{name}{path}");
            next = of.parent as usize;
        }
        Ok(if path.is_empty() { "/".to_string() } else { path })
    }

    fn phase(&self, phase: &RtPhase) -> Result<String, String> {
        let mut fields = vec![format!("\"loop\": {}", phase.loops)];
        fields.extend(self.settings(phase.slice_us, phase.group, phase.cpus.as_ref())?);
        for (i, step) in phase.steps.iter().enumerate() {
            // The name of an event may end in a number; without, a second one would replace the first.
            let mut field = format!("\"{}{i}\": ", step.does.key());
            value(step, &mut field)?;
            fields.push(field);
        }
        Ok(fields.join(", "))
    }
}

fn value(step: &RtStep, field: &mut String) -> Result<(), String> {
    let us = step.us.unwrap_or(0);
    let on = quoted(step.on.as_deref().unwrap_or_default());
    let _ = match step.does {
        RtEvent::Run | RtEvent::Runtime | RtEvent::Sleep => write!(field, "{us}"),
        RtEvent::Timer => match &step.on {
            Some(name) if name.starts_with("unique") => {
                return Err(format!("The shared timer {on} has the name of one that rt-app does not share."));
            }
            Some(_) => write!(field, "{{ \"ref\": {on}, \"period\": {us} }}"),
            None => write!(field, "{{ \"ref\": \"unique\", \"period\": {us} }}"),
        },
        RtEvent::Wait | RtEvent::Sync => {
            let mutex = quoted(step.mutex.as_deref().unwrap_or_default());
            write!(field, "{{ \"ref\": {on}, \"mutex\": {mutex} }}")
        }
        RtEvent::Yield => write!(field, "\"\""),
        _ => write!(field, "{on}"),
    };
    Ok(())
}

//! Writes the workload of a lane as a document of `rt-app`, where it can be expressed.

use sched_core::engine::mask::CpuMask;
use sched_core::scenario::{
    ControlGroup, Hogs, Lane, Pairs, Policy, RtApp, RtEvent, RtPhase, RtStep, RtTask, Scenario, Schbench,
    TaskKind, TaskSetting, Workload, limits,
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
    let asked = Asked(&scenario.tasks);
    let (work, not_said) = match &scenario.workload {
        Workload::RtApp(work) => (asked.given_to(work), Vec::new()),
        Workload::Hogs(hogs) => asked.hogs(hogs)?,
        Workload::Pairs(pairs) => asked.pairs(pairs)?,
        Workload::Schbench(bench) => asked.schbench(bench)?,
        other => return Err(refusal(other)),
    };
    let most = limits::of("workload.tasks").map_or(0, |limit| limit.max as usize);
    if work.tasks.len() > most {
        return Err(format!(
            "{} would be {} tasks with a name each; at most {most} can be written.",
            scenario.workload.info().kind,
            work.tasks.len()
        ));
    }
    let mut out = Writer { scenario, not_said };
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

/// Why a workload cannot be written, by its name.
fn refusal(workload: &Workload) -> String {
    let why = match workload {
        Workload::Hackbench(_) => "the messages that its pipes and sockets hold",
        Workload::Jobs(_) => "programs that are executed, and a parent that waits for its children",
        Workload::Replay(_) => "the steps of a recording",
        Workload::Stream(_) | Workload::Numa(_) => "memory on nodes",
        Workload::Sharing(_) | Workload::Shared(_) => "cache lines",
        _ => "it",
    };
    let kind = workload.info().kind;
    format!("{kind} cannot be expressed as a document of rt-app, which has no words for {why}.")
}

/// What the kinds of tasks of a scenario ask of the scheduler.
struct Asked<'a>(&'a [TaskSetting]);

/// A workload in the words of rt-app, and what these do not say.
type Expressed = Result<(RtApp, Vec<String>), String>;

fn step(does: RtEvent) -> RtStep {
    RtStep { does, us: None, on: None, mutex: None }
}

fn for_us(does: RtEvent, us: u32) -> RtStep {
    RtStep { us: Some(us), ..step(does) }
}

fn on(does: RtEvent, name: &str) -> RtStep {
    RtStep { on: Some(name.to_string()), ..step(does) }
}

fn wait(condition: &str, mutex: &str) -> RtStep {
    RtStep { mutex: Some(mutex.to_string()), ..on(RtEvent::Wait, condition) }
}

fn phase(loops: u32, steps: impl IntoIterator<Item = RtStep>) -> RtPhase {
    RtPhase { loops, steps: steps.into_iter().collect(), ..RtPhase::default() }
}

/// The most rounds of a phase, for one without end.
fn endless(rounds: u32, not_said: &mut Vec<String>) -> u32 {
    let most = limits::of("workload.tasks[].phases[].loops").map_or(1, |limit| limit.max as u32);
    if rounds > most || rounds == 0 {
        let said = format!("Its tasks end after {most} rounds.");
        if !not_said.contains(&said) {
            not_said.push(said);
        }
        return most;
    }
    rounds
}

impl Asked<'_> {
    fn of(&self, kind: TaskKind) -> Option<&TaskSetting> {
        self.0.iter().find(|setting| setting.kind == kind)
    }

    /// A task that asks for what its kind does where it asks for nothing.
    fn given(&self, kind: TaskKind, task: RtTask) -> RtTask {
        let Some(of) = self.of(kind) else { return task };
        let or = |own: u32, other: u32| if own > 0 { own } else { other };
        RtTask {
            nice: if task.nice == 0 { of.nice } else { task.nice },
            group: or(task.group, of.group),
            slice_us: or(task.slice_us, of.slice_us),
            policy: if task.policy == Policy::Normal { of.policy } else { task.policy },
            ..task
        }
    }

    /// Tasks that go through their phases once.
    fn once(&self, kind: TaskKind, name: String, instances: u32, phases: Vec<RtPhase>) -> RtTask {
        self.given(kind, RtTask { name, instances, loops: 1, phases, ..RtTask::default() })
    }

    fn given_to(&self, work: &RtApp) -> RtApp {
        let given = |task: &RtTask| {
            let sleeps = task.phases.iter().flat_map(|phase| &phase.steps).any(|step| step.does.sleeps());
            let kind = if sleeps { TaskKind::Sleeper } else { TaskKind::Hog };
            let nice = task.nice;
            RtTask { nice, ..self.given(kind, task.clone()) }
        };
        RtApp { tasks: work.tasks.iter().map(given).collect(), ..work.clone() }
    }

    fn hogs(&self, h: &Hogs) -> Expressed {
        if h.poisson && h.sleepers > 0 {
            return Err(
                "Sleeps of random length (poisson) cannot be expressed as a document of rt-app.".into()
            );
        }
        let mut not_said = Vec::new();
        if h.sleepers > 0 {
            not_said.push("The sleepers begin together, not one after another.".to_string());
        }
        let piece = if h.yield_us > 0 { h.yield_us } else { 1000 };
        let mut hog = vec![for_us(RtEvent::Run, piece)];
        if h.yield_us > 0 {
            hog.push(step(RtEvent::Yield));
        }
        let sleeper = vec![for_us(RtEvent::Sleep, h.sleep_us), for_us(RtEvent::Run, h.run_us)];
        let kinds = [
            (TaskKind::Hog, "hog", h.hogs, h.nice, h.slice_us, hog),
            (
                TaskKind::Rival,
                "rival",
                h.rivals,
                h.rival_nice,
                h.rival_slice_us,
                vec![for_us(RtEvent::Run, 1000)],
            ),
            (TaskKind::Sleeper, "sleeper", h.sleepers, h.sleeper_nice, h.sleeper_slice_us, sleeper),
        ];
        let tasks = kinds.into_iter().filter(|(_, _, instances, ..)| *instances > 0).map(
            |(kind, name, instances, nice, slice_us, steps)| {
                let phases = vec![phase(1, steps)];
                let task = RtTask { name: name.into(), instances, loops: 0, phases, ..RtTask::default() };
                RtTask { nice, slice_us, ..self.given(kind, task) }
            },
        );
        Ok((RtApp { copies: 1, tasks: tasks.collect() }, not_said))
    }

    /// A request is a signal under a mutex, which its server holds except while it waits: no signal is lost.
    fn pairs(&self, p: &Pairs) -> Expressed {
        if p.forked {
            return Err("Pairs that a parent forks cannot be expressed as a document of rt-app.".into());
        }
        let mut not_said = vec!["The pipes are condition variables.".to_string()];
        let mut whole = |ns: u32| {
            if !ns.is_multiple_of(1000) {
                not_said.push(format!("{ns} ns are rounded up to whole microseconds."));
            }
            (ns > 0).then(|| for_us(RtEvent::Run, ns.div_ceil(1000)))
        };
        let (think, service) = (whole(p.think_ns), whole(p.service_ns));
        let rounds = endless(p.requests, &mut not_said);
        let tasks = (0..p.pairs).flat_map(|i| {
            let [mutex, go, done, start] = ["pair", "go", "done", "start"].map(|name| format!("{name}{i}"));
            let barrier = || on(RtEvent::Barrier, &start);
            let asks = think.clone().into_iter().chain([
                on(RtEvent::Lock, &mutex),
                on(RtEvent::Signal, &go),
                wait(&done, &mutex),
                on(RtEvent::Unlock, &mutex),
            ]);
            let answers =
                [wait(&go, &mutex)].into_iter().chain(service.clone()).chain([on(RtEvent::Signal, &done)]);
            let client = vec![phase(1, [barrier()]), phase(rounds, asks)];
            let server = vec![
                phase(1, [on(RtEvent::Lock, &mutex), barrier()]),
                phase(rounds, answers),
                phase(1, [on(RtEvent::Unlock, &mutex)]),
            ];
            [
                self.once(TaskKind::Client, format!("client{i}"), 1, client),
                self.once(TaskKind::Server, format!("server{i}"), 1, server),
            ]
        });
        let tasks = tasks.collect();
        Ok((RtApp { copies: 1, tasks }, not_said))
    }

    /// A worker posts and waits under the mutex of its message thread, which holds it except while it waits or naps.
    fn schbench(&self, s: &Schbench) -> Expressed {
        let mut not_said = Vec::new();
        let rounds = endless(s.requests, &mut not_said);
        if s.requests > 0 {
            not_said.push("The message threads end with the run.".to_string());
        }
        let nap = (s.sleep_us > 0).then(|| for_us(RtEvent::Sleep, s.sleep_us));
        let tasks = (0..s.message_threads).flat_map(|i| {
            let [mutex, posted, go, start] =
                ["board", "posted", "go", "start"].map(|name| format!("{name}{i}"));
            let barrier = || on(RtEvent::Barrier, &start);
            let wakes = [wait(&posted, &mutex), on(RtEvent::Unlock, &mutex)]
                .into_iter()
                .chain(nap.clone())
                .chain([on(RtEvent::Lock, &mutex), on(RtEvent::Broad, &go)]);
            let works = [
                on(RtEvent::Lock, &mutex),
                on(RtEvent::Signal, &posted),
                wait(&go, &mutex),
                on(RtEvent::Unlock, &mutex),
                for_us(RtEvent::Run, s.compute_us),
            ];
            let messenger = vec![
                phase(1, [on(RtEvent::Lock, &mutex), barrier()]),
                phase(endless(0, &mut Vec::new()), wakes),
            ];
            let worker = vec![phase(1, [barrier()]), phase(rounds, works)];
            [
                self.once(TaskKind::Client, format!("message{i}"), 1, messenger),
                self.once(TaskKind::Server, format!("worker{i}"), s.workers, worker),
            ]
        });
        let tasks = tasks.collect();
        Ok((RtApp { copies: 1, tasks }, not_said))
    }
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
        let mut fields = vec![format!("\"instance\": {instances}")];
        fields.push(format!("\"loop\": {}", if task.loops == 0 { -1 } else { i64::from(task.loops) }));
        if task.nice != 0 {
            fields.push(format!("\"priority\": {}", task.nice));
        }
        match task.policy {
            Policy::Normal => {}
            Policy::Batch => fields.push("\"policy\": \"SCHED_BATCH\"".into()),
            Policy::Idle => fields.push("\"policy\": \"SCHED_IDLE\"".into()),
        }
        fields.extend(self.settings(
            task.slice_us,
            Some(task.group).filter(|&group| group > 0),
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

//! The traces agree with the counts of the run. Perfetto's format is read by an independent decoder, the text
//! word by word.

use prost::Message;
use sched_core::engine::ids::TaskId;
use sched_core::engine::time::Ns;
use sched_core::machine::domains::build;
use sched_core::machine::kernel;
use sched_core::observe::report::RunReport;
use sched_core::scenario::{Scenario, Workload, parse};
use sched_core::sim::Simulation;
use sched_traces::ftrace::Ftrace;
use sched_traces::perfetto::Perfetto;
use sched_traces::{Stretch, Tracing, Writer};
use std::collections::{BTreeMap, BTreeSet};

const ALL: Stretch = Stretch { from: Ns::ZERO, until: Ns::MAX };

/// The parts of `perfetto/trace/*.proto` that the tests read.
#[derive(Message)]
struct Trace {
    #[prost(message, repeated, tag = "1")]
    packet: Vec<TracePacket>,
}

#[derive(Message)]
struct TracePacket {
    #[prost(message, optional, tag = "1")]
    ftrace_events: Option<FtraceEventBundle>,
    #[prost(uint64, optional, tag = "8")]
    timestamp: Option<u64>,
    #[prost(uint32, optional, tag = "10")]
    trusted_packet_sequence_id: Option<u32>,
    #[prost(message, optional, tag = "11")]
    track_event: Option<TrackEvent>,
}

#[derive(Message)]
struct FtraceEventBundle {
    #[prost(uint32, optional, tag = "1")]
    cpu: Option<u32>,
    #[prost(message, repeated, tag = "2")]
    event: Vec<FtraceEvent>,
}

#[derive(Message)]
struct FtraceEvent {
    #[prost(uint64, optional, tag = "1")]
    timestamp: Option<u64>,
    #[prost(uint32, optional, tag = "2")]
    pid: Option<u32>,
    #[prost(uint32, optional, tag = "5")]
    common_flags: Option<u32>,
    #[prost(message, optional, tag = "3")]
    print: Option<Print>,
    #[prost(message, optional, tag = "4")]
    sched_switch: Option<SchedSwitch>,
    #[prost(message, optional, tag = "17")]
    sched_wakeup: Option<OfTask>,
    #[prost(message, optional, tag = "20")]
    sched_waking: Option<OfTask>,
    #[prost(message, optional, tag = "491")]
    sched_migrate_task: Option<OfTask>,
}

#[derive(Message)]
struct Print {
    #[prost(string, optional, tag = "2")]
    buf: Option<String>,
}

#[derive(Message)]
struct SchedSwitch {
    #[prost(string, optional, tag = "1")]
    prev_comm: Option<String>,
    #[prost(int32, optional, tag = "2")]
    prev_pid: Option<i32>,
    #[prost(int64, optional, tag = "4")]
    prev_state: Option<i64>,
    #[prost(int32, optional, tag = "6")]
    next_pid: Option<i32>,
}

#[derive(Message)]
struct OfTask {
    #[prost(string, optional, tag = "1")]
    comm: Option<String>,
    #[prost(int32, optional, tag = "2")]
    pid: Option<i32>,
}

#[derive(Message)]
struct TrackEvent {
    #[prost(message, repeated, tag = "4")]
    debug_annotations: Vec<DebugAnnotation>,
    #[prost(int32, optional, tag = "9")]
    r#type: Option<i32>,
    #[prost(uint64, optional, tag = "11")]
    track_uuid: Option<u64>,
    #[prost(string, repeated, tag = "22")]
    categories: Vec<String>,
    #[prost(string, optional, tag = "23")]
    name: Option<String>,
    #[prost(fixed64, repeated, packed = "false", tag = "47")]
    flow_ids: Vec<u64>,
    #[prost(fixed64, repeated, packed = "false", tag = "48")]
    terminating_flow_ids: Vec<u64>,
}

#[derive(Message)]
struct DebugAnnotation {
    #[prost(uint64, optional, tag = "3")]
    uint_value: Option<u64>,
    #[prost(string, optional, tag = "6")]
    string_value: Option<String>,
    #[prost(string, optional, tag = "10")]
    name: Option<String>,
    #[prost(message, repeated, tag = "11")]
    dict_entries: Vec<DebugAnnotation>,
}

/// Pipes between processes: the whole run is measured, and it has every kind of wake-up.
fn scenario() -> Scenario {
    let document = r#"{"version": 3, "machine": "kunpeng920-48", "kernel": "6.8", "seed": 3, "limit_ms": 5,
        "workload": {"kind": "pairs", "pairs": 20}, "lanes": [{"features": {}}]}"#;
    parse(document).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn run() -> Simulation {
    Simulation::new(&scenario(), 0).expect("a good scenario")
}

/// The trace of a time span, and the report of the same run up to its end.
fn written(writer: impl Writer + 'static, stretch: Stretch) -> (Vec<u8>, RunReport) {
    let bytes = Tracing::new(run(), "a test", stretch, Box::new(writer)).flatten().collect();
    let mut sim = run();
    // Events at the end of the time span are excluded.
    sim.advance(stretch.until.saturating_sub(Ns(1)), u64::MAX);
    (bytes, sim.report())
}

/// The moves of a run of which the kernel tells: all but those of new tasks.
fn moves(report: &RunReport) -> u64 {
    let told = report.migrations.iter().filter(|(cause, _)| *cause != "fork");
    told.flat_map(|(_, distances)| distances.values()).sum()
}

#[test]
fn perfetto_s_trace_agrees_with_the_counts_of_the_run() {
    let (bytes, report) = written(Perfetto::default(), ALL);
    let trace = Trace::decode(bytes.as_slice()).expect("protocol buffers");
    assert!(trace.packet.iter().all(|packet| packet.trusted_packet_sequence_id == Some(1)));
    let bundles = trace.packet.iter().filter_map(|packet| packet.ftrace_events.as_ref());
    let events: Vec<(u32, &FtraceEvent)> = bundles
        .flat_map(|bundle| bundle.event.iter().map(|event| (bundle.cpu.unwrap_or(0), event)))
        .collect();
    let count = |of: fn(&FtraceEvent) -> bool| events.iter().filter(|(_, event)| of(event)).count() as u64;
    assert!(report.wake > 100 && moves(&report) > 10, "a run in which nothing happens: {report:?}");
    assert_eq!(count(|event| event.sched_wakeup.is_some()), report.wake);
    assert_eq!(count(|event| event.sched_migrate_task.is_some()), moves(&report));

    // Each switch starts from the task of the previous switch; together the slices are as long as the busy
    // time of the run.
    let mut running: BTreeMap<u32, (u64, i32)> = BTreeMap::new();
    let mut busy = 0;
    for (cpu, event) in &events {
        let Some(switch) = &event.sched_switch else { continue };
        let at = event.timestamp.unwrap_or(0);
        let (since, task) = running.insert(*cpu, (at, switch.next_pid.unwrap_or(0))).unwrap_or((0, 0));
        assert_eq!(Some(task), switch.prev_pid, "CPU {cpu} at {at} ns");
        assert_eq!(event.pid, Some(task.unsigned_abs()));
        busy += if task == 0 { 0 } else { at - since };
    }
    busy += running
        .values()
        .map(|(since, task)| if *task == 0 { 0 } else { report.elapsed_ns - since })
        .sum::<u64>();
    let busy_pct = 100.0 * busy as f64 / report.elapsed_ns as f64 / 48.0;
    assert!((busy_pct - report.busy_pct).abs() < 0.5, "{busy_pct} and {}", report.busy_pct);
}

#[test]
fn slices_are_consecutive_and_arrows_lead_from_a_decision_to_a_run() {
    let (bytes, report) = written(Perfetto::default(), ALL);
    let trace = Trace::decode(bytes.as_slice()).expect("protocol buffers");
    let slices = trace
        .packet
        .iter()
        .filter_map(|packet| Some((packet.timestamp.unwrap_or(0), packet.track_event.as_ref()?)));
    let mut open: BTreeMap<u64, u64> = BTreeMap::new();
    let mut begun: BTreeMap<u64, u64> = BTreeMap::new();
    let (mut ended, mut wakes) = (BTreeSet::new(), 0);
    for (at, slice) in slices {
        let track = slice.track_uuid.expect("a track");
        if slice.r#type == Some(2) {
            assert!(
                open.remove(&track).is_some_and(|since| since <= at),
                "an end without a beginning at {at}"
            );
            continue;
        }
        assert_eq!(open.insert(track, at), None, "two slices at once on track {track} at {at}");
        begun.extend(slice.flow_ids.iter().map(|&flow| (flow, at)));
        for flow in &slice.terminating_flow_ids {
            assert!(begun[flow] <= at && ended.insert(*flow), "flow {flow} ends before it begins, or twice");
        }
        if slice.categories == ["decision"] && slice.name.as_deref() == Some("wake") {
            wakes += 1;
            let find =
                |name: &str| slice.debug_annotations.iter().find(|one| one.name.as_deref() == Some(name));
            assert!(find("comm").is_some_and(|comm| comm.string_value.is_some()));
            assert!(find("chosen CPU").is_some_and(|cpu| cpu.uint_value.is_some()));
            assert!(find("steps").is_none_or(|steps| !steps.dict_entries.is_empty()));
        }
    }
    assert!(open.is_empty(), "slices without an end: {open:?}");
    assert!(wakes > 100 && wakes <= report.wake, "{wakes} of {}", report.wake);
    assert!(ended.len() as u64 + 48 >= wakes, "{} arrows of {wakes} have an end", ended.len());
}

#[test]
fn the_text_of_ftrace_agrees_with_the_counts_of_the_run() {
    let (bytes, report) = written(Ftrace, ALL);
    let text = String::from_utf8(bytes).expect("UTF-8");
    let count = |event: &str| text.lines().filter(|line| line.contains(event)).count() as u64;
    assert!(text.starts_with("# tracer: nop\n"));
    assert_eq!(count(": sched_wakeup: "), report.wake);
    assert_eq!(count(": sched_migrate_task: "), moves(&report));
    assert!(count(": sched_switch: ") > 0);
    let line = text.lines().find(|line| line.contains(": sched_switch: ")).expect("a switch");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(words[0].contains('-') && words[1].starts_with('[') && words[3].ends_with(':'), "{line}");
    let times = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        line.split_whitespace()
            .nth(3)
            .and_then(|time| time.trim_end_matches(':').parse::<f64>().ok())
            .expect("a time")
    });
    assert!(times.collect::<Vec<_>>().is_sorted(), "time goes back");
}

/// A line of ftrace's text: the running process, its CPU, the event, and its fields.
struct Line<'a> {
    comm: &'a str,
    cpu: u32,
    event: &'a str,
    fields: BTreeMap<&'a str, &'a str>,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a word");
        let (comm, _) = word().rsplit_once('-').expect("a process and its number");
        let cpu = word().trim_matches(['[', ']']).parse().expect("a CPU");
        let event = word_after(line);
        let fields = line.split_whitespace().filter_map(|word| word.split_once('=')).collect();
        Line { comm, cpu, event, fields }
    })
}

fn word_after(line: &str) -> &str {
    let (_, event) = line.split_once(": ").expect("an event after its time");
    event.split(':').next().unwrap_or_default()
}

#[test]
fn simultaneous_events_are_in_the_kernel_s_order_and_name_the_running_task() {
    // Hogs and sleepers: the run has delayed dequeues, and idle CPUs that pull.
    let hogs = r#"{"version": 3, "machine": "classroom-8", "kernel": "6.12", "seed": 1, "limit_ms": 300,
        "workload": {"kind": "hogs", "hogs": 10, "sleepers": 8}, "lanes": [{}]}"#;
    let hogs = parse(hogs).unwrap_or_else(|faults| panic!("{faults:?}"));
    let hackbench = r#"{"version": 3, "machine": "classroom-8", "kernel": "6.12", "seed": 1, "limit_ms": 300,
        "workload": {"kind": "hackbench", "groups": 1, "loops": 20}, "lanes": [{}]}"#;
    let hackbench = parse(hackbench).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (mut pulls_by_tasks, mut moved_wakers) = (0, 0);
    for scenario in [scenario(), hogs, hackbench] {
        let sim = Simulation::new(&scenario, 0).expect("a good scenario");
        let mut checked = sim.clone();
        checked.run_to_end();
        let bytes: Vec<u8> = Tracing::new(sim, "a test", ALL, Box::new(Ftrace)).flatten().collect();
        let text = String::from_utf8(bytes).expect("UTF-8");
        let mut running: BTreeMap<u32, String> = BTreeMap::new();
        // The CPU of each task, and the tasks that are being woken.
        let (mut on, mut waking) = (BTreeMap::new(), BTreeSet::new());
        let mut wakeups = 0;
        for Line { comm, cpu, event, fields } in lines(&text) {
            let number = |name: &str| fields[name].parse::<u32>().expect("a number");
            let runs = running.get(&cpu).map_or_else(|| format!("swapper/{cpu}"), String::clone);
            let told_by_who_runs = event == "sched_process_exit" || comm == runs;
            assert!(told_by_who_runs, "{event} on CPU {cpu} by {comm}, where {runs} runs: {fields:?}");
            let task = fields.get("pid").copied().unwrap_or_default().to_string();
            match event {
                "sched_switch" => drop(running.insert(cpu, fields["next_comm"].to_string())),
                "sched_waking" => {
                    assert!(
                        on.insert(task.clone(), number("target_cpu"))
                            .is_none_or(|at| at == number("target_cpu"))
                    );
                    waking.insert(task);
                }
                "sched_migrate_task" => {
                    let from = on.insert(task.clone(), number("dest_cpu"));
                    assert!(from.is_none_or(|from| from == number("orig_cpu")), "{fields:?}");
                    moved_wakers += u32::from(waking.contains(&task) && cpu != number("dest_cpu"));
                    pulls_by_tasks += u32::from(!waking.contains(&task) && !comm.starts_with("swapper"));
                }
                "sched_wakeup" => {
                    assert!(waking.remove(&task), "a wake-up that was not begun: {fields:?}");
                    assert_eq!(on[&task], number("target_cpu"), "{fields:?}");
                    wakeups += 1;
                }
                _ => {}
            }
        }
        // The report counts only the measured part.
        assert!(wakeups > 0 && wakeups >= checked.report().wake, "{wakeups}");
    }
    assert!(moved_wakers > 0 && pulls_by_tasks > 0, "{moved_wakers} and {pulls_by_tasks}");
}

/// A small machine under a recent kernel.
fn on_two_cpus(workload: &str) -> Scenario {
    let document = format!(
        r#"{{"version": 3, "kernel": "6.18", "limit_ms": 100, "lanes": [{{}}], "workload": {workload},
        "machine": {{"name": "m", "like": "xeon", "topology": "core:2 pu:1"}}}}"#
    );
    parse(&document).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn messages_to_tasks_that_are_awake_are_sent_before_they_are_received() {
    let pipe = on_two_cpus(r#"{"kind": "hackbench", "groups": 1, "loops": 20, "fds": 4, "pipe": true}"#);
    let socket = on_two_cpus(r#"{"kind": "hackbench", "groups": 1, "loops": 20, "fds": 4, "pipe": false}"#);
    for scenario in [pipe, socket, on_two_cpus(r#"{"kind": "pairs", "pairs": 4}"#)] {
        let text = text_of(&scenario, "txt", ALL);
        let mut on_the_way: BTreeMap<(String, String), u32> = BTreeMap::new();
        let mut written = Vec::new();
        for line in text.lines().filter(|line| line.contains(": tracing_mark_write: ")) {
            let own = line.split(" [").next().and_then(|comm| comm.rsplit('-').next()).expect("a pid").trim();
            let (_, said) = line.split_once(": tracing_mark_write: ").expect("a text");
            match said.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')) {
                Some(("to", to)) => *on_the_way.entry((own.into(), to.into())).or_default() += 1,
                Some(("from", from)) => {
                    let left = on_the_way.get_mut(&(from.into(), own.into())).expect("a message");
                    *left = left.checked_sub(1).expect("a message that was sent");
                }
                _ => panic!("{line}"),
            }
            written.push((own.to_string(), said.to_string()));
        }
        assert!(written.len() > 100, "{}", written.len());

        let trace = perfetto_of(&scenario);
        let printed: Vec<(String, String)> = kernel_events(&trace)
            .filter_map(|event| Some((event.pid?.to_string(), event.print.as_ref()?.buf.clone()?)))
            .collect();
        assert_eq!(printed, written);
    }
}

/// The whole run of a scenario as Perfetto's file.
fn perfetto_of(scenario: &Scenario) -> Trace {
    let sim = Simulation::new(scenario, 0).expect("a good scenario");
    let bytes: Vec<u8> = Tracing::new(sim, "a test", ALL, Box::<Perfetto>::default()).flatten().collect();
    Trace::decode(bytes.as_slice()).expect("protocol buffers")
}

fn kernel_events(trace: &Trace) -> impl Iterator<Item = &FtraceEvent> {
    let bundles = trace.packet.iter().filter_map(|packet| packet.ftrace_events.as_ref());
    bundles.flat_map(|bundle| &bundle.event)
}

#[test]
fn the_task_that_wakes_another_is_named_or_the_interrupt() {
    // Tasks that were kept in their queue while they slept are woken by others than those that run there.
    let pairs = on_two_cpus(r#"{"kind": "pairs", "pairs": 4}"#);
    let text = text_of(&pairs, "txt", ALL);
    let mut wakings = 0;
    for line in text.lines().filter(|line| line.contains(": sched_waking: ")) {
        let (own, rest) = line.trim_start().split_once(" [").expect("a CPU");
        let number =
            |comm: &str| comm.split('-').nth(1).and_then(|n| n.trim().parse::<u32>().ok()).expect("a number");
        let woken = rest.split_once("comm=").expect("a name").1;
        // Client and server have the numbers 2n and 2n + 1.
        assert_eq!(number(own) / 2, number(woken.split(' ').next().expect("a name")) / 2, "{line}");
        wakings += 1;
    }
    assert!(wakings > 100, "{wakings}");

    let hogs = on_two_cpus(r#"{"kind": "hogs", "hogs": 3, "sleepers": 2}"#);
    let text = text_of(&hogs, "txt", ALL);
    let wakings: Vec<&str> = text.lines().filter(|line| line.contains(": sched_waking: ")).collect();
    assert!(wakings.len() > 10 && wakings.iter().any(|line| line.trim_start().starts_with("hog-")));
    assert!(wakings.iter().all(|line| line.contains("] d.h2. ")), "timers wake them");
    let trace = perfetto_of(&hogs);
    let wakings_there = kernel_events(&trace).filter(|event| event.sched_waking.is_some());
    let flags: Vec<_> = wakings_there.map(|event| event.common_flags).collect();
    assert_eq!(flags, vec![Some(8); wakings.len()]);
}

#[test]
fn a_time_span_has_exactly_the_events_within_it() {
    let stretch = Stretch { from: Ns(1_000_000), until: Ns(2_000_000) };
    let lines = |stretch| {
        let (bytes, _) = written(Ftrace, stretch);
        let text = String::from_utf8(bytes).expect("UTF-8");
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect::<Vec<_>>()
    };
    let inside = |line: &&String| {
        let time = line.split_whitespace().nth(3).expect("a time").trim_end_matches(':').replace('.', "");
        (1_000_000..2_000_000).contains(&time.parse::<u64>().expect("a time"))
    };
    let all = lines(ALL);
    let part = lines(stretch);
    let expected: Vec<&String> = all.iter().filter(inside).collect();
    assert!(expected.len() > 100);
    assert_eq!(part.iter().collect::<Vec<_>>(), expected);
}

/// Runs with waits of every kind: preemption, pulls of waiting and of running tasks, delayed dequeue.
fn with_waits() -> Vec<Scenario> {
    let of = |machine: &str, kernel: &str, limit_ms: u32, workload: &str| {
        let document = format!(
            r#"{{"version": 3, "machine": "{machine}", "kernel": "{kernel}", "seed": 3, "limit_ms": {limit_ms},
            "workload": {workload}, "lanes": [{{}}]}}"#
        );
        parse(&document).unwrap_or_else(|faults| panic!("{faults:?}"))
    };
    let hogs = r#"{"kind": "hogs", "hogs": 11, "rivals": 2, "sleepers": 8}"#;
    vec![
        of("kunpeng920-48", "6.8", 5, r#"{"kind": "pairs", "pairs": 60}"#),
        of("classroom-8", "6.12", 400, hogs),
        of("classroom-8", "5.9", 400, hogs),
        of("xeon-e5-2630v4-20", "5.9", 60, r#"{"kind": "hackbench", "groups": 2, "loops": 20}"#),
    ]
}

fn text_of(scenario: &Scenario, format: &str, stretch: Stretch) -> String {
    let sim = Simulation::new(scenario, 0).expect("a good scenario");
    let writer = sched_traces::writer(format, &sim).expect("a format");
    let bytes = Tracing::new(sim, "a test", stretch, writer).flatten().collect();
    String::from_utf8(bytes).expect("UTF-8")
}

/// Times at which a run is cut: some lie between events, and some coincide with an event.
fn cuts(scenario: &Scenario) -> Vec<Ns> {
    let text = text_of(scenario, "txt", ALL);
    let times: Vec<u64> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let time = line.split_whitespace().nth(3).expect("a time");
            time.trim_end_matches(':').replace('.', "").parse().expect("a time")
        })
        .collect();
    let end = *times.last().expect("events");
    let at = |part: usize| Ns(times[times.len() * part / 7]);
    vec![at(1), Ns(end / 3), at(3), Ns(end / 2), at(6)]
}

fn stretches(cuts: &[Ns]) -> Vec<Stretch> {
    let starts = [Ns::ZERO].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([Ns::MAX]);
    starts.zip(ends).map(|(from, until)| Stretch { from, until }).collect()
}

#[test]
fn consecutive_time_spans_add_up_to_the_whole_run() {
    for scenario in with_waits() {
        let mut cuts = cuts(&scenario);
        cuts.sort_unstable();
        let lines = |stretch| {
            let text = text_of(&scenario, "txt", stretch);
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect::<Vec<_>>()
        };
        let parts: Vec<String> = stretches(&cuts).into_iter().flat_map(lines).collect();
        assert!(parts == lines(ALL), "{:?} {:?}", scenario.machine, scenario.kernel);

        // The counters of each CPU: run time, run delay and timeslices.
        let counts = |stretch| -> Vec<[u64; 3]> {
            let text = text_of(&scenario, "schedstat", stretch);
            let cpus = text.lines().filter(|line| line.starts_with("cpu"));
            cpus.map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                [7, 8, 9].map(|column| words[column].parse().expect("a number"))
            })
            .collect()
        };
        let whole = counts(ALL);
        let mut sum = vec![[0; 3]; whole.len()];
        for part in stretches(&cuts).into_iter().map(counts) {
            for (sum, part) in sum.iter_mut().zip(&part) {
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
        }
        assert_eq!(sum, whole, "{:?} {:?}", scenario.machine, scenario.kernel);
    }
}

#[test]
fn all_waits_of_a_run_are_written() {
    for scenario in with_waits().iter().filter(|scenario| matches!(scenario.workload, Workload::Hogs(_))) {
        let mut sim = Simulation::new(scenario, 0).expect("a good scenario");
        sim.run_to_end();
        let tasks = || (0..).map_while(|task| sim.inspect_task(TaskId(task)));
        let waited: u64 = tasks().map(|task| task.waited_ns).sum();
        assert!(waited > 1_000_000 && tasks().map(|task| task.moved).sum::<u32>() > 3);
        let schedstat = text_of(scenario, "schedstat", ALL);
        let cpus = schedstat.lines().filter(|line| line.starts_with("cpu"));
        let delay = |line: &str| line.split(' ').nth(8).and_then(|word| word.parse::<u64>().ok());
        assert_eq!(cpus.map(|line| delay(line).expect("a number")).sum::<u64>(), waited);

        // Each slice in a time span has its wait, except those that are open at its start.
        let cut = Ns(200_000_000);
        let mut told = 0;
        for stretch in [Stretch { from: Ns::ZERO, until: cut }, Stretch { from: cut, until: Ns::MAX }] {
            let sim = Simulation::new(scenario, 0).expect("a good scenario");
            let bytes: Vec<u8> =
                Tracing::new(sim, "a test", stretch, Box::<Perfetto>::default()).flatten().collect();
            let trace = Trace::decode(bytes.as_slice()).expect("protocol buffers");
            let (mut slices, mut without) = (0, 0);
            for event in trace.packet.iter().filter_map(|packet| packet.track_event.as_ref()) {
                if event.categories == ["run"] {
                    let said = &event.debug_annotations;
                    let wait = said.iter().find(|one| one.name.as_deref() == Some("waited (ns)"));
                    slices += 1;
                    without += usize::from(wait.is_none());
                    told += wait.and_then(|wait| wait.uint_value).unwrap_or(0);
                }
            }
            assert!(slices > 100 && without <= 8, "{without} of {slices}");
        }
        // A wait across the cut counts from the cut on, so the sum is smaller by at most the length of these
        // waits.
        assert!(told <= waited && waited - told < waited / 10, "{told} of {waited}");
    }
}

#[test]
fn schedstat_counts_schedule_also_if_it_picks_the_same_task_again() {
    let document = include_str!("../../../examples/hogs.json");
    let scenario = parse(document).unwrap_or_else(|faults| panic!("{faults:?}"));
    for lane in 0..scenario.lanes.len() {
        let sim = Simulation::new(&scenario, lane).expect("a good scenario");
        let mut checked = sim.clone();
        checked.run_to_end();
        let writer = sched_traces::writer("schedstat", &sim).expect("a format");
        let bytes: Vec<u8> = Tracing::new(sim, "a test", ALL, writer).flatten().collect();
        let text = String::from_utf8(bytes).expect("UTF-8");
        let sum = |column: usize| -> u64 {
            let cpus = text.lines().filter(|line| line.starts_with("cpu"));
            cpus.map(|line| {
                line.split(' ').nth(column).and_then(|word| word.parse::<u64>().ok()).expect("a number")
            })
            .sum()
        };
        let report = checked.report();
        assert_eq!((sum(3), sum(4)), (report.sched, report.idle), "lane {lane}");
    }
}

#[test]
fn schedstat_agrees_with_the_counts_of_the_run_and_the_reader_finds_the_same_domains() {
    // Long enough for the periodic balance.
    let scenario = Scenario { limit_ms: 100, ..scenario() };
    let text = |format: &str| {
        let sim = Simulation::new(&scenario, 0).expect("a good scenario");
        let writer = sched_traces::writer(format, &sim).expect("a format");
        let bytes: Vec<u8> = Tracing::new(sim, "a test", ALL, writer).flatten().collect();
        String::from_utf8(bytes).expect("UTF-8")
    };
    let mut sim = Simulation::new(&scenario, 0).expect("a good scenario");
    sim.run_to_end();
    let report = sim.report();
    let schedstat = text("schedstat");
    let sum = |column: usize| -> u64 {
        let cpus = schedstat.lines().filter(|line| line.starts_with("cpu"));
        cpus.map(|line| {
            line.split(' ').nth(column).and_then(|word| word.parse::<u64>().ok()).expect("a number")
        })
        .sum()
    };
    assert_eq!((sum(3), sum(4), sum(5)), (report.sched, report.idle, report.wake));
    let busy = report.busy_pct / 100.0 * report.elapsed_ns as f64 * sim.system().machine.nr_cpus as f64;
    assert!((sum(7) as f64 / busy - 1.0).abs() < 0.01, "{} for {busy}", sum(7));
    assert!(sum(8) > 0 && sum(9) > report.wake / 2);
    // The counters of domains: 3 × 11 by the idle type of the CPU, then those of the stopper and of wake-ups.
    let of_domains = |which: usize| -> u64 {
        let domains = schedstat.lines().filter(|line| line.starts_with("domain"));
        let count = |line: &str| -> u64 {
            line.split(' ').nth(3 + which).and_then(|word| word.parse().ok()).expect("a number")
        };
        domains.map(count).sum()
    };
    let by_idle = |which: usize| [0, 11, 22].map(|idle| of_domains(idle + which));
    let moved =
        |cause: &str| report.migrations.get(cause).map_or(0, |by_distance| by_distance.values().sum::<u64>());
    let [passes, balanced, failed, gained] = [0, 1, 2, 7].map(by_idle);
    // A busy CPU balances too seldom for such a short run.
    assert!(passes[1] > 0 && passes[2] > 0, "{passes:?}");
    for idle in 0..3 {
        let brought = passes[idle] - balanced[idle] - failed[idle];
        assert!(brought <= gained[idle] && (brought > 0) == (gained[idle] > 0), "{idle}: {gained:?}");
    }
    assert_eq!(gained[0] + gained[1], moved("periodic"));
    assert_eq!(gained[2], moved("newidle"));
    assert!(
        by_idle(9).iter().zip(by_idle(10)).zip(balanced).all(|((queue, group), all)| queue + group <= all)
    );
    let [asked, not_done, pushed] = [33, 34, 35].map(of_domains);
    assert_eq!((asked, pushed), (not_done + pushed, moved("active")));
    assert!(of_domains(42) > 0 && of_domains(43) > 0, "wake-ups");

    let rules = kernel::rules(scenario.kernel);
    let machine = scenario.machine.build();
    let features = scenario.lanes[0].features.clone().resolved(&machine, &rules);
    let built = build(&machine, &rules, features.has_cluster_level());
    for format in ["schedstat", "domains"] {
        let seen =
            sched_readers::domains::read(text(format).as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
        let rows = sched_readers::domains::check(&seen, &built);
        assert!(rows.len() > 1 && rows.iter().all(|row| row.is_same()), "{format}: {rows:#?}");
    }
}

/// A run as a trace, read as a recording.
fn read_back(scenario: &Scenario, format: &str, stretch: Stretch) -> sched_recording::Recording {
    let sim = Simulation::new(scenario, 0).expect("a good scenario");
    let writer = sched_traces::writer(format, &sim).expect("a format");
    let tracing = Tracing::new(sim, "a test", stretch, writer).of_kernel(scenario.kernel.key());
    let bytes: Vec<u8> = tracing.flatten().collect();
    let recording = sched_recording::read(&bytes, sched_recording::Options::default());
    assert_eq!(recording.fault, None, "{format}");
    recording
}

#[test]
fn a_trace_that_is_read_back_has_the_figures_of_the_run() {
    for scenario in with_waits() {
        let mut sim = Simulation::new(&scenario, 0).expect("a good scenario");
        sim.run_to_end();
        let report = sim.report();
        let recordings = ["txt", "pftrace"].map(|format| read_back(&scenario, format, ALL));
        let about = format!("{:?} {:?}", scenario.machine, scenario.kernel);
        for recording in &recordings {
            let counters = &recording.counters;
            assert_eq!(counters.mismatched_switches, 0, "{about}");
            assert_eq!(recording.release.as_deref(), Some(scenario.kernel.key()));
            let tasks = || (0..).map_while(|task| sim.inspect_task(TaskId(task)));
            assert_eq!(counters.tasks, tasks().count() as u64, "{about}");
            // Every CPU either ran or idled all the time.
            for cpu in &counters.cpus {
                let of = |map: &BTreeMap<u16, u64>| map.get(cpu).copied().unwrap_or(0);
                assert_eq!(of(&counters.run_ns) + of(&counters.idle_ns), sim.now().0, "{about} CPU {cpu}");
            }
            let waited: u64 = tasks().map(|task| task.waited_ns).sum();
            // A task on its way to another CPU waits for a reader, but not yet in a queue of the run.
            if matches!(scenario.workload, Workload::Hogs(_)) {
                assert_eq!(counters.wait_ns + recording.known.open_wait_ns, waited, "{about}");
            }
            assert!(counters.waits > 0 && counters.longest_wait_ns <= counters.wait_ns);
            // The report leaves the warm-up out.
            if report.started_ns == 0 {
                assert_eq!(counters.wakeups, report.wake, "{about}");
                let class = |key: &str| report.migrations.get(key).map_or(0, |of| of.values().sum::<u64>());
                let read = |class| recording.known.moves.get(&class).map_or(0, |one| one.count);
                assert_eq!(read(sched_recording::Class::Wake), class("wake"), "{about}");
                assert_eq!(read(sched_recording::Class::Fork), class("fork"), "{about}");
                let mut distances: BTreeMap<&str, u64> = BTreeMap::new();
                for (distance, count) in report.migrations.values().flatten() {
                    *distances.entry(distance).or_default() += count;
                }
                distances.retain(|_, count| *count > 0);
                assert_eq!(recording.known.crossings, distances, "{about}");
                let run: u64 = counters.run_ns.values().sum();
                let busy = 100.0 * run as f64 / sim.now().0 as f64 / counters.cpus.len() as f64;
                assert!((busy - report.busy_pct).abs() < 1.0, "{about}: {busy} and {}", report.busy_pct);
            }
        }
        // Both formats say the same, and call what a task writes by their own names.
        let plain = |recording: &sched_recording::Recording| {
            let mut counters =
                sched_recording::Counters { form: "", headers: 0, packets: 0, ..recording.counters.clone() };
            let written = ["print", "tracing_mark_write"].map(|name| counters.kinds.remove(name));
            counters.kinds.extend(written.into_iter().flatten().map(|count| ("written".to_string(), count)));
            counters
        };
        assert_eq!(plain(&recordings[0]), plain(&recordings[1]), "{about}");
        assert_eq!(recordings[0].known, recordings[1].known, "{about}");
    }
}

#[test]
fn parts_of_a_run_that_are_read_back_add_up() {
    for scenario in with_waits() {
        let whole = read_back(&scenario, "txt", ALL).counters;
        let mut cuts = cuts(&scenario);
        cuts.sort_unstable();
        let parts: Vec<_> = stretches(&cuts)
            .into_iter()
            .map(|stretch| read_back(&scenario, "pftrace", stretch).counters)
            .collect();
        let sum = |of: fn(&sched_recording::Counters) -> u64| parts.iter().map(of).sum::<u64>();
        let total = |of: &BTreeMap<u16, u64>| of.values().sum::<u64>();
        assert_eq!(sum(|one| one.run_ns.values().sum()), total(&whole.run_ns));
        assert_eq!(sum(|one| one.idle_ns.values().sum()), total(&whole.idle_ns));
        assert_eq!(sum(|one| one.switches.values().sum()), total(&whole.switches));
        assert_eq!((sum(|one| one.waits), sum(|one| one.wasted_ns)), (whole.waits, whole.wasted_ns));
    }
}

#[test]
fn our_own_text_may_end_anywhere() {
    let text = text_of(&with_waits()[0], "txt", ALL);
    let whole = sched_recording::read(text.as_bytes(), sched_recording::Options::default()).counters;
    for part in 1..8 {
        let cut = &text.as_bytes()[..text.len() * part / 8];
        let recording = sched_recording::read(cut, sched_recording::Options::default());
        assert_eq!(recording.fault, None);
        assert!(recording.counters.events < whole.events);
    }
}

//! What holds for every recording: its disorder, its pieces, its names, its beginning in time, and its form do not matter.

mod protobuf;

use proptest::prelude::*;
use protobuf::{bytes, varint};
use sched_recording::{Counters, Options, Reader, Recording, read};
use std::fs;
use std::path::PathBuf;

fn fixture(name: &str) -> Vec<u8> {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures/recordings", name].iter().collect();
    fs::read(path).unwrap()
}

fn of(bytes: &[u8]) -> Recording {
    read(bytes, Options::default())
}

/// An event of a generated recording, in ns.
#[derive(Clone, Debug)]
enum Event {
    Switch { cpu: usize, state: &'static str, next: usize },
    Wake { cpu: usize, task: usize, target: usize },
    Move { cpu: usize, task: usize, to: usize },
    Fork { cpu: usize, task: usize },
}

const CPUS: usize = 4;
const TASKS: usize = 8;

fn event() -> impl Strategy<Value = Event> {
    let states = prop::sample::select(vec!["S", "R", "R+", "D", "X"]);
    prop_oneof![
        4 => (0..CPUS, states, 0..=TASKS).prop_map(|(cpu, state, next)| Event::Switch { cpu, state, next }),
        3 => (0..CPUS, 0..TASKS, 0..CPUS).prop_map(|(cpu, task, target)| Event::Wake { cpu, task, target }),
        1 => (0..CPUS, 0..TASKS, 0..CPUS).prop_map(|(cpu, task, to)| Event::Move { cpu, task, to }),
        1 => (0..CPUS, 0..TASKS).prop_map(|(cpu, task)| Event::Fork { cpu, task }),
    ]
}

/// Steps of time, and events. A third of the steps is 0, so that there are ties.
fn events() -> impl Strategy<Value = Vec<(u64, Event)>> {
    let step = prop_oneof![Just(0), 1..50u64, 1..100_000u64];
    prop::collection::vec((step, event()), 1..120)
}

/// How tasks are called.
#[derive(Clone, Copy)]
struct Names {
    first_pid: usize,
    /// The last task has the first pid.
    reversed: bool,
    comm: &'static str,
    style: Style,
    begin: u64,
}

/// How fields are printed: by the kernel, raw, by the plugins of trace-cmd.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Kernel,
    Raw,
    Plugin,
}

const PLAIN: Names =
    Names { first_pid: 100, reversed: false, comm: "t", style: Style::Kernel, begin: 5_000_000_000 };

/// The lines of a recording, each with its CPU; what runs on a CPU is consistent.
fn lines(events: &[(u64, Event)], names: Names) -> Vec<(usize, String)> {
    let pid = |task: usize| match task {
        TASKS => 0,
        _ if names.reversed => names.first_pid + TASKS - 1 - task,
        _ => names.first_pid + task,
    };
    let comm =
        |task: usize| if task == TASKS { "swapper".to_string() } else { format!("{}{task}", names.comm) };
    let mut runs = [TASKS; CPUS];
    let mut at = names.begin;
    let mut lines = Vec::new();
    for (step, event) in events {
        at += step;
        let (cpu, what) = match *event {
            Event::Switch { cpu, state, next } => {
                let prev = std::mem::replace(&mut runs[cpu], next);
                let number = match state {
                    "R" => "0",
                    "R+" => "256",
                    "S" => "1",
                    "D" => "2",
                    _ => "32",
                };
                let raw = names.style == Style::Raw;
                let (state, arrow) = if raw { (number, "") } else { (state, " ==>") };
                let plugin = |task: usize| format!("{}:{} [120]", comm(task), pid(task));
                (
                    cpu,
                    if names.style == Style::Plugin {
                        format!("{prev}\u{0}sched_switch: {} {state} ==> {}", plugin(prev), plugin(next))
                    } else {
                        format!(
                            "{}\u{0}sched_switch: prev_comm={} prev_pid={} prev_prio=120 prev_state={state}{arrow} next_comm={} next_pid={} next_prio=120",
                            prev,
                            comm(prev),
                            pid(prev),
                            comm(next),
                            pid(next)
                        )
                    },
                )
            }
            Event::Wake { cpu, task, target } => (
                cpu,
                format!(
                    "{}\u{0}sched_waking: comm={} pid={} prio=120 target_cpu={target:03}",
                    runs[cpu],
                    comm(task),
                    pid(task)
                ),
            ),
            Event::Move { cpu, task, to } => (
                cpu,
                format!(
                    "{}\u{0}sched_migrate_task: comm={} pid={} prio=120 orig_cpu=0 dest_cpu={to}",
                    runs[cpu],
                    comm(task),
                    pid(task)
                ),
            ),
            Event::Fork { cpu, task } => (
                cpu,
                if names.style == Style::Plugin {
                    format!(
                        "{}\u{0}sched_wakeup_new: {}:{} [120] CPU:{cpu:03}",
                        runs[cpu],
                        comm(task),
                        pid(task)
                    )
                } else {
                    format!(
                        "{}\u{0}sched_wakeup_new: comm={} pid={} prio=120 target_cpu={cpu:03}",
                        runs[cpu],
                        comm(task),
                        pid(task)
                    )
                },
            ),
        };
        let (context, what) = what.split_once('\u{0}').unwrap();
        let context: usize = context.parse().unwrap();
        let (seconds, ns) = (at / 1_000_000_000, at % 1_000_000_000);
        lines.push((
            cpu,
            format!("{:>16}-{:<7} [{cpu:03}] d..2. {seconds}.{ns:09}: {what}\n", comm(context), pid(context)),
        ));
    }
    lines
}

fn text(lines: &[(usize, String)]) -> String {
    lines.iter().map(|(_, line)| line.as_str()).collect()
}

/// Fields with numbers, from field 1 on.
fn numbers(values: &[(u64, u64)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (field, value) in values {
        varint(field << 3, &mut out);
        varint(*value, &mut out);
    }
    out
}

/// A recording of Perfetto: a bundle for each CPU, with switches and wakings as single events or in columns.
fn perfetto(events: &[(u64, Event)], compact: bool) -> Vec<u8> {
    let pid = |task: usize| if task == TASKS { 0 } else { (PLAIN.first_pid + task) as u64 };
    let comm =
        |task: usize| if task == TASKS { "swapper".to_string() } else { format!("{}{task}", PLAIN.comm) };
    let state = |state: &str| match state {
        "R" => 0,
        "R+" => 256,
        "S" => 1,
        "D" => 2,
        _ => 32,
    };
    let mut runs = [TASKS; CPUS];
    let mut bundles: [Vec<u8>; CPUS] = std::array::from_fn(|cpu| numbers(&[(1, cpu as u64)]));
    // Columns 1 to 4 and 6 are of switches, 7 to 12 of wakings.
    let mut columns: [[Vec<u64>; 13]; CPUS] = Default::default();
    let mut last = [[0; 2]; CPUS];
    let mut at = PLAIN.begin;
    for (step, event) in events {
        at += step;
        let (cpu, field, body) = match *event {
            Event::Switch { cpu, state: letter, next } => {
                let prev = std::mem::replace(&mut runs[cpu], next);
                if compact {
                    let time = at - std::mem::replace(&mut last[cpu][0], at);
                    let row = [(1, time), (2, state(letter)), (3, pid(next)), (4, 120), (6, next as u64)];
                    row.into_iter().for_each(|(column, value)| columns[cpu][column].push(value));
                    continue;
                }
                let body = [
                    bytes(1, comm(prev).as_bytes()),
                    numbers(&[(2, pid(prev)), (3, 120), (4, state(letter))]),
                    bytes(5, comm(next).as_bytes()),
                    numbers(&[(6, pid(next)), (7, 120)]),
                ];
                bundles[cpu].extend(bytes(
                    2,
                    &[numbers(&[(1, at), (2, pid(prev))]), bytes(4, &body.concat())].concat(),
                ));
                continue;
            }
            Event::Wake { cpu, task, target } => {
                if compact {
                    let time = at - std::mem::replace(&mut last[cpu][1], at);
                    let row = [
                        (7, time),
                        (8, pid(task)),
                        (9, target as u64),
                        (10, 120),
                        (11, task as u64),
                        (12, 0),
                    ];
                    row.into_iter().for_each(|(column, value)| columns[cpu][column].push(value));
                    continue;
                }
                (
                    cpu,
                    20,
                    [
                        bytes(1, comm(task).as_bytes()),
                        numbers(&[(2, pid(task)), (3, 120), (5, target as u64)]),
                    ],
                )
            }
            Event::Move { cpu, task, to } => (
                cpu,
                491,
                [
                    bytes(1, comm(task).as_bytes()),
                    numbers(&[(2, pid(task)), (3, 120), (4, 0), (5, to as u64)]),
                ],
            ),
            Event::Fork { cpu, task } => (
                cpu,
                114,
                [bytes(1, comm(task).as_bytes()), numbers(&[(2, pid(task)), (3, 120), (5, cpu as u64)])],
            ),
        };
        let body = bytes(field, &body.concat());
        bundles[cpu].extend(bytes(2, &[numbers(&[(1, at), (2, pid(runs[cpu]))]), body].concat()));
    }
    let mut file = bytes(1, &numbers(&[(8, 1)]));
    for (mut bundle, columns) in bundles.into_iter().zip(columns) {
        let mut content: Vec<u8> = (0..=TASKS).flat_map(|task| bytes(5, comm(task).as_bytes())).collect();
        for (column, values) in columns.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
            let mut packed = Vec::new();
            values.iter().for_each(|value| varint(*value, &mut packed));
            content.extend(bytes(column as u64, &packed));
        }
        if compact {
            bundle.extend(bytes(4, &content));
        }
        file.extend(bytes(1, &bytes(1, &bundle)));
    }
    file
}

/// What does not depend on times and numbers of tasks.
fn without_moment(counters: &Counters) -> Counters {
    Counters { first: None, last: None, unsorted: 0, ..counters.clone() }
}

/// The same events as they may happen: every CPU begins and ends with a switch, and no task runs on two CPUs.
fn possible(events: &[(u64, Event)]) -> Vec<(u64, Event)> {
    let idle = |cpu| (0, Event::Switch { cpu, state: "S", next: TASKS });
    let mut runs = [TASKS; CPUS];
    let mut all: Vec<(u64, Event)> = (0..CPUS).map(idle).collect();
    for (step, event) in events {
        let mut event = event.clone();
        if let Event::Switch { cpu, next, .. } = &mut event {
            let is_elsewhere = (0..CPUS).any(|other| other != *cpu && runs[other] == *next);
            if is_elsewhere {
                *next = TASKS;
            }
            runs[*cpu] = *next;
        }
        all.push((*step, event));
    }
    all.extend((0..CPUS).map(idle));
    all
}

/// Sums of all CPUs, without what is doubtful.
fn sure(recording: &Recording) -> u64 {
    let counters = &recording.counters;
    sum(&counters.run_ns) + sum(&counters.idle_ns) - sum(&recording.known.doubtful_ns)
}

/// Asserts that no task does two things at once in what is drawn.
fn one_state_at_a_time(recording: &Recording) -> Result<(), TestCaseError> {
    let picture = recording.picture().unwrap();
    let mut spans: std::collections::BTreeMap<i32, Vec<(u64, u64)>> = std::collections::BTreeMap::new();
    for one in picture.intervals.iter().filter(|one| one.pid != 0) {
        spans.entry(one.pid).or_default().push((one.from, one.to));
    }
    for one in &picture.waits {
        spans.entry(one.pid).or_default().push((one.from, one.to));
    }
    for (pid, mut spans) in spans {
        spans.retain(|(from, to)| from < to);
        spans.sort_unstable();
        for pair in spans.windows(2) {
            prop_assert!(pair[0].1 <= pair[1].0, "task {}: {:?}", pid, pair);
        }
    }
    Ok(())
}

fn sum(of: &std::collections::BTreeMap<u16, u64>) -> u64 {
    of.values().sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_figure_is_consistent(events in events()) {
        let recording = of(text(&lines(&events, PLAIN)).as_bytes());
        let counters = &recording.counters;
        let window = counters.last.unwrap_or(0) - counters.first.unwrap_or(0);
        for (cpu, unknown) in &recording.known.unknown_ns {
            let known = counters.run_ns.get(cpu).unwrap_or(&0) + counters.idle_ns.get(cpu).unwrap_or(&0);
            let doubtful = recording.known.doubtful_ns.get(cpu).unwrap_or(&0);
            prop_assert!(known + unknown - doubtful <= window, "CPU {}", cpu);
        }
        prop_assert!(counters.longest_wait_ns <= counters.wait_ns);
        prop_assert!(counters.wakeup_latency_ns <= counters.wait_ns);
        prop_assert!(counters.wakeup_latencies <= counters.waits);
        prop_assert_eq!(counters.mismatched_switches, 0);
        prop_assert_eq!(recording.totals().disagree, 0);
        // Moves of new tasks are no events.
        let moves: u64 = recording.known.moves.iter()
            .filter(|(class, _)| **class != sched_recording::Class::Fork)
            .map(|(_, one)| one.count).sum();
        prop_assert_eq!(moves, counters.migrations);
        prop_assert_eq!(counters.wakers.values().sum::<u64>() + counters.wakeups_of_awake,
            counters.wakings + counters.wakeups_new);
        // CPUs idle without a queued task: at most one wasted ns for each of their ns.
        let most = window.saturating_mul(CPUS as u64);
        prop_assert!(counters.wasted_ns + counters.coming_ns <= most);
        let ran: u64 = recording.tasks().iter().map(|task| task.run).sum();
        prop_assert_eq!(ran, sum(&counters.run_ns) - sum(&recording.known.doubtful_ns).min(sum(&counters.run_ns)));
    }

    #[test]
    fn switches_from_tasks_have_a_reason_and_tasks_one_state(events in events()) {
        for events in [possible(&events), events] {
            let text = text(&lines(&events, PLAIN));
            let recording = read(text.as_bytes(), Options { draws: true, ..Options::default() });
            let totals = recording.totals();
            let left = text.lines().filter(|line| line.contains("sched_switch") && !line.contains("prev_pid=0")).count();
            prop_assert_eq!(totals.preemptions + totals.sleeps + totals.gone, left as u64);
            one_state_at_a_time(&recording)?;
        }
    }

    #[test]
    fn what_cpus_do_fills_the_window_and_no_more_is_wasted(events in events()) {
        let possible = possible(&events);
        let recording = of(text(&lines(&possible, PLAIN)).as_bytes());
        let (counters, known) = (&recording.counters, &recording.known);
        let window = counters.last.unwrap() - counters.first.unwrap();
        for cpu in 0..CPUS as u16 {
            let of = |of: &std::collections::BTreeMap<u16, u64>| of.get(&cpu).copied().unwrap_or(0);
            prop_assert_eq!(of(&counters.run_ns) + of(&counters.idle_ns), window);
            prop_assert_eq!((of(&known.unknown_ns), of(&known.open_ns), of(&known.doubtful_ns)), (0, 0, 0));
        }
        prop_assert!(counters.wasted_ns <= sum(&counters.idle_ns));
        prop_assert!(counters.wasted_ns <= counters.wait_ns + known.open_wait_ns);

        // Before its first switch and of what is contradicted, what a CPU does is not known.
        let lines = lines(&events, PLAIN);
        let recording = of(text(&lines).as_bytes());
        let (counters, known) = (&recording.counters, &recording.known);
        let window = counters.last.unwrap() - counters.first.unwrap();
        for cpu in &counters.cpus {
            let of = |of: &std::collections::BTreeMap<u16, u64>| of.get(cpu).copied().unwrap_or(0);
            let known_ns = of(&counters.run_ns) + of(&counters.idle_ns) + of(&known.open_ns);
            prop_assert_eq!(known_ns + of(&known.unknown_ns), window + of(&known.doubtful_ns), "CPU {}", cpu);
        }
    }

    #[test]
    fn a_loss_that_takes_events_away_adds_nothing(
        events in events(), place in any::<prop::sample::Index>(), count in 1..20usize, cpu in 0..CPUS,
    ) {
        // Ties keep the order of the file, so each event has a time of its own here.
        let events: Vec<(u64, Event)> = possible(&events).into_iter().map(|(step, event)| (step + 1, event)).collect();
        let lines = lines(&events, PLAIN);
        let whole = of(text(&lines).as_bytes());
        let of_cpu: Vec<usize> = (0..lines.len()).filter(|line| lines[*line].0 == cpu).collect();
        let start = place.index(of_cpu.len());
        let taken = &of_cpu[start..(start + count).min(of_cpu.len())];
        let mark = (cpu, format!("CPU:{cpu} [LOST {} EVENTS]\n", taken.len()));
        let left: Vec<(usize, String)> = lines.iter().enumerate().filter_map(|(line, one)| {
            if line == taken[0] { Some(mark.clone()) } else { (!taken.contains(&line)).then(|| one.clone()) }
        }).collect();
        let lossy = of(text(&left).as_bytes());
        let cpu = cpu as u16;
        prop_assert_eq!(lossy.counters.lost_events, taken.len() as u64);
        prop_assert_eq!(lossy.counters.events + lossy.counters.lost_events, whole.counters.events);
        prop_assert!(sure(&lossy) <= sure(&whole));
        for other in (0..CPUS as u16).filter(|other| *other != cpu) {
            let of = |recording: &Recording| {
                let counters = &recording.counters;
                [&counters.switches, &counters.run_ns, &counters.idle_ns].map(|of| of.get(&other).copied())
            };
            prop_assert_eq!(of(&lossy), of(&whole), "CPU {}", other);
        }
        prop_assert!(lossy.counters.tasks <= whole.counters.tasks);
        prop_assert!(lossy.counters.wakings <= whole.counters.wakings);
        let said = format!("on CPU {cpu}: until");
        prop_assert!(lossy.notes.iter().any(|note| note.to_string().contains(&said)));
    }

    #[test]
    fn both_forms_of_perfetto_say_what_the_text_says(events in events()) {
        // Bundles hold the events of a CPU, so each event has a time of its own.
        let events: Vec<(u64, Event)> = possible(&events).into_iter().map(|(step, event)| (step + 1, event)).collect();
        let plain = of(&perfetto(&events, false));
        let compact = of(&perfetto(&events, true));
        let text = of(text(&lines(&events, PLAIN)).as_bytes());
        let same = |counters: &Counters| Counters {
            form: "", packets: 0, compact: 0, unsorted: 0, ..counters.clone()
        };
        prop_assert!(compact.counters.compact > 0);
        prop_assert_eq!(same(&plain.counters), same(&text.counters));
        prop_assert_eq!(same(&compact.counters), same(&text.counters));
        prop_assert_eq!(&plain.known, &text.known);
        prop_assert_eq!(&compact.known, &text.known);
    }

    #[test]
    fn pieces_names_time_and_style_change_nothing(events in events(), size in 1..200usize, begin in 0..1u64 << 50) {
        let plain = text(&lines(&events, PLAIN));
        let whole = of(plain.as_bytes());
        let mut reader = Reader::new(Options::default());
        for piece in plain.as_bytes().chunks(size) {
            reader.push(piece);
        }
        let pieces = reader.finish();
        prop_assert_eq!(&pieces.counters, &whole.counters);
        prop_assert_eq!(&pieces.notes, &whole.notes);

        let later = of(text(&lines(&events, Names { begin, ..PLAIN })).as_bytes());
        prop_assert_eq!(without_moment(&later.counters), without_moment(&whole.counters));
        prop_assert_eq!(&later.known, &whole.known);

        let named = of(text(&lines(&events, Names { first_pid: 30_000, comm: "x ==> y: ", ..PLAIN })).as_bytes());
        prop_assert_eq!(&named.counters, &whole.counters);
        prop_assert_eq!(&named.known, &whole.known);

        let permuted = of(text(&lines(&events, Names { reversed: true, ..PLAIN })).as_bytes());
        prop_assert_eq!(&permuted.counters, &whole.counters);
        prop_assert_eq!(&permuted.known, &whole.known);

        for style in [Style::Raw, Style::Plugin] {
            let styled = of(text(&lines(&events, Names { style, ..PLAIN })).as_bytes());
            prop_assert_eq!(&styled.counters, &whole.counters);
            prop_assert_eq!(&styled.known, &whole.known);
        }
    }

    #[test]
    fn cpus_may_follow_each_other(events in events()) {
        // Ties keep the order of the file, so each event has a time of its own here.
        let events: Vec<(u64, Event)> = events.into_iter().map(|(step, event)| (step + 1, event)).collect();
        let lines = lines(&events, PLAIN);
        let whole = of(text(&lines).as_bytes());
        let mut by_cpu = lines;
        by_cpu.sort_by_key(|(cpu, _)| *cpu);
        let sorted = of(text(&by_cpu).as_bytes());
        prop_assert_eq!(without_moment(&sorted.counters), without_moment(&whole.counters));
        prop_assert_eq!(sorted.known, whole.known);
    }

    #[test]
    fn a_loss_removes_only_what_touches_it(events in events(), place in 0..120usize, cpu in 0..CPUS) {
        let lines = lines(&events, PLAIN);
        let whole = of(text(&lines).as_bytes());
        let mut lossy = lines.clone();
        lossy.insert(place.min(lines.len()), (cpu, format!("CPU:{cpu} [LOST 3 EVENTS]\n")));
        let lossy = of(text(&lossy).as_bytes());
        prop_assert_eq!((lossy.counters.lost_notes, lossy.counters.lost_events), (1, 3));
        // The counters are those of the events; how much of them is doubtful is said.
        let counters = Counters { lost_notes: 0, lost_events: 0, ..lossy.counters.clone() };
        prop_assert_eq!(&counters, &whole.counters);
        let doubtful = sum(&lossy.known.doubtful_ns);
        let all = |recording: &Recording| sum(&recording.counters.run_ns) + sum(&recording.counters.idle_ns);
        prop_assert!(doubtful >= sum(&whole.known.doubtful_ns));
        prop_assert!(all(&lossy) - doubtful <= all(&whole));
        prop_assert!(lossy.known.doubtful_waits <= lossy.counters.waits);
    }

    #[test]
    fn windows_add_up(events in events(), part in 0..1000u64) {
        let text = text(&lines(&events, PLAIN));
        let whole = of(text.as_bytes()).counters;
        let (first, last) = (whole.first.unwrap_or(0), whole.last.unwrap_or(0));
        let middle = first + (last - first) * part / 1000;
        let window = |from, to| read(text.as_bytes(), Options { window: (from, to), ..Options::default() }).counters;
        let (a, b) = (window(0, middle), window(middle, u64::MAX));
        prop_assert_eq!(a.events + b.events, whole.events);
        prop_assert_eq!(sum(&a.switches) + sum(&b.switches), sum(&whole.switches));
        prop_assert_eq!(a.waits + b.waits, whole.waits);
        prop_assert_eq!(a.wasted_ns + b.wasted_ns, whole.wasted_ns);
        prop_assert_eq!(sum(&a.idle_ns) + sum(&b.idle_ns) + sum(&a.run_ns) + sum(&b.run_ns)
            >= sum(&whole.idle_ns) + sum(&whole.run_ns), true);
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), packed in any::<bool>()) {
        let start: &[u8] = if packed { b"\x0a" } else { b"" };
        let recording = of(&[start, &bytes].concat());
        let said = recording.fault.iter().map(ToString::to_string);
        prop_assert!(said.chain(recording.notes.iter().map(ToString::to_string)).all(|one| !one.is_empty()));
    }

    #[test]
    fn changed_samples_do_not_panic(
        sample in prop::sample::select(vec!["own-mix-events.pftrace", "own-mix-compact-packed.pftrace", "trappy-idle-dat-report.txt",
            "vectors/v12-hostile-comms.txt", "trappy-systrace-legacy.html"]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = fixture(sample);
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        let recording = of(&bytes);
        prop_assert!(recording.notes.iter().all(|note| !note.to_string().is_empty()));
    }
}

/// Perfetto's compact form has no task that leaves, so what ran is inferred; all else is the same.
#[test]
fn both_forms_of_perfetto_agree_with_each_other() {
    let compact = of(&fixture("own-mix-compact.pftrace"));
    let packed = of(&fixture("own-mix-compact-packed.pftrace"));
    let packets = |counters: &Counters| Counters { packets: 0, ..counters.clone() };
    assert_eq!(packets(&compact.counters), packets(&packed.counters));
    assert_eq!(compact.known, packed.known);
}

/// The plain events of Perfetto are the first 1,200 of the text.
#[test]
fn perfetto_agrees_with_the_text_from_which_it_was_made() {
    let mut text = Vec::new();
    let packed = fixture("own-mix.ftrace.txt.gz");
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&packed[..]), &mut text).unwrap();
    let plain = of(&fixture("own-mix-events.pftrace")).counters;
    let lines = String::from_utf8_lossy(&text).into_owned();
    let heads = lines.lines().filter(|line| line.starts_with('#')).count();
    let cut: String = lines.lines().take(heads + 1200).map(|line| format!("{line}\n")).collect();
    let text = of(cut.as_bytes()).counters;
    assert_eq!(text.switches, plain.switches);
    assert_eq!((text.run_ns, text.idle_ns), (plain.run_ns, plain.idle_ns));
    assert_eq!((text.waits, text.wait_ns, text.wakers), (plain.waits, plain.wait_ns, plain.wakers));
    assert_eq!((text.tasks, text.wasted_ns), (plain.tasks, plain.wasted_ns));
}

#[test]
fn vectors_have_the_classes_of_moves_that_their_heads_say() {
    use sched_recording::{Class, Sure};
    let moves = |name: &str| {
        let recording = of(&fixture(&format!("vectors/{name}")));
        recording.known.moves.iter().map(|(class, one)| (*class, one.count, one.sure)).collect::<Vec<_>>()
    };
    assert_eq!(moves("v03-wake-to-another-cpu.txt"), [(Class::Wake, 1, Sure::Sure)]);
    assert_eq!(moves("v05-idle-in-another-cache.txt"), [(Class::NewIdle, 1, Sure::Likely)]);
    assert_eq!(moves("v06-fork-and-exit.txt"), [(Class::Fork, 1, Sure::Sure)]);
    assert_eq!(moves("v14-stopper-moves-the-running.txt"), [(Class::Active, 1, Sure::Likely)]);
    let crossings = of(&fixture("vectors/v05-idle-in-another-cache.txt")).known.crossings;
    assert_eq!(crossings.into_iter().collect::<Vec<_>>(), [("node", 1)]);
}

/// A thread for one CPU cannot run on the CPU that idles.
#[test]
fn what_a_bound_thread_wastes_is_said() {
    let text = String::from_utf8(fixture("vectors/v04-idle-while-waiting.txt")).unwrap();
    let wasted = |text: &str| {
        let recording = of(text.as_bytes());
        (recording.counters.wasted_ns, recording.known.wasted_bound_ns)
    };
    assert_eq!(wasted(&text), (8000, 0));
    let waits = of(text.as_bytes()).totals().longest_waits[0].pid;
    let name = of(text.as_bytes()).task(waits).unwrap().comm();
    let bound = text.replace(&format!("comm={name} "), "comm=ksoftirqd/0 ");
    assert_eq!(wasted(&bound), (8000, 8000));
}

#[test]
fn the_idle_cpu_of_vector_4_is_listed_with_what_it_missed() {
    let recording = of(&fixture("vectors/v04-idle-while-waiting.txt"));
    let [one] = recording.totals().longest_idle[..] else { panic!("{:?}", recording.totals().longest_idle) };
    assert_eq!((one.cpu, one.waited, one.to - one.from), (1, recording.counters.wasted_ns, 10_000));
    let other_cache = of(&fixture("vectors/v05-idle-in-another-cache.txt"));
    assert_eq!(other_cache.totals().longest_idle, []);
}

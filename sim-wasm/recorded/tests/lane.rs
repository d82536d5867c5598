//! A recorded lane says the same as the counters of its recording.

use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::machine::Machine;
use sched_core::observe::frame as at;
use sched_core::observe::log::{CPU, KIND, LogLevel, TASK};
use sched_core::observe::vocab::{CpuFlag, EventKind, LOG_WORDS, unpacked};
use sched_core::scenario::MachineChoice;
use sched_recorded::{About, Lists, RecordedLane, Tape, anonymized, machine_of};
use sched_recording::{Options, Recording, read};
use std::path::Path;
use std::sync::Arc;

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/recordings").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn recording(name: &str, window: (u64, u64)) -> Recording {
    read(&fixture(name), Options { window, draws: true, ..Options::default() })
}

fn machine(recording: &Recording) -> Machine {
    MachineChoice::Own(Box::new(machine_of(recording, "recorded"))).build()
}

fn lane(recording: Recording) -> RecordedLane {
    let machine = machine(&recording);
    RecordedLane::new(Arc::new(Tape::new(recording, machine).expect("all its CPUs are there")), 0)
}

const FILES: [&str; 7] = [
    "own-mix.ftrace.txt.gz",
    "own-messaging.perf.txt.gz",
    "own-pipe.perf.txt.gz",
    "own-mix-events.pftrace",
    "own-mix-compact.pftrace",
    "own-comms.ftrace.txt.gz",
    "own-mix.trace-cmd.txt.gz",
];

#[test]
fn a_machine_has_the_capacities_that_perfetto_says() {
    // A packet with `cpu_info` (67): two CPUs with the capacities 1024 and 446 (3).
    let cpu_info = [[0x0a, 3, 0x18, 0x80, 0x08], [0x0a, 3, 0x18, 0xbe, 0x03]].concat();
    let packet = [vec![0x0a, 13, 0x9a, 0x04, 10], cpu_info].concat();
    let file = [fixture("own-mix-compact.pftrace"), packet].concat();
    let of = |file: &[u8]| machine_of(&read(file, Options::default()), "recorded").capacities;
    assert_eq!(of(&file).as_deref(), Some("0:1024 1:446"));
    assert_eq!(of(&fixture("own-mix-compact.pftrace")), None);
}

fn wide(words: &[u32], at: usize) -> u64 {
    u64::from(words[at]) | u64::from(words[at + 1]) << 32
}

#[test]
fn its_figures_are_those_of_the_recording() {
    for name in FILES {
        let whole = recording(name, (0, u64::MAX));
        let (first, last) = (whole.counters.first.unwrap(), whole.counters.last.unwrap());
        // Within the window the state of each CPU is known from the beginning to the end.
        for window in [(0, u64::MAX), (first + (last - first) / 3, last - (last - first) / 3)] {
            let recording = recording(name, window);
            let counters = recording.counters.clone();
            let totals = recording.totals().clone();
            let mut lane = lane(recording);
            assert!(!lane.done());
            lane.advance(u64::MAX, u64::MAX);
            assert!(lane.done(), "{name}");
            let report = lane.report();
            let wakes: u64 = counters.wakers.values().sum();
            assert_eq!(report.wake, wakes, "{name}: wake-ups");
            assert_eq!(report.wakes.values().sum::<u64>(), wakes, "{name}");
            let moves: u64 = totals.moves.values().sum();
            assert_eq!(report.migrations.values().flat_map(|of| of.values()).sum::<u64>(), moves, "{name}");
            let frame = lane.frame(true);
            assert_eq!(wide(&frame, at::WASTED), counters.wasted_ns, "{name}: wasted");
            let run: u64 = counters.run_ns.values().sum();
            if window.0 > 0 && counters.lost_notes == 0 && counters.mismatched_switches == 0 {
                assert_eq!(wide(&frame, at::BUSY), run, "{name}: busy");
            } else {
                assert!(wide(&frame, at::BUSY) >= run, "{name}: busy");
            }
        }
    }
}

#[test]
fn it_is_the_same_however_it_is_played() {
    let name = FILES[0];
    let mut whole = lane(recording(name, (0, u64::MAX)));
    whole.set_log(LogLevel::All, 0);
    whole.advance(u64::MAX, u64::MAX);
    let mut pieces = lane(recording(name, (0, u64::MAX)));
    pieces.set_log(LogLevel::All, 0);
    let mut log = Vec::new();
    let mut until = 0;
    while !pieces.done() {
        until += 40_000;
        pieces.advance(until, 37);
        log.extend(pieces.take_log());
        let copy = pieces.snapshot();
        assert_eq!(copy.frame(true), pieces.frame(true));
    }
    assert_eq!(pieces.frame(true), whole.frame(true));
    assert_eq!(pieces.series(), whole.series());
    assert!(log.ends_with(&whole.take_log()));
}

#[test]
fn its_log_leads_to_its_frame() {
    let mut lane = lane(recording(FILES[0], (0, u64::MAX)));
    lane.set_log(LogLevel::Switches, 0);
    let mut running = vec![None; lane.tape().machine.nr_cpu_ids];
    while !lane.done() {
        lane.advance(u64::MAX, 1000);
        for record in lane.take_log().chunks(LOG_WORDS) {
            if KIND.of(record) == EventKind::Switch.word() {
                running[usize::from(CPU.of(record).0)] = unpacked(TASK.of(record));
            }
        }
        let frame = lane.frame(false);
        for (cpu, task) in running.iter().enumerate() {
            let word = &frame[at::HEADER + cpu..=at::HEADER + cpu];
            assert_eq!(unpacked(at::CPU_TASK.of(word)), *task);
            let moment = lane.cpu_moment(CpuId(cpu as u16)).unwrap();
            let has = |flag: CpuFlag| at::CPU_FLAGS.of(word) & flag.bit() != 0;
            assert_eq!(has(CpuFlag::Unknown), moment.state == "unknown");
            assert_eq!(has(CpuFlag::Idle), moment.state == "idle" && moment.queue.is_empty());
            assert_eq!(at::CPU_WAITING.of(word) as usize, moment.queue.len());
        }
    }
}

#[test]
fn before_its_first_event_a_cpu_is_unknown() {
    let lane = lane(recording(FILES[0], (0, u64::MAX)));
    for cpu in lane.tape().machine.cpus().iter() {
        assert_eq!(lane.cpu_moment(cpu).unwrap().state, "unknown");
    }
}

#[test]
fn its_lists_lead_to_their_moments() {
    let recording = recording(FILES[1], (0, u64::MAX));
    let (about, lists) = (About::of(&recording), Lists::of(&recording));
    let mut lane = lane(recording);
    let about = about.with(lane.tape(), &lists);
    assert_eq!((about.waits.len(), about.pairs.len()), (10, 10));
    assert!(!about.processes.is_empty());
    let mut waits = about.waits.clone();
    waits.sort_by_key(|wait| wait.to_ns);
    for wait in &waits {
        lane.advance(wait.to_ns - 1, u64::MAX);
        let task = lane.task_moment(TaskId(wait.task)).unwrap();
        assert_eq!((task.state, task.since_ns), ("waiting", wait.from_ns));
        lane.advance(wait.to_ns, u64::MAX);
        let task = lane.task_moment(TaskId(wait.task)).unwrap();
        assert_eq!((task.state, task.cpu), ("running", Some(wait.cpu)));
        if wait.woken {
            let wake = task.wake.expect("it was woken");
            assert_eq!((wake.at_ns, wake.ran_ns), (wait.from_ns, Some(wait.to_ns)));
        }
    }
}

#[test]
fn without_names_it_has_the_same_figures() {
    for name in FILES {
        let recording = recording(name, (0, u64::MAX));
        let counters = recording.counters.clone();
        let lane = lane(recording);
        let text = anonymized(lane.tape());
        let named = lane.tape().tasks.iter().filter(|task| task.comm.len() > 4);
        assert!(named.count() > 0 && !text.contains("perf") && !text.contains("bench"), "{name}");
        let again = read(text.as_bytes(), Options::default());
        assert!(again.fault.is_none(), "{name}: {:?}", again.fault);
        // A switch from a task that did not run: what that one did is not known.
        if counters.mismatched_switches > 0 {
            continue;
        }
        // What was known before the first event of a CPU is not written.
        let most = counters.cpus.len() as u64;
        assert!(again.counters.waits.abs_diff(counters.waits) <= most, "{name}: waits");
        assert!(again.counters.preemptions.abs_diff(counters.preemptions) <= most, "{name}");
        assert_eq!(again.counters.wakers.get("irq"), counters.wakers.get("irq"), "{name}: interrupts");
    }
}

#[test]
fn wake_ups_are_found_forwards_and_backwards() {
    let mut lane = lane(recording(FILES[0], (0, u64::MAX)));
    let mut found = Vec::new();
    while lane.next_wake(None, u64::MAX) {
        found.push(lane.events());
    }
    assert_eq!(found.len() as u64, lane.report().wake);
    let mut again = self::lane(recording(FILES[0], (0, u64::MAX)));
    assert_eq!(again.last_wake(None, u64::MAX), found.last().copied());
}

#[test]
fn a_machine_that_lacks_cpus_of_the_recording_is_refused() {
    let recording = recording(FILES[0], (0, u64::MAX));
    let small = MachineChoice::Own(Box::new(sched_core::scenario::OwnMachine {
        name: "small".into(),
        topology: "pu:1".into(),
        ..Default::default()
    }));
    let fault = Tape::new(recording, small.build()).unwrap_err();
    assert!(fault.contains("which the machine lacks"), "{fault}");
}

/// Hand-checked on vector 3: CPU 0 runs `a`, which wakes `b`; `b` had run on CPU 0. CPU 1 idles.
#[test]
fn the_rules_are_asked_in_the_recorded_state() {
    use sched_core::observe::decisions::{Why, read};
    use sched_core::observe::vocab::{Answer, How};
    use sched_core::scenario::{Lane, Scenario};

    let recording = recording("vectors/v03-wake-to-another-cpu.txt", (0, u64::MAX));
    let scenario = Scenario {
        machine: MachineChoice::Own(Box::new(machine_of(&recording, "recorded"))),
        lanes: vec![Lane::default()],
        ..Scenario::default()
    };
    let mut lane = lane(recording).with_rules(scenario);
    let mut quiet = lane.snapshot();
    lane.ask_rules(Some(0));
    lane.advance(u64::MAX, u64::MAX);
    quiet.advance(u64::MAX, u64::MAX);
    assert_eq!(lane.frame(true), quiet.frame(true), "asking changes nothing");
    assert!(quiet.take_decisions().is_empty());
    let decisions = read(&lane.take_decisions());
    println!("{decisions:#?}");
    let [decision] = &decisions[..] else { panic!("{decisions:?}") };
    assert_eq!((decision.cpu, decision.about, decision.chosen), (CpuId(0), CpuId(0), CpuId(1)));
    assert_eq!(decision.why, Why::How(How::Llc));
    let asked: Vec<_> = decision.steps.iter().map(|step| (step.cpu.0, step.answer)).collect();
    assert!(asked.ends_with(&[(0, Answer::Busy), (1, Answer::Idle)]), "{asked:?}");
}

#[test]
fn a_machine_that_says_nothing_but_its_cpus_has_no_distances() {
    use sched_core::scenario::OwnMachine;
    use sched_recorded::is_placed;

    let recording = recording("own-mix.ftrace.txt.gz", (0, u64::MAX));
    let unknown = machine_of(&recording, "recorded");
    assert!(!is_placed(&unknown));
    assert_eq!(MachineChoice::Own(Box::new(unknown)).build().nr_cpus, 2);
    // A machine of one cache, as a text beside the recording describes it, has.
    let given = |topology: &str| OwnMachine { topology: topology.into(), ..OwnMachine::default() };
    assert!(is_placed(&given("pack:1 numa:1 l3:1 core:2 pu:1")));
    assert!(is_placed(&given("pu=0-3 l3=0-3")));
}

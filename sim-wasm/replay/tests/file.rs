//! A file that is written is read back; bytes that are no file are refused with a sentence.

use proptest::prelude::*;
use sched_replay::{Begin, By, Fault, File, Move, Name, Place, Recorded, Run, Source, Step, Tape, Task};
use sched_replay::{Wait, Wake, hash};

fn sample() -> File {
    let (from, until) = (5_000_000_000, 5_020_000_000);
    let places = vec![
        Some(Place { core: 0, cluster: Some(0), llc: 0, socket: 0 }),
        None,
        Some(Place { core: 511, cluster: None, llc: 3, socket: 7 }),
    ];
    let steps = vec![
        Step::Run(7_000),
        Step::Wake(1),
        Step::Fork(2),
        Step::Block(Source::Either { length: 90, at: 1_000 }),
        Step::Yield,
        Step::Block(Source::Length(1 << 30)),
        Step::Send(2),
    ];
    let first = Task {
        pid: 4711,
        name: "a ==> b\n".into(),
        process: 3,
        nice: -20,
        allowed: vec![0, 2, 511],
        begin: Begin::Runs(2),
        steps,
        ..Task::default()
    };
    let second = Task {
        pid: -1,
        nice: 19,
        is_kernel: true,
        begin: Begin::Sleeps(None),
        steps: vec![Step::Block(Source::Edge(0)), Step::Run(1), Step::Block(Source::Arrival(20_000_000))],
        ..Task::default()
    };
    let steps = vec![Step::Block(Source::Never)];
    let third = Task { begin: Begin::Forked, steps, ..Task::default() };
    let tasks = vec![first, second, third];
    let (name, release) = ("trace.txt".into(), "6.18.44".into());
    let tape = Tape { name, release, from, until, cpus: 3, places, others: 12, tasks };
    let recorded = Recorded {
        names: vec![Name { pid: 4711, name: "a".into(), tgid: Some(-5), prio: Some(255) }, Name::default()],
        runs: vec![Run { cpu: 2, pid: 0, from, to: until }, Run { cpu: 0, pid: 1, from, to: from }],
        waits: vec![Wait { pid: 1, cpu: 511, from, to: from + 9, woken: true, doubtful: true }],
        moves: vec![Move { at: from + 3, pid: 1, from: 0, to: 2, class: 9 }],
        wakes: vec![Wake { at: until, pid: 1, waker: 0, by: By::Maybe, cpu: 1, from: Some(0) }],
        ends: Some(from + 7),
    };
    File { tape, recorded: Some(recorded) }
}

#[test]
fn a_file_survives() {
    let file = sample();
    let bytes = file.encode();
    assert_eq!(File::decode(&bytes), Ok(file.clone()));
    assert_eq!(Tape::decode(&bytes), Ok(file.tape.clone()));
    let bare = File { recorded: None, ..file };
    assert_eq!(File::decode(&bare.encode()), Ok(bare));
}

#[test]
fn every_part_is_in_the_hash() {
    let file = sample();
    let mut other = file.clone();
    other.tape.tasks[0].steps[0] = Step::Run(7_001);
    assert_ne!(hash(&file.encode()), hash(&other.encode()));
    assert_eq!(hash(b""), "cbf29ce484222325");
    assert_eq!(hash(b"foobar"), "85944171f73967e8");
}

#[test]
fn a_file_that_ends_early_is_refused_at_every_byte() {
    let bytes = sample().encode();
    for end in 0..bytes.len() {
        let fault = File::decode(&bytes[..end]).expect_err("cut");
        assert!(matches!(fault, Fault::Cut | Fault::Other), "{end}: {fault}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert_eq!(File::decode(&longer), Err(Fault::Rest { bytes: 1 }));
}

#[test]
fn contradictions_are_refused() {
    let refused = |change: fn(&mut Tape)| {
        let mut file = sample();
        change(&mut file.tape);
        File::decode(&file.encode()).expect_err("refused")
    };
    assert_eq!(
        refused(|tape| {
            tape.tasks[0].steps.remove(1);
        }),
        Fault::Unwoken { task: 1 }
    );
    assert_eq!(
        refused(|tape| {
            tape.tasks[0].steps.remove(2);
        }),
        Fault::Forks { task: 2 }
    );
    assert_eq!(refused(|tape| tape.tasks[1].steps.push(Step::Fork(0))), Fault::Forks { task: 0 });
    let fault = refused(|tape| tape.tasks[1].steps.push(Step::Wake(3)));
    assert_eq!(fault, Fault::Range { what: "the task of a step", found: 3, most: 2 });
    assert!(matches!(refused(|tape| tape.tasks[0].nice = 20), Fault::Range { what: "a nice value", .. }));
}

#[test]
fn other_files_are_refused() {
    for bytes in [&b""[..], b"\0", b"# tracer: nop", b"\x93SCHED reply"] {
        assert_eq!(File::decode(bytes), Err(Fault::Other));
    }
    assert_eq!(File::decode(b"\x93SCHED replay\n\x03"), Err(Fault::Version { version: 3 }));
    // More tasks than there are bytes.
    assert_eq!(File::decode(b"\x93SCHED replay\n\x01\x0a\0\0\0\0\0\0\0\xff\x0f\0"), Err(Fault::Cut));
}

proptest! {
    #[test]
    fn no_bytes_panic(at in 0_usize..400, byte: u8, cut in 0_usize..400) {
        let mut bytes = sample().encode();
        let length = bytes.len();
        bytes[at % length] = byte;
        let _ = File::decode(&bytes);
        bytes.truncate(cut % length);
        let _ = File::decode(&bytes);
    }

    #[test]
    fn what_is_read_is_written_the_same(at in 0_usize..400, byte: u8) {
        let mut bytes = sample().encode();
        let length = bytes.len();
        bytes[at % length] = byte;
        if let Ok(file) = File::decode(&bytes) {
            prop_assert_eq!(File::decode(&file.encode()), Ok(file));
        }
    }
}

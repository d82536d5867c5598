//! Replays of recordings: what is kept, and that every replay runs to its end.

use proptest::prelude::*;
use sched_recording::{Options, Recording, Taken, Wanted, read, replay};
use sched_replay::{Begin, File, Source, Step, Tape};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn of(bytes: &[u8]) -> Recording {
    read(bytes, Options { draws: true, keeps: true, ..Options::default() })
}

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/recordings");
    fs::read(folder.join(name)).expect("a fixture")
}

/// The tape is run without a scheduler: every task does as much as it can, again and again. Whether all come to their ends.
fn comes_to_its_end(tape: &Tape) -> bool {
    let mut at = vec![0; tape.tasks.len()];
    let mut is_there: Vec<bool> = tape.tasks.iter().map(|task| task.begin != Begin::Forked).collect();
    let mut tokens: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    loop {
        let mut moved = false;
        for (own, task) in tape.tasks.iter().enumerate() {
            while is_there[own] && at[own] < task.steps.len() {
                match task.steps[at[own]] {
                    Step::Wake(other) | Step::Send(other) => {
                        *tokens.entry((own, other.into())).or_default() += 1
                    }
                    Step::Fork(child) => is_there[usize::from(child)] = true,
                    Step::Block(Source::Edge(waker)) => {
                        let Some(left) = tokens.get_mut(&(waker.into(), own)).filter(|left| **left > 0)
                        else {
                            break;
                        };
                        *left -= 1;
                    }
                    _ => {}
                }
                at[own] += 1;
                moved = true;
            }
        }
        if !moved {
            return tape.tasks.iter().zip(&at).all(|(task, at)| *at == task.steps.len());
        }
    }
}

/// What must hold of every replay.
fn check(recording: &Recording, taken: &Taken) {
    let tape = &taken.file.tape;
    assert!(comes_to_its_end(tape));
    for (task, ran) in tape.tasks.iter().zip(&taken.ran) {
        assert_eq!(task.run_ns(), *ran, "without costs a burst has its recorded length: {}", task.name);
    }
    let span = tape.length() * recording.counters.cpus.len() as u64;
    assert!(tape.run_ns() + tape.others <= span, "CPUs run at most all the time");
    assert_eq!(File::decode(&taken.file.encode()).as_ref(), Ok(&taken.file));
}

fn line(out: &mut String, pid: u32, cpu: u32, flags: &str, us: u64, what: &str) {
    let _ = writeln!(out, "  task-{pid} [{cpu:03}] {flags} {}.{:06}: {what}", us / 1_000_000, us % 1_000_000);
}

fn switch(out: &mut String, cpu: u32, us: u64, prev: u32, state: &str, next: u32) {
    let what = format!(
        "sched_switch: prev_comm=t{prev} prev_pid={prev} prev_prio=120 prev_state={state} ==> next_comm=t{next} next_pid={next} next_prio=120"
    );
    line(out, prev, cpu, "d..2.", us, &what);
}

fn waking(out: &mut String, by: u32, cpu: u32, flags: &str, us: u64, pid: u32) {
    let what = format!("sched_waking: comm=t{pid} pid={pid} prio=120 target_cpu={cpu:03}");
    line(out, by, cpu, flags, us, &what);
}

#[test]
fn bursts_edges_and_timers() {
    let mut text = String::from("# tracer: nop\n");
    switch(&mut text, 0, 1_000, 0, "R", 1);
    for round in 0..5 {
        let at = 1_000 + round * 1_000;
        waking(&mut text, 1, 0, "d..2.", at + 100, 2);
        switch(&mut text, 0, at + 150, 1, "S", 2);
        switch(&mut text, 0, at + 400, 2, "S", 0);
        waking(&mut text, 0, 0, "d.h2.", at + 950, 1);
        switch(&mut text, 0, at + 1_000, 0, "R", 1);
    }
    let recording = of(text.as_bytes());
    let taken = replay(&recording, &Wanted::default()).expect("a replay");
    check(&recording, &taken);
    let tape = &taken.file.tape;
    let [first, second] = &tape.tasks[..] else { panic!("two tasks: {tape:?}") };
    // It sleeps for 800 µs, by a timer that has the same length each time.
    let round = [Step::Run(100_000), Step::Wake(1), Step::Run(50_000), Step::Block(Source::Length(800_000))];
    assert_eq!(first.steps[..4], round);
    assert_eq!(second.begin, Begin::Sleeps(Some(0)));
    assert_eq!(second.steps[..2], [Step::Block(Source::Edge(0)), Step::Run(250_000)]);
    // Costs are taken off: one switch into each burst, and the wake-up from what follows it.
    let costs = sched_recording::Costs { switch: 1_000, wakeup: 300, ..Default::default() };
    let taken = replay(&recording, &Wanted { costs, ..Wanted::default() }).expect("a replay");
    assert_eq!(taken.file.tape.tasks[0].steps[..3], [Step::Run(99_000), Step::Wake(1), Step::Run(49_700)]);
}

#[test]
fn a_sleep_for_a_device_keeps_its_length_and_a_burst_on_a_slow_cpu_is_less_work() {
    let text = |state: &str| {
        let mut text = String::from("# tracer: nop\n");
        switch(&mut text, 1, 1_000, 0, "R", 1);
        switch(&mut text, 1, 1_400, 1, state, 0);
        waking(&mut text, 0, 1, "d.h2.", 1_700, 1);
        switch(&mut text, 1, 1_710, 0, "R", 1);
        switch(&mut text, 1, 1_750, 1, "S", 0);
        text
    };
    let steps = |state: &str, capacities: Vec<u32>| {
        let wanted = Wanted { capacities, ..Wanted::default() };
        let taken = replay(&of(text(state).as_bytes()), &wanted).expect("a replay");
        taken.file.tape.tasks[0].steps.clone()
    };
    let run = |us: u64| Step::Run(us * 1_000);
    let device = Step::Block(Source::Length(300_000));
    assert_eq!(steps("D", vec![])[..3], [run(400), device, run(40)]);
    assert_eq!(steps("D|K", vec![1024, 512])[..3], [run(200), device, run(20)]);
    // Of a sleep for anything else it is not known whether its length or its end stays.
    let unknown = Step::Block(Source::Either { length: 300_000, at: 700_000 });
    assert_eq!(steps("S", vec![1024, 1024])[..3], [run(400), unknown, run(40)]);
}

#[test]
fn what_a_packet_woke_comes_when_it_came() {
    let text = |vector: &str| {
        let mut text = String::from("# tracer: nop\n");
        switch(&mut text, 0, 1_000, 0, "R", 1);
        switch(&mut text, 0, 1_100, 1, "S", 0);
        line(&mut text, 0, 0, "d.s2.", 1_400, &format!("softirq_entry: {vector}"));
        waking(&mut text, 0, 0, "d.s2.", 1_410, 1);
        line(&mut text, 0, 0, "d.s2.", 1_420, &format!("softirq_exit: {vector}"));
        switch(&mut text, 0, 1_430, 0, "R", 1);
        switch(&mut text, 0, 1_500, 1, "S", 0);
        waking(&mut text, 0, 0, "d.s2.", 1_600, 1);
        switch(&mut text, 0, 1_610, 0, "R", 1);
        switch(&mut text, 0, 1_620, 1, "S", 0);
        text
    };
    let blocks = |vector: &str| {
        let taken = replay(&of(text(vector).as_bytes()), &Wanted::default()).expect("a replay");
        let steps = taken.file.tape.tasks[0].steps.clone().into_iter();
        let ended = |step: &Step| matches!(step, Step::Block(source) if *source != Source::Never);
        steps.filter(ended).collect::<Vec<_>>()
    };
    let either = |length: u64, at: u64| Step::Block(Source::Either { length: length * 1000, at: at * 1000 });
    assert_eq!(blocks("vec=3 [action=NET_RX]"), [Step::Block(Source::Arrival(410_000)), either(100, 600)]);
    assert_eq!(blocks("vec=1 [action=TIMER]"), [either(310, 410), either(100, 600)]);
}

#[test]
fn a_waker_that_is_always_preempted_by_the_task_it_woke_waits_for_it() {
    let mut text = String::from("# tracer: nop\n");
    switch(&mut text, 0, 1_000, 0, "R", 1);
    for round in 0..20 {
        let at = 1_000 + round * 10;
        waking(&mut text, 1, 0, "d..2.", at + 2, 2);
        switch(&mut text, 0, at + 4, 1, "R", 2);
        switch(&mut text, 0, at + 10, 2, "S", 1);
    }
    let recording = of(text.as_bytes());
    let taken = replay(&recording, &Wanted::default()).expect("a replay");
    check(&recording, &taken);
    let waits = |of: usize, by: u16| {
        let steps = taken.file.tape.tasks[of].steps.iter();
        steps.filter(|step| **step == Step::Block(Source::Edge(by))).count()
    };
    assert_eq!((waits(0, 1), waits(1, 0)), (20, 20));
}

/// A task sends messages to another one that is awake, and wakes it with the last one.
fn messages(mark: impl Fn(&mut String, u32, u64, &str)) -> String {
    let mut text = String::from("# tracer: nop\n");
    switch(&mut text, 0, 1_000, 0, "R", 1);
    switch(&mut text, 1, 1_000, 0, "R", 2);
    mark(&mut text, 1, 1_010, "message to 2");
    mark(&mut text, 1, 1_020, "message to 2");
    mark(&mut text, 2, 1_030, "message from 1");
    mark(&mut text, 2, 1_040, "message from 1");
    switch(&mut text, 1, 1_050, 2, "S", 0);
    mark(&mut text, 1, 1_060, "message to 2");
    waking(&mut text, 1, 0, "d..2.", 1_065, 2);
    switch(&mut text, 1, 1_070, 0, "R", 2);
    mark(&mut text, 2, 1_080, "message from 1");
    switch(&mut text, 1, 1_090, 2, "S", 0);
    switch(&mut text, 0, 1_100, 1, "S", 0);
    text
}

#[test]
fn a_message_is_a_wake_up_that_a_later_sleep_waits_for() {
    let marked = messages(|text, pid, us, said| {
        line(text, pid, pid - 1, ".....", us, &format!("tracing_mark_write: {said}"));
    });
    let steps = |text: &str| {
        let recording = of(text.as_bytes());
        let taken = replay(&recording, &Wanted::default()).expect("a replay");
        check(&recording, &taken);
        assert_eq!(recording.counters.wakeups_of_awake, 0);
        taken.file.tape.tasks.iter().map(|task| task.steps.clone()).collect::<Vec<_>>()
    };
    let (run, send, wait) = (|us: u64| Step::Run(us * 1_000), Step::Send(1), Step::Block(Source::Edge(0)));
    let sender = vec![run(10), send, run(10), send, run(45), send, run(35), Step::Block(Source::Never)];
    let never = Step::Block(Source::Never);
    let receiver = vec![run(30), wait, run(10), wait, run(10), wait, run(20), never];
    assert_eq!(steps(&marked), [sender, receiver]);
    // Without the marks, only the last message has an event.
    let unmarked = messages(|_, _, _, _| {});
    assert_eq!(
        steps(&unmarked),
        [vec![run(65), Step::Wake(1), run(35), never], vec![run(50), wait, run(20), never]]
    );
}

#[test]
fn the_time_of_real_time_tasks_is_said_or_the_replay_refused() {
    // Of 10 ms, the real-time task has so many µs.
    let with = |us: u64| {
        let mut text = String::from("# tracer: nop\n");
        switch(&mut text, 0, 1_000, 0, "R", 1);
        switch(&mut text, 0, 5_000, 1, "R", 9);
        switch(&mut text, 0, 5_000 + us, 9, "S", 1);
        switch(&mut text, 0, 11_000, 1, "S", 0);
        let text = text.replace("prev_pid=9 prev_prio=120", "prev_pid=9 prev_prio=98");
        text.replace("next_pid=9 next_prio=120", "next_pid=9 next_prio=98")
    };
    let recording = of(with(400).as_bytes());
    let taken = replay(&recording, &Wanted::default()).expect("a replay");
    check(&recording, &taken);
    assert_eq!((taken.file.tape.tasks.len(), taken.file.tape.others), (1, 400_000));
    let said: Vec<String> = taken.remarks.iter().map(ToString::to_string).collect();
    assert!(
        said.iter().any(|one| one.starts_with("1 tasks with 400.0 µs of CPU time are not replayed")),
        "{said:?}"
    );
    let refused = replay(&of(with(600).as_bytes()), &Wanted::default()).expect_err("refused").to_string();
    assert!(refused.contains("6 % of the CPU time is of real-time"), "{refused}");
}

#[test]
fn names_can_be_replaced() {
    let recording = of(&fixture("own-mix.ftrace.txt.gz"));
    let wanted = Wanted { anonymous: true, name: "r".into(), ..Wanted::default() };
    let bytes = replay(&recording, &wanted).expect("a replay").file.encode();
    for task in recording.tasks().iter().filter(|task| task.comm().len() > 3) {
        let comm = task.comm();
        assert!(!bytes.windows(comm.len()).any(|part| part == comm.as_bytes()), "{comm}");
    }
}

#[test]
fn samples_have_replays() {
    for name in ["own-mix.ftrace.txt.gz", "own-messaging.perf.txt.gz", "own-pipe.perf.txt.gz"] {
        let recording = of(&fixture(name));
        match replay(&recording, &Wanted::default()) {
            Ok(taken) => check(&recording, &taken),
            Err(refused) => panic!("{name}: {refused}"),
        }
    }
}

#[test]
fn a_recording_that_does_not_fit_has_no_replay() {
    let mut text = String::from("# tracer: nop\n");
    for round in 0..20 {
        switch(&mut text, 0, 1_000 + round * 10, 1, "S", 2);
    }
    let refused = replay(&of(text.as_bytes()), &Wanted::default()).expect_err("refused").to_string();
    assert!(refused.contains("do not fit"), "{refused}");
    let refused = replay(&of(b""), &Wanted::default()).expect_err("refused").to_string();
    assert!(refused.contains("no task runs"), "{refused}");
}

proptest! {
    /// Any events, also such that contradict each other, give a replay that comes to its end, or a sentence.
    #[test]
    fn every_replay_comes_to_its_end(
        events in prop::collection::vec((0..6u32, 0..3u32, 0..6u32, 0..6u32, 0..5usize, 1..400u64), 1..120)
    ) {
        let mut text = String::from("# tracer: nop\n");
        let mut running = [0_u32; 3];
        let mut us = 1_000;
        for (kind, cpu, a, b, state, step) in events {
            us += step;
            let by = running[cpu as usize];
            match kind {
                0 | 1 => {
                    switch(&mut text, cpu, us, by, ["S", "R", "R+", "X", "D"][state], a);
                    running[cpu as usize] = a;
                }
                4 | 5 => {
                    let what = format!("tracing_mark_write: message {} {}", ["to", "from"][kind as usize - 4], b + 1);
                    line(&mut text, by, cpu, "d..2.", us, &what);
                }
                2 => waking(&mut text, by, cpu, if state == 0 { "d.h2." } else { "d..2." }, us, b + 1),
                _ => {
                    let what = format!("sched_wakeup_new: comm=t{0} pid={0} prio=120 target_cpu=000", b + 1);
                    line(&mut text, by, cpu, "d..2.", us, &what);
                }
            }
        }
        let recording = of(text.as_bytes());
        if let Ok(taken) = replay(&recording, &Wanted::default()) {
            check(&recording, &taken);
        }
    }
}

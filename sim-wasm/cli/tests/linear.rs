//! Reading a recording takes as much work as the recording is long. What is counted is the memory that the reader asks for: to copy
//! what it has read again and again, it would have to ask for more and more.

use sched_recording::{Options, Reader};
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

#[path = "../../recording/tests/protobuf/mod.rs"]
mod protobuf;
use protobuf::{bytes, varint};

/// Counts the bytes that are asked for.
struct Counting;

static ASKED: AtomicU64 = AtomicU64::new(0);

#[allow(unsafe_code, reason = "an allocator is unsafe; this one only passes on")]
// SAFETY: every call goes on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(layout.size() as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(size as u64, Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const CPUS: u64 = 4;
const TASKS: u64 = 50;

/// Switches and wake-ups, one each µs: time, CPU, the task that runs there, and the task that comes (or is woken).
fn events(count: u64) -> impl Iterator<Item = (u64, u64, u64, u64)> {
    let mut runs = [0; CPUS as usize];
    (0..count).map(move |i| {
        let (at, cpu) = (1_000_000_000 + i * 1000, i % CPUS);
        let other = 100 + (i / CPUS * 7 + cpu) % TASKS;
        let own = runs[cpu as usize];
        if (i / CPUS).is_multiple_of(2) {
            runs[cpu as usize] = other;
        }
        (at, cpu, own, other)
    })
}

fn is_switch(at: u64) -> bool {
    ((at - 1_000_000_000) / 1000 / CPUS).is_multiple_of(2)
}

fn text(count: u64) -> Vec<u8> {
    let mut text = String::from("# tracer: nop\n");
    for (at, cpu, own, other) in events(count) {
        let (seconds, ns) = (at / 1_000_000_000, at % 1_000_000_000);
        let _ = write!(text, "{:>16}-{own:<7} [{cpu:03}] d..2. {seconds}.{ns:09}: ", format!("t{own}"));
        let _ = match is_switch(at) {
            true => writeln!(
                text,
                "sched_switch: prev_comm=t{own} prev_pid={own} prev_prio=120 prev_state=S ==> next_comm=t{other} next_pid={other} next_prio=120"
            ),
            false => writeln!(text, "sched_waking: comm=t{other} pid={other} prio=120 target_cpu={cpu:03}"),
        };
    }
    text.into_bytes()
}

fn number(field: u64, value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3, &mut out);
    varint(value, &mut out);
    out
}

/// The same in bundles of a few events.
fn perfetto(count: u64) -> Vec<u8> {
    let mut file = Vec::new();
    for (at, cpu, own, other) in events(count) {
        let name = |pid: u64| format!("t{pid}").into_bytes();
        let (field, body) = if is_switch(at) {
            let prev = [bytes(1, &name(own)), number(2, own), number(3, 120), number(4, 1)].concat();
            (4, [prev, bytes(5, &name(other)), number(6, other), number(7, 120)].concat())
        } else {
            (20, [bytes(1, &name(other)), number(2, other), number(3, 120), number(5, cpu)].concat())
        };
        let event = [number(1, at), number(2, own), bytes(field, &body)].concat();
        file.extend(bytes(1, &bytes(1, &[number(1, cpu), bytes(2, &event)].concat())));
    }
    file
}

/// What a reader asks for that gets a file in pieces.
fn asked(file: &[u8], draws: bool, events: u64) -> u64 {
    let before = ASKED.load(Ordering::Relaxed);
    let mut reader = Reader::new(Options { draws, keeps: draws, ..Options::default() });
    for piece in file.chunks(10_000) {
        reader.push(piece);
    }
    let recording = reader.finish();
    let all = ASKED.load(Ordering::Relaxed) - before;
    assert_eq!((recording.counters.events, &recording.fault), (events, &None));
    all
}

#[test]
fn twice_the_recording_is_twice_the_work() {
    // More events than are held back to be put in order.
    const EVENTS: u64 = 100_000;
    for (form, write) in [("text", text as fn(u64) -> Vec<u8>), ("Perfetto", perfetto)] {
        for draws in [false, true] {
            let [once, twice] = [1, 2].map(|times| asked(&write(EVENTS * times), draws, EVENTS * times));
            println!("{form} {draws}: {once} and {twice} bytes");
            assert!(twice * 10 <= once * 23, "{form}: {once} and {twice} bytes");
        }
    }
}

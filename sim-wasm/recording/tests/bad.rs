//! Corrupt and foreign inputs: each has its sentence, and nothing panics.

mod protobuf;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use protobuf::{bytes, varint};
use sched_recording::{Note, Options, Place, Places, Reader, Recording, read};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

fn fixture(name: &str) -> Vec<u8> {
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures/recordings", name].iter().collect();
    fs::read(path).unwrap()
}

fn of(bytes: impl AsRef<[u8]>) -> Recording {
    read(bytes.as_ref(), Options::default())
}

/// The refusal.
fn refused(bytes: impl AsRef<[u8]>) -> String {
    of(bytes).fault.map(|fault| fault.to_string()).unwrap_or_default()
}

fn notes(recording: &Recording) -> Vec<String> {
    recording.notes.iter().map(ToString::to_string).collect()
}

/// Asserts that it is read, and that a sentence contains the words.
fn says(bytes: impl AsRef<[u8]>, words: &str) -> Recording {
    let recording = of(bytes);
    assert_eq!(recording.fault, None);
    let notes = notes(&recording);
    assert!(notes.iter().any(|note| note.contains(words)), "{words}: {notes:#?}");
    recording
}

/// Asserts that it is refused with these words.
fn refuses(bytes: impl AsRef<[u8]>, words: &str) {
    let said = refused(bytes);
    assert!(said.contains(words), "{words}: {said}");
}

/// A line of tracefs.
fn line(pid: u64, cpu: u64, time: &str, rest: &str) -> String {
    format!("{:>16}-{pid:<7} [{cpu:03}] d..2. {time}: {rest}\n", "a")
}

/// A switch between two tasks.
fn switch(cpu: u64, us: u64, prev: u64, next: u64) -> String {
    let time = format!("{}.{:06}", us / 1_000_000, us % 1_000_000);
    let rest = format!(
        "sched_switch: prev_comm=t{prev} prev_pid={prev} prev_prio=120 prev_state=S ==> next_comm=t{next} next_pid={next} next_prio=120"
    );
    line(prev, cpu, &time, &rest)
}

/// Switches of one CPU, one a ms.
fn good(count: u64) -> String {
    (0..count).map(|i| switch(0, 1_000_000 + i * 1000, 10 + i % 2, 10 + (i + 1) % 2)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// A field with a number.
fn number(field: u64, value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3, &mut out);
    varint(value, &mut out);
    out
}

fn packed(field: u64, values: &[u64]) -> Vec<u8> {
    let mut content = Vec::new();
    values.iter().for_each(|value| varint(*value, &mut content));
    bytes(field, &content)
}

fn packet(fields: &[Vec<u8>]) -> Vec<u8> {
    bytes(1, &fields.concat())
}

/// A plain switch of Perfetto.
fn event(at: u64, prev: u64, next: u64) -> Vec<u8> {
    let of = [bytes(1, b"p"), number(2, prev), number(4, 1), bytes(5, b"n"), number(6, next)].concat();
    bytes(2, &[number(1, at), number(2, prev), bytes(4, &of)].concat())
}

/// Bundle of CPU 0 with switches.
fn bundle(events: &[Vec<u8>]) -> Vec<u8> {
    bytes(1, &[number(1, 0), events.concat()].concat())
}

fn perfetto() -> Vec<u8> {
    let events: Vec<Vec<u8>> = (0..5).map(|i| event(1000 + i * 100, 10 + i % 2, 10 + (i + 1) % 2)).collect();
    [packet(&[number(8, 1), number(10, 1)]), packet(&[bundle(&events)])].concat()
}

#[test]
fn case_01_to_04_nothing_in_it() {
    refuses("", "There is nothing in it");
    refuses("\n\n  \n", "There is nothing in it");
    refuses("\0", "no recording that is read");
    refuses("# tracer: nop\n#\n# entries-in-buffer/entries-written: 0/0   #P:2\n", "a head, but no event");
    refuses(
        fixture("catapult-no-sched.txt"),
        "None of its 121 events is of the scheduler (the first is tracing_mark_write)",
    );
}

#[test]
fn case_05_and_06_cut_at_every_byte() {
    let text = good(3);
    let whole = of(&text).counters.events;
    let last = text.trim_end().rfind('\n').unwrap() + 1;
    for end in last..text.len() - 1 {
        let cut = of(&text[..end]);
        assert_eq!(cut.fault, None, "{end}");
        let events = cut.counters.events - cut.counters.unread_fields;
        // The last priority may lack digits.
        assert!(events == whole - 1 || end + 4 > text.len(), "{end}: {events}");
    }
    says(&text[..last + 60], "Line 3: the file ends within it");
    let file = perfetto();
    for end in 0..file.len() {
        let cut = of(&file[..end]);
        assert_eq!(cut.counters.events, 0, "{end}");
    }
    let twice = [file.clone(), file.clone()].concat();
    for end in file.len() + 10..twice.len() {
        let cut = of(&twice[..end]);
        assert_eq!(cut.counters.events, 5, "{end}");
        assert_eq!(cut.fault, None, "{end}");
    }
    says(&twice[..twice.len() - 1], "Packet 4: the file ends within it");
}

#[test]
fn case_07_to_10_encodings() {
    let text = good(4);
    let plain = of(&text).counters;
    assert_eq!(of(text.replace('\n', "\r\n")).counters, plain);
    let utf16: Vec<u8> = std::iter::once(0xfeff)
        .chain(text.replace('\n', "\r\n").encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(says(&utf16, "It is in UTF-16").counters, plain);
    let big: Vec<u8> =
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
    assert_eq!(says(&big, "It is in UTF-16").counters, plain);
    assert_eq!(of([b"\xef\xbb\xbf", text.as_bytes()].concat()).counters, plain);
    let name = good(4).replace("comm=t1", "comm=\u{1}1").into_bytes();
    let name: Vec<u8> = name.into_iter().map(|c| if c == 1 { 0xff } else { c }).collect();
    assert_eq!(of(&name).counters, plain);
}

#[test]
fn case_11_and_12_long_and_empty_lines() {
    let long = [good(2).into_bytes(), vec![b'x'; 10 << 20], b"\n".to_vec(), good(4).into_bytes()].concat();
    let recording = says(&long, "1 line is longer than 64 KiB, the first is line 3");
    assert_eq!(recording.counters.events, 6);
    let empty = [vec![b'\n'; 4 << 20], good(3).into_bytes()].concat();
    assert_eq!(of(&empty).counters.events, 3);
    refuses(vec![b'\n'; 1 << 20], "There is nothing in it");
    let mut reader = Reader::new(Options::default());
    let lines = vec![b'\n'; 1 << 20];
    assert!((0..100).all(|_| reader.push(&lines)), "100 million lines are read");
    reader.push(&[good(3).as_bytes(), b"x\n"].concat());
    let said = notes(&reader.finish()).join("\n");
    assert!(
        said.contains("1 of 104,857,604 lines were not understood, the first is line 104,857,604"),
        "{said}"
    );
    refuses(vec![b'x'; 10 << 20], "a line of more than 64 KiB");
}

#[test]
fn case_13_to_16_times() {
    let falls = format!("{}{}", good(3).replace(" 1.0", " 7201.0"), good(3));
    says(&falls, "time falls by 7200.0 s");
    let huge =
        format!("{}{}", good(3), switch(0, 1, 1, 2).replace(" 0.000001", " 10000000000000000000.000001"));
    says(&huge, "1 line has a time that is too large, the first is line 4");
    for odd in ["1.123", "1.1234567", "1.1234567890"] {
        let text = format!("{}{}", good(3), switch(0, 1, 1, 2).replace("0.000001", odd));
        let recording = says(&text, "neither 6 nor 9 digits after the point, the first is line 4");
        assert_eq!(recording.counters.events, 3);
    }
    let seconds = good(3).replace(" 1.0", " 10000000000000000000.0");
    refuses(&seconds, "a time that is too large");
    refuses(good(3).replace("1.00", "100"), "ticks, not seconds");
}

#[test]
fn case_17_to_19_numbers() {
    for cpu in [512, 65_536, 4_294_967_295] {
        let text = format!("{}{}", good(3), switch(cpu, 1_100_000, 1, 2));
        let recording = says(&text, "1 event has a CPU number above 511, the first is in line 4");
        assert_eq!(recording.counters.cpus, [0]);
    }
    let minus = good(3) + &switch(0, 1_100_000, 1, 2).replace("[000]", "[-01]");
    says(&minus, "1 of 4 lines were not understood, the first is line 4");
    let large = good(3) + &switch(0, 1_100_000, 1, 2_147_483_648);
    says(&large, "The fields of 1 event were not understood");
    let negative = good(3) + &switch(0, 1_100_000, 10, 1).replace("next_pid=1", "next_pid=-1");
    says(&negative, "The fields of 1 event were not understood, the first is in line 4");
    let itself = (0..4).map(|i| switch(0, 1_000_000 + i, 0, 0)).collect::<String>();
    let idle = of(&itself);
    assert_eq!((idle.fault, idle.counters.tasks, idle.counters.idle_ns[&0]), (None, 0, 3000));
}

#[test]
fn case_20_to_22_contradictions() {
    let two = [switch(0, 1_000_000, 1, 9), switch(1, 1_000_010, 2, 9), switch(0, 1_000_020, 9, 1)].concat();
    let recording = says(&two, "A task began to run on a CPU while another CPU ran it, 1 time");
    assert_eq!(recording.known.doubtful_ns[&0], 10_000);
    let never: String = (0..50).map(|i| switch(0, 1_000_000 + i, 100 + 2 * i, 101 + 2 * i)).collect();
    let recording = says(&never, "49 of 50 switches do not fit");
    assert!(notes(&recording).iter().any(|note| note.starts_with("More than one switch in 20")));
    let head = "# entries-in-buffer/entries-written: 4/4   #P:4\n".to_string();
    says(head + &good(4), "CPUs without events: 1-3");
}

#[test]
fn case_23_and_24_many_tasks() {
    let many: String = (0..250_000).map(|i| switch(0, 1_000_000 + i, i, i + 1)).collect();
    let recording = says(&many, "more than 200,000 tasks: reading ended there");
    assert!(recording.counters.events >= 190_000);
    let names: String = (0..100_000).map(|i| good(1).replace("t10", &format!("n{i}"))).collect();
    let recording = of(&names);
    assert_eq!((recording.fault, recording.counters.tasks), (None, 2));
    // A fork bomb: reading ends, whatever comes.
    let fork = |i: u64| {
        let rest = format!("sched_process_fork: comm=a pid=1 child_comm=a child_pid={}", i + 2);
        line(1, 0, &format!("1.{i:06}"), &rest)
    };
    let mut reader = Reader::new(Options::default());
    reader.push(good(2).as_bytes());
    let pushed = (0..1000).take_while(|of| {
        let forks: String = (of * 1000..(of + 1) * 1000).map(fork).collect();
        reader.push(forks.as_bytes())
    });
    assert!((190..300).contains(&pushed.count()));
    let said = notes(&reader.finish()).join("\n");
    assert!(said.contains("more than 200,000 tasks: reading ended there"), "{said}");
    let names: String =
        (0..5000).map(|i| line(1, 0, &format!("1.{i:06}"), &format!("event_{i}: x=1"))).collect();
    let kinds = says(good(3) + &names, "No machine").counters.kinds;
    assert_eq!((kinds.len(), kinds["(others)"]), (2002, 3000));
}

#[test]
fn case_25_to_27_packing() {
    let zeros = gzip(&vec![0; 80 << 20]);
    refuses(&zeros, "more than a hundred times as large");
    let text = good(2000);
    let packed = gzip(text.as_bytes());
    assert_eq!(of(&packed).counters, of(&text).counters);
    let cut = says(&packed[..packed.len() * 3 / 4], "Its packed content ends in the middle");
    assert!(cut.counters.events > 500, "{}", cut.counters.events);
    let mut wrong = packed.clone();
    let crc = wrong.len() - 8;
    wrong[crc] ^= 1;
    let recording = of(&wrong);
    assert_eq!(recording.counters.events, 2000);
    assert!(notes(&recording).iter().any(|note| note.contains("packed content")), "{:?}", notes(&recording));
    refuses(b"\x1f\x8b\x00\x00not gzip at all", "cannot be unpacked");
    refuses(gzip(&gzip(text.as_bytes())), "gzip within gzip");

    let inner = perfetto();
    let good = packet(&[bytes(50, &zlib(&inner))]);
    assert_eq!(of(&good).counters.events, 5);
    let mut broken = zlib(&inner);
    let middle = broken.len() / 2;
    broken[middle] ^= 0x55;
    let file = [perfetto(), packet(&[bytes(50, &broken)])].concat();
    assert!(says(&file, "1 packet is broken, the first is packet").counters.events >= 5);
    // What is broken inside of a compressed packet ends that packet only, in whatever pieces the file comes.
    let inside = [perfetto(), vec![0x0a], vec![0xff; 11]].concat();
    let file = [packet(&[bytes(50, &zlib(&inside))]), perfetto()].concat();
    let whole = says(&file, "1 packet is broken, the first is packet").counters;
    assert_eq!(whole.events, 10);
    let mut reader = Reader::new(Options::default());
    for piece in file.chunks(7) {
        reader.push(piece);
    }
    assert_eq!(reader.finish().counters, whole);
    let nested = [perfetto(), packet(&[bytes(50, &zlib(&good))])].concat();
    says(&nested, "1 compressed packet is within compressed packets");
    says([perfetto(), packet(&[bytes(133, b"x")])].concat(), "packed with zstd");
}

#[test]
fn case_28_to_34_wire_format() {
    let long = [perfetto(), packet(&[[0x08; 1].to_vec(), vec![0xff; 11]])].concat();
    says(&long, "1 packet is broken, the first is packet 3");
    let top = [perfetto(), vec![0x0a], vec![0xff; 11]].concat();
    says(&top, "broken");
    let beyond = [perfetto(), vec![0x0a, 0x7f, 1]].concat();
    says(&beyond, "Packet 3: the file ends within it");
    let mut most = vec![0x0a];
    varint(1 << 63, &mut most);
    says([perfetto(), most].concat(), "larger than 64 MiB");

    let names = [bytes(5, b"a"), bytes(5, b"b")].concat();
    let switches = |times: &[u64], pids: &[u64], comms: &[u64]| {
        let states = vec![1; times.len()];
        let prios = vec![120; times.len()];
        let columns = [
            names.clone(),
            packed(1, times),
            packed(2, &states),
            packed(3, pids),
            packed(4, &prios),
            packed(6, comms),
        ];
        packet(&[bytes(1, &[number(1, 0), bytes(4, &columns.concat())].concat())])
    };
    let whole = of([perfetto(), switches(&[2000, 10], &[7, 8], &[0, 1])].concat());
    assert_eq!((whole.fault, whole.counters.events, whole.counters.compact), (None, 7, 2));
    let short =
        says([perfetto(), switches(&[2000, 10], &[7], &[0, 1])].concat(), "Compact columns do not fit");
    assert_eq!(short.counters.compact, 1);
    says([perfetto(), switches(&[2000, 10], &[7, 8], &[0, 2])].concat(), "Compact columns do not fit");
    says(
        [perfetto(), switches(&[2000, u64::MAX - 5000], &[7, 8], &[0, 1])].concat(),
        "Compact columns do not fit",
    );
    let minus = of([perfetto(), switches(&[2000, 10u64.wrapping_neg()], &[7, 8], &[0, 1])].concat());
    assert_eq!((minus.fault, minus.counters.unsorted), (None, 1));

    let nameless = packet(&[bytes(1, &event(5000, 1, 2))]);
    says([perfetto(), nameless].concat(), "1 bundle names no CPU: CPU 0 is taken");
    for wire in [3u8, 4, 6, 7] {
        let file = [perfetto(), packet(&[vec![0x08 | wire, 1]])].concat();
        says(&file, "1 packet is broken");
    }
}

#[test]
fn case_35_two_machines() {
    let other = |count: u64| {
        let events: Vec<Vec<u8>> = (0..count).map(|i| event(5000 + i, 1 + i % 2, 2 - i % 2)).collect();
        packet(&[number(98, 7), bundle(&events)])
    };
    let said = "It is of several machines: that with most events is read, 1 packet of 1 other is left out";
    let first = says([perfetto(), other(1)].concat(), said);
    assert_eq!((first.counters.events, first.counters.first), (5, Some(1000)));
    // Also if the other one comes first, and if a compressed packet has its events.
    let many = [other(49), perfetto(), packet(&[bytes(50, &zlib(&other(1)))])].concat();
    for file in [many.clone(), [perfetto(), other(50)].concat()] {
        let recording = says(&file, said);
        let counters = &recording.counters;
        assert_eq!((counters.events, counters.first, counters.tasks), (50, Some(5000), 2));
    }
    // A window is that of the machine with most events.
    let mut reader = Reader::new(Options { window: (5000, 5010), ..Options::default() });
    for piece in many.chunks(9) {
        reader.push(piece);
    }
    assert_eq!(reader.finish().counters.events, 11);
    let crowd: Vec<u8> = (0..20).flat_map(|i| packet(&[number(98, i), bundle(&[event(1, 1, 2)])])).collect();
    says([perfetto(), crowd].concat(), "that with most events is read, 19 packets of 19 others are left out");
}

#[test]
fn perfetto_says_what_cpus_get_done() {
    let cpu = |capacity| bytes(1, &[number(2, 1_800_000), number(3, capacity)].concat());
    let packet = packet(&[bytes(67, &[cpu(1024), cpu(446), cpu(70_000), bytes(1, b"")].concat())]);
    let recording = of([perfetto(), packet].concat());
    assert_eq!([0, 1, 2, 3, 4].map(|cpu| recording.capacity(cpu)), [Some(1024), Some(446), None, None, None]);
}

#[test]
fn case_36_and_37_files_of_other_kinds() {
    for (start, name) in [
        (&b"PERFILE2\x68\0\0"[..], "perf script --ns --header -I -i FILE"),
        (b"\x17\x08\x44tracing6\0", "trace-cmd report -t -i FILE"),
        (b"\x57\x1d\xd1\x75", "CTF"),
        (b"\xc1\x1f\xfc\xc1", "CTF"),
        (b"PK\x03\x04xx", "a zip archive"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"\x89PNG\r\n", "a picture"),
        (b"{\"traceEvents\":[]}", "JSON"),
        (b"[{\"ph\":\"X\"}]", "JSON"),
    ] {
        refuses(start, name);
    }
    refuses(fixture("schedviz-bpftrace-cut.txt"), "the output of bpftrace");
    let timehist = "           time    cpu  task name                       wait time  sch delay   run time\n   1558.893607 [0000]  perf[28928]                         0.000      0.000      0.000\n";
    refuses(timehist, "perf sched timehist");
    let latency = " -------\n  Task                  |   Runtime ms  |  Switches | Avg delay ms    | Max delay ms    |\n  perf:(2)   |      1.5 ms |        3 |\n";
    refuses(latency, "perf sched latency");
    refuses(
        "  *A0           1558.893607 secs A0 => perf:28928\n   A0  *B0      1558.893700 secs B0 => a:1\n",
        "perf sched map",
    );
}

/// The same switches as `perf script` prints them.
fn perf(line: impl Fn(usize, u64, u64) -> String) -> String {
    (0..20)
        .map(|i| {
            let (prev, next) = (10 + i as u64 % 2, 10 + (i as u64 + 1) % 2);
            let fields = format!(
                "sched:sched_switch: prev_comm=t prev_pid={prev} prev_prio=120 prev_state=S ==> next_comm=t next_pid={next} next_prio=120\n"
            );
            line(i, prev, next) + &fields
        })
        .collect()
}

#[test]
fn case_38_and_39_options_of_perf() {
    assert_eq!(of(perf(|i, prev, _| format!("  t {prev} [000] 1.{i:06}: "))).counters.events, 20);
    assert_eq!(of(perf(|i, prev, _| format!("  t 9/{prev} [000] 1.{i:06}:  1 "))).counters.events, 20);
    let falling = |i: usize, prev: u64, _| format!("  t {prev} [000] 0.{:06}: ", 500 - i * 7 % 40);
    refuses(perf(falling), "--deltatime");
    refuses(perf(|i, prev, _| format!("  t {prev} 1.{i:06}: ")), "the CPU is missing");
    refuses(perf(|_, prev, _| format!("  t {prev} [000] ")), "the time is missing");
}

#[test]
fn case_40_options_of_tracefs() {
    refuses("1564 1 1680956210250 type: 372\n1564 1 1680956210290 type: 372\n", "option raw");
    let fields = "               a-10      [000] d..2.     1.000000: sched_switch: prev_comm=a prev_pid=0x61c (1564) prev_prio=0x78 (120) prev_state=0x1 (1) next_comm=b next_pid=0x1 (1) next_prio=0x78 (120)\n";
    refuses(fields.repeat(3), "option fields");
    let latency = "# nop latency trace v1.1.5 on 6.18.44\n       a-10        0d..2.     5us!: sched_switch: prev_comm=a prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=b next_pid=11 next_prio=120\n       b-11        0d..2.     9us : sched_switch: prev_comm=b prev_pid=11 prev_prio=120 prev_state=S ==> next_comm=a next_pid=10 next_prio=120\n";
    let recording = says(latency, "Times count from the beginning");
    assert_eq!((recording.counters.run_ns[&0], recording.release.as_deref()), (4000, Some("6.18.44")));
}

#[test]
fn case_41_to_43_texts_around_it() {
    let two = format!("{}{}", good(3).replace(" 1.0", " 9.0"), good(3));
    says(&two, "time falls by 8.0 s: these may be two recordings");
    let quoted: String = good(5).lines().map(|line| format!("> {line}\n")).collect();
    refuses(&quoted, "as in a mail");
    let patch: String = good(5).lines().map(|line| format!("+{line}\n")).collect();
    refuses(&patch, "as in a mail or a patch");
    refuses("<!DOCTYPE html>\n<html>\n<body>nothing</body>\n</html>\n", "a page of systrace without a trace");
}

#[test]
fn a_recording_of_which_no_switch_is_understood_is_refused() {
    let quoted = good(3).replace("prev_state=S", "prev_state=3DS").replace("_pid=", "_pid=3D");
    refuses(
        &quoted,
        "None of its 3 sched_switch was understood (the first is in line 1: ‹prev_comm=t10 prev_pid=3D10",
    );
    let oldest = "       a-10    [000]  1.000000: sched_switch: task a:10 ==> b:11\n";
    refuses(oldest.repeat(2), "None of its 2 sched_switch was understood");
    says(quoted + &good(1), "The fields of 3 events were not understood");
}

#[test]
fn events_that_are_lost_after_the_last_one_of_a_cpu_are_lost_to_the_end() {
    let two = [switch(0, 1_000_000, 1, 2), switch(1, 1_000_010, 3, 4), switch(0, 1_000_020, 2, 1)].concat();
    let after = [&two[..], "CPU:1 [LOST 9 EVENTS]\n", &switch(0, 1_000_050, 1, 2)].concat();
    let recording = says(&after, "9 events were lost on CPU 1: until 1.000050 s what it did is not known");
    assert_eq!(recording.known.unknown_ns[&1], 50_000);
    let again = [&after[..], &switch(1, 1_000_060, 3, 4)].concat();
    says(&again, "9 events were lost on CPU 1: until 1.000060 s");
    let anywhere = [&two[..], "[LOST 9 EVENTS]\n", &switch(0, 1_000_050, 1, 2)].concat();
    says(&anywhere, "9 events were lost: until 1.000050 s");
    let everywhere = [&anywhere[..], &switch(1, 1_000_060, 4, 3), &switch(0, 1_000_070, 2, 1)].concat();
    says(&everywhere, "9 events were lost: until 1.000060 s");
}

#[test]
fn case_45_perfetto_cut_at_many_bytes() {
    let file = fixture("own-mix-events.pftrace");
    let whole = of(&file).counters.events;
    let mut before = 0;
    for end in (1..file.len()).step_by(file.len() / 60) {
        let cut = of(&file[..end]);
        let events = cut.counters.events;
        assert!((before..=whole).contains(&events), "{end}: {events}");
        assert!(cut.fault.is_none() || events == 0, "{end}: {:?}", cut.fault);
        let is_said = notes(&cut).iter().any(|note| note.contains("the file ends within it"));
        assert!(is_said || cut.fault.is_some(), "{end}: {:?}", notes(&cut));
        before = events;
    }
}

#[test]
fn case_44_to_46_others() {
    refuses(fixture("trappy-sched-stat.txt"), "None of its 51 events is a sched_switch");
    refuses(fixture("trappy-no-switch.txt"), "is a sched_switch");
    refuses(fixture("own-machine.lscpu.json"), "This describes a machine");
    refuses("Architecture:  x86_64\nCPU(s):  2\n", "This describes a machine");
    refuses("{\"version\":3,\"machine\":\"classroom-8\",\"lanes\":[]}", "a scenario of this simulator");
    refuses("Dear all,\nplease find attached\n", "Line 1: this is no recording that is read");
}

/// Throttled tasks leave their CPUs idle, and all run again when the quota is refilled.
#[test]
fn waits_in_step_with_a_period_look_like_a_quota() {
    let switch = |cpu, us, prev, state: &str, next| {
        switch(cpu, us, prev, next).replace("prev_state=S", &format!("prev_state={state}"))
    };
    let recorded = |periods: &[u64], state| {
        let mut at = 1_000_000;
        let mut text = switch(0, at, 0, "R", 1) + &switch(1, at, 0, "R", 2);
        for period in periods {
            text += &[switch(0, at + 20_000, 1, state, 3), switch(0, at + 23_000, 3, state, 0)].concat();
            text += &switch(1, at + 24_000, 2, state, 0);
            at += period;
            // The second task of CPU 0 runs after the first.
            text += &[switch(0, at, 0, "R", 1), switch(1, at + 40, 0, "R", 2)].concat();
        }
        of(text)
    };
    let said = |recording: &Recording| notes(recording).into_iter().find(|note| note.contains("quota"));
    let quota = "s of tasks that could run, on CPUs that went idle, end in step with";
    let usual = said(&recorded(&[100_000, 100_100, 199_950, 100_000], "R")).unwrap();
    assert!(usual.contains(quota) && usual.contains("100.0 ms: this looks like a CPU quota"), "{usual}");
    let short = said(&recorded(&[40_000, 80_000, 40_000, 40_010], "R+")).unwrap();
    assert!(short.contains("40.0 ms"), "{short}");
    assert_eq!(said(&recorded(&[100_000, 100_000], "R")), None);
    assert_eq!(said(&recorded(&[100_000, 147_000, 131_000, 103_000], "R")), None);
    assert_eq!(said(&recorded(&[100_000; 5], "S")), None);
}

/// What else makes a recording less certain.
#[test]
fn every_other_note_has_its_sentence() {
    let head = "# entries-in-buffer/entries-written: 44/14065   #P:2\n";
    let later: String = (0..22).map(|i| switch(1, 1_042_000 + i, 20 + i % 2, 20 + (i + 1) % 2)).collect();
    let wrapped = [head, &good(22), &later].concat();
    let early = [&good(70_000)[..], &switch(1, 1_000_000, 1, 2)].concat();
    let whole = packet(&[bytes(1, &[number(1, 1), event(1300, 1, 2), number(10, 1250)].concat())]);
    let disagree = good(2).replacen("a-10 ", "a-99 ", 1);
    for (file, said) in [
        (
            wrapped.into_bytes(),
            "The buffer wrapped: CPU 1 begins 42.0 ms after CPU 0; what is before it is partly known.",
        ),
        (early.into_bytes(), "1 event comes too late for their place in time: counted, but not drawn."),
        (
            [perfetto(), whole].concat(),
            "The data of all CPUs are whole from 0.000001 s on; what is before it is partly known.",
        ),
        (
            [&good(2)[..], "CPU:1 [LOST EVENTS]\n"].concat().into_bytes(),
            "Events were lost on CPU 1, 1 time; how many is not said.",
        ),
        (
            disagree.into_bytes(),
            "In 1 switch the task of the line is not the task that leaves: the fields are taken.",
        ),
    ] {
        says(file, said);
    }
    let machine = Some(Places(vec![Some(Place::default())]));
    let text = good(2) + &switch(3, 1_500_000, 1, 2);
    let outside = read(text.as_bytes(), Options { machine, ..Options::default() });
    assert!(notes(&outside).contains(&"The machine has no CPUs 3: moves of them are not measured.".into()));
    let nothing = |to| Note::NothingInWindow { from: 1_000_000_000, to }.to_string();
    assert_eq!(nothing(None), "No event lies from 1.000000 s to the end.");
    assert_eq!(nothing(Some(2_000_000_000)), "No event lies from 1.000000 s to 2.000000 s.");
}

/// What was read before a bomb is kept.
#[test]
#[ignore = "long: unpacks 300 MB"]
fn case_25_bombs_after_events() {
    let after = gzip(&[good(3).into_bytes(), vec![b'\n'; 80 << 20]].concat());
    assert_eq!(says(&after, "more than a hundred times as large: reading ended there").counters.events, 3);
    let bomb = packet(&[bytes(50, &zlib(&vec![0; 66 << 20]))]);
    let recording = says([perfetto(), bomb].concat(), "1 packet is broken, the first is packet 3");
    assert_eq!(recording.counters.events, 5);
    // Many packets that unpack to much, each below the bound of a packet.
    let large = packet(&[bytes(50, &zlib(&packet(&[bytes(15, &vec![0; 20 << 20])])))]);
    let many = [perfetto(), large.repeat(8), perfetto()].concat();
    let recording = says(&many, "more than a hundred times as large: reading ended there");
    assert_eq!(recording.counters.events, 5);
}

/// A line without an end costs no memory.
#[test]
#[ignore = "long: reads 2 GiB"]
fn a_file_beyond_the_bound_is_read_up_to_it() {
    let mut reader = Reader::new(Options::default());
    reader.push(good(3).as_bytes());
    let piece = vec![b'x'; 8 << 20];
    let pushed = (0..300).take_while(|_| reader.push(&piece)).count();
    assert_eq!(pushed, 255);
    let recording = reader.finish();
    assert_eq!((&recording.fault, recording.counters.events), (&None, 3));
    let said = "It is longer than 2 GiB: reading ended there; what was read is kept.".to_string();
    assert!(notes(&recording).contains(&said), "{:?}", notes(&recording));
}

#[test]
fn colours_and_javascript_are_taken_off() {
    let plain = of(good(4)).counters;
    let coloured: String = good(4)
        .lines()
        .map(|line| format!("\x1b[1m{}\x1b[0m\n", line.replace("[000]", "\x1b[31m[000]\x1b[m")))
        .collect();
    assert_eq!(says(&coloured, "4 lines have colours").counters, plain);
    let script: String = good(4).lines().map(|line| format!("{line}\\n\\\n")).collect();
    assert_eq!(of(&script).counters, plain);
    let atrace = [b"capturing trace... done\nTRACE:\n".to_vec(), zlib(good(4).as_bytes())].concat();
    assert_eq!(of(&atrace).counters, plain);
}

#[test]
fn many_small_pieces_are_as_fast_as_a_large_one() {
    let text = good(2000);
    let mut reader = Reader::new(Options::default());
    for byte in text.as_bytes() {
        reader.push(std::slice::from_ref(byte));
    }
    assert_eq!(reader.finish().counters, of(&text).counters);
}

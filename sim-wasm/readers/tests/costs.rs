//! The output of measuring programs becomes costs of a machine.

use sched_core::machine::{COSTS, Family};
use sched_core::scenario::OwnMachine;
use sched_readers::costs::{Measured, NotTaken, read};
use sched_readers::{Kind, kind};

fn machine(topology: &str) -> OwnMachine {
    let name = "Mine".to_string();
    OwnMachine { name, like: Family::Xeon, topology: topology.into(), ..OwnMachine::default() }
}

/// Two sockets, each with two caches of two cores of two threads.
fn mine() -> OwnMachine {
    machine("pack:2 l3:2 core:2 pu:2")
}

fn good(text: &str, of: &OwnMachine) -> Measured {
    assert_eq!(kind(text.as_bytes()), Kind::Costs, "{text}");
    read(text.as_bytes(), of).unwrap_or_else(|fault| panic!("{fault}"))
}

fn costs(read: &Measured) -> Vec<(&str, u32)> {
    read.costs.iter().map(|(&key, &value)| (key, value)).collect()
}

/// The output of `measure-costs` on two virtual CPUs.
const MEASURED: &str = "\
pipes   processes  write  382  read  300  wake-up  905  hop 4618  switch 3031
pipes   threads    write  361  read  288  wake-up  801  hop 3302  switch 1852
sockets processes  write  953  read 1002  wake-up 1007  hop 7011  switch 4049
sockets threads    write  931  read  955  wake-up  960  hop 5201  switch 2355
spinlock, at most 61
line 58  migration 1131, or 20 lines
";

#[test]
fn the_output_of_measure_costs_is_read() {
    let read = good(MEASURED, &mine());
    // CPU 0 and CPU 1 are threads of one core here.
    let expected = [
        ("line_smt", 58),
        ("migrate_lines", 20),
        ("mm_switch", 1694),
        ("read", 1002),
        ("switch", 2355),
        ("wakeup", 1007),
        ("write", 953),
    ];
    assert_eq!(costs(&read), expected);
    assert_eq!(read.not_taken, [NotTaken::Pipes, NotTaken::Spinlock]);
    let apart = good(MEASURED, &machine("pack:2 core:1 pu:1"));
    assert!(apart.costs.contains_key("line_socket") && !apart.costs.contains_key("line_smt"));
    let alone = good(MEASURED, &machine("pack:1 core:1 pu:1"));
    assert!(alone.not_taken.contains(&NotTaken::NoSecondCpu) && !alone.costs.contains_key("line_smt"));
    let less = good(&MEASURED.replace("switch 4049", "switch 2049"), &mine());
    assert!(less.not_taken.contains(&NotTaken::Less { cost: "mm_switch" }));
}

/// A matrix like that of core-to-core-latency, with one time for each distance of two CPUs of `mine`.
fn matrix(full: bool) -> String {
    let time = |a: usize, b: usize| match () {
        () if a / 2 == b / 2 => "7.4".to_string(),
        () if a / 4 == b / 4 => "31.6".to_string(),
        () if a / 8 == b / 8 => "88".to_string(),
        () => format!("{}.25", 150 + a + b),
    };
    let cell = |a: usize, b: usize| if a == b || (!full && b > a) { String::new() } else { time(a, b) };
    (0..16).map(|a| (0..16).map(|b| cell(a, b)).collect::<Vec<_>>().join(",") + "\n").collect()
}

#[test]
fn a_matrix_of_latencies_is_read_by_the_distance_of_cpus() {
    for full in [false, true] {
        let read = good(&matrix(full), &mine());
        assert_eq!(
            costs(&read),
            [("line_llc", 32), ("line_node", 88), ("line_smt", 7), ("line_socket", 165)]
        );
        assert_eq!(read.not_taken, [NotTaken::NoPair { costs: vec!["line_cluster"] }]);
    }
}

#[test]
fn the_median_of_an_even_count_is_the_mean_of_the_two_in_the_middle() {
    let of = machine("core:4 pu:1");
    let half = ",,,\n41,,,\n42,43,,\n44,45,46,\n";
    let whole = ",41,42,44\n41,,43,45\n42,43,,46\n44,45,46,\n";
    for text in [half, whole] {
        assert_eq!(costs(&good(text, &of)), [("line_llc", 44)]);
    }
}

#[test]
fn a_round_trip_of_perf_bench_is_read() {
    let text = "# Running 'sched/pipe' benchmark:\n# Executed 1000000 pipe operations between two processes\n\n     \
                Total time: 9.300 [sec]\n\n       9.300000 usecs/op\n         107526 ops/sec\n";
    let of = mine();
    let value = |key: &str| {
        let cost = COSTS.iter().find(|cost| cost.key == key).expect("a cost");
        cost.by_family(Family::Xeon).value
    };
    let read = good(text, &of);
    let (told, least) = (read.costs.values().sum::<u32>(), value("write") + value("read"));
    assert!((told + least).abs_diff(4650) <= 3, "{told} + {least}");
    assert_eq!(read.costs.keys().copied().collect::<Vec<_>>(), ["mm_switch", "switch", "wakeup"]);
    assert!(!good(&text.replace("processes", "threads"), &of).costs.contains_key("mm_switch"));
    let short = text.replace("9.300000", "1.000000");
    let fault = sched_readers::costs::read(short.as_bytes(), &of).expect_err("a fault").to_string();
    assert!(
        fault.starts_with("Line 6: A round trip of 1000 ns is not more than its two writes and reads take"),
        "{fault}"
    );
}

#[test]
fn a_text_without_costs_is_refused_with_one_sentence() {
    let of = mine();
    for (text, sentence) in [
        ("", "There is nothing in it."),
        ("hello", "This is none of what is known: what measure-costs.c prints"),
        ("1,2\n3,4\n", "There are 2 rows or columns where the machine has 16 CPUs."),
        (&"1,".repeat(20), "Line 1: There are 21 rows or columns where"),
        (&matrix(true).replacen("31.6", "-5", 1), "Line 1, column 3: \"-5\" is no time."),
        (&matrix(true).replace("7.4", "99999"), "line_smt: It is 99999; 0 to 10000 are possible."),
        (&MEASURED.replace("read 1002", ""), "Line 3: There is no read."),
        (&MEASURED.replace("write  953", "write 9x3"), "Line 3, write: \"9x3\" is no time."),
        ("# Running 'sched/pipe' benchmark:\n", "There is no line usecs/op."),
        ("x usecs/op", "Line 1: \"x\" is no time."),
    ] {
        let fault = read(text.as_bytes(), &of).expect_err("a fault").to_string();
        assert!(fault.starts_with(sentence), "{fault}\n for {sentence}");
    }
}

/// A reader that collected the cells before it counted them used 145 MB for 7.5 million cells.
#[test]
fn a_row_with_more_cells_than_the_machine_has_cpus_is_refused() {
    let text = format!("0,1\n1{}\n", ",1".repeat(7_500_000));
    let fault = read(text.as_bytes(), &mine()).expect_err("a fault").to_string();
    assert_eq!(fault, "Line 2: There are 7500001 rows or columns where the machine has 16 CPUs.");
}

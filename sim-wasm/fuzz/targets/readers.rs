//! Reads any bytes as the description of a machine, as domains of a kernel, as costs and as a workload: each
//! is refused with a sentence, or gives a valid result.
//!
//! `max_len` bounds a text; quadratic time shows as a slow unit.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_core::machine::Family;
use sched_core::scenario::{OwnMachine, RtApp, Scenario, Workload, check};
use sched_readers::{containers, costs, domains, kind, pile, read, rtapp, waits};

fuzz_target!(|data: &[u8]| {
    match read(data) {
        Ok(reading) => {
            assert_eq!(reading.topology.check(), Ok(()), "read, but no machine");
            reading.not_said.iter().for_each(|said| assert!(!said.to_string().is_empty(), "{said:?}"));
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    kind(data);
    // The same text twice, as two pastes: what they say is joined.
    if let Ok(parts) = pile::parts(&[data, data]) {
        match pile::machine(&parts) {
            Ok(reading) => assert_eq!(reading.topology.check(), Ok(()), "joined, but no machine"),
            Err((file, fault)) => assert!(file < 2 && !fault.to_string().is_empty(), "{fault:?}"),
        }
    }
    match costs::machine_of(data, Family::Xeon) {
        Ok((reading, _)) => assert_eq!(reading.topology.check(), Ok(()), "inferred, but no machine"),
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    match waits::read(data) {
        Ok(waits) => assert!(!waits.rows.is_empty() || waits.all.count != Some(0)),
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    let mine = OwnMachine { name: "m".into(), topology: "pack:1 l3:2 core:2 pu:2".into(), ..OwnMachine::default() };
    match costs::read(data, &mine) {
        Ok(read) => assert!(!read.costs.is_empty()),
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    match rtapp::read(data) {
        Ok(read) => {
            let workload = Workload::RtApp(RtApp { tasks: read.workload.tasks, ..RtApp::default() });
            let scenario = Scenario { workload, lanes: vec![Default::default()], ..Scenario::default() };
            // A file may name CPUs that the machine does not have.
            assert!(check(&scenario).iter().all(|fault| fault.field.ends_with(".cpus")), "{:?}", check(&scenario));
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    match containers::read(data) {
        Ok(read) => {
            let scenario = Scenario { groups: read.groups, lanes: vec![Default::default()], ..Scenario::default() };
            assert!(check(&scenario).iter().all(|fault| fault.field.ends_with(".cpus")), "{:?}", check(&scenario));
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    if let Err(fault) = domains::read(data) {
        assert!(!fault.to_string().is_empty(), "{fault:?}");
    }
});

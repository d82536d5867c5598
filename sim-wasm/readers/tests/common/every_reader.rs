//! Reads any bytes with every reader: each refuses them with a sentence, or gives a valid result. The body of the fuzz target
//! `readers`, and of a test that needs no nightly compiler.

use sched_core::machine::Family;
use sched_core::scenario::{OwnMachine, RtApp, Scenario, Workload, check};
use sched_readers::{containers, costs, domains, kind, pile, read, rtapp, rtapp_out, waits};

pub fn read_anything(data: &[u8]) {
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
    let mine =
        OwnMachine { name: "m".into(), topology: "pack:1 l3:2 core:2 pu:2".into(), ..OwnMachine::default() };
    match costs::read(data, &mine) {
        Ok(read) => assert!(!read.costs.is_empty()),
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    match rtapp::read(data) {
        Ok(read) => {
            let workload = Workload::RtApp(RtApp { tasks: read.workload.tasks, ..RtApp::default() });
            let groups = read.groups;
            let scenario =
                Scenario { workload, groups, lanes: vec![Default::default()], ..Scenario::default() };
            // A file may name CPUs that the machine does not have.
            assert!(
                check(&scenario).iter().all(|fault| fault.field.ends_with(".cpus")),
                "{:?}",
                check(&scenario)
            );
            // What is written is read as the same work, unless a name cannot be written.
            if let Ok(written) = rtapp_out::write(&scenario, &scenario.lanes[0]) {
                let again = rtapp::read(written.text.as_bytes()).map(|read| Workload::RtApp(read.workload));
                assert_eq!(again.as_ref(), Ok(&scenario.workload), "{}", written.text);
            }
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    match containers::read(data) {
        Ok(read) => {
            let scenario =
                Scenario { groups: read.groups, lanes: vec![Default::default()], ..Scenario::default() };
            assert!(
                check(&scenario).iter().all(|fault| fault.field.ends_with(".cpus")),
                "{:?}",
                check(&scenario)
            );
        }
        Err(fault) => assert!(!fault.to_string().is_empty(), "{fault:?}"),
    }
    if let Err(fault) = domains::read(data) {
        assert!(!fault.to_string().is_empty(), "{fault:?}");
    }
}

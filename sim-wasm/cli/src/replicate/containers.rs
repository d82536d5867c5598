//! Control groups with a quota: the test for the expiry of slices, which `de53fd7aedb1` took out (Dave Chiluk, 2019).

use super::plan::{ALIKE, Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{Family, KernelId};
use sched_core::scenario::{
    ControlGroup, Features, MachineChoice, OwnMachine, RtApp, RtEvent, RtPhase, RtStep, RtTask, Scenario, Workload,
};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark};

const CPUS: u32 = 64;
/// Fifty periods, as in the test.
const WINDOW: Window = Window { from_ms: 0, until_ms: 5_000 };

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick { Vec::new() } else { vec![fibtest()] }
}

fn fibtest() -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(WINDOW), ..Method::seeds(ALIKE) }),
        remarks: vec![Remark::Fibtest],
        ..Plan::new("later-2019-12-fibtest", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let threads = published.whole(row, "threads");
        let variant = published.text(row, "variant");
        let busy = published.number(row, "cpu_ms").map(|ms| 100.0 * ms / 5_000.0 / f64::from(CPUS));
        let lane = usize::from(variant == "patched");
        plan.push(Row {
            variant,
            within: Some(Within::Percent(25.0)),
            ..Row::plain(
                format!("{threads} threads"),
                Quantity::Busy,
                busy,
                Answer::Run(Box::new(Run { scenario: threads_in_a_group(threads), lane })),
            )
        });
    }
    plan
}

/// The threads of the test, each on its CPU: lane A with slices that expire, lane B without.
fn threads_in_a_group(threads: u32) -> Scenario {
    let step = |does, us| RtStep { does, us: Some(us), on: None, mutex: None };
    let task = |cpu: u32| RtTask {
        name: format!("thread{cpu}"),
        instances: 1,
        group: 1,
        loops: 0,
        cpus: Some(cpu.to_string()),
        phases: vec![RtPhase {
            steps: match cpu {
                0 => vec![step(RtEvent::Run, 1_000)],
                // A hundred steps take less than the least time that can be said.
                _ => vec![step(RtEvent::Run, 1), step(RtEvent::Sleep, 10_000)],
            },
            ..RtPhase::default()
        }],
        ..RtTask::default()
    };
    let machine = OwnMachine {
        name: format!("{CPUS} CPUs"),
        like: Family::Xeon,
        topology: "pack:2 numa:1 l3:1 core:16 pu:2".into(),
        ..OwnMachine::default()
    };
    let work = Workload::RtApp(RtApp { copies: 1, tasks: (0..threads).map(task).collect() });
    let mut both = WINDOW.of(scenario(
        MachineChoice::Own(Box::new(machine)),
        KernelId::V4_20,
        work,
        &[Features::default(), Features::default()],
    ));
    both.groups = vec![ControlGroup { quota_us: 10_000, ..ControlGroup::default() }];
    both.lanes[1].rules.slices_expire = Some(false);
    both
}

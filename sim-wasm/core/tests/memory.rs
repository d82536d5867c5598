//! Cache lines and structs: invariants 47 to 50 of the reference, over random accesses and layouts.

use std::collections::BTreeMap;

use crate::common::{run, scenario};
use proptest::prelude::*;
use sched_core::engine::ids::{CpuId, Id};
use sched_core::engine::time::Ns;
use sched_core::machine::{Machine, MachineId};
use sched_core::memory::c2c::{Field, Watched};
use sched_core::memory::layout::{ISOLATED, LayoutItem, MAINLINE, RELAYOUT, fault, place};
use sched_core::memory::lines::{Access, Line};
use sched_core::observe::report::Ended;
use sched_core::observe::vocab::{Distance, Symbol};
use sched_core::scenario::parse;
use serde_json::json;

/// Accesses to one line: the CPU, and whether it writes.
fn accesses() -> impl Strategy<Value = Vec<(usize, bool)>> {
    prop::collection::vec((0..40usize, prop::bool::weighted(0.4)), 1..200)
}

fn cache(machine: &Machine, cpu: CpuId) -> CpuId {
    machine.smt_mask[cpu].first().expect("a CPU has a core")
}

proptest! {
    /// 47: a modified line has one holder; a read that hits finds the last write.
    #[test]
    fn a_line_has_one_owner_and_every_read_sees_the_last_write(accesses in accesses()) {
        let machine = Machine::preset(MachineId::Xeon40);
        let mut line = Line::default();
        // The version that each cache's copy holds.
        let mut copies: BTreeMap<CpuId, u32> = BTreeMap::new();
        let mut latest = 0;
        for (cpu, writes) in accesses {
            let cpu = CpuId::new(cpu);
            let own = cache(&machine, cpu);
            let had = line.holders().test(own);
            let was_modified = line.is_modified();
            let access = if writes { Access::Write } else { Access::Read };
            let fetch = line.access(&machine, cpu, access);
            if let Some(fetch) = fetch {
                // The line came from a cache with the last version; the fetch is a HITM if that cache had modified it.
                let version = copies.get(&fetch.from).copied();
                prop_assert_eq!(version, Some(latest));
                prop_assert_eq!(fetch.modified, was_modified && !had);
                copies.insert(own, latest);
            } else {
                prop_assert!(had || copies.is_empty(), "a hit without a copy");
                copies.entry(own).or_insert(latest);
            }
            prop_assert_eq!(copies[&own], latest);
            if writes {
                latest += 1;
                copies = BTreeMap::from([(own, latest)]);
            }
            prop_assert_eq!(line.holders().iter().collect::<Vec<_>>(), copies.keys().copied().collect::<Vec<_>>());
            prop_assert!(!line.is_modified() || line.holders().weight() == 1);
        }
    }

    /// 50: without writers no CPU meets a modified line; a single CPU never does.
    #[test]
    fn readers_alone_and_cpus_alone_meet_no_modified_line(accesses in accesses(), alone in 0..40usize) {
        let machine = Machine::preset(MachineId::Xeon40);
        let (mut shared, mut own) = (Line::default(), Line::default());
        for (cpu, writes) in accesses {
            let cpu = CpuId::new(cpu);
            let fetch = shared.access(&machine, cpu, Access::Read);
            prop_assert!(fetch.is_none_or(|f| !f.modified));
            let access = if writes { Access::Write } else { Access::Read };
            prop_assert_eq!(own.access(&machine, CpuId::new(alone), access), None);
        }
    }

    /// 50: a read comes from the nearest copy, a write waits for the farthest.
    #[test]
    fn a_read_comes_from_the_nearest_copy_and_a_write_waits_for_the_farthest(readers in prop::collection::vec(0..96usize, 1..8), cpu in 0..96usize) {
        let machine = Machine::preset(MachineId::Kunpeng96);
        let mut line = Line::default();
        let (readers, cpu) = (readers.into_iter().map(CpuId::new).collect::<Vec<_>>(), CpuId::new(cpu));
        for &reader in &readers {
            line.access(&machine, reader, Access::Read);
        }
        let ways: Vec<Distance> =
            readers.iter().filter(|&&r| r != cpu).map(|&r| machine.distance(r, cpu)).collect();
        let holds = readers.contains(&cpu);
        let read = line.clone().access(&machine, cpu, Access::Read).map(|f| f.distance);
        prop_assert_eq!(read, if holds { None } else { ways.iter().min().copied() });
        let write = line.access(&machine, cpu, Access::Write).map(|f| f.distance);
        prop_assert_eq!(write, ways.iter().max().copied());
    }

    /// 48: fields keep the order given, do not overlap and are aligned, whatever the order.
    #[test]
    fn fields_do_not_overlap(order in Just(LayoutItem::fields().collect::<Vec<_>>()).prop_shuffle(), breaks in prop::collection::vec(0..14usize, 0..5)) {
        let mut order = order;
        for at in breaks {
            order.insert(at, LayoutItem::NewLine);
        }
        prop_assert_eq!(fault(&order), None);
        let placed = place(&order);
        prop_assert_eq!(placed.len(), LayoutItem::fields().count());
        let named: Vec<LayoutItem> = order.iter().copied().filter(|&i| i != LayoutItem::NewLine).collect();
        prop_assert_eq!(placed.iter().map(|p| p.field).collect::<Vec<_>>(), named);
        for pair in placed.windows(2) {
            prop_assert!(pair[0].offset + pair[0].size <= pair[1].offset);
        }
        for field in &placed {
            prop_assert_eq!(field.offset % field.size.min(8), 0);
        }
        let used: u32 = placed.iter().map(|p| p.size).sum();
        let end = placed.iter().map(|p| p.offset + p.size).max().unwrap_or(0);
        let breaks = order.len() - placed.len();
        prop_assert!(end >= used && end <= used + 8 + 63 * breaks as u32);
    }
}

/// 48: the published offsets, from `load_avg` on; the struct is as long in both orders.
#[test]
fn the_layouts_are_the_published_ones() {
    let offsets = |order: &[LayoutItem]| -> BTreeMap<&'static str, u32> {
        let placed = place(order);
        let base = placed.iter().find(|p| p.field == LayoutItem::LoadAvg).expect("a field").offset;
        assert_eq!(base % 128, 0);
        placed.iter().filter(|p| p.offset >= base).map(|p| (p.field.key(), p.offset - base)).collect()
    };
    let (before, after) = (offsets(MAINLINE), offsets(RELAYOUT));
    for (field, was, is) in [
        ("load_avg", 0, 0),
        ("rt_se", 0x08, 0x50),
        ("rt_rq", 0x10, 0x58),
        ("rt_bandwidth", 0x18, 0x60),
        ("rcu", 0x78, 0x08),
        ("list", 0x88, 0x18),
        ("parent", 0x98, 0x48),
        ("siblings", 0xa0, 0x28),
        ("children", 0xb0, 0x38),
    ] {
        assert_eq!((before[field], after[field]), (was, is), "{field}");
    }
    let end = |order| place(order).iter().map(|p| p.offset + p.size).max();
    assert_eq!(end(MAINLINE), end(RELAYOUT));
    assert!(fault(&ISOLATED[1..]).is_some_and(|text| text.contains("css")));
}

/// The struct in an order, watched.
fn watched(order: &[LayoutItem]) -> (Watched, impl Fn(LayoutItem) -> usize + use<>) {
    let placed = place(order);
    let fields = placed.iter().map(|p| Field { name: p.field.key(), offset: p.offset }).collect();
    let index = move |item| placed.iter().position(|p| p.field == item).expect("a field");
    (Watched::new(fields, 64), index)
}

proptest! {
    /// 49: the same accesses on a layout with the pointers on another line: none of their fetches is a
    /// HITM any more, those of `load_avg` are at least as many, and all together are not more.
    #[test]
    fn the_same_accesses_meet_fewer_modified_lines_after_the_relayout(
        trace in prop::collection::vec((0..48usize, 0..4usize), 1..400)
    ) {
        let machine = Machine::preset(MachineId::Kunpeng48);
        let hitms = |order: &[LayoutItem]| -> (u64, u64) {
            let (mut group, index) = watched(order);
            for &(cpu, what) in &trace {
                let (item, symbol, access) = match what {
                    0 => (LayoutItem::LoadAvg, Symbol::UpdateTgLoadAvg, Access::Write),
                    1 => (LayoutItem::LoadAvg, Symbol::UpdateCfsGroup, Access::Read),
                    2 => (LayoutItem::RtSe, Symbol::SetTaskRq, Access::Read),
                    _ => (LayoutItem::RtRq, Symbol::SetTaskRq, Access::Read),
                };
                if let Some(miss) = group.touch(&machine, CpuId::new(cpu), index(item), symbol, access) {
                    group.transfer(miss, Ns::ZERO, Ns(1));
                }
            }
            let of = |field: &str| {
                group.rows().iter().filter(|r| r.field == field).map(|r| r.hitm_local + r.hitm_remote).sum::<u64>()
            };
            (of("load_avg"), of("rt_se") + of("rt_rq"))
        };
        let (before, after) = (hitms(MAINLINE), hitms(RELAYOUT));
        prop_assert_eq!(after.1, 0);
        prop_assert!(after.0 >= before.0 && after.0 <= before.0 + before.1, "{:?} {:?}", before, after);
    }
}

/// A modified line goes to one reader, and from then on to all other readers in parallel.
#[test]
fn copies_of_a_clean_line_are_handed_out_in_parallel() {
    let machine = Machine::preset(MachineId::Kunpeng48);
    let (mut group, index) = watched(MAINLINE);
    let sum = index(LayoutItem::LoadAvg);
    assert!(group.touch(&machine, CpuId(0), sum, Symbol::UpdateTgLoadAvg, Access::Write).is_none());
    let mut fetch = |cpu, symbol, access| {
        let miss = group.touch(&machine, cpu, sum, symbol, access).expect("a miss");
        group.transfer(miss, Ns::ZERO, Ns(100)).0
    };
    let reads = [4, 8, 12].map(|cpu| fetch(CpuId(cpu), Symbol::UpdateCfsGroup, Access::Read));
    assert_eq!(reads, [100, 200, 200]);
    let writes = [16, 20].map(|cpu| fetch(CpuId(cpu), Symbol::UpdateTgLoadAvg, Access::Write));
    assert_eq!(writes, [200, 300]);
}

/// The two-thread program: which thread waits, and what ends it. Its two times are calibration.
#[test]
fn only_the_reader_waits_and_only_across_clusters() {
    let threads = |cpus: &str, stride: u32, wide: bool| -> Vec<f64> {
        let workload = json!({"kind": "sharing", "kilo_iterations": 4000, "stride": stride});
        let s = scenario("kunpeng920-24", "5.9", workload, |s| {
            s.lanes[0].cpus = Some(cpus.into());
            s.lanes[0].features.line_128 = wide;
        });
        // ns per iteration
        run(&s).jobs.iter().map(|job| job.user_ns as f64 / 4e6).collect()
    };
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.03;
    let alone = threads("0,4", 64, false);
    let (inside, across) = (threads("0,1", 4, false), threads("0,4", 4, false));
    for thread in 0..2 {
        assert!(near(inside[thread], alone[thread]), "{inside:?} {alone:?}");
    }
    // 1.133 s to 0.832 s, as published.
    assert!(near(across[0] / inside[0], 1.362) && near(across[1], alone[1]), "{across:?} {inside:?}");
    assert!(near(threads("0,4", 64, true)[0], across[0]));
    assert!(near(threads("0,4", 128, true)[0], alone[0]));
    // Every fetch is between the two caches, however long the threads have run.
    let s = scenario(
        "kunpeng920-24",
        "5.9",
        json!({"kind": "sharing", "kilo_iterations": 4000, "stride": 4}),
        |s| s.lanes[0].cpus = Some("0,4".into()),
    );
    let mean = run(&s).lines[0].mean_local_ns;
    assert!((20.0..200.0).contains(&mean), "{mean}");
    // On one CPU the line stays where it is.
    assert!(near(threads("0", 4, false)[0], alone[0]));
}

/// On the NUMA-Q a job that comes to a CPU after another fills the cache for longer than a slice of CFS lasts.
#[test]
fn jobs_that_take_turns_before_their_caches_are_full_come_to_an_end() {
    for kernel in ["4.20", "5.9", "6.12"] {
        let document = json!({
            "version": 3,
            "machine": {"name": "Mine", "like": "numaq", "topology": "pack:1 numa:1 l3:1 core:2 pu:1"},
            "kernel": kernel,
            "workload": {
                "kind": "jobs", "jobs": 5, "work_us": 6_000, "rounds": 1, "memory_pct": 62, "memory_jobs": 4,
                "spread_pct": 80, "kernel_pct": 0, "serial_ms": 0,
            },
            "lanes": [{"cpus": "1"}],
            "limit_ms": 1_000,
        });
        let r = run(&parse(&document.to_string()).expect("a good scenario"));
        assert_eq!(r.ended, Ended::Finished, "{kernel}");
        // Half the speed is the least.
        let ms = r.user_ns as f64 / 1e6;
        assert!((20.0..90.0).contains(&ms), "{kernel}: {ms} ms");
    }
}

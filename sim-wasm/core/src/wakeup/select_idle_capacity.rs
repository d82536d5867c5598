//! `select_idle_capacity`: on CPUs of different capacity, the first idle one that the waking task fits on.
//!
//! Left out: `uclamp`, `util_est` (a task counts with its average, which falls while it sleeps), and the slow path that v4.20
//! to v5.6 took for a task that fits on neither CPU (`wake_cap`).

use super::{look, look_available};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::machine::kernel::Sis;
use crate::observe::steps::SelectIdleCapacity;
use crate::observe::vocab::How;
use crate::system::System;

/// From the target on, over the lowest domain that has CPUs of every capacity: the first idle CPU that fits, else the largest
/// idle one, else the target. None where there is no such domain.
///
/// Since v7.2, while a core is thought to be idle, a fitting CPU must be on one; if there is none, the largest idle core comes
/// before a thread that fits, and that before other threads. With no such core, `SIS_UTIL` bounds the search.
#[cold]
#[inline(never)]
pub fn select_idle_capacity(sys: &mut System, task: TaskId, target: CpuId) -> Option<(CpuId, How)> {
    let span = sys.sd_asym(target)?.span;
    let shared = sys.shared_of[target];
    let cores = sys.rules.asym_idle_cores && sys.machine.has_smt && sys.has_idle_cores[shared];
    let bounded = sys.sd_asym_shared(target).is_some() && sys.rules.sis == Sis::Util && sys.features.sis_prop;
    let mut left = if bounded { sys.nr_idle_scan[shared] } else { u32::MAX };
    // The choice so far; the lower its rank, the better.
    let mut best: Option<(u8, CpuId)> = None;
    if left == 0 {
        sys.tried(target, SelectIdleCapacity::OutOfBudget);
        return Some((target, How::Fallback));
    }
    for cpu in span.and(sys.tasks[task].allowed).iter_wrap(target) {
        let core = !cores || is_core_idle(sys, cpu);
        if !cores && left == 0 {
            sys.tried(cpu, SelectIdleCapacity::OutOfBudget);
            break;
        }
        left -= u32::from(!cores);
        if !look(sys, cpu) {
            sys.tried(cpu, SelectIdleCapacity::Busy);
            continue;
        }
        let capacity = sys.capacity_of(cpu);
        let fits = sys.fits(task, capacity);
        if fits && core {
            sys.tried(cpu, SelectIdleCapacity::Idle);
            return Some((cpu, How::Capacity));
        }
        sys.tried(cpu, if fits { SelectIdleCapacity::Later } else { SelectIdleCapacity::TooSmall });
        let rank = if core { 0 } else { 2 - u8::from(fits) };
        if best.is_none_or(|(of, cpu)| rank < of || rank == of && capacity > sys.capacity_of(cpu)) {
            best = Some((rank, cpu));
        }
    }
    if cores && best.is_none_or(|(rank, _)| rank > 0) {
        sys.has_idle_cores[shared] = false;
    }
    Some(best.map_or((target, How::Fallback), |(_, cpu)| (cpu, How::Capacity)))
}

/// Looks at the other threads of a core until one is busy.
fn is_core_idle(sys: &mut System, cpu: CpuId) -> bool {
    let threads = sys.machine.smt_mask[cpu].and_not(CpuMask::one(cpu));
    threads.iter().all(|thread| look_available(sys, thread))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::observe::vocab::Role;
    use crate::runqueue::RunQueues;
    use crate::runqueue::pelt::SchedAvg;
    use crate::scenario::Features;
    use crate::system::Task;
    use crate::wakeup::select_idle_sibling::select_idle_sibling;

    /// Where a task of such utilisation goes that ran last on CPU 0, has slept for so long and is woken there; CPUs 0 to 4 can
    /// do 718 of 1024, 5 to 9 997, 10 to 14 731, 15 to 18 1017, 19 all.
    fn place_after(slept: Ns, kernel: KernelId, util: u64, idle: &[u16]) -> (u16, How) {
        let mut sys = System::bare(MachineId::Spark20, kernel::rules(kernel), Features::default());
        let rng = Rng::new(1, 0);
        let task = sys.add_task(Task::new(CpuId(0), sys.machine.cpus(), 0, Role::Job, 0, rng));
        let avg = SchedAvg::new_task(Ns::ZERO, 1024, util);
        match &mut sys.queues {
            RunQueues::Cfs(cfs) => cfs.entities[task].load.avg = avg,
            RunQueues::Eevdf(eevdf) => eevdf.loads.tasks[task].avg = avg,
            _ => panic!("this kernel has another scheduler"),
        }
        sys.now = slept;
        sys.idle = idle.iter().fold(CpuMask::EMPTY, |idle, &cpu| idle.or(CpuMask::one(CpuId(cpu))));
        let (cpu, how) = select_idle_sibling(&mut sys, task, CpuId(0), CpuId(0), CpuId(0));
        (cpu.0, how)
    }

    fn place(kernel: KernelId, util: u64, idle: &[u16]) -> (u16, How) {
        place_after(Ns::ZERO, kernel, util, idle)
    }

    #[test]
    fn a_task_fits_where_there_is_room_for_what_its_sleep_has_left_of_its_utilisation() {
        // A sleep of 32 ms leaves half of it.
        for kernel in [KernelId::V5_9, KernelId::V5_10, KernelId::V6_5, KernelId::V6_8, KernelId::V6_18_2] {
            let cpu = |ms| place_after(Ns::ms(ms), kernel, 700, &[0, 9]).0;
            assert_eq!([0, 8, 33].map(cpu), [9, 9, 0], "{kernel:?}");
        }
    }

    #[test]
    fn a_task_goes_to_an_idle_cpu_that_it_fits_on() {
        for kernel in [KernelId::V5_9, KernelId::V6_5] {
            assert_eq!(place(kernel, 700, &[3, 7, 12]), (7, How::Capacity), "{kernel:?}");
            assert_eq!(place(kernel, 100, &[3, 7, 12]), (3, How::Capacity), "{kernel:?}");
            // It fits nowhere: the largest of those that are idle, the first of equals.
            assert_eq!(place(kernel, 1024, &[3, 15, 16]), (15, How::Capacity), "{kernel:?}");
            assert_eq!(place(kernel, 1024, &[]), (0, How::Fallback), "{kernel:?}");
        }
        // A kernel that does nothing of this takes what shares the cache.
        assert_eq!(place(KernelId::V4_20, 1024, &[3, 15]), (3, How::Llc));
    }

    #[test]
    fn the_previous_cpu_is_taken_where_the_task_fits_since_5_10() {
        assert_eq!(place(KernelId::V5_9, 100, &[0, 3]), (0, How::Capacity));
        for kernel in [KernelId::V5_10, KernelId::V6_5] {
            assert_eq!(place(kernel, 100, &[0, 3]), (0, How::Target), "{kernel:?}");
        }
        assert_eq!(place(KernelId::V6_5, 700, &[0, 3, 9]), (9, How::Capacity));
    }

    /// Where a task of such utilisation goes that is woken on CPU 0, with eight cores of two threads, CPUs 0 to 7 with a capacity
    /// of 1024 and the others of 512; whether a core is thought to be idle, before and after; and how many CPUs `SIS_UTIL` allows.
    fn place_on_threads(
        asym_idle_cores: bool,
        util: u64,
        idle: &[u16],
        has_idle_core: bool,
        nr_idle_scan: u32,
    ) -> (u16, How, bool) {
        let mut sys = crate::system::with_threads_and_capacities(asym_idle_cores);
        let task = sys.add_task(Task::new(CpuId(0), sys.machine.cpus(), 0, Role::Job, 0, Rng::new(1, 0)));
        let RunQueues::Eevdf(eevdf) = &mut sys.queues else { panic!("this kernel has EEVDF") };
        eevdf.loads.tasks[task].avg = SchedAvg::new_task(Ns::ZERO, 1024, util);
        sys.idle = idle.iter().copied().map(CpuId).collect();
        (sys.has_idle_cores[0], sys.nr_idle_scan[0]) = (has_idle_core, nr_idle_scan);
        let (cpu, how) = select_idle_sibling(&mut sys, task, CpuId(0), CpuId(0), CpuId(0));
        (cpu.0, how, sys.has_idle_cores[0])
    }

    #[test]
    fn since_7_2_an_idle_core_comes_before_a_thread() {
        use How::{Capacity, Fallback, Target};
        let of = |rule, util, idle: &[u16], core| place_on_threads(rule, util, idle, core, 16);
        // CPUs 10 and 11 are a core; the threads beside CPUs 0, 3, 5 and 13 are busy. On the small ones 300 fits, 700 does not.
        for (util, idle, core, until, since) in [
            (300, &[3, 10, 11][..], true, (3, Capacity), (10, Capacity, true)),
            (700, &[3, 10, 11], true, (3, Capacity), (10, Capacity, true)),
            (300, &[3, 10, 11], false, (3, Capacity), (3, Capacity, false)),
            (300, &[13, 3], true, (3, Capacity), (3, Capacity, false)),
            (700, &[13, 5], true, (5, Capacity), (5, Capacity, false)),
            (700, &[13], true, (13, Capacity), (13, Capacity, false)),
            (700, &[], true, (0, Fallback), (0, Fallback, false)),
            // The target itself: it is taken only with its core.
            (300, &[0, 10, 11], true, (0, Target), (10, Capacity, true)),
            (300, &[0, 1], true, (0, Target), (0, Target, true)),
        ] {
            let (cpu, how, _) = of(false, util, idle, core);
            assert_eq!((cpu, how), until, "without: {util} {idle:?} {core}");
            assert_eq!(of(true, util, idle, core), since, "with: {util} {idle:?} {core}");
        }
    }

    /// Against a search by the definition: of all idle CPUs in the order from the target on the first that fits on an idle core,
    /// else the largest on an idle core, else the largest that fits, else the largest.
    #[test]
    fn whatever_is_idle_the_best_cpu_is_taken() {
        let mut rng = Rng::new(48, 0);
        for util in [100, 300, 700, 1000].into_iter().cycle().take(400) {
            let mask = rng.below(1 << 16);
            let is_idle = |cpu: u16| mask & (1 << cpu) != 0;
            let idle: Vec<u16> = (0..16).filter(|&cpu| is_idle(cpu)).collect();
            let capacity = |cpu: u16| if cpu < 8 { 1024 } else { 512 };
            let fits = |cpu: u16| util * 1280 < capacity(cpu) * 1024;
            let is_core_idle = |cpu: u16| is_idle(cpu ^ 1);
            let first = idle.iter().copied().find(|&cpu| fits(cpu) && is_core_idle(cpu));
            let rank = |cpu: u16| if is_core_idle(cpu) { 0 } else { 2 - u8::from(fits(cpu)) };
            let best =
                idle.iter().copied().min_by_key(|&cpu| (rank(cpu), std::cmp::Reverse(capacity(cpu)), cpu));
            let (cpu, ..) = place_on_threads(true, util, &idle, true, 16);
            assert_eq!(cpu, first.or(best).unwrap_or(0), "{util} on {idle:?}");
        }
    }

    #[test]
    fn since_7_2_the_search_looks_at_no_more_cpus_than_sis_util_allows() {
        let of = |rule, idle: &[u16], core, looks| {
            let (cpu, how, _) = place_on_threads(rule, 300, idle, core, looks);
            (cpu, how)
        };
        // CPU 3 is the fourth.
        for (looks, found) in [(0, false), (1, false), (3, false), (4, true), (16, true)] {
            let place = if found { (3, How::Capacity) } else { (0, How::Fallback) };
            assert_eq!(of(true, &[3], false, looks), place, "{looks}");
            assert_eq!(of(false, &[3], false, looks), (3, How::Capacity), "{looks}");
        }
        // What it has seen before the end is taken; a search for a core goes on.
        assert_eq!(of(true, &[10, 11], true, 4), (10, How::Capacity));
        assert_eq!(of(true, &[10, 11], true, 0), (0, How::Fallback));
    }
}

//! `select_idle_capacity`: on CPUs of different capacity, the first idle one that the waking task fits on.
//!
//! Left out: `uclamp`, `util_est` (a task counts with its average, which falls while it sleeps), and the slow path that v4.20
//! to v5.6 took for a task that fits on neither CPU (`wake_cap`).

use super::look;
use crate::engine::ids::{CpuId, TaskId};
use crate::observe::steps::SelectIdleCapacity;
use crate::observe::vocab::How;
use crate::system::System;

/// From the target on, over the lowest domain that has CPUs of every capacity: the first idle CPU that fits, else the largest
/// idle one, else the target. None where there is no such domain.
#[cold]
#[inline(never)]
pub fn select_idle_capacity(sys: &mut System, task: TaskId, target: CpuId) -> Option<(CpuId, How)> {
    let span = sys.sd_asym(target)?.span;
    let mut best: Option<CpuId> = None;
    for cpu in span.and(sys.tasks[task].allowed).iter_wrap(target) {
        if !look(sys, cpu) {
            sys.tried(cpu, SelectIdleCapacity::Busy);
            continue;
        }
        let capacity = sys.capacity_of(cpu);
        if sys.fits(task, capacity) {
            sys.tried(cpu, SelectIdleCapacity::Idle);
            return Some((cpu, How::Capacity));
        }
        sys.tried(cpu, SelectIdleCapacity::TooSmall);
        if best.is_none_or(|best| capacity > sys.capacity_of(best)) {
            best = Some(cpu);
        }
    }
    Some(best.map_or((target, How::Fallback), |cpu| (cpu, How::Capacity)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mask::CpuMask;
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
}

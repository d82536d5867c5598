//! `wake_wide`: a waker that keeps changing its wakees is not a partner to be near to.

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::steps::{Flips, WakeWide};
use crate::system::System;

/// Counts changes of the waker's wakee; the count halves at most once a second.
pub fn record_wakee(sys: &mut System, current: Option<TaskId>, wakee: TaskId) {
    let Some(current) = current else { return };
    let now = sys.now;
    let t = &mut sys.tasks[current];
    if now > t.flips_decay_at + Ns::s(1) {
        t.wakee_flips >>= 1;
        t.flips_decay_at = now;
    }
    if t.last_wakee != Some(wakee) {
        t.last_wakee = Some(wakee);
        t.wakee_flips += 1;
    }
}

/// Both switch wakees often, and one of them a cache-full of CPUs more often than the other, or a cluster-full.
pub fn wake_wide(
    sys: &mut System,
    waker: CpuId,
    prev: CpuId,
    current: Option<TaskId>,
    wakee: TaskId,
) -> bool {
    let Some(current) = current.filter(|_| sys.features.wake_wide) else { return false };
    let by_cluster = sys.rules.wide_by_cluster && sys.machine.in_cluster(waker) && sys.share_llc(waker, prev);
    let factor = if by_cluster {
        sys.machine.cluster_mask[waker].weight()
    } else {
        sys.sd_llc(waker).map_or(1, |d| d.weight)
    };
    let (a, b) = (sys.tasks[current].wakee_flips, sys.tasks[wakee].wakee_flips);
    let (master, slave) = (a.max(b), a.min(b));
    let wide = slave >= factor && master >= slave.saturating_mul(factor);
    let flips = Flips(master);
    sys.tried(waker, if wide { WakeWide::Yes(flips) } else { WakeWide::No(flips) });
    wide
}

#[cfg(test)]
mod tests {
    use super::record_wakee;
    use crate::engine::ids::{CpuId, TaskId};
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;
    use crate::system::System;

    #[test]
    fn the_count_of_changes_halves_after_a_second_and_no_sooner() {
        let mut sys = System::bare(MachineId::Classroom8, kernel::rules(KernelId::V5_9), Features::default());
        sys.crowd(CpuId(0), 3);
        let mut wakes = |at: Ns, wakee: u16| {
            sys.now = at;
            record_wakee(&mut sys, Some(TaskId(0)), TaskId(wakee));
            sys.tasks[TaskId(0)].wakee_flips
        };
        for change in 0..8 {
            wakes(Ns::ms(1), 1 + change % 2);
        }
        assert_eq!(wakes(Ns::s(1), 2), 8, "the same once more, within the second");
        assert_eq!(wakes(Ns::s(1) + Ns(1), 2), 4, "after it");
        assert_eq!(wakes(Ns::s(2) + Ns(1), 2), 4, "a second after that");
        assert_eq!(wakes(Ns::s(2) + Ns(2), 1), 3, "half of it, and a change");
    }
}

//! `cpu_load[]`: what the load of a CPU was at its past ticks. With `LB_BIAS` a balance takes the CPUs that it would pull
//! from for their present or their past load, whichever is less, and its own for whichever is more.

use super::System;
use crate::engine::ids::CpuId;

#[derive(Clone, Copy, Debug, Default)]
pub struct PastLoad {
    /// At index 1 and up, as far as domains ask; index 0 is the present load. At index `i` the last tick counts for one part
    /// in `1 << (i - 1)`.
    of: [u64; 3],
    /// The last tick that is included.
    tick: u64,
}

impl PastLoad {
    /// The load at all ticks since the last update.
    fn tell(&mut self, load: u64, tick: u64) {
        let ticks = tick - self.tick;
        self.tick = tick;
        for (shift, past) in self.of.iter_mut().enumerate() {
            let scale = 1 << shift;
            for _ in 0..ticks {
                // Rounded up while it grows, so that it gets there.
                let up = if load > *past { scale - 1 } else { 0 };
                let next = (*past * (scale - 1) + load + up) >> shift;
                if next == *past {
                    break;
                }
                *past = next;
            }
        }
    }
}

impl System {
    /// Updates the past load of a CPU: its load was `load` at all ticks since the last update (`cpu_load_update`).
    pub(super) fn tell_past_load(&mut self, cpu: CpuId, load: u64) {
        if self.rules.lb_bias {
            let tick = self.now / self.tick();
            self.cpus[cpu].past_load.tell(load, tick);
        }
    }

    /// The load of a CPU for a balance that looks back as far as `idx`, of its own group (`target_load`) or of another
    /// one (`source_load`).
    pub fn biased_load(&mut self, cpu: CpuId, idx: usize, local: bool) -> u64 {
        let load = self.cpu_load(cpu);
        if idx == 0 || !self.rules.lb_bias {
            return load;
        }
        if self.is_idle(cpu) {
            self.tell_past_load(cpu, 0);
        }
        let past = self.cpus[cpu].past_load.of[idx - 1];
        if local { load.max(past) } else { load.min(past) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;

    #[test]
    fn the_past_follows_the_load_tick_by_tick() {
        let mut past = PastLoad::default();
        past.tell(1024, 1);
        assert_eq!(past.of, [1024, 512, 256]);
        past.tell(1024, 200);
        assert_eq!(past.of, [1024; 3]);
        past.tell(0, 202);
        assert_eq!(past.of, [0, 256, 576]);
        past.tell(0, 202);
        assert_eq!(past.of, [0, 256, 576]);
    }

    #[test]
    fn an_idle_cpu_had_no_load_at_its_ticks_and_keeps_its_past() {
        let rules = kernel::KernelRules { lb_bias: true, ..kernel::rules(KernelId::V4_20) };
        let mut sys = System::bare(MachineId::Xeon40, rules, Features::default());
        sys.now = Ns::ms(10);
        sys.tell_past_load(CpuId(3), 1024);
        assert_eq!((sys.biased_load(CpuId(3), 0, true), sys.biased_load(CpuId(3), 2, false)), (0, 0));
        assert_eq!((sys.biased_load(CpuId(3), 1, true), sys.biased_load(CpuId(3), 3, true)), (1024, 967));
        sys.now += Ns::ms(1);
        assert_eq!((sys.biased_load(CpuId(3), 1, true), sys.biased_load(CpuId(3), 3, true)), (0, 725));
        let mut off = System::bare(MachineId::Xeon40, kernel::rules(KernelId::V4_20), Features::default());
        off.now = Ns::ms(10);
        off.tell_past_load(CpuId(3), 1024);
        assert_eq!(off.biased_load(CpuId(3), 1, true), 0);
    }
}

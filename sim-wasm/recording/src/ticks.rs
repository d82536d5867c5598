//! The frequency of the timer interrupt, inferred from preemptions. Without a wake-up, Linux preempts a task of the fair
//! class at a tick (without `HRTICK`), so these times differ by multiples of its period.

/// `CONFIG_HZ` (kernel/Kconfig.hz), the longest period first.
const FREQUENCIES: [u32; 4] = [100, 250, 300, 1000];
/// Preemptions of a CPU at ticks are so near to each other, modulo the period (ns).
const WITHIN: u64 = 40_000;
/// A preemption so soon after a wake-up may be due to the woken task (ns).
const WOKEN_WITHIN: u64 = 200_000;
/// Preemptions at least.
const LEAST: usize = 20;
/// Preemptions that are kept.
const MOST: usize = 4_096;
/// Percentage of the preemptions that fit.
const SHARE_PCT: usize = 80;

/// Preemptions that no wake-up explains.
#[derive(Debug, Default)]
pub struct Ticks {
    /// Of each CPU: the time of the last wake-up that names it (ns).
    woken: Vec<u64>,
    /// CPU and time (ns), in order of time.
    preempted: Vec<(u16, u64)>,
}

impl Ticks {
    /// A task was woken on a CPU, or for it.
    pub fn wakes(&mut self, cpu: u16, at: u64) {
        let cpu = usize::from(cpu);
        if self.woken.len() <= cpu {
            self.woken.resize(cpu + 1, 0);
        }
        self.woken[cpu] = at;
    }

    /// A task was preempted by another one.
    pub fn preempts(&mut self, cpu: u16, at: u64) {
        let woken = self.woken.get(usize::from(cpu)).copied().unwrap_or(0);
        if self.preempted.len() < MOST && (woken == 0 || at.saturating_sub(woken) > WOKEN_WITHIN) {
            self.preempted.push((cpu, at));
        }
    }

    /// The frequency (Hz) that fits; `None`: too few preemptions, or none fits.
    pub fn hz(&self) -> Option<u32> {
        FREQUENCIES.into_iter().find(|hz| self.fits(1_000_000_000 / u64::from(*hz)))
    }

    /// Whether the preemptions of each CPU differ by multiples of a period (ns). The first of a CPU tells nothing.
    fn fits(&self, period: u64) -> bool {
        let mut phases: Vec<(u16, u64)> =
            self.preempted.iter().map(|(cpu, at)| (*cpu, at % period)).collect();
        phases.sort_unstable();
        let of_cpus = || phases.chunk_by(|a, b| a.0 == b.0);
        let all: usize = of_cpus().map(|one| one.len() - 1).sum();
        let fitting: usize = of_cpus().map(|one| most_within(one, period) - 1).sum();
        all >= LEAST && fitting * 100 >= all * SHARE_PCT
    }
}

/// The most phases in one window of [`WITHIN`]; the phases of a period are a circle.
fn most_within(phases: &[(u16, u64)], period: u64) -> usize {
    let count = phases.len();
    let at = |i: usize| phases[i % count].1 + if i < count { 0 } else { period };
    let mut end = 0;
    let of = |start: usize| {
        end = end.max(start);
        while end + 1 < start + count && at(end + 1) - at(start) <= WITHIN {
            end += 1;
        }
        end - start + 1
    };
    (0..count).map(of).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Preemptions of two CPUs every `slice` ns, up to 30 µs late, each CPU with an offset.
    fn every(slice: u64) -> Ticks {
        let mut ticks = Ticks::default();
        for i in 1..40 {
            for cpu in 0..2 {
                ticks.preempts(cpu, 7_000_000 + u64::from(cpu) * 300_000 + i * slice + i * 7_919 % 30_000);
            }
        }
        ticks
    }

    #[test]
    fn the_longest_period_that_fits_is_the_timers() {
        assert_eq!(every(10_000_000).hz(), Some(100));
        assert_eq!(every(4_000_000).hz(), Some(250));
        assert_eq!(every(10_000_000 / 3).hz(), Some(300));
        assert_eq!(every(3_000_000).hz(), Some(1000));
        assert_eq!(every(1_100_000).hz(), None);
    }

    #[test]
    fn preemptions_by_a_woken_task_and_single_ones_tell_nothing() {
        let mut ticks = Ticks::default();
        for i in 1..100 {
            ticks.wakes(0, i * 4_000_000 - 50_000);
            ticks.preempts(0, i * 4_000_000);
            ticks.preempts(i as u16, i * 4_000_000);
        }
        assert_eq!(ticks.hz(), None);
    }
}

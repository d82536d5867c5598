//! Time that CPUs spend looking for a CPU or a task.

use crate::engine::ids::{CpuId, PerCpu};
use crate::engine::time::Ns;

/// The time of a search is charged at its start, and elapses afterwards. Only elapsed time counts as spent. Searches of one
/// CPU do not overlap, so a CPU never spends more time on them than has elapsed.
#[derive(Clone, Debug)]
pub struct SearchTime {
    charged: Ns,
    /// The end of the last search of each CPU.
    until: PerCpu<Ns>,
}

impl SearchTime {
    pub fn new(cpus: usize) -> Self {
        Self { charged: Ns::ZERO, until: vec![Ns::ZERO; cpus].into() }
    }

    /// Charges `cpu` with `ns` from `now` on, or from the end of its last search.
    #[inline]
    pub fn charge(&mut self, cpu: CpuId, now: Ns, ns: Ns) {
        self.charged += ns;
        self.until[cpu] = self.until[cpu].max(now) + ns;
    }

    /// The charged time, spent or not.
    #[inline]
    pub fn charged(&self) -> Ns {
        self.charged
    }

    /// The time that all CPUs together have spent by `now`.
    pub fn spent(&self, now: Ns) -> Ns {
        let ahead: Ns = self.until.iter().map(|until| until.saturating_sub(now)).sum();
        self.charged - ahead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_elapsed_part_of_a_search_counts() {
        let mut search = SearchTime::new(2);
        search.charge(CpuId(0), Ns(100), Ns(50));
        search.charge(CpuId(1), Ns(100), Ns(10));
        assert_eq!([100, 105, 110, 130, 200].map(|now| search.spent(Ns(now)).0), [0, 10, 20, 40, 60]);
        assert_eq!(search.charged(), Ns(60));
    }

    #[test]
    fn searches_of_one_cpu_do_not_overlap() {
        let mut search = SearchTime::new(1);
        search.charge(CpuId(0), Ns(0), Ns(50));
        search.charge(CpuId(0), Ns(20), Ns(50));
        assert_eq!([20, 60, 100, 150].map(|now| search.spent(Ns(now)).0), [20, 60, 100, 100]);
    }
}

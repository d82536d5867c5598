//! Time that CPUs spend looking for a CPU or a task.

use crate::engine::ids::{CpuId, PerCpu};
use crate::engine::time::Ns;

/// A search is charged when it is decided, and takes its time afterwards: of what has been charged to a CPU, only the
/// part that lies behind is counted. Searches of one CPU follow each other, so it never spends more time on them
/// than has gone by.
#[derive(Clone, Debug)]
pub struct SearchTime {
    charged: Ns,
    /// Until when the searches of a CPU take.
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

    /// All that has been charged, whether it is spent or not.
    #[inline]
    pub fn charged(&self) -> Ns {
        self.charged
    }

    /// What all CPUs together have spent by `now`.
    pub fn spent(&self, now: Ns) -> Ns {
        let ahead: Ns = self.until.iter().map(|until| until.saturating_sub(now)).sum();
        self.charged - ahead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_counts_as_far_as_it_has_come() {
        let mut search = SearchTime::new(2);
        search.charge(CpuId(0), Ns(100), Ns(50));
        search.charge(CpuId(1), Ns(100), Ns(10));
        assert_eq!([100, 105, 110, 130, 200].map(|now| search.spent(Ns(now)).0), [0, 10, 20, 40, 60]);
        assert_eq!(search.charged(), Ns(60));
    }

    #[test]
    fn searches_of_one_cpu_follow_each_other() {
        let mut search = SearchTime::new(1);
        search.charge(CpuId(0), Ns(0), Ns(50));
        search.charge(CpuId(0), Ns(20), Ns(50));
        assert_eq!([20, 60, 100, 150].map(|now| search.spent(Ns(now)).0), [20, 60, 100, 100]);
    }
}

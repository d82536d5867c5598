//! Who balances for idle CPUs whose ticks are stopped.

use crate::engine::ids::CpuId;
use crate::engine::time::Ns;

/// The idle CPU that balances for the others (`ilb_cpu`), and when it does so next.
#[derive(Clone, Debug, Default)]
pub struct Nohz {
    /// The CPU at it, when it goes on (ns), and with which CPU.
    pub ilb: Option<CpuId>,
    pub at: Ns,
    pub next: CpuId,
    /// The earliest next balance of the CPUs it has come past (ns).
    pub earliest: Ns,
    /// `nohz.next_balance` (ns).
    pub next_balance: Ns,
}

impl Nohz {
    /// When `cpu` goes on balancing for others, if it does.
    pub fn due(&self, cpu: CpuId) -> Option<Ns> {
        (self.ilb == Some(cpu)).then_some(self.at)
    }

    /// The CPU that balances for the others has got work: the next one starts from the beginning.
    pub fn abort(&mut self) {
        self.ilb = None;
    }
}

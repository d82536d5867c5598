//! One cache line and who holds it: modified in one cache, shared by several, or in none (MESI, with
//! exclusive told from shared by there being one holder).
//!
//! Caches are those of a core: hardware threads of one core share theirs.

use crate::engine::ids::CpuId;
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::Machine;
use crate::observe::vocab::Distance;

/// Bytes that coherence moves at once. `wide`: 128, as the L3 of the Kunpeng 920.
pub fn line_bytes(wide: bool) -> u32 {
    if wide { 128 } else { 64 }
}

/// What is done to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    /// A store, or an atomic read-modify-write.
    Write,
}

/// Where a line came from after a miss in the cache of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// The CPU that held it; of several the one that decides the cost.
    pub from: CpuId,
    pub distance: Distance,
    /// It was modified there: a HITM.
    pub modified: bool,
    /// The line changes hands, and who comes next waits for it. A copy of a clean line does not hold others up.
    pub alone: bool,
}

/// A line.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The caches with a copy, each by the first CPU of its core.
    holders: CpuMask,
    /// The one holder has changed it.
    modified: bool,
    /// When the present transfers of the line end (ns); the next one waits.
    pub free_at: Ns,
}

impl Line {
    /// The access of `cpu`. `None`: a hit in its cache, or no cache had the line yet.
    pub fn access(&mut self, machine: &Machine, cpu: CpuId, access: Access) -> Option<Fetch> {
        let cache = machine.smt_mask[cpu].first().unwrap_or(cpu);
        let others = self.holders.and_not(CpuMask::one(cache));
        let has = self.holders.test(cache);
        let near = |cpus: CpuMask| cpus.iter().min_by_key(|&c| machine.distance(c, cache));
        let far = |cpus: CpuMask| cpus.iter().max_by_key(|&c| machine.distance(c, cache));
        let source = match access {
            Access::Read if has => None,
            Access::Read => near(others),
            // Every other copy has to go: the farthest answers last.
            Access::Write => far(others),
        };
        let fetch = source.map(|from| Fetch {
            from,
            distance: machine.distance(from, cache),
            modified: self.modified && !has,
            alone: self.modified || access == Access::Write,
        });
        match access {
            Access::Read => {
                self.modified = self.modified && has;
                self.holders.set(cache);
            }
            Access::Write => {
                self.modified = true;
                self.holders = CpuMask::one(cache);
            }
        }
        fetch
    }

    /// The caches that hold a copy, each by the first CPU of its core.
    pub fn holders(&self) -> CpuMask {
        self.holders
    }

    /// The one holder has changed the line.
    pub fn is_modified(&self) -> bool {
        self.modified
    }
}

//! A task as the scheduler knows it.

use super::life::Life;
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::wire::{State, Wire};
use crate::observe::vocab::{NO_TASK, Role};
use crate::runqueue::cfs::Entity;
use crate::runqueue::o1::O1Entity;

/// Where a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    /// Not created, or ended.
    Dead,
    /// Running on its CPU.
    Running,
    /// Waiting in its CPU's queue.
    Waiting,
    /// Asleep.
    Sleeping,
    /// Woken; the interrupt that will queue it is on its way.
    InFlight,
}
state_choice!(TaskState { Dead, Running, Waiting, Sleeping, InFlight });

#[derive(Clone, Debug)]
pub struct Task {
    pub state: TaskState,
    /// `task_cpu`: where it runs, waits or last ran.
    pub cpu: u16,
    pub se: Entity,
    pub o1: O1Entity,
    /// `cpus_ptr`
    pub allowed: CpuMask,
    /// Address space.
    pub mm: u32,
    pub role: Role,
    /// Communication group, for drawing.
    pub group: u16,
    pub last_wakee: u16,
    pub wakee_flips: u32,
    pub flips_decay_at: u64,
    /// Set on the waker by an affine wake-up.
    pub recent_used_cpu: u16,
    /// When it was woken and has not run since (ns); 0: not waiting for that.
    pub woken_at: u64,
    /// Cache refill still to be paid after migrations (ns).
    pub refill: u64,
    /// Came to its CPU since it was last queued: its vruntime is relative.
    pub migrated: bool,
    /// Never queued yet: no load to move.
    pub fresh: bool,
    pub rng: Rng,
    /// Its memory, once it has any.
    pub memory: Option<Memory>,
    pub life: Life,
}

impl State for Task {
    fn pass(&mut self, wire: &mut Wire) {
        let Self {
            state,
            cpu,
            se,
            o1,
            allowed,
            mm,
            role: _,
            group,
            last_wakee,
            wakee_flips,
            flips_decay_at,
            recent_used_cpu,
            woken_at,
            refill,
            migrated,
            fresh,
            rng,
            memory,
            life,
        } = self;
        state.pass(wire);
        cpu.pass(wire);
        recent_used_cpu.pass(wire);
        allowed.pass(wire);
        mm.pass(wire);
        group.pass(wire);
        last_wakee.pass(wire);
        wakee_flips.pass(wire);
        flips_decay_at.pass(wire);
        woken_at.pass(wire);
        refill.pass(wire);
        migrated.pass(wire);
        fresh.pass(wire);
        rng.pass(wire);
        memory.pass(wire);
        o1.pass(wire);
        life.pass(wire);
        // It begins to be charged where its life has just told that it stopped or began.
        se.pass(wire, life.node_ns.iter().sum());
    }
}

/// The memory of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The node that holds it.
    pub node: u16,
    pub mb: u32,
    /// Share of the task's work that waits for it (%).
    pub pct: u32,
}
state!(Memory { node, mb, pct });

impl Task {
    pub fn new(cpu: usize, allowed: CpuMask, mm: u32, role: Role, group: u16, rng: Rng) -> Self {
        Self {
            state: TaskState::Dead,
            cpu: cpu as u16,
            se: Entity::new(0),
            o1: O1Entity::new(0),
            allowed,
            mm,
            role,
            group,
            last_wakee: NO_TASK,
            wakee_flips: 0,
            flips_decay_at: 0,
            recent_used_cpu: cpu as u16,
            woken_at: 0,
            refill: 0,
            migrated: false,
            fresh: true,
            rng,
            memory: None,
            life: Life::default(),
        }
    }
}

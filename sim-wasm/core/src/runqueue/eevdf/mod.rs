//! EEVDF, earliest eligible virtual deadline first (kernels from 6.8 on): of the eligible tasks the one with the
//! earliest virtual deadline runs. Sources: `docs/model/eevdf.md`.

mod class;
mod entity;
mod queue;
mod rules;
mod turn;

pub use class::Eevdf;
pub use entity::{Entity, Weighed};
pub use queue::EevdfRq;
pub use rules::{
    EevdfRules, LagLimit, PickBuddy, Protection, ReweightRule, ReweightVprot, Unprotected, YieldRule,
};
pub use turn::{Sleep, Turn};

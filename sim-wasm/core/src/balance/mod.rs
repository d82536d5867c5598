//! Balancing: idle and busy CPUs pull tasks over their domains, the stopper pushes, idle CPUs steal;
//! and the 2003 balancer with its node rules.

pub mod active;
pub mod busiest;
pub mod busiest_by_load;
pub mod cache_aware;
pub mod cross_node;
pub mod detach;
pub mod imbalance;
pub mod load_balance;
pub mod newidle;
pub mod node_restricted;
pub mod nodes;
pub mod nohz;
pub mod periodic;
pub mod steal;

/// In which state a CPU balances (`enum cpu_idle_type`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleType {
    Busy,
    Idle,
    NewlyIdle,
}

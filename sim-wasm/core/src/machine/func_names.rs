//! The names of a decision's functions in each kernel. Most have had one name since the oldest kernel.

use super::KernelId::{self, V4_20, V6_12, V6_18};
use crate::observe::vocab::Func;

/// The name of a function in a kernel's source. `Func::key` is the name from 5.4 to 6.9; 6.10 renamed the load balancer's.
pub fn name_of(func: Func, kernel: KernelId) -> &'static str {
    match (func, kernel) {
        (Func::NewidleBalance, V4_20) => "idle_balance",
        (Func::NewidleBalance, V6_12 | V6_18) => "sched_balance_newidle",
        (Func::FindBusiestGroup, V6_12 | V6_18) => "sched_balance_find_src_group",
        (Func::FindBusiestQueue, V6_12 | V6_18) => "sched_balance_find_src_rq",
        (Func::FindIdlestGroup, V6_12 | V6_18) => "sched_balance_find_dst_group",
        (Func::FindIdlestGroupCpu, V6_12 | V6_18) => "sched_balance_find_dst_group_cpu",
        _ => func.key(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_called_as_in_the_source_of_the_kernel() {
        let names = |kernel| [Func::NewidleBalance, Func::SelectIdleCpu].map(|func| name_of(func, kernel));
        assert_eq!(names(V4_20), ["idle_balance", "select_idle_cpu"]);
        assert_eq!(names(KernelId::V6_8), ["newidle_balance", "select_idle_cpu"]);
        assert_eq!(names(V6_12), ["sched_balance_newidle", "select_idle_cpu"]);
        assert_eq!(names(V6_18), names(V6_12));
    }
}

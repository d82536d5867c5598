//! What the kernels call the functions of a decision: most have had one name ever since.

use super::KernelId::{self, V4_20, V6_12, V6_18};
use crate::observe::vocab::Func;

/// What a kernel's source calls a function. `Func::key` is the name from 5.4 to 6.9; load balancing got other ones in 6.10.
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

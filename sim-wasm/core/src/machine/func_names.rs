//! The names of a decision's functions in each kernel. Most have had one name since the oldest kernel.

use super::KernelId::{self, V4_20};
use crate::observe::vocab::Func;

/// The name of a function in a kernel's source. `Func::key` is the name from 5.4 to 6.9; 6.10 renamed the load balancer's.
pub fn name_of(func: Func, kernel: KernelId) -> &'static str {
    let is_renamed = kernel as usize >= KernelId::V6_12_0 as usize;
    match func {
        Func::NewidleBalance if kernel == V4_20 => "idle_balance",
        Func::NewidleBalance if is_renamed => "sched_balance_newidle",
        Func::FindBusiestGroup if is_renamed => "sched_balance_find_src_group",
        Func::FindBusiestQueue if is_renamed => "sched_balance_find_src_rq",
        Func::FindIdlestGroup if is_renamed => "sched_balance_find_dst_group",
        Func::FindIdlestGroupCpu if is_renamed => "sched_balance_find_dst_group_cpu",
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
        assert_eq!(names(KernelId::V6_12_0), ["sched_balance_newidle", "select_idle_cpu"]);
        assert_eq!(names(KernelId::V7_3), names(KernelId::V6_12_0));
    }
}

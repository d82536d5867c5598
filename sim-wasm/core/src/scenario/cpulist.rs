//! The kernel's CPU list format.

use crate::engine::mask::CpuMask;

/// Parses a list such as `0-23,48` and returns those of its CPUs that are in `cpus`, as `taskset` does. `None`: the list
/// is malformed, names a CPU beyond the last one, or names no CPU of `cpus`.
pub fn parse(text: &str, cpus: CpuMask) -> Option<CpuMask> {
    let last = cpus.iter().last()?;
    let list = CpuMask::from_list(text).filter(|list| list.iter().last() <= Some(last))?;
    Some(list.and(cpus)).filter(|some| !some.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::CpuId;

    fn parse(text: &str, cpus: usize) -> Option<CpuMask> {
        super::parse(text, CpuMask::first_n(cpus))
    }

    #[test]
    fn only_existing_cpus_of_a_list_count() {
        let cpus: CpuMask = [0, 2, 8].map(CpuId).into_iter().collect();
        assert_eq!(super::parse("0-4", cpus).map(CpuMask::to_list).as_deref(), Some("0,2"));
        assert_eq!(super::parse("1,3-7", cpus), None);
        assert_eq!(super::parse("9", cpus), None);
    }

    #[test]
    fn reads_lists_as_the_kernel_writes_them() {
        for list in ["0", "0-3,8", "0-23,48-71", "95"] {
            assert_eq!(parse(list, 96).map(|mask| mask.to_list()).as_deref(), Some(list));
        }
        assert_eq!(parse(" 3 , 0 - 1", 8).map(|mask| mask.to_list()).as_deref(), Some("0-1,3"));
    }

    #[test]
    fn refuses_malformed_lists() {
        for list in ["", ",", "a", "0-", "-1", "3-1", "8", "0-8", "0..3", "+1", "99999999999999999999"] {
            assert_eq!(parse(list, 8), None, "{list}");
        }
    }
}

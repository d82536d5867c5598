//! The kernel's CPU list format.

use crate::engine::ids::{CpuId, Id};
use crate::engine::mask::CpuMask;

/// Reads a list such as `0-23,48` of CPUs below `nr_cpus`; `None` when it is malformed, empty or
/// names another CPU.
pub fn parse(text: &str, nr_cpus: usize) -> Option<CpuMask> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse::<usize>().ok()).flatten().filter(|&cpu| cpu < nr_cpus)
    };
    let mut mask = CpuMask::EMPTY;
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first.trim())?, number(last.trim())?);
        if first > last {
            return None;
        }
        (first..=last).for_each(|cpu| mask.set(CpuId::new(cpu)));
    }
    Some(mask)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_what_the_kernel_writes() {
        for list in ["0", "0-3,8", "0-23,48-71", "95"] {
            assert_eq!(parse(list, 96).map(|mask| mask.to_list()).as_deref(), Some(list));
        }
        assert_eq!(parse(" 3 , 0 - 1", 8).map(|mask| mask.to_list()).as_deref(), Some("0-1,3"));
    }

    #[test]
    fn refuses_the_rest() {
        for list in ["", ",", "a", "0-", "-1", "3-1", "8", "0-8", "0..3", "+1", "99999999999999999999"] {
            assert_eq!(parse(list, 8), None, "{list}");
        }
    }
}

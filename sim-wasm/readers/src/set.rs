//! Sets of CPUs as files write them: the kernel's lists (`0-3,8`) and masks (`ff,0000000f`).

use crate::fault::{What, number};
use sched_core::machine::topology::MOST_CPUS;
use std::fmt;

const WORDS: usize = MOST_CPUS / 64;

/// A set of CPU numbers below [`MOST_CPUS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CpuSet([u64; WORDS]);

impl CpuSet {
    /// Does nothing if the number is too high.
    pub fn insert(&mut self, cpu: u32) {
        if let Some(word) = self.0.get_mut(cpu as usize / 64) {
            *word |= 1 << (cpu % 64);
        }
    }

    pub fn contains(&self, cpu: u32) -> bool {
        self.0.get(cpu as usize / 64).is_some_and(|word| word >> (cpu % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..MOST_CPUS as u32).filter(|&cpu| self.contains(cpu))
    }

    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// A list: numbers and ranges in ascending order, as the kernel writes them. A short text can therefore
    /// not repeat the same CPUs many times.
    pub fn from_list(text: &str) -> Result<Self, What> {
        let mut set = Self::default();
        let mut least = 0;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (first, last) =
                part.split_once('-').filter(|(first, _)| !first.is_empty()).unwrap_or((part, part));
            let (first, last) = (cpu_number(first)?, cpu_number(last)?);
            if first < least || last < first {
                return Err(What::NoList { said: crate::fault::short(text) });
            }
            (first..=last).for_each(|cpu| set.insert(cpu));
            least = last + 1;
        }
        Ok(set)
    }

    /// A mask: groups of 32 bits, the highest first. The masks of hwloc begin with `0x` and leave zeros out;
    /// `0xf...f` is infinite. CPUs beyond [`MOST_CPUS`] are left out: a file that describes them is refused.
    pub fn from_mask(text: &str) -> Result<Self, What> {
        let mut set = Self::default();
        for (place, group) in text.trim().rsplit(',').enumerate() {
            let digits = group.trim();
            let digits = digits.strip_prefix("0x").unwrap_or(digits);
            let word = match digits {
                "" => 0,
                "f...f" => u32::MAX,
                digits => u32::from_str_radix(digits, 16)
                    .map_err(|_| What::NoMask { said: crate::fault::short(text) })?,
            };
            if let Some(part) = set.0.get_mut(place / 2) {
                *part |= u64::from(word) << (32 * (place % 2));
            }
            if digits == "f...f" {
                (32 * place as u32..MOST_CPUS as u32).for_each(|cpu| set.insert(cpu));
            }
        }
        Ok(set)
    }
}

/// The number of a CPU.
pub fn cpu_number(text: &str) -> Result<u32, What> {
    let cpu = number(text, "CPU")?;
    if cpu as usize >= MOST_CPUS { Err(What::CpuNumber { number: cpu }) } else { Ok(cpu) }
}

impl FromIterator<u32> for CpuSet {
    fn from_iter<I: IntoIterator<Item = u32>>(cpus: I) -> Self {
        let mut set = Self::default();
        cpus.into_iter().for_each(|cpu| set.insert(cpu));
        set
    }
}

impl fmt::Display for CpuSet {
    /// Writes the set as a list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.iter())
    }
}

/// Writes ascending numbers like the kernel's lists.
pub fn list(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = u32>) -> fmt::Result {
    let mut numbers = numbers.peekable();
    let mut comma = "";
    while let Some(first) = numbers.next() {
        let mut last = first;
        while let Some(next) = numbers.next_if(|&next| next == last + 1) {
            last = next;
        }
        write!(f, "{comma}{first}")?;
        if last > first {
            write!(f, "-{last}")?;
        }
        comma = ",";
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_masks_of_the_kernel_and_of_hwloc_are_read() {
        for (mask, list) in [
            ("0000000f", "0-3"),
            ("1,00000001", "0,32"),
            ("0x00000303,0x03030000,,0x03030303", "0-1,8-9,16-17,24-25,80-81,88-89,96-97,104-105"),
            ("0xf...f,0xfffffff0", "4-511"),
            ("", ""),
        ] {
            let set = CpuSet::from_mask(mask).expect("a mask");
            assert_eq!(set.to_string(), list);
            assert_eq!(CpuSet::from_list(list), Ok(set));
        }
        for bad in ["3-1", "0-9,4", "0-4294967295", "-1", "x", "1-", "99999999999999999999"] {
            assert!(CpuSet::from_list(bad).is_err(), "{bad}");
        }
        assert!(CpuSet::from_mask("0xfffffffff").is_err());
    }
}

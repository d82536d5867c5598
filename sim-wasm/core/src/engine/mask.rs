//! Sets of CPUs as a few machine words (`u128` costs a quarter of the speed in WebAssembly).

use std::array;
use std::fmt;

use super::ids::{CpuId, Id, MOST_CPUS};

/// The largest number of CPUs a machine may have. More words raise it, and make every set larger, also that of each task.
pub const MAX_CPUS: usize = 64 * WORDS;
const _: () = assert!(MAX_CPUS <= MOST_CPUS);

const WORDS: usize = 8;

/// A set of CPUs.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CpuMask([u64; WORDS]);

impl CpuMask {
    pub const EMPTY: Self = Self([0; WORDS]);

    /// CPUs `0..n`.
    pub fn first_n(n: usize) -> Self {
        (0..n).map(CpuId::new).collect()
    }
    /// The mask whose CPUs are the bits of these words, the lowest first; CPUs that no machine has are left out.
    pub fn of_words(words: &[u64]) -> Self {
        let mut mask = Self::EMPTY;
        for (slot, &word) in mask.0.iter_mut().zip(words) {
            *slot = word;
        }
        mask
    }
    /// CPUs `64 * at` to `64 * at + 63`, one bit each.
    pub fn word(self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }
    pub fn one(cpu: CpuId) -> Self {
        let mut m = Self::EMPTY;
        m.set(cpu);
        m
    }
    #[inline]
    pub fn set(&mut self, cpu: CpuId) {
        let (word, bit) = place(cpu);
        self.0[word] |= bit;
    }
    #[inline]
    pub fn clear(&mut self, cpu: CpuId) {
        let (word, bit) = place(cpu);
        self.0[word] &= !bit;
    }
    #[inline]
    pub fn test(&self, cpu: CpuId) -> bool {
        let (word, bit) = place(cpu);
        self.0[word] & bit != 0
    }
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
    #[inline]
    pub fn weight(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    /// Whether it has exactly one CPU.
    #[inline]
    pub fn is_one(&self) -> bool {
        let mut filled = self.0.iter().filter(|&&word| word != 0);
        filled.next().is_some_and(|word| word.is_power_of_two()) && filled.next().is_none()
    }
    #[inline]
    pub fn first(&self) -> Option<CpuId> {
        self.iter().next()
    }
    #[inline]
    #[must_use]
    pub fn and(self, o: Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & o.0[i]))
    }
    #[inline]
    #[must_use]
    pub fn or(self, o: Self) -> Self {
        Self(array::from_fn(|i| self.0[i] | o.0[i]))
    }
    #[inline]
    #[must_use]
    pub fn and_not(self, o: Self) -> Self {
        Self(array::from_fn(|i| self.0[i] & !o.0[i]))
    }
    pub fn is_subset_of(self, o: Self) -> bool {
        self.and_not(o).is_empty()
    }
    pub fn intersects(self, o: Self) -> bool {
        !self.and(o).is_empty()
    }
    /// The CPUs in ascending order.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter { words: self.0, at: 0, left: self.0[0] }
    }
    /// The CPUs from `start` upwards, then from 0 (`for_each_cpu_wrap`).
    #[inline]
    pub fn iter_wrap(self, start: CpuId) -> IterWrap {
        let at = start.index() / 64 % WORDS;
        let upwards = u64::MAX << (start.index() % 64);
        IterWrap {
            words: self.0,
            at,
            left: self.0[at] & upwards,
            wrapped: self.0[at] & !upwards,
            to_go: WORDS,
        }
    }
    /// Reads a list such as `0-23,48`; `None` when it is malformed or names a CPU that no machine has.
    pub fn from_list(text: &str) -> Option<Self> {
        let mut mask = Self::EMPTY;
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first.trim())?, number(last.trim())?);
            if first > last || last >= MAX_CPUS {
                return None;
            }
            (first..=last).for_each(|cpu| mask.set(CpuId::new(cpu)));
        }
        Some(mask)
    }
    /// The set of a machine with `cpus` CPUs in the kernel's mask format, for instance `00000f0`:
    /// groups of 32 bits, the highest first.
    pub fn to_hex(self, cpus: usize) -> String {
        let word = |i: usize| (self.0[i / 2] >> (32 * (i % 2))) as u32;
        let words = cpus.div_ceil(32).max(1);
        let digits = (cpus - 32 * (words - 1)).div_ceil(4);
        let mut out = format!("{:0digits$x}", word(words - 1));
        for i in (0..words - 1).rev() {
            out.push_str(&format!(",{:08x}", word(i)));
        }
        out
    }
    /// The set in the kernel's list format, for instance `0-3,8`.
    pub fn to_list(self) -> String {
        let mut out = String::new();
        let mut it = self.iter().peekable();
        while let Some(first) = it.next() {
            let mut last = first;
            while it.next_if_eq(&last.after()).is_some() {
                last = last.after();
            }
            if !out.is_empty() {
                out.push(',');
            }
            out.push_str(&first.to_string());
            if last > first {
                out.push('-');
                out.push_str(&last.to_string());
            }
        }
        out
    }
}

/// Parses a number that consists of digits only.
pub fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// The word of a CPU, and its bit there.
#[inline]
fn place(cpu: CpuId) -> (usize, u64) {
    (cpu.index() >> 6, 1 << (cpu.index() & 63))
}

impl FromIterator<CpuId> for CpuMask {
    fn from_iter<I: IntoIterator<Item = CpuId>>(iter: I) -> Self {
        let mut m = Self::EMPTY;
        for cpu in iter {
            m.set(cpu);
        }
        m
    }
}

impl fmt::Debug for CpuMask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.to_list())
    }
}

/// Iterator over a [`CpuMask`].
pub struct Iter {
    words: [u64; WORDS],
    at: usize,
    left: u64,
}

impl Iterator for Iter {
    type Item = CpuId;
    #[inline]
    fn next(&mut self) -> Option<CpuId> {
        while self.left == 0 {
            if self.at + 1 == WORDS {
                return None;
            }
            self.at += 1;
            self.left = self.words[self.at];
        }
        Some(take_lowest(self.at, &mut self.left))
    }
}

/// Iterator over a [`CpuMask`] from a CPU upwards, then from CPU 0.
pub struct IterWrap {
    words: [u64; WORDS],
    at: usize,
    left: u64,
    /// The CPUs below the start in its word, which come last.
    wrapped: u64,
    /// The number of words after this one.
    to_go: usize,
}

impl Iterator for IterWrap {
    type Item = CpuId;
    #[inline]
    fn next(&mut self) -> Option<CpuId> {
        while self.left == 0 {
            if self.to_go == 0 {
                return None;
            }
            self.to_go -= 1;
            self.at = (self.at + 1) % WORDS;
            self.left = if self.to_go == 0 { self.wrapped } else { self.words[self.at] };
        }
        Some(take_lowest(self.at, &mut self.left))
    }
}

/// Removes the lowest CPU from the rest of a word and returns it.
#[inline]
fn take_lowest(word: usize, left: &mut u64) -> CpuId {
    let bit = left.trailing_zeros() as usize;
    *left &= *left - 1;
    CpuId::new(64 * word + bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_format_and_wrap() {
        let m: CpuMask = [0, 1, 2, 3, 8, 64, 127].into_iter().map(CpuId).collect();
        let from = |start| m.iter_wrap(CpuId(start)).map(|cpu| cpu.0).collect::<Vec<_>>();
        assert_eq!(m.to_list(), "0-3,8,64,127");
        assert_eq!(from(3), [3, 8, 64, 127, 0, 1, 2]);
        assert_eq!(from(100), [127, 0, 1, 2, 3, 8, 64]);
        assert_eq!(from(64), [64, 127, 0, 1, 2, 3, 8]);
        assert_eq!(m.weight(), 7);
        assert!(CpuMask::one(CpuId(300)).is_one() && !m.is_one() && !CpuMask::EMPTY.is_one());
        assert_eq!(CpuMask::first_n(160).iter_wrap(CpuId(159)).nth(1), Some(CpuId(0)));
        assert_eq!(CpuMask::first_n(160).to_list(), "0-159");
        assert_eq!(m.to_hex(128), "80000000,00000001,00000000,0000010f");
        assert_eq!(CpuMask::first_n(4).to_hex(24), "00000f");
    }

    #[test]
    fn iteration_is_in_order_from_every_start_beyond_255_cpus() {
        let cpus = [0, 63, 64, 191, 192, 255, 256, 300, 319, 320, 511].map(CpuId);
        let m: CpuMask = cpus.into_iter().collect();
        assert_eq!(m.iter().collect::<Vec<_>>(), cpus);
        for start in 0..MAX_CPUS {
            let expected: Vec<CpuId> = cpus
                .into_iter()
                .filter(|cpu| cpu.index() >= start)
                .chain(cpus.into_iter().filter(|cpu| cpu.index() < start))
                .collect();
            assert_eq!(m.iter_wrap(CpuId::new(start)).collect::<Vec<_>>(), expected, "from {start}");
        }
    }
}

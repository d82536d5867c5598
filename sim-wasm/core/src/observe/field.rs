//! The positions of numbers in the words of a record.

use crate::engine::ids::{CpuId, MOST_CPUS};

/// A bit field: its word, its lowest bit and its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub word: usize,
    pub shift: u32,
    /// The width, 1 to 32.
    pub bits: u32,
}

impl Field {
    pub const fn new(word: usize, shift: u32, bits: u32) -> Self {
        Self { word, shift, bits }
    }

    /// The largest value.
    #[inline]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// A word with `value` in the field and zeros elsewhere.
    #[inline]
    pub const fn holding(self, value: u32) -> u32 {
        value << self.shift
    }

    /// The value in a record.
    #[inline]
    pub fn of(self, record: &[u32]) -> u32 {
        record[self.word] >> self.shift & self.mask()
    }

    /// Writes a value into a record.
    #[inline]
    pub(crate) fn put(self, record: &mut [u32], value: u32) {
        let word = &mut record[self.word];
        *word = *word & !self.holding(self.mask()) | self.holding(value);
    }
}

/// The position of a CPU number: a field for the low byte, and another one for the bits above it. The latter is 0 for the
/// first 256 CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CpuField {
    pub low: Field,
    pub high: Field,
}

const LOW_BITS: u32 = 8;
const HIGH_BITS: u32 = MOST_CPUS.ilog2() - LOW_BITS;

impl CpuField {
    /// Each of the two fields as its word and its lowest bit.
    pub const fn new(low: (usize, u32), high: (usize, u32)) -> Self {
        Self { low: Field::new(low.0, low.1, LOW_BITS), high: Field::new(high.0, high.1, HIGH_BITS) }
    }

    /// The bits of a CPU number that lie in `word` of a record.
    #[inline]
    pub(crate) fn holding(self, word: usize, cpu: CpuId) -> u32 {
        let number = u32::from(cpu);
        debug_assert!(number < 1 << (LOW_BITS + HIGH_BITS));
        let low = if self.low.word == word { self.low.holding(number & self.low.mask()) } else { 0 };
        let high = if self.high.word == word { self.high.holding(number >> LOW_BITS) } else { 0 };
        low | high
    }

    /// The CPU in a record.
    #[inline]
    pub fn of(self, record: &[u32]) -> CpuId {
        CpuId((self.low.of(record) | self.high.of(record) << LOW_BITS) as u16)
    }

    /// Writes a CPU into a record.
    #[inline]
    pub(crate) fn put(self, record: &mut [u32], cpu: CpuId) {
        self.low.put(record, u32::from(cpu) & self.low.mask());
        self.high.put(record, u32::from(cpu) >> LOW_BITS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_numbers_round_trip_and_those_below_256_fit_in_the_low_byte() {
        let field = CpuField::new((0, 16), (1, 30));
        let mut record = [0xffff_ffff, 0x3fff_ffff];
        for number in [0, 5, 255, 256, 700, 1023] {
            field.put(&mut record, CpuId(number));
            assert_eq!(field.of(&record), CpuId(number));
            assert_eq!(record[0] & 0xff00_ffff, 0xff00_ffff);
            let held = [field.holding(0, CpuId(number)), field.holding(1, CpuId(number))];
            assert_eq!((held[0], held[1]), (record[0] & 0x00ff_0000, record[1] & 0xc000_0000));
        }
        assert_eq!(field.holding(1, CpuId(255)), 0);
    }
}

//! A range coder: bits go into as few bytes as they are surprising.

/// How likely a bit is to be 0, learnt from those that were: 12 bits of probability above 4 bits that count the
/// first ones, which teach faster.
#[derive(Clone, Copy, Debug)]
pub struct Odds(u16);

impl Odds {
    pub const EVEN: Self = Self(1 << (SCALE_BITS - 1) << COUNT_BITS);
}

const SCALE_BITS: u32 = 12;
const COUNT_BITS: u32 = 4;
/// By the bits seen before: the share of the way that one more goes, as a power of two.
const PACE: [u8; 1 << COUNT_BITS] = [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5];
/// No bit is ever certain.
const LEAST: u32 = 8;
/// Below this the range is widened by a byte.
const NARROW: u32 = 1 << 24;
/// Even bits that are coded at once.
const AT_ONCE: u32 = 16;

/// Writes bits to bytes, or reads them.
#[derive(Debug)]
pub struct Coder<'a> {
    /// What is read; `None`: it writes.
    source: Option<&'a [u8]>,
    written: Vec<u8>,
    /// Writing: the lower end of the range, with the carry above 32 bits. Reading: how far the bytes are above it.
    low: u64,
    range: u32,
}

impl<'a> Coder<'a> {
    pub fn writer() -> Self {
        Self { source: None, written: Vec::new(), low: 0, range: u32::MAX }
    }

    pub fn reader(source: &'a [u8]) -> Self {
        let mut coder = Self { source: Some(source), written: Vec::new(), low: 0, range: u32::MAX };
        (0..4).for_each(|_| coder.shift());
        coder
    }

    pub fn reads(&self) -> bool {
        self.source.is_some()
    }

    /// The bytes written.
    pub fn finish(mut self) -> Vec<u8> {
        (0..4).for_each(|_| self.shift());
        self.written
    }

    /// The next byte: out of the lower end of the range, or in.
    fn shift(&mut self) {
        if let Some(source) = &mut self.source {
            // Past the end there are zeros.
            let byte = source.split_off_first().copied().unwrap_or(0);
            self.low = self.low << 8 | u64::from(byte);
            return;
        }
        if self.low > u64::from(u32::MAX) {
            for byte in self.written.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.written.push((self.low >> 24) as u8);
        self.low = self.low << 8 & u64::from(u32::MAX);
    }

    #[inline]
    fn widen(&mut self) {
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Codes a bit by its odds, which learn from it. Returns it.
    #[inline]
    pub fn bit(&mut self, odds: &mut Odds, bit: bool) -> bool {
        let (zero, seen) = (u32::from(odds.0 >> COUNT_BITS), odds.0 & ((1 << COUNT_BITS) - 1));
        let bound = (self.range >> SCALE_BITS) * zero;
        let bit = if self.reads() { self.low >= u64::from(bound) } else { bit };
        let pace = PACE[seen as usize];
        let learnt = if bit { zero - (zero >> pace) } else { zero + (((1 << SCALE_BITS) - zero) >> pace) };
        let learnt = learnt.clamp(LEAST, (1 << SCALE_BITS) - LEAST) as u16;
        *odds = Odds(learnt << COUNT_BITS | (seen + 1).min((1 << COUNT_BITS) - 1));
        if bit {
            self.above(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        self.widen();
        bit
    }

    /// Codes a number of so many bits, the highest first, each by the odds after those before it. Returns it.
    #[inline(never)]
    pub fn by_tree(&mut self, odds: &mut [Odds], bits: u32, number: usize) -> usize {
        let mut node = 1;
        for bit in (0..bits).rev() {
            node = node << 1 | usize::from(self.bit(&mut odds[node], number >> bit & 1 != 0));
        }
        node & ((1 << bits) - 1)
    }

    /// Codes the lowest `count` bits of a word, each as likely 0 as 1. Returns them.
    #[inline]
    pub fn even_bits(&mut self, word: u64, count: u32) -> u64 {
        let (mut left, mut coded) = (count, 0);
        while left > 0 {
            let n = left.min(AT_ONCE);
            left -= n;
            self.range >>= n;
            let part = if self.reads() { (self.low as u32) / self.range } else { (word >> left) as u32 };
            let part = part & ((1 << n) - 1);
            self.above(part * self.range);
            self.widen();
            coded = coded << n | u64::from(part);
        }
        coded
    }

    /// The range begins this much higher.
    #[inline]
    fn above(&mut self, by: u32) {
        if self.reads() {
            self.low -= u64::from(by);
        } else {
            self.low += u64::from(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn what_is_read_is_what_was_written_and_likely_bits_take_less() {
        for rarity in [2, 10, 1000] {
            let mut rng = Rng::new(1, rarity);
            let words: Vec<(bool, u64, u32)> =
                (0..20_000).map(|i| (rng.below(rarity) == 0, rng.draw() >> (i % 64), 64 - i % 64)).collect();
            let mut writer = Coder::writer();
            let mut odds = Odds::EVEN;
            for &(bit, _, _) in &words {
                writer.bit(&mut odds, bit);
            }
            let bits = writer.written.len();
            for &(_, word, count) in &words {
                writer.even_bits(word, count);
            }
            let written = writer.finish();
            let p = 1.0 / f64::from(rarity);
            let entropy = -(p * p.log2() + (1.0 - p) * (1.0 - p).log2()) * 20_000.0 / 8.0;
            assert!((bits as f64) < entropy * 1.1 + 20.0, "{bits} {entropy}");
            let mut reader = Coder::reader(&written);
            let mut odds = Odds::EVEN;
            assert!(words.iter().all(|&(bit, _, _)| reader.bit(&mut odds, false) == bit));
            assert!(words.iter().all(|&(_, word, count)| reader.even_bits(0, count) == word));
        }
    }

    #[test]
    fn a_carry_goes_through_full_bytes() {
        let mut writer = Coder::writer();
        // The lower end comes to lie just below a border, then passes it.
        for _ in 0..40 {
            writer.even_bits(0xff, 8);
        }
        let mut odds = Odds::EVEN;
        for _ in 0..200 {
            writer.bit(&mut odds, true);
        }
        let written = writer.finish();
        let mut reader = Coder::reader(&written);
        assert!((0..40).all(|_| reader.even_bits(0, 8) == 0xff));
        let mut odds = Odds::EVEN;
        assert!((0..200).all(|_| reader.bit(&mut odds, false)));
    }
}

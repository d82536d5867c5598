//! The event hash: a 64-bit fold over every event of a run. Equal hashes mean equal runs.

/// Folds event words; the same on every platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventHash(u64);

impl Default for EventHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl EventHash {
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
    pub fn value(self) -> u64 {
        self.0
    }
}

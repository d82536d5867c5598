//! `yardstick`: a reference loop; speeds are given relative to it. The loop takes the earliest of 64 timers from a binary heap and
//! puts it back with a later time. A machine that is twice as fast, or half as busy, changes both speeds alike.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

const TIMERS: u64 = 64;
/// Upper bound of the time by which a timer is postponed (ns).
const LATER: u64 = 1 << 16;

/// Pops and reinserts a timer `times` times. Returns the time of the last timer, so that the compiler keeps
/// the loop.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen::prelude::wasm_bindgen)]
pub fn turn(times: u32) -> u64 {
    let mut timers: BinaryHeap<Reverse<u64>> = (0..TIMERS).map(Reverse).collect();
    let (mut random, mut due) = (0x9e37_79b9_7f4a_7c15_u64, 0);
    for _ in 0..times {
        due = timers.pop().map_or(0, |Reverse(due)| due);
        // Marsaglia's xorshift64.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        timers.push(Reverse(due + random % LATER));
    }
    due
}

#[cfg(test)]
mod tests {
    #[test]
    fn timers_come_in_order_and_none_is_lost() {
        // 64 timers are postponed by 2^15 on average: one round of all takes about that time.
        let due = super::turn(64_000);
        assert!((900..1_100).contains(&(due >> 15)), "{due}");
    }
}

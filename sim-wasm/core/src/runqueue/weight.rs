//! Nice levels: their priorities, in all classes, and their weights, in the fair classes.

/// The kernel priority of nice -20 (`MAX_RT_PRIO`).
pub const MAX_RT_PRIO: u32 = 100;
/// Nice levels (`NICE_WIDTH`), the best first.
pub const NICE_WIDTH: usize = 40;

/// Weight of each nice level from -20 to 19; neighbours differ by a factor of about 1.25.
pub const WEIGHTS: [u32; NICE_WIDTH] = [
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904, 3906, 3121,
    2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87, 70, 56, 45, 36, 29,
    23, 18, 15,
];
pub const NICE_0_WEIGHT: u64 = 1024;
/// The weight of a task of `SCHED_IDLE`, whatever its nice value, and the shares of an idle group.
pub const WEIGHT_IDLEPRIO: u64 = 3;

/// The kernel priority (100 to 139) of a weight of the table.
pub fn prio_of(weight: u64) -> u32 {
    MAX_RT_PRIO + WEIGHTS.partition_point(|&heavier| u64::from(heavier) > weight) as u32
}

/// The weight of a nice value (-20 to 19).
pub fn weight_of(nice: i32) -> u64 {
    u64::from(WEIGHTS[(nice + 20).clamp(0, 39) as usize])
}

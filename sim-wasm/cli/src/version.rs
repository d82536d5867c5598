//! Which simulator this is: results of two that decide otherwise are not to be mixed.

use std::sync::LazyLock;

/// What runs come to: the events of random runs, and what is told of them. A change of the model changes them.
const RUNS: [&str; 2] = [
    include_str!("../../../tests/fixtures/determinism/random.hashes"),
    include_str!("../../../tests/fixtures/determinism/random.fingerprints"),
];

/// Sixteen digits of the model.
pub static MODEL: LazyLock<String> = LazyLock::new(|| format!("{:016x}", hash(&RUNS.concat())));

/// What `--version` prints, and reports say.
pub static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}, model {}", env!("CARGO_PKG_VERSION"), *MODEL));

/// FNV-1a.
pub fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

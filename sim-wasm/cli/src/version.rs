//! The version of the model: results of different models must not be mixed.

use std::sync::LazyLock;

/// The results of random runs: hashes of their events, and fingerprints of their output. Each change of the
/// model changes them.
const RUNS: [&str; 2] = [
    include_str!("../../../tests/fixtures/determinism/random.hashes"),
    include_str!("../../../tests/fixtures/determinism/random.fingerprints"),
];

/// The hash of the model in sixteen digits.
pub static MODEL: LazyLock<String> = LazyLock::new(|| format!("{:016x}", hash(&RUNS.concat())));

/// The version for `--version` and for reports.
pub static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{}, model {}", env!("CARGO_PKG_VERSION"), *MODEL));

/// FNV-1a.
pub fn hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

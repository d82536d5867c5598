//! The costs that were fitted to published runs, and the rows they were fitted on. All other rows are
//! predictions.

use super::Family;

/// Costs that were fitted together, and published rows they were fitted on.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    pub family: Family,
    /// Names of the costs.
    pub costs: &'static [&'static str],
    /// Table of published data (`sim-wasm/cli/data/published.json`).
    pub table: &'static str,
    /// Its rows as the replication report names them; none: all of them. Only their times were fitted: %busy and
    /// counts of the same runs are predicted.
    pub rows: &'static [&'static str],
}

impl Fit {
    /// The costs fitted on the time of a row.
    pub fn on(table: &str, row: &str) -> Vec<&'static str> {
        let fits = FITS.iter().filter(|fit| fit.table == table);
        let mut costs: Vec<_> = fits
            .filter(|fit| fit.rows.is_empty() || fit.rows.contains(&row))
            .flat_map(|fit| fit.costs.iter().copied())
            .collect();
        costs.dedup();
        costs
    }
}

const fn fit(
    family: Family,
    costs: &'static [&'static str],
    table: &'static str,
    rows: &'static [&'static str],
) -> Fit {
    Fit { family, costs, table, rows }
}

/// The costs of a message, a wake-up and a switch on the Kunpeng.
const MESSAGES: &[&str] = &[
    "write",
    "read",
    "lock_pct",
    "line_cluster",
    "line_llc",
    "head_lines",
    "payload_lines",
    "migrate_lines",
    "enqueue_lines",
    "wakeup",
    "switch",
];
const FAR_MESSAGES: &[&str] = &["write", "line_socket", "payload_lines"];
const FAR_MEMORY: &[&str] = &["remote_pct", "mem_share_pct"];

const CLUSTER: &str = "s000-hackbench-1node";
const CLUSTER_LATER: &str = "later-2021-01-1node";
const FOUR_CPUS: &str = "later-2020-12-4cpus";
const COUPLES: &str = "later-2021-04-pairs-1node";
/// Published with the machine's costs (10.0 to 10.5 µs a round trip); the report has no table of it.
const PIPE_BENCHMARK: &str = "perf bench sched pipe";
const SCHEDSTAT: &str = "s001-schedstat-20cpu";
const TEN_RUNS: &str = "s001-hackbench-1s20";
const AZUSA: &str = "s003-focht-0113-hackbench";
/// The same figures, published three days earlier.
const AZUSA_BEFORE: &str = "s003-focht-0110-hackbench";
const AZUSA_NUMA_TEST: &str = "s003-focht-0113-numa_test";
const AZUSA_NUMA_TEST_BEFORE: &str = "s003-focht-0110-numa_test";
const NUMAQ_SCHEDBENCH: &str = "s003-hohnbaum-0110-schedbench";
const TWO_THREADS: &str = "s004-false-sharing-2threads";
const STREAM: &str = "later-2021-09-stream";
const WITHOUT: &[&str] = &["4 threads copy w/o", "6 threads copy w/o", "12 threads copy w/o"];
const SOME_COUPLES: &[&str] = &["-g 6 w/o", "-g 12 w/o", "-g 24 w/o", "-g 32 w/o"];
const TEN_GROUPS: &[&str] = &["-g 10 stock52", "-g 10 minsched52"];
const BUSY_STOCK: &[&str] = &["N 16 stock52", "N 32 stock52"];
const RESTRICTED: &[&str] = &["N 4 hacksched54", "N 8 hacksched54", "N 16 hacksched54", "N 32 hacksched54"];

/// All fits.
pub const FITS: &[Fit] = &[
    fit(Family::Kunpeng, MESSAGES, CLUSTER, &[]),
    fit(Family::Kunpeng, MESSAGES, CLUSTER_LATER, &[]),
    fit(Family::Kunpeng, MESSAGES, FOUR_CPUS, &[]),
    fit(Family::Kunpeng, MESSAGES, COUPLES, SOME_COUPLES),
    fit(Family::Kunpeng, &["ipi_idle"], PIPE_BENCHMARK, &[]),
    fit(Family::Xeon, &["write"], SCHEDSTAT, &[]),
    fit(Family::Xeon, &["write"], TEN_RUNS, &[]),
    fit(Family::Azusa, FAR_MESSAGES, AZUSA, TEN_GROUPS),
    fit(Family::Azusa, FAR_MESSAGES, AZUSA_BEFORE, TEN_GROUPS),
    fit(Family::Azusa, FAR_MEMORY, AZUSA_NUMA_TEST, BUSY_STOCK),
    fit(Family::Azusa, FAR_MEMORY, AZUSA_NUMA_TEST_BEFORE, BUSY_STOCK),
    fit(Family::NumaQ, &["mem_further_pct", "cache_fill"], NUMAQ_SCHEDBENCH, RESTRICTED),
    fit(Family::Kunpeng, &["share_iter_ps", "share_hold", "share_hide"], TWO_THREADS, &[]),
    fit(Family::Kunpeng, &["mem_cluster_pct", "stream_mb"], STREAM, WITHOUT),
];

#[cfg(test)]
mod tests {
    use super::FITS;
    use crate::machine::{COSTS, Family, Grade};

    #[test]
    fn every_fitted_cost_names_its_rows_and_no_other_does() {
        for &family in Family::ALL {
            for cost in COSTS {
                let named = FITS.iter().any(|fit| fit.family == family && fit.costs.contains(&cost.key));
                let fitted = cost.by_family(family).grade == Grade::Fitted;
                assert_eq!(named, fitted, "{} on {family:?}", cost.key);
            }
        }
        let known = |cost: &str| COSTS.iter().any(|info| info.key == cost);
        assert!(FITS.iter().flat_map(|fit| fit.costs).all(|cost| known(cost)));
    }
}

//! The kernel's counters in one repetition, and the figures computed from them.

use super::case::Figure;
use sched_core::sim::AT_ONCE;

/// The kernel's counters of a task at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// CPU time so far (ns).
    pub ran_ns: u64,
    /// How often it got a CPU.
    pub turns: u64,
    /// How often it changed its CPU; `None` if the kernel does not report it.
    pub moves: Option<u64>,
}

impl Account {
    /// The difference from an earlier moment.
    pub fn since(self, earlier: Self) -> Self {
        Self {
            ran_ns: self.ran_ns.saturating_sub(earlier.ran_ns),
            turns: self.turns.saturating_sub(earlier.turns),
            moves: self.moves.zip(earlier.moves).map(|(now, then)| now.saturating_sub(then)),
        }
    }
}

/// The first and third number of a task's `schedstat`: time on a CPU (ns), and how often it got one.
pub fn schedstat(text: &str) -> Option<(u64, u64)> {
    let numbers: Vec<u64> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let [ran_ns, _, turns] = numbers.as_slice() else { return None };
    Some((*ran_ns, *turns))
}

/// The number of migrations in a task's `sched` file.
pub fn migrations(text: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.starts_with("se.nr_migrations"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

/// The time in ticks (hundredths of a second) for which the CPUs of a list were idle, from `/proc/stat`.
pub fn idle_ticks(text: &str, cpus: &[usize]) -> Option<u64> {
    let of_cpu = |cpu: &usize| -> Option<u64> {
        let name = format!("cpu{cpu}");
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(&name))?;
        let words: Vec<&str> = line.split_whitespace().collect();
        // user, nice, system, idle, iowait
        Some(words.get(4)?.parse::<u64>().ok()? + words.get(5)?.parse::<u64>().ok()?)
    };
    cpus.iter().map(of_cpu).sum()
}

/// A percentile of sorted values: the smallest value that is not exceeded by this percentage of them.
pub fn percentile(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}

/// How many of the latencies are those of tasks that ran at once (%).
fn at_once(latencies: &[u64]) -> Option<f64> {
    let fast = latencies.iter().filter(|&&ns| ns < AT_ONCE.0).count();
    (!latencies.is_empty()).then(|| 100.0 * fast as f64 / latencies.len() as f64)
}

/// A repetition: the counters of each group's tasks in the window.
#[derive(Debug, Default)]
pub struct Reading {
    /// Length of the window (ns).
    pub window_ns: u64,
    pub cpus: usize,
    /// Time that the CPUs were idle in the window (ns).
    pub idle_ns: u64,
    /// For each group: the counters of its tasks.
    pub accounts: Vec<Vec<Account>>,
    /// For each group: the latencies of its wake-ups, from the timer to running (ns), sorted.
    pub latencies: Vec<Vec<u64>>,
}

impl Reading {
    /// CPU time of all tasks (ns).
    fn ran_ns(&self) -> u64 {
        self.accounts.iter().flatten().map(|account| account.ran_ns).sum()
    }

    /// CPU time used by other processes or not given by the hypervisor (% of the CPUs).
    pub fn others_pct(&self) -> f64 {
        let whole = self.window_ns as f64 * self.cpus as f64;
        (100.0 * (1.0 - (self.ran_ns() + self.idle_ns) as f64 / whole)).max(0.0)
    }

    /// A figure of a group; `None` if the kernel does not report it.
    pub fn figure(&self, group: usize, figure: Figure) -> Option<f64> {
        let own = &self.accounts[group];
        let of_window = |ns: u64| 100.0 * ns as f64 / self.window_ns as f64;
        let a_second = |count: u64| count as f64 * 1e9 / self.window_ns as f64;
        let latency = |percent| percentile(&self.latencies[group], percent).map(|ns| ns as f64 / 1e3);
        match figure {
            Figure::Share => {
                let own: u64 = own.iter().map(|account| account.ran_ns).sum();
                Some(100.0 * own as f64 / self.ran_ns() as f64)
            }
            Figure::Most => own.iter().map(|account| account.ran_ns).max().map(of_window),
            Figure::Least => own.iter().map(|account| account.ran_ns).min().map(of_window),
            Figure::AtOnce => at_once(&self.latencies[group]),
            Figure::LatencyP50 => latency(50),
            Figure::LatencyP75 => latency(75),
            Figure::LatencyP99 => latency(99),
            Figure::Switches => Some(a_second(own.iter().map(|account| account.turns).sum())),
            Figure::Moves => own.iter().map(|account| account.moves).sum::<Option<u64>>().map(a_second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_files_are_read() {
        assert_eq!(schedstat("281969 596327 2\n"), Some((281_969, 2)));
        assert_eq!(schedstat("0 0"), None);
        assert_eq!(schedstat(""), None);
        let sched = "cat (1, #threads: 1)\nse.vruntime   :  8.9\nse.nr_migrations   :     17\n";
        assert_eq!(migrations(sched), Some(17));
        assert_eq!(migrations("se.vruntime : 8.9\n"), None);
        let stat = "cpu  9 9 9 9 9\ncpu0 1 2 3 40 5 6\ncpu1 1 2 3 50 6 7\ncpu10 0 0 0 7 0 0\n";
        assert_eq!(idle_ticks(stat, &[0, 1]), Some(101));
        assert_eq!(idle_ticks(stat, &[10]), Some(7));
        assert_eq!(idle_ticks(stat, &[2]), None);
    }

    #[test]
    fn percentiles_are_measured_values() {
        let hundred: Vec<u64> = (1..=100).collect();
        assert_eq!(percentile(&hundred, 50), Some(50));
        assert_eq!(percentile(&hundred, 99), Some(99));
        assert_eq!(percentile(&[7], 99), Some(7));
        assert_eq!(percentile(&[1, 2, 3], 50), Some(2));
        assert_eq!(percentile(&[], 50), None);
    }

    #[test]
    fn a_wake_up_is_at_once_below_the_limit() {
        assert_eq!(at_once(&[20_000, AT_ONCE.0 - 1, AT_ONCE.0, 4_000_000]), Some(50.0));
        assert_eq!(at_once(&[]), None);
    }

    #[test]
    fn shares_are_relative_to_all_tasks_and_the_rest_belongs_to_others() {
        let account = |ran_ns, turns| Account { ran_ns, turns, moves: Some(1) };
        let reading = Reading {
            window_ns: 1_000,
            cpus: 2,
            idle_ns: 200,
            accounts: vec![vec![account(600, 3)], vec![account(300, 5), account(700, 6)]],
            latencies: vec![vec![], vec![1_000, 2_000, 9_000]],
        };
        assert_eq!(reading.figure(0, Figure::Share), Some(37.5));
        assert_eq!(reading.figure(1, Figure::Most), Some(70.0));
        assert_eq!(reading.figure(1, Figure::Least), Some(30.0));
        assert_eq!(reading.figure(1, Figure::LatencyP50), Some(2.0));
        assert_eq!(reading.figure(1, Figure::LatencyP75), Some(9.0));
        assert_eq!(reading.figure(1, Figure::LatencyP99), Some(9.0));
        assert_eq!(reading.figure(1, Figure::AtOnce), Some(100.0));
        assert_eq!(reading.figure(0, Figure::LatencyP50), None);
        assert_eq!(reading.figure(1, Figure::Moves), Some(2e6));
        assert_eq!(reading.figure(0, Figure::Switches), Some(3e6));
        assert!((reading.others_pct() - 10.0).abs() < 1e-9);
    }

    #[test]
    fn an_account_is_the_difference_from_an_earlier_one() {
        let then = Account { ran_ns: 5, turns: 1, moves: Some(2) };
        let now = Account { ran_ns: 9, turns: 4, moves: Some(3) };
        assert_eq!(now.since(then), Account { ran_ns: 4, turns: 3, moves: Some(1) });
        assert_eq!(now.since(Account { moves: None, ..then }).moves, None);
    }
}

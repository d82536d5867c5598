//! What is to be answered: published rows, and for each the run that answers it or why none does.

use sched_core::observe::report::{Ended, JobRow, RunReport};
use sched_core::scenario::{Features, KernelId, Lane, MachineId, Scenario, VERSION, Workload};
use serde::Serialize;

/// An enumeration whose values have a name, for programs, and a sentence, for people.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $key:literal : $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant,)+ }
        impl $name {
            /// The name in the report.
            pub fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)+ }
            }
            pub fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.key())
            }
        }
    };
}

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// The report.
    Full,
    /// Enough to see a changed sign.
    Quick,
}

impl Quality {
    /// One value for the report, one for the quick form.
    pub fn pick<T>(self, full: T, quick: T) -> T {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }
}

words! {
    /// What a row is about.
    Quantity {
        Time = "time": "time",
        Busy = "busy": "%busy",
        Slice = "slice": "slice",
        Sched = "sched": "schedule() per CPU",
        Idle = "idle": "idle chosen per CPU",
        Wake = "wake": "wake-ups per CPU",
        Steal = "steal": "steals per CPU",
        User = "user": "user time of a job",
        TotalUser = "total_user": "user time of all jobs",
        RemoteHitm = "remote_hitm": "share of remote HITMs",
        LocalHitm = "local_hitm": "share of local HITMs",
        MinInterval = "min_interval": "min_interval",
        MaxInterval = "max_interval": "max_interval",
        Find = "find": "%find",
        UserTime = "user_time": "user time",
        SystemTime = "system_time": "system time",
        Latency = "latency": "99th percentile of wake-up latency",
        RoundTrip = "round_trip": "round trip",
        Home = "home": "time on the first node",
        Moved = "moved": "jobs that moved",
        Speedup = "speedup": "speed-up",
        Share = "share": "share",
        Cost = "cost": "cost",
    }
}

impl Quantity {
    /// A time that a machine was measured with, which costs are fitted on.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::User | Self::TotalUser | Self::RoundTrip)
    }

    pub fn unit(self) -> &'static str {
        match self {
            Self::Time | Self::User | Self::TotalUser | Self::UserTime | Self::SystemTime => "s",
            Self::Latency | Self::RoundTrip => "µs",
            Self::Find
            | Self::Home
            | Self::Busy
            | Self::Speedup
            | Self::Share
            | Self::RemoteHitm
            | Self::LocalHitm => "%",
            Self::Slice | Self::MinInterval | Self::MaxInterval => "ms",
            Self::Cost => "ns",
            Self::Sched | Self::Idle | Self::Wake | Self::Steal | Self::Moved => "",
        }
    }
}

words! {
    /// Why the model says nothing about a row.
    Why {
        Application = "application": "The program is a database or another large application, whose locks, files and network the model does not have.",
        Files = "files": "The program reads and writes files; the model has no file system and no disk.",
        Guest = "guest": "A virtual machine: the host's scheduler below the guest's is not modelled.",
        Barriers = "barriers": "Parallel loops with barriers; the model has none.",
        UnknownCompile = "unknown_compile": "A kernel compile on a machine that the mail does not name, against a patch set whose parts it does not list.",
        OldNuma = "old_numa": "The older NUMA scheduler of the same time, which the model does not have.",
        MemoryBenchmark = "memory_benchmark": "A memory benchmark: the model charges cache lines, it does not simulate caches.",
        Input = "input": "A value that goes into the model, not one that comes out of it.",
        OtherTree = "other_tree": "A kernel with a patch set of its own, whose parts the mail does not list.",
        Address = "address": "One code address; the model counts by function and field, and is compared by field.",
        Sampled = "sampled": "A share of sampled cycles; the model counts transfers and their time.",
        IdleMask = "idle_mask": "A wake-up that scans a mask of idle CPUs, another proposal of the time, which the model does not have.",
        ClusterOnly = "cluster_only": "The wake-up of the sixth version, which looks in the cluster instead of the last-level cache; the model has the forms before and after it.",
        Claim = "claim": "A bound without figures (\"5 % and more\"); the tables behind it are above.",
    }
}

words! {
    /// What a table is to the model.
    Standing {
        Judged = "judged": "judged",
        Calibration = "calibration": "calibration: what the model is fitted to, not a prediction",
        Retracted = "retracted": "withdrawn by its author: shown, not judged, not tuned to",
    }
}

words! {
    /// Something to know about a table.
    Remark {
        Retracted = "retracted": "The author withdrew these gains in effect on 7 December 2020: they came only with a left-over boot argument, `mem=4G`, that left node 1 without memory. The model has two ordinary nodes, and is not tuned to them.",
        Misprint = "misprint": "The thread prints the first gain as -1.01 %; from its own means it is -1.11 %.",
        Definition = "definition": "The thread prints old/new - 1; here, as everywhere in this report, a gain is the time saved, (old - new)/old.",
        RoundBusy = "round_busy": "The author gives the utilisation in round numbers (50, 70 and 90 %), and none for -g 4.",
        OneRun = "one_run": "One run per row; the means of ten runs of the same cases are a table of their own, s001-hackbench-1s20.",
        Spread = "spread": "At two groups the thread's own spread is 23 % of the time, so that its loss is within one standard deviation.",
        JobLength = "job_length": "The length of a job alone on its node goes into the run: it is the user time of the restricted variant's row of 4 jobs.",
        Copies = "copies": "A copy is a pair of tasks that answer each other over two pipes and do nothing else.",
        HitmShare = "hitm_share": "Shares of the line's HITMs by field, summed over the functions; perf c2c samples them, the model counts them.",
        MissBusy = "miss_busy": "Misses: with full pipes a group waits for one queued reader while the newidle balance is gated off, so that CPUs stand idle here that were busy in the mail.",
        MissGain = "miss_gain": "Misses: cache lines are saved here at every load, also at one group, where the mail saw nothing.",
        MissNodes = "miss_nodes": "Misses: two groups on two sockets. On 40 CPUs the mail keeps them apart; here stealing mixes them and lets them part again, several times a second, so that they gain too little. On 88 CPUs some seeds have groups split between the sockets and others not, which makes the intervals wide; eight and sixteen groups gain too much there. The model has no automatic NUMA balancing, which draws a task back to the node of its memory.",
        MissLarger = "miss_larger": "Misses: stealing gains too much here, most with two groups, at the edge of what counts as reproduced: without stealing their CPUs are idle too long, with it a message costs too little. By the mail a message takes 4 to 11 % more CPU time on these CPUs than on those of the smaller machine; the model has one price for both.",
        MissBalance = "miss_balance": "Misses: the cross-node balancers differ from stock by less than their spread in the mail; the model tells them apart more than it should.",
        MissSettled = "miss_settled": "Misses: here the two tasks of a pair soon share a CPU and no CPU is idle, so that there is nothing to steal for; the mail does not say what kept CPUs idle there.",
        NoChange = "no_change": "The mail calls these rows unchanged. A gain that is published by itself and within its own standard deviation counts as about zero.",
        Netperf = "netperf": "A client and its server are a pair over two pipes, with 2 µs of computing on either side for the network stack: assumed, and the same for TCP and UDP.",
        RoundTrips = "round_trips": "The mail prints round trips a second of each client; here stands the time of one. A client and its server are a pair over two pipes; what either side computes for the network stack was chosen on one client on one node without the patch, once for TCP and once for UDP.",
        MissRoundTrips = "miss_round_trips": "Misses: a message whose wake-up stays in the cluster saves 1.9 µs here and 0.6 to 1 µs in the mail, so that the gains come out at two (TCP) to four times (UDP) the size. With more than one client to a CPU a round trip takes twice the CPU time in the mail, and the same here.",
        Tbench = "tbench": "A client and its server are a pair over two pipes, with 2 µs of computing on either side: assumed, so that only gains are compared.",
        Schbench = "schbench": "16 workers to a message thread, the program's own default: the mail does not say how many.",
        Ranks = "ranks": "The jobs of the mail and those of the model, each in the order of their user times; the job of the mail is named beside its place.",
        Compile = "compile": "Jobs of half a second to one and a half, half of that on the NUMA-Q, twice as many at a time as CPUs: assumed. Work and share of the kernel are those of the restricted variant, whose elapsed time also gives the serial part at the end; the share that waits for memory is fitted on the user time of stock.",
        Loops = "loops": "500 loops a run: the mail does not say how many its runs had, and only gains are compared.",
        OrdinaryNodes = "ordinary_nodes": "The two nodes with all their memory, a week after the gains with `mem=4G` were withdrawn: what the model predicts for two nodes is to be held against this table.",
        Couples = "couples": "Groups of one sender and one receiver. With a CPU for every task a message takes 1.2 µs, sending and receiving: no time for a wake-up and two switches, so a receiver that keeps up does so without sleeping, in the mail as here.",
        Preempted = "preempted": "Misses: where a CPU has several tasks, receivers come to be woken for single messages here, and preempt their senders; published times leave no room for a switch at every message.",
        CouplesApart = "couples_apart": "Misses: across two nodes the mail's couples take three to five times as long as on one, which its author puts down to wake-ups pulling together what the balancer pulls apart; here a couple that is apart goes on without sleeping, and is hardly slower.",
        Repeated = "repeated": "The rows of stock52 and minsched52 repeat the table of 10 January unchanged.",
    }
}

/// How far off a value may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// Percent of the published value.
    Percent(f64),
    /// The unit of the value itself.
    Points(f64),
}

/// A run, and what is needed to turn its figures into the mail's.
pub struct Measured<'a> {
    pub report: &'a RunReport,
    /// Messages of the whole workload, if it is one of messages.
    pub messages: f64,
    /// Pairs of a workload of requests and responses.
    pub pairs: f64,
    /// The mail's loops over the run's.
    pub factor: f64,
    /// The load of the row that is answered.
    pub load: &'a str,
}

/// A run that answers a row.
#[derive(Clone)]
pub struct Run {
    /// One lane or two; with two, the first is what the second is compared with.
    pub scenario: Scenario,
    pub lane: usize,
    pub factor: f64,
    pub of: fn(&Measured) -> f64,
}

#[derive(Clone)]
pub enum Answer {
    Run(Box<Run>),
    /// Known without a run.
    Known(f64),
    Silent(Why),
}

/// A published row: one figure of it.
#[derive(Clone)]
pub struct Row {
    /// The load, for instance `-g 3`; may be empty.
    pub load: String,
    /// What runs, in the mail's word.
    pub variant: String,
    pub quantity: Quantity,
    pub published: Option<f64>,
    /// Single runs, where the mail gives them.
    pub repetitions: Vec<f64>,
    /// Standard deviation of the published value, or of the published gain where only that is published (points).
    pub spread: Option<f64>,
    /// The gain over the base (%), where only that is published.
    pub published_gain: Option<f64>,
    pub answer: Answer,
    pub within: Option<Within>,
    /// Index, in its plan, of the row it is a gain over; there with the same quantity.
    pub base: Option<usize>,
    /// How far off the gain may be (points).
    pub gain_within: Option<f64>,
}

impl Row {
    /// A row without an answer.
    pub fn silent(name: String, quantity: Quantity, published: Option<f64>, why: Why) -> Self {
        Self::plain(name, quantity, published, Answer::Silent(why))
    }

    /// A row of one value, compared with no other.
    pub fn plain(load: String, quantity: Quantity, published: Option<f64>, answer: Answer) -> Self {
        Self {
            load,
            variant: String::new(),
            quantity,
            published,
            repetitions: Vec::new(),
            spread: None,
            published_gain: None,
            answer,
            within: None,
            base: None,
            gain_within: None,
        }
    }

    /// The name in the report: load and variant.
    pub fn name(&self) -> String {
        [self.load.as_str(), self.variant.as_str()].join(" ").trim().to_string()
    }
}

/// How the runs of a table stand to the published ones.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    pub seeds: u32,
    /// Loops of a simulated run and of a published one: times and counts are scaled by their ratio.
    pub loops: Option<(u32, u32)>,
    /// What is looked at of a run that is cut.
    pub window: Option<Window>,
}

impl Method {
    pub fn seeds(seeds: u32) -> Self {
        Self { seeds, loops: None, window: None }
    }
}

/// A stretch of simulated time (ms). What the start left behind is over when it begins, and the time of the whole
/// run is what its rate comes to: no part of it depends on how many loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Window {
    pub from_ms: u32,
    pub until_ms: u32,
}

impl Window {
    /// The scenario, cut at the end of the window, with what comes before the window left out.
    pub fn of(self, scenario: Scenario) -> Scenario {
        Scenario { warmup_ms: self.from_ms, limit_ms: self.until_ms, ..scenario }
    }
}

/// A published table and what answers it.
pub struct Plan {
    pub table: &'static str,
    pub standing: Standing,
    pub method: Option<Method>,
    pub remarks: Vec<Remark>,
    /// Remarks that explain a miss: left out where rows of the quantity are all right.
    pub misses: Vec<(Quantity, Remark)>,
    /// Numbers of the workload that were chosen on a row of this name and quantity.
    pub given: Vec<(&'static str, Quantity, &'static [&'static str])>,
    pub rows: Vec<Row>,
}

impl Plan {
    pub fn new(table: &'static str) -> Self {
        Self {
            table,
            standing: Standing::Judged,
            method: None,
            remarks: Vec::new(),
            misses: Vec::new(),
            given: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; returns its index.
    pub fn push(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }
}

/// A scenario with one or two lanes; its time limit is far beyond what any of them takes.
pub fn scenario(machine: MachineId, kernel: KernelId, workload: Workload, lanes: &[Features]) -> Scenario {
    Scenario {
        version: VERSION,
        machine,
        kernel,
        workload,
        seed: 1,
        cpus: None,
        limit_ms: 60_000,
        warmup_ms: 0,
        tunables: Default::default(),
        costs: Default::default(),
        lanes: lanes.iter().map(|features| Lane { features: features.clone(), ..Lane::default() }).collect(),
    }
}

/// Elapsed time (s), scaled; of a run that was cut, the time that all its messages take at the rate of its window.
pub fn seconds(run: &Measured) -> f64 {
    let whole = match run.report.ended {
        Ended::Limit => run.messages / run.report.messages_per_s,
        Ended::Finished | Ended::Running => run.report.elapsed_ns as f64 / 1e9,
    };
    whole * run.factor
}
/// From the start to the end of the last job (s).
pub fn last_job(run: &Measured) -> f64 {
    run.report.jobs.iter().map(|job| job.ended_ns).max().unwrap_or(0) as f64 * run.factor / 1e9
}
/// User time of all jobs (s).
pub fn total_user(run: &Measured) -> f64 {
    run.report.jobs.iter().map(|job| job.user_ns).sum::<u64>() as f64 * run.factor / 1e9
}
/// User time of a job, on average (s).
pub fn user(run: &Measured) -> f64 {
    total_user(run) / run.report.jobs.len().max(1) as f64
}
/// %busy.
pub fn busy(run: &Measured) -> f64 {
    run.report.busy_pct
}
/// Mean time on the CPU per switch to a task (ms).
pub fn slice(run: &Measured) -> f64 {
    run.report.schedstat.slice_ms
}
pub fn sched(run: &Measured) -> f64 {
    counted(run, run.report.schedstat.sched)
}
pub fn idle(run: &Measured) -> f64 {
    counted(run, run.report.schedstat.idle)
}
pub fn wake(run: &Measured) -> f64 {
    counted(run, run.report.schedstat.wake)
}
pub fn steal(run: &Measured) -> f64 {
    counted(run, run.report.schedstat.steal)
}

/// Time spent in the search for a CPU or a task (%).
pub fn find(run: &Measured) -> f64 {
    run.report.schedstat.find_pct
}
/// CPU time of the program's own code (s).
pub fn user_time(run: &Measured) -> f64 {
    run.report.user_ns as f64 * run.factor / 1e9
}
/// CPU time of the kernel (s).
pub fn system_time(run: &Measured) -> f64 {
    run.report.system_ns as f64 * run.factor / 1e9
}
/// From being woken to running, 99th percentile (µs).
pub fn latency(run: &Measured) -> f64 {
    run.report.wake_latency.p99 as f64 / 1e3
}
/// Time of a round trip of a pair (µs): two messages.
pub fn round_trip(run: &Measured) -> f64 {
    2e6 * run.pairs / run.report.messages_per_s
}
/// User time (s) of the job whose place by user time is the row's load, such as `rank 3`.
pub fn ranked_user(run: &Measured) -> f64 {
    let mut times: Vec<u64> = run.report.jobs.iter().map(|job| job.user_ns).collect();
    times.sort_unstable();
    let place = run.load.rsplit(' ').next().and_then(|rank| rank.parse::<usize>().ok());
    let time = place.and_then(|place| times.get(place.checked_sub(1)?));
    time.map_or(f64::NAN, |&ns| ns as f64 * run.factor / 1e9)
}
/// Share of the jobs' time on the node they began on (%).
pub fn home(run: &Measured) -> f64 {
    let at_home =
        |job: &JobRow| 100.0 * job.node_ns[job.first_node as usize] as f64 / job.user_ns.max(1) as f64;
    run.report.jobs.iter().map(at_home).sum::<f64>() / run.report.jobs.len().max(1) as f64
}
/// Jobs that ran longest on another node than the one they began on.
pub fn moved(run: &Measured) -> f64 {
    run.report.jobs.iter().filter(|job| job.most_node != job.first_node).count() as f64
}

/// A column of /proc/schedstat over the whole time: as often in all of it as in the part that is measured.
fn counted(run: &Measured, count: f64) -> f64 {
    count * seconds(run) / run.report.schedstat.time_s
}

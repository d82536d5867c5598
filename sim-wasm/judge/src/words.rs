//! The words of a report: values with a name, for programs, and a text, for people. The page has the English from
//! here (`sched generate`) and its Chinese beside it.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $key:literal : $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS))]
        pub enum $name { $(#[cfg_attr(feature = "schema", ts(rename = $key))] $variant,)+ }
        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The name in the report.
            pub fn key(self) -> &'static str {
                match self { $(Self::$variant => $key,)+ }
            }
            /// What a person reads.
            pub fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.key())
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let key = String::deserialize(from)?;
                let known = Self::ALL.iter().copied().find(|value| value.key() == key);
                known.ok_or_else(|| D::Error::custom(format!(concat!("no ", stringify!($name), " {}"), key)))
            }
        }
    };
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
        CpuTime = "cpu_time": "CPU time of all tasks",
        Latency = "latency": "wake-up latency, 99th percentile",
        RoundTrip = "round_trip": "round trip",
        Home = "home": "time on the first node",
        Moved = "moved": "jobs that moved",
        Speedup = "speedup": "speed-up",
        Share = "share": "share",
        Cost = "cost": "cost",
        CpuShare = "cpu_share": "share of the CPU time",
        Most = "most": "CPU time of the task that gets most",
        Least = "least": "CPU time of the task that gets least",
        AtOnce = "at_once": "wake-ups that run at once",
        Median = "median": "wake-up latency, median",
        Quartile = "quartile": "wake-up latency, 75th percentile",
        Switches = "switches": "times on a CPU, a second",
        Moves = "moves": "changes of the CPU, a second",
    }
}

impl Quantity {
    /// A time that a machine was measured with, which costs are fitted on.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::User | Self::TotalUser | Self::RoundTrip)
    }

    /// The unit of its figures; may be empty.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Time | Self::User | Self::TotalUser | Self::UserTime | Self::SystemTime => "s",
            Self::Latency | Self::Median | Self::Quartile | Self::RoundTrip => "µs",
            Self::Find
            | Self::Home
            | Self::Busy
            | Self::Speedup
            | Self::Share
            | Self::CpuShare
            | Self::AtOnce
            | Self::Most
            | Self::Least
            | Self::RemoteHitm
            | Self::LocalHitm => "%",
            Self::Slice | Self::MinInterval | Self::MaxInterval | Self::CpuTime => "ms",
            Self::Cost => "ns",
            Self::Switches | Self::Moves => "/s",
            Self::Sched | Self::Idle | Self::Wake | Self::Steal | Self::Moved => "",
        }
    }
}

words! {
    /// Why the model says nothing about a row.
    Why {
        Application = "application": "A database or another large application, whose locks, files and network the model does not have.",
        Files = "files": "Reads and writes files; the model has no file system and no disk.",
        Guest = "guest": "A virtual machine: the host’s scheduler below the guest’s is not modelled.",
        Barriers = "barriers": "Parallel loops with barriers; the model has none.",
        UnknownCompile = "unknown_compile": "A kernel compile on a machine that the mail does not name, against a patch set whose parts it does not list.",
        OldNuma = "old_numa": "The older NUMA scheduler of the same time, which the model does not have.",
        MemoryBenchmark = "memory_benchmark": "A memory benchmark: the model charges cache lines, it does not simulate caches.",
        Input = "input": "A value that goes into the model, not one that comes out of it.",
        OtherTree = "other_tree": "A kernel with a patch set of its own, whose parts the mail does not list.",
        Address = "address": "One code address; the model counts by function and field, and is compared by field.",
        Sampled = "sampled": "A share of sampled cycles; the model counts transfers and their time.",
        IdleMask = "idle_mask": "A wake-up that scans a mask of idle CPUs, another proposal of the time, which the model does not have.",
        TwoHumps = "two_humps": "Most wake-ups run at once, the others after another task’s turn: this percentile is among the first, the time of an interrupt and a switch, or jumps between the two. The share that runs at once is compared.",
        Percentile = "percentile": "The 90th percentile of the wake-up latency; reports have the median, the 75th and the 99th.",
        ManyTasks = "many_tasks": "More than 1,000 tasks: a run takes too long for the report.",
        Browser = "browser": "A browser runs beside the measured tasks, and nothing is said of what it does.",
        NewerSchbench = "newer_schbench": "A newer schbench, whose workers compute on shared data between messages; the model has the older one.",
        Claim = "claim": "A bound without figures (“5 % and more”); the tables behind it are above.",
    }
}

words! {
    /// What a table is to the model.
    Standing {
        Judged = "judged": "judged",
        Calibration = "calibration": "calibration, not a prediction",
        Retracted = "retracted": "withdrawn by its author",
    }
}

words! {
    /// How a table came to the model. The record is counted apart for each.
    Origin {
        MadeFrom = "made_from": "built from",
        LookedUpLater = "looked_up_later": "looked up later",
        MeasuredHere = "measured_here": "measured here",
    }
}

words! {
    /// What is switched between two lanes. A change in several counts as the first of these.
    EffectFamily {
        Cluster = "cluster": "cluster scheduling",
        Steal = "steal": "idle stealing",
        CacheAware = "cache_aware": "cache-aware balancing",
        NodeBalancing = "node_balancing": "balancing between nodes",
        GroupLayout = "group_layout": "cache lines of task_group",
        Memory = "memory": "memory",
        WakeUp = "wake_up": "placement at fork, exec and wake-up",
        Balancing = "balancing": "load balancing",
        Shares = "shares": "shares of control groups and policies",
        Slices = "slices": "slices and preemption",
        Pipes = "pipes": "wake-ups of pipes and sockets",
        Topology = "topology": "domains and capacities",
        Kernel = "kernel": "another kernel",
        Placement = "placement": "other CPUs",
    }
}

words! {
    /// How many tasks there are to a CPU.
    EffectLoad {
        Light = "light": "fewer tasks than CPUs",
        Medium = "medium": "one to four tasks to a CPU",
        Heavy = "heavy": "four tasks to a CPU and more",
    }
}

words! {
    /// Why a row is no figure of its own.
    Repeats {
        Divided = "divided": "the row of all jobs, divided by their number",
        Posting = "posting": "the same figure, posted twice",
    }
}

words! {
    /// How the figures of a table were simulated. What stands in braces is filled in by whoever tells it.
    Simulated {
        None = "none": "Computed without a run.",
        Seeds = "seeds": "{seeds} seeds.",
        Cut = "cut": "{seeds} seeds, looked at from {from} to {until} ms of simulated time.",
        Whole = "whole": "{seeds} seeds of the mail’s own {published} loops, unscaled.",
        Window = "window": "{seeds} seeds of the mail’s own {published} loops, each cut after {until} ms of simulated time; the first {from} ms are left out, and the time of the whole follows from the rate of the rest.",
        Scaled = "scaled": "{seeds} seeds of {loops} loops, scaled to the mail’s {published}; nothing is left out at the beginning.",
    }
}

impl Remark {
    /// It says why rows of the table miss.
    pub fn is_of_a_miss(self) -> bool {
        self.text().starts_with("Misses: ")
    }
}

words! {
    /// Something to know about a table.
    Remark {
        Retracted = "retracted": "The author withdrew these gains in effect on 7 December 2020: they came only with a left-over boot argument, mem=4G, that left node 1 without memory. The model has two ordinary nodes and is not tuned to them.",
        Misprint = "misprint": "The thread prints the first gain as −1.01 %; from its own means it is −1.11 %.",
        Definition = "definition": "The thread prints old/new − 1; here, as everywhere in this report, a gain is the time saved, (old − new)/old.",
        RoundBusy = "round_busy": "The author gives the utilisation in round numbers (50, 70 and 90 %), and none for -g 4.",
        OneRun = "one_run": "One run per row; the means of ten runs of the same cases are a table of their own, s001-hackbench-1s20.",
        Spread = "spread": "At two groups the thread’s own spread is 23 % of the time, so that its loss is within one standard deviation.",
        JobLength = "job_length": "The length of a job alone on its node goes into the run: it was chosen on the user time of the restricted variant, on the Azusa with 4 jobs, on the NUMA-Q with 8.",
        Copies = "copies": "A copy is a pair of tasks that answer each other over two pipes and do nothing else.",
        HitmShare = "hitm_share": "Shares of the line’s HITMs by field, summed over the functions; perf c2c samples them, the model counts them.",
        MissBusy = "miss_busy": "Misses: with full pipes a group waits for one queued reader while the newidle balance is gated off, so that CPUs stand idle here that were busy in the mail.",
        MissGain = "miss_gain": "Misses: cache lines are saved here at every load, also at one group, where the mail saw nothing.",
        MissNodes = "miss_nodes": "Misses: two groups on two sockets. On 40 CPUs the mail keeps them apart; here stealing mixes them and lets them part again, several times a second, so that they gain too little. On 88 CPUs some seeds have groups split between the sockets and others not, which makes the intervals wide; eight and sixteen groups gain too much there. The model has no automatic NUMA balancing, which draws a task back to the node of its memory.",
        MissLarger = "miss_larger": "Misses: stealing gains too much here, most with two groups, at the edge of what counts as reproduced: without stealing their CPUs are idle too long, with it a message costs too little. By the mail a message takes 4 to 11 % more CPU time on these CPUs than on those of the smaller machine; the model has one price for both.",
        MissBalance = "miss_balance": "Misses: the cross-node balancers differ from stock by less than their spread in the mail; the model tells them apart more than it should.",
        MissSettled = "miss_settled": "Misses: here the two tasks of a pair soon share a CPU and no CPU is idle, so that there is nothing to steal for; the mail does not say what kept CPUs idle there.",
        NoChange = "no_change": "The mail calls these rows unchanged. A gain that is published by itself and within its own standard deviation counts as about zero.",
        Netperf = "netperf": "A client and its server are a pair over two pipes, with 2 µs of computing on either side for the network stack: assumed, and the same for TCP and UDP.",
        RoundTrips = "round_trips": "The mail prints round trips a second of each client; here stands the time of one. A client and its server are a pair over two pipes; what either side computes for the network stack was chosen on one client on one node without the patch, once for TCP and once for UDP.",
        MissRoundTrips = "miss_round_trips": "Misses: over UDP a round trip in one cluster is 2.1 µs shorter here and 1.0 to 1.3 µs in the mail, so that gains come out at up to twice the size; over TCP it is 2.1 µs and 1.7 to 2.0. On two nodes some pairs stay in a cluster without the patch here, so that gains are smaller. With more than one client to a CPU a round trip takes twice the CPU time in the mail, and the same here. The time of a round trip with both sides on CPUs of one cluster, of two clusters and of one CPU (taskset) would settle which of its parts differs.",
        Tbench = "tbench": "A client and its server are a pair over two pipes, with 2 µs of computing on either side: assumed, so that only gains are compared.",
        Schbench = "schbench": "16 workers to a message thread, the program’s own default: the mail does not say how many.",
        Ranks = "ranks": "The jobs of the mail and those of the model, each in the order of their user times; the job of the mail is named beside its place.",
        Compile = "compile": "Jobs of half a second to one and a half, half of that on the NUMA-Q, twice as many at a time as CPUs: assumed. Work and share of the kernel are those of the restricted variant, whose elapsed time also gives the serial part at the end; the share that waits for memory is fitted on the user time of stock.",
        Loops = "loops": "500 loops a run: the mail does not say how many its runs had, and only gains are compared.",
        OrdinaryNodes = "ordinary_nodes": "The two nodes with all their memory, a week after the gains with mem=4G were withdrawn: what the model predicts for two nodes is to be held against this table.",
        Couples = "couples": "Groups of one sender and one receiver. With a CPU for every task a message takes 1.2 µs, sending and receiving: no time for a wake-up and two switches, so a receiver that keeps up does so without sleeping, in the mail as here.",
        Preempted = "preempted": "Misses: where a CPU has several tasks, receivers come to be woken for single messages here, and preempt their senders; published times leave no room for a switch at every message. The context switches of such a run (perf stat) would settle it.",
        CouplesApart = "couples_apart": "Misses: across two nodes the mail’s couples take three to five times as long as on one, which its author puts down to wake-ups pulling together what the balancer pulls apart; here a couple that is apart goes on without sleeping, so that no wake-up brings it together, and takes at most twice as long.",
        MissCouples = "miss_couples": "Misses: a couple goes on here without sleeping, reader and writer in turns at the pipe’s mutex, and how long a run is decides what comes out, since the balancer pulls couples apart slowly. Across two nodes the times of the mail have room for a wake-up at every message. What is missing may be the mutex: where its line has far to come, who lets go of it takes it again, and one side runs ahead until the other sleeps. A count of sched:sched_wakeup beside one such couple would settle it.",
        Stream = "stream": "The mail prints megabytes a second; here stands the time of 100,000 MB. Run under the rules of 5.10, the nearest kernel before 5.15 that the model has. STREAM tells the best of its passes, the model the mean over all of the stretch. Only copy is answered: scale, add and triad use memory in other ways, which one loop that waits for memory does not tell apart.",
        MissStream = "miss_stream": "Misses: by the rates without the level, a cluster has bandwidth for two threads here, and the kernel without the level hardly ever puts three of four into one; so with four threads there is nothing to gain. With six, some runs have three in a cluster and keep them there, which costs more than in the mail, and the others lose nothing. STREAM on one, two, three and four CPUs of one cluster (taskset) would settle what a cluster has bandwidth for.",
        Mcf = "mcf": "A copy is a job that waits for memory all the time: assumed. The mail prints how much faster copies got (old/new − 1); here stands the time saved until the last has ended. Run under the rules of 5.10, the nearest kernel before 5.15 that the model has.",
        LoadAvg = "load_avg": "The mail prints rates, and calls gains within their spread noise; it says nothing of the Ice Lake’s CPUs, here 160. Clients and servers are pairs over two pipes, forked one after the other, with 2 µs of computing on either side, hackbench has 500 loops: assumed, so that only gains are compared. Run under the rules of 6.5.",
        Here = "here": "Measured for this project on two virtual CPUs under Linux 6.18.44; the model’s 6.18 has the rules of 6.18.44, and most of its costs from other machines. By one rule for all of these tables: shares and CPU time within 2 points, wake-ups that run at once (within 0.3 ms) within 10 points, latencies, switches and moves within 25 %. A percentile is compared if it is at least 20 points above the share that runs at once.",
        PolledClock = "polled_clock": "Measured for this project, and withdrawn on 28 November 2026: the sleepers read the clock of their CPU time in their loops. Each reading makes the kernel charge the task, and reschedule it if its slice is used up, where it otherwise waits for the tick; the task then sleeps with time owed to it. So sleepers ran at once that would have waited. Measured again with calibrated loops, hogs too: the tables named measured.",
        MissStep = "miss_step": "Misses: sleep and work are whole milliseconds here, and so are ticks. Whether a wake-up meets a turn that is still protected depends on the step between them: the two measurements of the same rows, this program’s and one in C, differ by up to 19 points in the share that runs at once.",
        MissDebt = "miss_debt": "Misses: after 2 ms of sleep the model’s task runs at once in half of its wake-ups, the measured one in 8 %; after 8 and 32 ms the 75th percentile is 0.6 to 0.7 ms longer here. Why is not known; the shares of the CPU time agree.",
        Fibtest = "fibtest": "The program of the patch that ended the expiry of slices (de53fd7aedb1): 10 ms in each period of 100 ms, for 5 s. The table says how many threads, and not on which machine: here they run on CPUs of the Ice Lake, whose costs are assumed.",
        Hyrise = "hyrise": "The issue prints queries a second, and names neither the machine nor its CPUs; here stands the time of a million iterations of threads that all write one cache line, on one to four sockets of the eight-socket Xeon, whose costs are assumed. Only gains are compared: what more nodes lose beside one. The issue itself doubts its figure of four nodes.",
        OtherMachine = "other_machine": "Looked up when the model stood. The machine is none of the model’s: its CPUs and caches are as the mail says, or as assumed in published.json where it does not, and its costs are those of the Xeon, the EPYC or the Kunpeng, measured on none of these. Only gains are compared.",
        Like519 = "like_519": "Run under the rules of 6.5, with those of 5.19 put back where the model has both.",
        Like515 = "like_515": "Run under the rules of 5.10, with those of 5.15 added where the model has both. Of the series the model has one part: a newly idle CPU searches whatever its average idle time.",
        Buddy = "buddy": "Run under the rules of 6.18.2, and with NEXT_BUDDY as merged in 6.19, where a buddy is preferred at wake-ups, too.",
        CacheAware = "cache_aware": "Run under the rules of 6.18.44, and with cache-aware balancing as merged in 7.2; the series changed until then.",
        IdleBeside = "idle_beside": "Run under the rules of 4.20, and with CPUs that have idle tasks only found at wake-ups. A task sleeps 2,444 µs after each 5,333 µs of work, where the program has a timer; all CPUs are equally fast all the time.",
        MissGathered = "miss_gathered": "Misses: where each task has a CPU of its own, it finds its previous CPU idle when it is woken, so that none waits and none is pulled to the cache that its process prefers; in the mail the same load gains up to 30 %, so its tasks were spread over the caches and then gathered. The counters lb_* of /proc/schedstat between the caches, with llc_balancing on and off, would settle which balance moves them.",
        MissSearch = "miss_search": "Misses: with two clients to a CPU the mail has up to three times the throughput and counts 13 % less contention for the locks of run queues; here a search that finds nothing costs little, and no wake-up waits for the lock of another CPU’s queue. perf lock contention, and the time in select_idle_cpu, with one and with two clients to a CPU would settle it. With 84 and 112 clients on 112 CPUs the bound leaves CPUs idle here that a search by idle time finds, and costs up to 17 %, in the mail nothing; sched_domain_shared.nr_idle_scan at these loads would settle whether it is as tight there.",
        MissUtilisation = "miss_utilisation": "Misses: how far is searched follows from the utilisation, which takes some 100 ms to settle, and runs of 500 loops are over before that, where those of -l 1000000 last for minutes. The share of the CPUs that select_idle_cpu may look at in such a run (sched_domain_shared.nr_idle_scan) would settle it.",
        MissBuddy = "miss_buddy": "Misses: with few groups the mail’s figures change by up to 18 %, and over pipes with each boot, as it says; here hardly anything changes up to four groups. sched:sched_switch and sched:sched_migrate_task for each message over several boots, with and without the feature, would settle whether the buddy or the placement at boot makes the difference.",
        MissNewidle = "miss_newidle": "Misses: the gain comes with four groups here and with sixteen in the mail. Longer runs do not change that: at four times the length four groups gain a fifth of the time, and sixteen lose an eighth. So the gate holds pulls back here with few groups, and in the mail with many. The searches of newly idle CPUs by level in /proc/schedstat, with four and with sixteen groups, would settle when the gate closes there.",
        MissLoadAvg = "miss_load_avg": "Misses: near 75 % load a line that every CPU writes takes 120 µs of a round trip here and 28 in the mail, so that gains are too large; with a client for every CPU pairs share CPUs here and seldom move, so that they are too small. perf stat -e sched:sched_migrate_task,sched:sched_wakeup at 75 and 100 % would settle whether fewer accesses reach the line or whether they wait less. With hackbench half of the excess on 160 CPUs comes from the start, when load averages climb and nearly every update is written; on 224 CPUs a later stretch gains no less.",
        MissMcf = "miss_mcf": "Misses: two copies in a cluster cost next to nothing here and must cost much there, since four fifths of the gain come with six copies on six clusters: the model has no size of a cache, and mcf fills the L2 that its cluster shares. mcf_r on one, two, three and four CPUs of one cluster would settle it.",
        MissWide = "miss_wide": "Misses: groups settle in one of several states here, so that the interval is as wide as the gain. The times of single runs, of which the mail prints the mean, would settle whether they do so there.",
        MissBound = "miss_bound": "Misses: with eight groups, two tasks to a CPU, the bounded search costs 23 % over pipes here and 5 in the mail, and over sockets 2 %, where the mail gains 3 to 4. The share of successful searches and sched_domain_shared.nr_idle_scan at that load would settle whether the bound is as tight there; with four groups over sockets the mail gains 5 to 11 %, and both searches come to the same here.",
        MissHalves = "miss_halves": "Misses: the time is too short from six groups on, which are three and more to a node, as that of three and four groups is on one node (later-2021-01-1node): so it is not the second node. The cycles that a message takes on one node with two and with four groups (perf stat) would settle what grows with the load there.",
        Unsettled = "unsettled": "By the test of settledness (sched replicate --settle) some rows of this family are measured while their rates still change by more than 2 %; a window that begins later would take longer than the report may.",
        Repeated = "repeated": "The rows of stock52 and minsched52 repeat the table of 10 January unchanged.",
    }
}

//! Cache-aware scheduling: the last-level cache that each process prefers, and how much the caches are used
//! (`account_mm_sched`, `task_tick_cache`, `task_cache_work`, kernel 7.2). What balancing makes of it is in
//! [`balance::cache_aware`](crate::balance::cache_aware).
//!
//! Left out: the footprint (`exceed_llc_capacity`), which the kernel measures by automatic NUMA balancing, and all that
//! this balancing decides. Time is accounted at ticks and switches, not whenever the running task is charged.

use super::{System, fits_capacity};
use crate::engine::ids::{CpuId, Id, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;
use crate::machine::kernel::ClassId;
use crate::runqueue::SchedClass;

/// `NICE_0_LOAD`: what a CPU's whole time counts.
const WHOLE: u64 = 1 << 20;
/// From this tolerance on nothing is too large for a cache.
const ANY_SIZE: u32 = 100;

/// Time that halves with each epoch.
#[derive(Clone, Copy, Debug, Default)]
struct Halving {
    ns: u64,
    epoch: u64,
}

impl Halving {
    fn pass_to(&mut self, epoch: u64) {
        self.ns = self.ns.checked_shr((epoch - self.epoch) as u32).unwrap_or(0);
        self.epoch = epoch;
    }
}

/// `rq->cpu_epoch` and `rq->cpu_runtime`.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    runtime: Halving,
    /// The jiffy at which the epoch ends.
    next: u64,
    /// Since when the time of the running task has not been accounted.
    since: Ns,
}

/// What the scheduler knows of a process (`mm->sc_stat`).
#[derive(Clone, Debug, Default)]
struct Process {
    /// `get_nr_threads`
    threads: u32,
    /// The CPU on which it has run most of late, which stands for the cache that it prefers.
    cpu: Option<CpuId>,
    epoch: u64,
    /// The jiffy of the next scan.
    next_scan: u64,
    nr_running_avg: u64,
    /// Its time on each CPU, once it has had two threads.
    times: PerCpu<Halving>,
}

/// The use of a cache's CPUs when a balancing pass last summed it up (`sd_llc_shared`).
#[derive(Clone, Copy, Debug, Default)]
pub struct LlcUse {
    pub util: u64,
    pub capacity: u64,
}

/// The state of cache-aware scheduling.
#[derive(Clone, Debug)]
pub struct CacheAware {
    clocks: PerCpu<Clock>,
    /// By address space.
    processes: Vec<Process>,
    /// `p->preferred_llc`
    preferred: PerTask<Option<u16>>,
    /// Per last-level cache.
    pub llcs: Vec<LlcUse>,
    /// The most hardware threads of a core (`cpu_smt_num_threads`).
    pub threads_per_core: u32,
}

impl System {
    /// Begins cache-aware scheduling where the kernel has it and the machine has several last-level caches.
    pub(super) fn begin_cache_aware(&mut self) {
        if !self.rules.sched_cache || self.rules.class == ClassId::O1 || !self.has_several_caches() {
            return;
        }
        let machine = &self.machine;
        let threads = machine.cpus().iter().map(|cpu| machine.smt_mask[cpu].weight());
        self.cache_aware = Some(Box::new(CacheAware {
            clocks: vec![Clock::default(); machine.nr_cpu_ids].into(),
            processes: Vec::new(),
            preferred: PerTask::new(),
            llcs: vec![LlcUse::default(); machine.nr_llcs],
            threads_per_core: threads.max().unwrap_or(1),
        }));
    }

    /// Some CPU shares its last-level cache with another one, but not with all that its domains reach
    /// (`sd_in_multi_llcs`).
    fn has_several_caches(&self) -> bool {
        self.machine.cpus().iter().any(|cpu| {
            let llc = self.sd_llc(cpu).map_or(1, |llc| llc.weight);
            llc > 1 && self.domains.of[cpu].iter().any(|domain| domain.weight > llc)
        })
    }

    /// The present jiffy.
    fn jiffy(&self) -> u64 {
        self.now / self.tick
    }

    /// `llc_epoch_period`, in jiffies.
    fn epoch_period(&self) -> u64 {
        (Ns::ms(self.rules.llc_epoch_period.into()) / self.tick).max(1)
    }

    /// A thread has been created.
    #[cold]
    pub(super) fn count_thread(&mut self, task: TaskId) {
        let mm = self.tasks[task].mm as usize;
        let tasks = self.tasks.len();
        let Some(cache) = &mut self.cache_aware else { return };
        while cache.preferred.len() < tasks {
            cache.preferred.push(None);
        }
        cache.preferred[task] = None;
        if cache.processes.len() <= mm {
            cache.processes.resize_with(mm + 1, Process::default);
        }
        let process = &mut cache.processes[mm];
        if process.threads == 0 {
            *process = Process::default();
        }
        process.threads += 1;
        if process.threads == 2 && process.times.is_empty() {
            process.times =
                cache.clocks.iter().map(|clock| Halving { ns: 0, epoch: clock.runtime.epoch }).collect();
        }
    }

    /// A thread has ended.
    pub(super) fn discount_thread(&mut self, task: TaskId) {
        let mm = self.tasks[task].mm as usize;
        if let Some(cache) = &mut self.cache_aware {
            cache.processes[mm].threads -= 1;
        }
    }

    /// The CPU runs another task from now on; until now it ran `was`.
    #[cold]
    pub(super) fn note_cache_time(&mut self, cpu: CpuId, was: Option<TaskId>) {
        if let Some(was) = was {
            self.account_cache_time(cpu, was);
        }
        let now = self.now;
        if let Some(cache) = &mut self.cache_aware {
            cache.clocks[cpu].since = now;
        }
    }

    /// Accounts the time of a CPU's running task to its process (`account_mm_sched`), and tells the task which cache that
    /// prefers.
    fn account_cache_time(&mut self, cpu: CpuId, task: TaskId) {
        let Some(mut cache) = self.cache_aware.take() else { return };
        let (now, mm) = (self.now, self.tasks[task].mm as usize);
        self.pass_epoch(&mut cache, cpu);
        let clock = &mut cache.clocks[cpu];
        let ran = now - std::mem::replace(&mut clock.since, now);
        clock.runtime.ns += ran.0;
        let epoch = clock.runtime.epoch;
        let process = &mut cache.processes[mm];
        if let Some(time) = process.times.get_mut(cpu.index()) {
            time.pass_to(epoch);
            time.ns += ran.0;
        }
        // The process has not had a tick for a while.
        let forgotten = epoch.saturating_sub(process.epoch) > self.rules.llc_epoch_affinity_timeout.into();
        if forgotten || !self.has_room(&cache, mm, cpu) {
            cache.processes[mm].cpu = None;
        }
        cache.preferred[task] = cache.processes[mm].cpu.map(|cpu| self.machine.llc_of[cpu] as u16);
        self.cache_aware = Some(cache);
    }

    /// Brings a CPU's epoch up to now (`__update_mm_sched`).
    fn pass_epoch(&self, cache: &mut CacheAware, cpu: CpuId) {
        let (clock, period) = (&mut cache.clocks[cpu], self.epoch_period());
        let over = self.jiffy().saturating_sub(clock.next);
        let passed = over.div_ceil(period);
        clock.next += passed * period;
        clock.runtime.pass_to(clock.runtime.epoch + passed);
    }

    /// The threads of a process are several, and those that run fit into the cache of a CPU (`invalid_llc_nr`).
    fn has_room(&self, cache: &CacheAware, mm: usize, cpu: CpuId) -> bool {
        let process = &cache.processes[mm];
        let tolerance = self.rules.llc_aggr_tolerance;
        let size = self.machine.llc_mask[self.machine.llc_of[cpu]].weight();
        let running = process.nr_running_avg as u32 * cache.threads_per_core;
        process.threads > 1 && (tolerance >= ANY_SIZE || fits_capacity(running, tolerance * size))
    }

    /// A tick of a running task: its process chooses its cache once an epoch (`task_tick_cache`).
    pub(super) fn cache_tick(&mut self, cpu: CpuId) {
        let Some(task) = self.cpus[cpu].curr else { return };
        self.account_cache_time(cpu, task);
        let Some(mut cache) = self.cache_aware.take() else { return };
        let mm = self.tasks[task].mm as usize;
        let epoch = cache.clocks[cpu].runtime.epoch;
        let process = &mut cache.processes[mm];
        if process.epoch < epoch {
            process.epoch = epoch;
            let jiffy = self.jiffy();
            if jiffy >= process.next_scan {
                process.next_scan = jiffy + self.epoch_period();
                self.choose_cache(&mut cache, mm, cpu);
            }
        }
        self.cache_aware = Some(cache);
    }

    /// The cache on whose CPUs a process had most time, if it is more than twice what it had on the present one
    /// (`task_cache_work`). Run by one of its threads on `cpu`.
    fn choose_cache(&self, cache: &mut CacheAware, mm: usize, cpu: CpuId) {
        if !self.has_room(cache, mm, cpu) {
            cache.processes[mm].cpu = None;
            return;
        }
        let present = cache.processes[mm].cpu.map(|cpu| self.machine.llc_of[cpu]);
        let (mut most, mut most_cpu, mut now, mut running) = (0, None, 0, 0);
        for llc in 0..self.machine.nr_llcs {
            let (mut sum, mut longest, mut longest_cpu) = (0, 0, None);
            for cpu in self.machine.llc_mask[llc].iter() {
                self.pass_epoch(cache, cpu);
                let all = cache.clocks[cpu].runtime;
                let time = &mut cache.processes[mm].times[cpu];
                time.pass_to(all.epoch);
                let share = WHOLE * time.ns / (all.ns + 1);
                sum += share;
                if share > longest {
                    (longest, longest_cpu) = (share, Some(cpu));
                }
                running +=
                    u64::from(self.cpus[cpu].curr.is_some_and(|task| self.tasks[task].mm as usize == mm));
            }
            if sum > most {
                (most, most_cpu) = (sum, longest_cpu);
            }
            if present == Some(llc) {
                now = sum;
            }
        }
        let process = &mut cache.processes[mm];
        if most > 2 * now {
            process.cpu = most_cpu;
        }
        let size = self.machine.llc_mask[self.machine.llc_of[cpu]].weight();
        let diff = running as i64 - process.nr_running_avg as i64;
        process.nr_running_avg =
            (process.nr_running_avg as i64 + diff / i64::from((size / 4).clamp(2, 8))) as u64;
    }

    /// The cache that the process of a task prefers at the moment.
    pub fn cache_of_process(&self, task: TaskId) -> Option<usize> {
        let cache = self.cache_aware.as_ref()?;
        let process = cache.processes.get(self.tasks[task].mm as usize)?;
        process.cpu.map(|cpu| self.machine.llc_of[cpu])
    }

    /// Whether the process of a task still fits into the cache of a CPU; if not, it prefers none from now on.
    pub fn keeps_its_cache(&mut self, task: TaskId, cpu: CpuId) -> bool {
        let mm = self.tasks[task].mm as usize;
        let has_room = self.cache_aware.as_ref().is_some_and(|cache| self.has_room(cache, mm, cpu));
        if let Some(cache) = &mut self.cache_aware
            && !has_room
        {
            cache.processes[mm].cpu = None;
        }
        has_room
    }

    /// The cache that a task prefers, as it was told last.
    pub fn preferred_llc(&self, task: TaskId) -> Option<usize> {
        let cache = self.cache_aware.as_ref()?;
        cache.preferred.of(task).copied().flatten().map(usize::from)
    }

    /// How many tasks of a CPU's queue, those included that sleep and are kept there, prefer a cache (`sd->llc_counts`).
    pub fn nr_preferring(&self, cpu: CpuId, llc: usize) -> u32 {
        if self.nr_running(cpu) == 0 {
            return 0;
        }
        let tasks = self.queues.pull_order(cpu).into_iter().chain(self.queues.delayed(cpu));
        tasks.filter(|&task| self.preferred_llc(task) == Some(llc)).count() as u32
    }
}

#[cfg(test)]
impl System {
    /// A task prefers the cache of a CPU, and so does its process, for unit tests.
    pub fn prefer(&mut self, task: TaskId, cpu: CpuId) {
        let (mm, llc) = (self.tasks[task].mm as usize, self.machine.llc_of[cpu] as u16);
        if let Some(cache) = &mut self.cache_aware {
            cache.preferred[task] = Some(llc);
            cache.processes[mm].cpu = Some(cpu);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::machine::kernel::{self, KernelRules};
    use crate::machine::{KernelId, MachineId};
    use crate::observe::vocab::Role;
    use crate::scenario::Features;
    use crate::system::{Enqueue, Task};

    /// An EPYC with two hardware threads to each core and caches of 16 CPUs, a tick of 4 ms, and so many threads of each
    /// process: the first on CPU 0, the second on CPU 8, and so on, each under another cache.
    fn system(rules: KernelRules, processes: &[usize]) -> System {
        let mut sys = System::bare(MachineId::Epyc384, rules, Features::default());
        assert_eq!(sys.tick, Ns::ms(4));
        let mut cpu = 0;
        for (mm, &threads) in processes.iter().enumerate() {
            for _ in 0..threads {
                let task = Task::new(CpuId(cpu), sys.machine.cpus(), mm as u32, Role::Job, 0, Rng::new(1, 0));
                let task = sys.add_task(task);
                sys.enqueue(task, Enqueue::Fork);
                sys.set_curr(CpuId(cpu), Some(task));
                cpu += 8;
            }
        }
        sys
    }

    fn rules() -> KernelRules {
        kernel::rules(KernelId::V7_3)
    }

    fn process(sys: &System, mm: usize) -> &Process {
        &sys.cache_aware.as_ref().expect("cache-aware scheduling").processes[mm]
    }

    #[test]
    fn it_is_on_where_a_kernel_has_it_and_several_caches_of_several_cpus() {
        let off = KernelRules { sched_cache: false, ..rules() };
        for (machine, rules, on) in [
            (MachineId::Epyc384, rules(), true),
            (MachineId::Epyc384, off, false),
            (MachineId::Spark20, rules(), true),
            // A cache for each socket.
            (MachineId::Xeon40, rules(), true),
            (MachineId::Xeon20, rules(), false),
            (MachineId::Kunpeng24, rules(), false),
        ] {
            let sys = System::bare(machine, rules, Features::default());
            assert_eq!(sys.cache_aware.is_some(), on, "{machine:?}");
        }
    }

    /// By hand. A period of 10 ms is two ticks of 4 ms. At 8 ms the thread on CPU 0 has run for 8 ms of 8, that on CPU 8, which
    /// began at 4 ms, for 4 of 4. At 12 ms, in the second period, the first 8 ms count half: 4 + 4 of 4 + 4. At 40 ms, in the
    /// fifth, 8 ms have passed 3 periods more.
    #[test]
    fn time_halves_with_each_period() {
        let mut sys = system(rules(), &[2]);
        let times = |sys: &System, cpu| {
            let cache = sys.cache_aware.as_ref().expect("on");
            (cache.processes[0].times[CpuId(cpu)].ns, cache.clocks[CpuId(cpu)].runtime.ns)
        };
        sys.set_curr(CpuId(8), None);
        sys.now = Ns::ms(4);
        sys.set_curr(CpuId(8), Some(TaskId(1)));
        for (ms, first, epoch) in [(8, 8_000_000, 1), (12, 8_000_000, 2), (40, 29_000_000, 5)] {
            sys.now = Ns::ms(ms);
            sys.account_cache_time(CpuId(0), TaskId(0));
            assert_eq!(times(&sys, 0), (first, first), "{ms}");
            assert_eq!(sys.cache_aware.as_ref().expect("on").clocks[CpuId(0)].runtime.epoch, epoch);
        }
        sys.now = Ns::ms(8);
        sys.account_cache_time(CpuId(8), TaskId(1));
        assert_eq!(times(&sys, 8), (4_000_000, 4_000_000));
    }

    /// The first thread runs all the time, the second one not yet: its cache is the first one's. Once the first has slept for two
    /// periods it has a quarter of its time left, and the second cache more than twice as much.
    #[test]
    fn a_process_prefers_the_cache_on_which_it_ran_and_leaves_it_for_one_with_more_than_twice_the_time() {
        let mut sys = system(rules(), &[2]);
        sys.set_curr(CpuId(8), None);
        sys.now = Ns::ms(8);
        sys.cache_tick(CpuId(0));
        assert_eq!(process(&sys, 0).cpu, Some(CpuId(0)));
        // It is told when it is charged next.
        assert_eq!(sys.preferred_llc(TaskId(0)), None);
        sys.now = Ns::ms(12);
        sys.cache_tick(CpuId(0));
        assert_eq!(sys.preferred_llc(TaskId(0)), Some(sys.machine.llc_of[CpuId(0)]));
        assert_eq!(sys.preferred_llc(TaskId(1)), None);
        sys.set_curr(CpuId(0), None);
        sys.set_curr(CpuId(8), Some(TaskId(1)));
        let mut preferred = Vec::new();
        for ms in [16, 20, 24, 28, 32] {
            sys.now = Ns::ms(ms);
            sys.cache_tick(CpuId(8));
            preferred.push(process(&sys, 0).cpu);
        }
        // What CPU 0 ran is its process's whole time there, however long ago: its share does not fade with other CPUs.
        assert_eq!(preferred, [Some(CpuId(0)); 5]);
        // Another process runs there.
        let other = Task::new(CpuId(0), sys.machine.cpus(), 1, Role::Job, 0, Rng::new(1, 0));
        let other = sys.add_task(other);
        sys.enqueue(other, Enqueue::Fork);
        sys.set_curr(CpuId(0), Some(other));
        for ms in [36, 40, 44] {
            sys.now = Ns::ms(ms);
            sys.cache_tick(CpuId(0));
            sys.cache_tick(CpuId(8));
        }
        assert_eq!(process(&sys, 0).cpu, Some(CpuId(8)));
    }

    #[test]
    fn a_process_of_one_thread_prefers_none_nor_one_with_too_many_that_run_or_without_a_tick_for_50_ms() {
        // Of nine that run six are counted, since a quarter of a smaller difference is none; six on cores of two threads are 12 of
        // 16 CPUs. Ten count as seven, which are 14: more than four fifths.
        for (threads, tolerance, prefers) in [
            (1, 1, false),
            (2, 1, true),
            (9, 1, true),
            (10, 1, false),
            (10, 2, true),
            (2, 0, false),
            (40, 100, true),
        ] {
            let rules = KernelRules { llc_aggr_tolerance: tolerance, ..rules() };
            let mut sys = system(rules, &[threads]);
            for ms in (8..400).step_by(4) {
                sys.now = Ns::ms(ms);
                sys.cache_tick(CpuId(0));
            }
            assert_eq!(process(&sys, 0).cpu.is_some(), prefers, "{threads} {tolerance}");
            if !prefers {
                continue;
            }
            // The next tick of a thread comes on another CPU: five periods later it is still preferred, then no longer.
            let last = sys.now;
            for (ms, still) in [(40, true), (48, false)] {
                sys.now = last + Ns::ms(ms);
                sys.account_cache_time(CpuId(0), TaskId(0));
                assert_eq!(process(&sys, 0).cpu.is_some(), still, "{threads} after {ms} ms");
            }
        }
    }

    /// By hand, with caches of 16 CPUs, so that a difference counts a quarter: of 2 running threads nothing is counted for
    /// long, of 6 first 1, then 2, then 3, and never more than 3.
    #[test]
    fn the_number_of_running_threads_is_smoothed() {
        for (threads, expected) in [(2, [0, 0, 0, 0]), (6, [1, 2, 3, 3]), (9, [2, 3, 4, 5])] {
            let mut sys = system(KernelRules { llc_aggr_tolerance: 100, ..rules() }, &[threads]);
            let counted = [8, 16, 24, 32].map(|ms| {
                sys.now = Ns::ms(ms);
                sys.cache_tick(CpuId(0));
                process(&sys, 0).nr_running_avg
            });
            assert_eq!(counted, expected, "{threads}");
        }
    }

    #[test]
    fn a_process_is_forgotten_with_its_last_thread() {
        let mut sys = system(rules(), &[2]);
        sys.now = Ns::ms(8);
        sys.cache_tick(CpuId(0));
        for (cpu, task) in [(0, TaskId(0)), (8, TaskId(1))] {
            sys.dequeue(task, crate::runqueue::Dequeue::Exit);
            sys.set_curr(CpuId(cpu), None);
        }
        assert_eq!(process(&sys, 0).threads, 0);
        let task = Task::new(CpuId(0), sys.machine.cpus(), 0, Role::Job, 0, Rng::new(1, 0));
        sys.renew_task(TaskId(0), task);
        sys.enqueue(TaskId(0), Enqueue::Fork);
        let process = process(&sys, 0);
        assert_eq!((process.threads, process.cpu, process.times.is_empty()), (1, None, true));
    }
}

//! Per-entity load tracking: sums that decay by half in 32 periods of 1024 µs (kernel 5.9).

use crate::engine::time::Ns;
use crate::machine::topology::FULL_CAPACITY;

/// The limit of a sum whose contribution is always 1.
const LOAD_AVG_MAX: u64 = 47_742;
/// Length of a period in units of 1024 ns.
const PERIOD: u64 = 1024;
/// The factor of `scale_load` on 64 bits, as a power of two.
const SCALE_LOAD_SHIFT: u32 = 10;
/// `y^n` in 32-bit fixed point, with `y^32 = 1/2`.
const DECAY: [u32; 32] = [
    0xffff_ffff,
    0xfa83_b2db,
    0xf525_7d15,
    0xefe4_b99b,
    0xeac0_c6e7,
    0xe5b9_06e7,
    0xe0cc_deec,
    0xdbfb_b797,
    0xd744_fcca,
    0xd2a8_1d91,
    0xce24_8c15,
    0xc9b9_bd86,
    0xc567_2a11,
    0xc12c_4cca,
    0xbd08_a39f,
    0xb8fb_af47,
    0xb504_f333,
    0xb123_f581,
    0xad58_3eea,
    0xa9a1_5ab4,
    0xa5fe_d6a9,
    0xa270_4303,
    0x9ef5_3260,
    0x9b8d_39b9,
    0x9837_f051,
    0x94f4_efa8,
    0x91c3_d373,
    0x8ea4_398b,
    0x8b95_c1e3,
    0x8898_0e80,
    0x85aa_c367,
    0x82cd_8698,
];

/// Load, runnable time and running time of a task or of a queue, decayed.
#[derive(Clone, Copy, Debug)]
pub struct SchedAvg {
    last_update: Ns,
    contrib: u32,
    /// Capacity of the CPU, at most 1024. It scales the running time.
    pub scale: u32,
    load_sum: u64,
    runnable_sum: u64,
    util_sum: u64,
    /// Weight times the runnable share.
    pub load_avg: u64,
    /// Runnable tasks times 1024.
    pub runnable_avg: u64,
    /// Running share times 1024.
    pub util_avg: u64,
}

impl SchedAvg {
    /// The averages of an entity that never runs.
    pub const NONE: Self = Self {
        last_update: Ns::ZERO,
        contrib: 0,
        scale: FULL_CAPACITY,
        load_sum: 0,
        runnable_sum: 0,
        util_sum: 0,
        load_avg: 0,
        runnable_avg: 0,
        util_avg: 0,
    };
}

impl Default for SchedAvg {
    fn default() -> Self {
        Self::NONE
    }
}

impl SchedAvg {}

fn decay(value: u64, periods: u64) -> u64 {
    if periods > 63 * 32 {
        return 0;
    }
    let (value, factor) = (value >> (periods / 32), u64::from(DECAY[(periods % 32) as usize]));
    // 64 by 32 bits, upper part: the sums of a long queue outgrow 32 bits.
    (value >> 32) * factor + (((value & u64::from(u32::MAX)) * factor) >> 32)
}

fn divider(contrib: u32) -> u64 {
    LOAD_AVG_MAX - PERIOD + u64::from(contrib)
}

impl SchedAvg {
    fn divider(&self) -> u64 {
        divider(self.contrib)
    }

    /// Accounts the time since the last update with the state that held during it. Returns whether
    /// a period border was crossed (only then do the averages change).
    #[inline]
    fn accumulate(&mut self, now: Ns, load: u64, runnable: u64, running: bool) -> bool {
        let delta = now.saturating_sub(self.last_update).0 >> 10;
        if delta == 0 {
            return false;
        }
        self.last_update += Ns(delta << 10);
        let mut elapsed = delta + u64::from(self.contrib);
        let periods = elapsed / PERIOD;
        let mut add = delta;
        if periods > 0 {
            self.load_sum = decay(self.load_sum, periods);
            self.runnable_sum = decay(self.runnable_sum, periods);
            self.util_sum = decay(self.util_sum, periods);
            elapsed %= PERIOD;
            let head = decay(PERIOD - u64::from(self.contrib), periods);
            let body = LOAD_AVG_MAX - decay(LOAD_AVG_MAX, periods) - PERIOD;
            add = head + body + elapsed;
        }
        self.contrib = elapsed as u32;
        self.load_sum += load * add;
        self.runnable_sum += (runnable * add) << 10;
        if running {
            self.util_sum += add * u64::from(self.scale);
        }
        periods > 0
    }

    /// Brings a task's averages up to `now`.
    #[inline]
    pub fn update_task(&mut self, now: Ns, weight: u64, on_rq: bool, running: bool) {
        self.update_queued(now, weight, on_rq, on_rq, running);
    }

    /// The same for a task that may be queued without being runnable (`sched_delayed`).
    #[inline]
    pub fn update_queued(&mut self, now: Ns, weight: u64, on_rq: bool, runnable: bool, running: bool) {
        if self.accumulate(now, on_rq.into(), runnable.into(), running) {
            let d = self.divider();
            self.load_avg = weight * self.load_sum / d;
            self.runnable_avg = self.runnable_sum / d;
            self.util_avg = self.util_sum / d;
        }
    }

    /// Brings a queue's averages up to `now`. `weight` is the sum of the queued weights.
    #[inline]
    pub fn update_queue(&mut self, now: Ns, weight: u64, runnable: u64, running: bool) {
        if self.accumulate(now, weight, runnable, running) {
            let d = self.divider();
            self.load_avg = self.load_sum / d;
            self.runnable_avg = self.runnable_sum / d;
            self.util_avg = self.util_sum / d;
        }
    }

    /// A task that has not slept yet: full load, `util` as given.
    pub fn new_task(now: Ns, weight: u64, util: u64) -> Self {
        let mut avg = Self { last_update: now, ..Self::default() };
        let d = avg.divider();
        avg.load_avg = weight;
        avg.load_sum = d;
        avg.util_avg = util;
        avg.util_sum = util * d;
        avg.runnable_avg = util;
        avg.runnable_sum = util * d;
        avg
    }

    /// The averages of a new task on this queue (`post_init_entity_util_avg`). Its utilisation is proportional to its weight,
    /// at most half of the unused capacity. Without `share` the weight counts 1,024 times: the kernel divides a weight that
    /// `scale_load` has scaled up by a load that is scaled down.
    pub fn of_new_task(&self, now: Ns, weight: u64, share: bool) -> Self {
        let half_left = u64::from(self.scale).saturating_sub(self.util_avg) / 2;
        let counted = if share { weight } else { weight << SCALE_LOAD_SHIFT };
        let util = match self.util_avg {
            0 => half_left,
            util => half_left.min(util * counted / (self.load_avg + 1)),
        };
        Self::new_task(now, weight, util)
    }

    /// Sets the averages to those of a queue that has been idle since `now`, with the given blocked utilisation.
    pub fn leave_over(&mut self, now: Ns, util: u64) {
        *self = Self { scale: self.scale, ..Self::new_task(now, util, util) };
        self.load_sum = self.load_avg * self.divider();
    }

    /// Adds the averages of a task that comes to the queue (`attach_entity_load_avg`).
    pub fn attach(&mut self, task: &mut Self, weight: u64) {
        task.last_update = self.last_update;
        task.contrib = self.contrib;
        task.scale = self.scale;
        let d = self.divider();
        task.util_sum = task.util_avg * d;
        task.runnable_sum = task.runnable_avg * d;
        task.load_sum = task.load_avg * d / weight.max(1);
        self.load_avg += task.load_avg;
        self.load_sum += weight * task.load_sum;
        self.util_avg += task.util_avg;
        self.util_sum += task.util_sum;
        self.runnable_avg += task.runnable_avg;
        self.runnable_sum += task.runnable_sum;
    }

    /// Takes the averages of a task that leaves the queue for another CPU, or has ended.
    pub fn detach(&mut self, task: &Self) {
        let d = self.divider();
        self.load_avg = self.load_avg.saturating_sub(task.load_avg);
        self.load_sum = self.load_avg * d;
        self.util_avg = self.util_avg.saturating_sub(task.util_avg);
        self.util_sum = self.util_avg * d;
        self.runnable_avg = self.runnable_avg.saturating_sub(task.runnable_avg);
        self.runnable_sum = self.runnable_avg * d;
    }

    /// An entity of this queue has another weight (`reweight_entity`).
    pub fn reweigh(&mut self, entity: &mut Self, from: u64, to: u64) {
        self.load_avg = self.load_avg.saturating_sub(entity.load_avg);
        self.load_sum = self.load_sum.saturating_sub(from * entity.load_sum);
        entity.load_avg = to * entity.load_sum / entity.divider();
        self.load_avg += entity.load_avg;
        self.load_sum += to * entity.load_sum;
    }

    /// The entity of a group follows the queue of the group, whose tasks weigh `queued` together, and this queue with it
    /// (`update_tg_cfs_util`, `update_tg_cfs_load`).
    pub fn follow(&mut self, entity: &mut Self, weight: u64, group: &Self, queued: u64) {
        self.detach(entity);
        let d = entity.divider();
        entity.util_avg = group.util_avg;
        entity.util_sum = group.util_avg * d;
        entity.runnable_avg = group.runnable_avg;
        entity.runnable_sum = group.runnable_avg * d;
        // The running time is at most the time in the queue.
        let there = group.load_sum.checked_div(queued).unwrap_or(0);
        entity.load_sum = there.max(entity.util_sum >> 10).min(d);
        entity.load_avg = weight * entity.load_sum / d;
        self.load_avg += entity.load_avg;
        self.load_sum += weight * entity.load_sum;
        self.util_avg += entity.util_avg;
        self.util_sum += entity.util_sum;
        self.runnable_avg += entity.runnable_avg;
        self.runnable_sum += entity.runnable_sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    const MS: Ns = Ns(1_048_576);

    #[test]
    fn a_busy_task_saturates_and_a_sleeping_one_halves_in_32_periods() {
        let mut a = SchedAvg::default();
        for i in 1..=400 {
            a.update_task(MS * i, 1024, true, true);
        }
        assert!((1015..=1024).contains(&a.util_avg), "{a:?}");
        assert!((1015..=1024).contains(&a.load_avg), "{a:?}");
        a.update_task(MS * (400 + 32), 1024, false, false);
        assert!((500..=515).contains(&a.util_avg), "{a:?}");
        a.update_task(MS * (400 + 3000), 1024, false, false);
        assert_eq!((a.util_avg, a.load_avg), (0, 0));
    }

    #[test]
    fn attach_then_detach_leaves_the_queue_as_it_was() {
        let mut q = SchedAvg::default();
        q.update_queue(MS * 50, 2048, 2, true);
        let before = (q.load_avg, q.util_avg, q.runnable_avg);
        let mut t = SchedAvg::new_task(MS * 50, 1024, 300);
        q.attach(&mut t, 1024);
        assert_eq!(q.load_avg, before.0 + 1024);
        q.detach(&t);
        assert_eq!((q.load_avg, q.util_avg, q.runnable_avg), before);
    }

    #[test]
    fn a_new_task_gets_its_share_of_the_utilisation_or_half_of_the_unused_capacity() {
        // Load and utilisation of the queue, capacity of the CPU, weight of the task; the task's utilisation with `share` and without.
        for (load_avg, util_avg, scale, weight, share, without) in [
            (0, 0, 1024, 1024, 512, 512),
            // With load, but nothing used yet.
            (1024, 0, 1024, 1024, 512, 512),
            (4095, 400, 1024, 1024, 100, 312),
            (4095, 400, 1024, 15, 1, 312),
            (1_000_000, 2, 1024, 15, 0, 0),
            (1_000_000, 20, 1024, 1024, 0, 20),
            (1024, 1024, 1024, 1024, 0, 0),
            (1024, 100, 446, 1024, 99, 173),
            // A slower CPU whose utilisation exceeds its capacity.
            (1024, 500, 446, 1024, 0, 0),
        ] {
            let queue = SchedAvg { load_avg, util_avg, scale, ..SchedAvg::default() };
            let of = |share| queue.of_new_task(MS, weight, share);
            assert_eq!((of(true).util_avg, of(false).util_avg), (share, without), "{queue:?}");
            assert_eq!((of(true).runnable_avg, of(true).load_avg), (share, weight));
        }
    }

    /// The averages match the sums.
    fn assert_coherent(avg: &SchedAvg, weight: u64) {
        let d = avg.divider();
        assert_eq!((avg.util_sum / d, avg.runnable_sum / d), (avg.util_avg, avg.runnable_avg), "{avg:?}");
        assert!((weight * avg.load_sum / d).abs_diff(avg.load_avg) <= 1, "{avg:?}");
    }

    #[test]
    fn averages_are_those_of_a_series_that_halves_in_32_periods() {
        let mut rng = Rng::new(5, 1);
        let (mut queue, mut task) = (SchedAvg::default(), SchedAvg { scale: 512, ..SchedAvg::default() });
        let (weight, mut now) = (2048, Ns::ZERO);
        // By period of 1024 units: the contributions to load, runnable and running time.
        let mut added: Vec<[f64; 3]> = vec![[0.0; 3]];
        for step in 0..400 {
            let (runnable, running) = (u64::from(rng.below(4)), rng.below(2) == 0);
            let before = now.0 >> 10;
            now += Ns(u64::from(rng.below(if step % 10 == 0 { 90_000_000 } else { 3_000_000 })));
            for unit in before..now.0 >> 10 {
                let period = (unit / PERIOD) as usize;
                added.resize(added.len().max(period + 1), [0.0; 3]);
                added[period][0] += (weight * runnable) as f64;
                added[period][1] += runnable as f64 * 1024.0;
                added[period][2] += if running { 1024.0 } else { 0.0 };
            }
            queue.update_queue(now, weight * runnable, runnable, running);
            task.update_task(now, weight, runnable > 0, running);
            let units = now.0 >> 10;
            if before / PERIOD == units / PERIOD {
                continue;
            }
            let present = (units / PERIOD) as i32;
            let sum = |of: usize| -> f64 {
                let decayed = |(period, added): (usize, &[f64; 3])| {
                    added[of] * 0.5f64.powf(f64::from(present - period as i32) / 32.0)
                };
                added.iter().enumerate().map(decayed).sum()
            };
            let whole = 1024.0 / (1.0 - 0.5f64.powf(1.0 / 32.0)) - 1024.0 + (units % PERIOD) as f64;
            let near = |told: u64, of: f64| (told as f64 - of / whole).abs() < 3.0 + 0.002 * told as f64;
            let told = [queue.load_avg, queue.runnable_avg, queue.util_avg];
            assert!((0..3).all(|of| near(told[of], sum(of))), "{step}: {queue:?}");
            // On a CPU of half the capacity it uses half as much.
            assert!(near(2 * task.util_avg, sum(2)), "{step}: {task:?}");
            assert_coherent(&queue, 1);
            assert_coherent(&task, weight);
        }
    }

    #[test]
    fn attach_detach_and_reweigh_change_the_averages_of_a_queue() {
        let busy = |weight, periods: u64| {
            let mut avg = SchedAvg::default();
            for i in 1..=periods {
                avg.update_task(MS * i, weight, true, i % 3 > 0);
            }
            avg
        };
        let (mut task, other) = (busy(2048, 40), busy(1024, 70));
        let mut queue = SchedAvg { scale: 700, ..SchedAvg::default() };
        queue.update_queue(MS * 90 + Ns::us(300), 3072, 3, true);
        let before = queue;
        queue.attach(&mut task, 2048);
        assert_eq!((task.last_update, task.contrib, task.scale), (queue.last_update, queue.contrib, 700));
        assert_coherent(&task, 2048);
        assert_coherent(&queue, 1);
        let grown = |q: &SchedAvg| [q.load_avg, q.util_avg, q.runnable_avg];
        let sum = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        assert_eq!(grown(&queue), sum(grown(&before), grown(&task)));
        // Half the weight, half the load, and the time is as it was.
        let (load, time) = (task.load_avg, task.load_sum);
        queue.reweigh(&mut task, 2048, 1024);
        assert!((task.load_avg * 2).abs_diff(load) <= 1 && task.load_sum == time);
        assert_eq!(queue.load_avg, before.load_avg + task.load_avg);
        assert_coherent(&queue, 1);
        // The entity of a group is used as its queue is, and there for a part of the time: half of two tasks.
        let mut group = other;
        (group.load_sum, group.load_avg) = (other.divider() * 1024, 1024);
        queue.follow(&mut task, 1024, &group, 2048);
        assert_eq!((task.util_avg, task.runnable_avg), (group.util_avg, group.runnable_avg));
        assert_eq!(task.load_sum, (group.load_sum / 2048).max(task.util_sum >> 10));
        assert_eq!(grown(&queue), sum(grown(&before), grown(&task)));
        assert_coherent(&task, 1024);
        assert_coherent(&queue, 1);
        queue.detach(&task);
        assert_eq!(grown(&queue), grown(&before));
        assert_coherent(&queue, 1);
        // Detaching takes at most the queue's averages.
        queue.detach(&SchedAvg::new_task(MS, 1 << 40, 1 << 40));
        assert_eq!(grown(&queue), [0; 3]);
        assert_eq!((queue.load_sum, queue.util_sum, queue.runnable_sum), (0, 0, 0));
    }

    #[test]
    fn blocked_load_decays_from_the_moment_it_was_left() {
        let mut queue = SchedAvg { scale: 600, ..SchedAvg::default() };
        queue.leave_over(MS * 10, 400);
        assert_eq!((queue.load_avg, queue.util_avg, queue.runnable_avg, queue.scale), (400, 400, 400, 600));
        assert_coherent(&queue, 1);
        queue.update_queue(MS * (10 + 32), 0, 0, false);
        assert!((199..=201).contains(&queue.load_avg) && (199..=201).contains(&queue.util_avg), "{queue:?}");
    }
}

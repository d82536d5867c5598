//! What decides between the lanes of an experiment.

choices! {
    /// The quantity that decides whether B is better than A. It changes no event.
    Decides {
        /// The time to finish where every run completes its work, otherwise the work done per second.
        #[default]
        Work = "work",
        /// Median of the time from a wake-up to running.
        WaitP50 = "wait_p50",
        /// 90th percentile of the same.
        WaitP90 = "wait_p90",
        /// 99th percentile of the same.
        WaitP99 = "wait_p99",
        /// 99.9th percentile of the same.
        WaitP99_9 = "wait_p99_9",
        /// Median of the latency of a request.
        RequestP50 = "request_p50",
        /// 99th percentile of the same.
        RequestP99 = "request_p99",
        /// CPU time that was idle while a task waited.
        Wasted = "wasted",
        /// The largest gap in CPU time between tasks that are to get the same.
        Shares = "shares",
    }
}

impl Decides {
    pub fn is_work(&self) -> bool {
        *self == Self::Work
    }
}

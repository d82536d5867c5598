//! Parallel work on all cores.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The results of `work` on all items, in their order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(i) else { return done };
            done.push((i, work(item)));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run does not panic")).collect()
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The same for long runs: prints the progress on stderr.
pub fn in_parallel_told<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let finished = AtomicUsize::new(0);
    in_parallel(items, |item| {
        let result = work(item);
        let count = finished.fetch_add(1, Ordering::Relaxed) + 1;
        let tenths = |count: usize| 10 * count / items.len();
        if tenths(count) > tenths(count - 1) {
            eprintln!("{:3} % of {} runs", 10 * tenths(count), items.len());
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn results_are_in_the_order_of_the_items_and_no_items_give_no_results() {
        let items: Vec<u64> = (0..100).collect();
        // The first items take longest.
        let slow = |&item: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(5 * (100 - item)));
            2 * item
        };
        assert_eq!(in_parallel(&items, slow), items.iter().map(|item| 2 * item).collect::<Vec<_>>());
        assert!(in_parallel(&[], slow).is_empty());
    }
}

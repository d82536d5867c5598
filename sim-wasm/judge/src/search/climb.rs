//! Hill climbing with random restarts on a grid, as questions and answers: the caller measures the points.

use sched_core::engine::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// A place on every axis.
pub type Point = Vec<usize>;

/// One axis of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    pub len: usize,
    /// The neighbours of a place are those beside it; else all others.
    pub is_ordered: bool,
}

/// The share of the budget that random points get before the first climb.
const SAMPLE: usize = 3;
/// Random points of a restart.
const FRESH: usize = 4;

/// The search. A greater score is better; a point without a score is no place to stand.
pub struct Climb {
    sides: Vec<Side>,
    budget: usize,
    rng: Rng,
    start: Point,
    scores: BTreeMap<Point, Option<f64>>,
    /// Points that have been stood on.
    visited: BTreeSet<Point>,
    at: Option<Point>,
}

impl Climb {
    /// A search from `start` that asks for at most `budget` points.
    pub fn new(sides: Vec<Side>, start: Point, budget: usize, seed: u32) -> Self {
        let rng = Rng::new(seed, 0);
        Self { sides, budget, rng, start, scores: BTreeMap::new(), visited: BTreeSet::new(), at: None }
    }

    /// The points that were asked for.
    pub fn tried(&self) -> usize {
        self.scores.len()
    }

    /// The next points, all different and new; empty: the search is over.
    pub fn ask(&mut self, is_valid: &dyn Fn(&Point) -> bool) -> Vec<Point> {
        let left = self.budget - self.scores.len();
        if self.scores.is_empty() {
            let mut first = vec![self.start.clone()];
            first.extend(self.random((self.budget / SAMPLE).saturating_sub(1), &first, is_valid));
            first.truncate(left);
            return first;
        }
        if left == 0 {
            return Vec::new();
        }
        loop {
            let Some(at) = self.at.clone().or_else(|| self.best_unvisited()) else {
                return self.random(FRESH.min(left), &[], is_valid);
            };
            self.visited.insert(at.clone());
            let beside = self.neighbours(&at);
            let mut new: Vec<Point> =
                beside.iter().filter(|point| !self.scores.contains_key(*point)).cloned().collect();
            new.retain(is_valid);
            if !new.is_empty() {
                new.truncate(left);
                self.at = Some(at);
                return new;
            }
            // The steepest way up, or the next start.
            let height = self.score(&at);
            let up = beside.into_iter().filter(|point| self.score(point) > height);
            self.at = up.max_by(|a, b| self.by_score(a, b)).filter(|point| !self.visited.contains(point));
        }
    }

    /// The scores of points that were asked for; `None`: the point could not be measured.
    pub fn tell(&mut self, scores: impl IntoIterator<Item = (Point, Option<f64>)>) {
        self.scores.extend(scores);
    }

    /// The best points, the best first.
    pub fn best(&self, count: usize) -> Vec<Point> {
        let mut points: Vec<&Point> =
            self.scores.iter().filter(|(_, score)| score.is_some()).map(|(point, _)| point).collect();
        points.sort_by(|a, b| self.by_score(b, a));
        points.into_iter().take(count).cloned().collect()
    }

    fn score(&self, point: &Point) -> f64 {
        self.scores.get(point).copied().flatten().unwrap_or(f64::NEG_INFINITY)
    }

    /// By score; of equal ones the earlier point is the greater.
    fn by_score(&self, a: &Point, b: &Point) -> std::cmp::Ordering {
        self.score(a).total_cmp(&self.score(b)).then_with(|| b.cmp(a))
    }

    fn best_unvisited(&self) -> Option<Point> {
        let known = self.scores.iter().filter(|(_, score)| score.is_some()).map(|(point, _)| point);
        // What a climb has passed by is no start: it is beside a better point.
        let open = known.filter(|point| !self.visited.contains(*point) && !self.is_below_neighbour(point));
        open.max_by(|a, b| self.by_score(a, b)).cloned()
    }

    fn is_below_neighbour(&self, point: &Point) -> bool {
        let height = self.score(point);
        self.neighbours(point)
            .iter()
            .any(|beside| self.visited.contains(beside) && self.score(beside) >= height)
    }

    fn neighbours(&self, point: &Point) -> Vec<Point> {
        let moved = |axis: usize, place: usize| {
            let mut next = point.clone();
            next[axis] = place;
            next
        };
        let of_axis = |(axis, side): (usize, &Side)| {
            let here = point[axis];
            let is_beside = move |place: &usize| place.abs_diff(here) == 1;
            let ordered = side.is_ordered;
            (0..side.len)
                .filter(move |place| *place != here && (!ordered || is_beside(place)))
                .map(move |place| moved(axis, place))
        };
        self.sides.iter().enumerate().flat_map(of_axis).collect()
    }

    /// Random points that are new and not in `taken`; fewer if the grid has no more.
    fn random(&mut self, count: usize, taken: &[Point], is_valid: &dyn Fn(&Point) -> bool) -> Vec<Point> {
        /// Draws for each point: most of a grid may be known or invalid.
        const DRAWS: usize = 100;
        let mut found: Vec<Point> = Vec::new();
        for _ in 0..DRAWS * count {
            if found.len() == count {
                break;
            }
            let point: Point =
                self.sides.iter().map(|side| self.rng.below(side.len as u32) as usize).collect();
            let is_new =
                !self.scores.contains_key(&point) && !taken.contains(&point) && !found.contains(&point);
            if is_new && is_valid(&point) {
                found.push(point);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Climb, Point, Side};

    const ORDERED: Side = Side { len: 12, is_ordered: true };

    /// The best point of a search for the maximum of `height`, and the number of points that were asked for.
    fn climbed(
        sides: &[Side],
        budget: usize,
        seed: u32,
        height: impl Fn(&Point) -> Option<f64>,
    ) -> (Point, usize) {
        let mut climb = Climb::new(sides.to_vec(), vec![0; sides.len()], budget, seed);
        let mut all = Vec::new();
        loop {
            let points = climb.ask(&|_| true);
            if points.is_empty() {
                break;
            }
            all.extend(points.iter().cloned());
            climb.tell(points.into_iter().map(|point| (point.clone(), height(&point))));
        }
        let mut distinct = all.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!((distinct.len(), climb.tried()), (all.len(), all.len()), "no point twice");
        (climb.best(1).remove(0), all.len())
    }

    /// A hill with its top at 9, 3, 7, and a lower one at 1, 10, 1.
    fn two_hills(point: &Point) -> Option<f64> {
        let hill = |height: f64, top: [usize; 3]| {
            height - point.iter().zip(top).map(|(&at, top)| (at as f64 - top as f64).abs()).sum::<f64>()
        };
        Some(hill(40.0, [9, 3, 7]).max(hill(35.0, [1, 10, 1])))
    }

    #[test]
    fn the_higher_of_two_hills_is_found_with_few_of_the_points() {
        for seed in 0..20 {
            let (best, tried) = climbed(&[ORDERED; 3], 120, seed, two_hills);
            assert_eq!(best, [9, 3, 7], "seed {seed}");
            assert!(tried <= 120);
        }
    }

    #[test]
    fn a_search_is_the_same_for_the_same_seed_and_differs_for_another() {
        let asked = |seed| Climb::new(vec![ORDERED; 3], vec![0; 3], 60, seed).ask(&|_| true);
        assert_eq!(asked(5), asked(5));
        assert_ne!(asked(5), asked(6));
        assert_eq!((asked(5)[0].clone(), asked(5).len()), (vec![0, 0, 0], 20));
    }

    #[test]
    fn the_values_of_an_axis_without_order_are_all_neighbours() {
        // Only one value of the second axis is of any use, and no slope leads to it.
        let height = |point: &Point| Some(if point[1] == 7 { 100.0 } else { 0.0 } - point[0] as f64);
        let free = Side { len: 9, is_ordered: false };
        for seed in 0..20 {
            assert_eq!(climbed(&[ORDERED, free], 40, seed, height).0[1], 7, "seed {seed}");
        }
    }

    #[test]
    fn a_small_grid_is_searched_to_its_end_and_a_small_budget_is_kept() {
        let small = Side { len: 3, is_ordered: true };
        assert_eq!(climbed(&[small; 2], 100, 1, two_hills_flat).1, 9);
        assert_eq!(climbed(&[ORDERED; 3], 1, 1, two_hills).1, 1);
        assert_eq!(climbed(&[ORDERED; 3], 7, 1, two_hills).1, 7);
    }

    fn two_hills_flat(point: &Point) -> Option<f64> {
        Some(if *point == [2, 2] { 1.0 } else { 0.0 })
    }

    #[test]
    fn points_that_cannot_be_measured_or_are_not_valid_are_no_result() {
        let height = |point: &Point| (point[0] < 6).then_some(point[0] as f64);
        assert_eq!(climbed(&[ORDERED], 12, 3, height).0, [5]);
        let mut climb = Climb::new(vec![ORDERED; 2], vec![0, 0], 30, 3);
        let points = climb.ask(&|point| point[1] == 0);
        assert!(points.iter().all(|point| point[1] == 0));
        climb.tell(points.into_iter().map(|point| (point, Some(0.0))));
        assert!(climb.ask(&|point| point[1] == 0).iter().all(|point| point[1] == 0));
    }
}

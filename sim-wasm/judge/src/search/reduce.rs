//! Reduces a set of changes to those that matter, and numbers to the smallest that do: delta debugging, as questions
//! and answers. The caller says which candidates still hold.

/// Removes changes, first many at once, then fewer. What remains cannot lose any single change.
pub struct Removal {
    kept: Vec<usize>,
    /// Changes that are removed together.
    size: usize,
    /// The candidates of the last question, each with the changes it lacks.
    asked: Vec<Vec<usize>>,
    /// Removals that hold one by one and are tried together.
    joint: bool,
}

impl Removal {
    /// Of so many changes.
    pub fn of(count: usize) -> Self {
        Self { kept: (0..count).collect(), size: count, asked: Vec::new(), joint: false }
    }

    /// The changes that remain.
    pub fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// The next candidates: the changes that each keeps; empty: nothing more can be removed.
    pub fn ask(&mut self) -> Vec<Vec<usize>> {
        if self.asked.is_empty() && self.size > 0 {
            self.asked = self.kept.chunks(self.size).map(<[usize]>::to_vec).collect();
        }
        self.asked.iter().map(|lacks| self.without(lacks)).collect()
    }

    fn without(&self, lacks: &[usize]) -> Vec<usize> {
        self.kept.iter().copied().filter(|change| !lacks.contains(change)).collect()
    }

    /// Which candidates hold.
    pub fn tell(&mut self, hold: &[bool]) {
        let good: Vec<Vec<usize>> = self
            .asked
            .iter()
            .zip(hold)
            .filter(|(_, holds)| **holds)
            .map(|(lacks, _)| lacks.clone())
            .collect();
        let several = good.len() > 1 && !self.joint;
        if several {
            // The first stays at the end of the list: it is known to hold if all together do not.
            self.asked = vec![good.concat(), good[0].clone()];
            self.joint = true;
            return;
        }
        self.joint = false;
        self.asked.clear();
        if let Some(lacks) = good.first() {
            self.kept = self.without(lacks);
            self.size = self.size.min(self.kept.len());
        } else {
            self.size = if self.size == 1 { 0 } else { self.size.div_ceil(2) };
        }
    }
}

/// A number that is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub value: i64,
    pub least: i64,
}

/// What divides the smallest part that is taken away.
const LEAST_PART: i64 = 8;

/// Makes numbers smaller: by half while that holds, then by a quarter, then by an eighth.
pub struct Shrinking {
    sizes: Vec<Size>,
    /// By number: what divides the part that is taken away; 0: it is as small as it can be.
    parts: Vec<i64>,
    asked: Vec<(usize, i64)>,
}

impl Shrinking {
    pub fn of(sizes: Vec<Size>) -> Self {
        let parts = vec![2; sizes.len()];
        Self { sizes, parts, asked: Vec::new() }
    }

    pub fn values(&self) -> Vec<i64> {
        self.sizes.iter().map(|size| size.value).collect()
    }

    /// The next candidates, with one number smaller each; empty: no number can be smaller.
    pub fn ask(&mut self) -> Vec<Vec<i64>> {
        self.asked.clear();
        for (i, (size, part)) in self.sizes.iter().zip(&self.parts).enumerate() {
            if *part > 0 && size.value > size.least {
                self.asked.push((i, (size.value - size.value.div_euclid(*part).max(1)).max(size.least)));
            }
        }
        let with = |&(i, value): &(usize, i64)| {
            let mut values = self.values();
            values[i] = value;
            values
        };
        self.asked.iter().map(with).collect()
    }

    /// Which candidates hold. The first of them is taken; the others are tried again beside it.
    pub fn tell(&mut self, hold: &[bool]) {
        let mut taken = false;
        for (&(i, value), &holds) in self.asked.iter().zip(hold) {
            if !holds {
                self.parts[i] = if self.parts[i] < LEAST_PART { 2 * self.parts[i] } else { 0 };
            } else if !taken {
                self.sizes[i].value = value;
                taken = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Removal, Shrinking, Size};

    /// The changes that remain if these are needed, and the number of candidates.
    fn reduced(count: usize, holds: impl Fn(&[usize]) -> bool) -> (Vec<usize>, usize) {
        let (mut removal, mut tried) = (Removal::of(count), 0);
        loop {
            let candidates = removal.ask();
            if candidates.is_empty() {
                return (removal.kept().to_vec(), tried);
            }
            tried += candidates.len();
            assert!(tried < 1000, "it ends");
            removal.tell(&candidates.iter().map(|kept| holds(kept)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn only_the_changes_that_matter_remain() {
        let needs =
            |needed: &'static [usize]| move |kept: &[usize]| needed.iter().all(|one| kept.contains(one));
        assert_eq!(reduced(30, needs(&[])), (vec![], 1));
        let (kept, tried) = reduced(30, needs(&[4, 17]));
        assert_eq!(kept, [4, 17]);
        assert!(tried < 60, "{tried}");
        assert_eq!(reduced(5, needs(&[0, 1, 2, 3, 4])).0, [0, 1, 2, 3, 4]);
        assert_eq!(reduced(0, needs(&[])), (vec![], 0));
        assert_eq!(reduced(1, needs(&[0])).0, [0]);
    }

    #[test]
    fn one_of_two_changes_that_do_the_same_is_enough() {
        let (kept, _) = reduced(9, |kept| kept.contains(&2) || kept.contains(&6));
        assert_eq!(kept.len(), 1);
        assert!(kept == [2] || kept == [6]);
    }

    fn shrunk(sizes: &[(i64, i64)], holds: impl Fn(&[i64]) -> bool) -> Vec<i64> {
        let sizes = sizes.iter().map(|&(value, least)| Size { value, least }).collect();
        let mut shrinking = Shrinking::of(sizes);
        for _ in 0..100 {
            let candidates = shrinking.ask();
            if candidates.is_empty() {
                return shrinking.values();
            }
            shrinking.tell(&candidates.iter().map(|values| holds(values)).collect::<Vec<_>>());
        }
        panic!("it ends");
    }

    #[test]
    fn numbers_become_as_small_as_the_effect_allows() {
        assert_eq!(shrunk(&[(40, 1)], |_| true), [1]);
        assert_eq!(shrunk(&[(40, 1)], |values| values[0] >= 16), [16]);
        assert_eq!(shrunk(&[(40, 5), (48, 1)], |values| values[1] >= 24), [5, 24]);
        assert_eq!(shrunk(&[(7, 7)], |_| true), [7]);
        // Two numbers that hold one by one, but not both.
        let sum = shrunk(&[(8, 1), (8, 1)], |values| values.iter().sum::<i64>() >= 12);
        assert_eq!(sum.iter().sum::<i64>(), 12);
    }
}

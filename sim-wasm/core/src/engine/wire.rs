//! The state of a run as few bytes. Every field that changes is passed through a [`Wire`], which writes
//! it down or sets it to what was written down: one walk over the state does both.
//!
//! What passes is numbers, in *columns*: the same field of all elements of a list is one. A number is coded as
//! its distance from a guess: nothing, the present time, the number before in its column, the two before
//! continued, what came after that number the last time, or a field that passed just before. Each column takes
//! the guess that has been nearest lately, and the reader, who has seen the same, knows which. Of the distance
//! its magnitude and whether it goes down are coded by odds learnt in the column, the digits below as they are.
//!
//! `state!` makes a struct pass, field by field.

use std::collections::VecDeque;

use super::coder::{Coder, Odds};
use super::ids::{CpuId, Id, MOST_CPUS, Per};
use super::rng::Jumps;
use super::time::Ns;

/// What a state is made of.
pub trait State {
    /// Passes all that changes in a run, the same way whether it is written or read.
    fn pass(&mut self, wire: &mut Wire);
}

const GUESSES: usize = 7;
/// From this number of a column on, only every fourth is looked at for which guess is best.
const TRIED: u32 = 64;
/// Over so many numbers a guess is judged.
const LATELY: u32 = 32;
/// Numbers for which it is known what came after them: so many, as a power of two.
const AFTER_BITS: u32 = 12;

/// The odds of a distance: whether there is one, its magnitude as a tree, and whether it goes down.
#[derive(Clone)]
struct Magnitude {
    some: Odds,
    tree: [Odds; 64],
    down: Odds,
}

impl Magnitude {
    const NEW: Self = Self { some: Odds::EVEN, tree: [Odds::EVEN; 64], down: Odds::EVEN };
}

struct Column {
    /// Numbers that have passed.
    passed: u32,
    last: [u64; 2],
    /// The guess in use, and the bits that being off has cost with each lately.
    best: usize,
    off: [u32; GUESSES],
    /// By whether the guess before was right.
    odds: [Magnitude; 2],
    wrong: usize,
}

impl Column {
    fn new() -> Self {
        Self { passed: 0, last: [0; 2], best: 0, off: [0; GUESSES], odds: [Magnitude::NEW; 2], wrong: 0 }
    }
}

/// What a state passes through.
pub struct Wire<'a> {
    coder: Coder<'a>,
    columns: Vec<Column>,
    /// The column of the next number.
    at: usize,
    /// Numbers do not pass, they are only counted.
    skips: bool,
    now: u64,
    /// The latest numbers of any column.
    before: [u64; 2],
    /// What came after a number of a column, by both.
    after: Vec<u64>,
    /// The odds of the first number of a column.
    first: Magnitude,
    rounds: Rounds,
    jumps: Jumps,
}

impl<'a> Wire<'a> {
    fn new(coder: Coder<'a>) -> Self {
        Self {
            coder,
            columns: Vec::new(),
            at: 0,
            skips: false,
            now: 0,
            before: [0; 2],
            after: vec![0; 1 << AFTER_BITS],
            first: Magnitude::NEW,
            rounds: Rounds::new(),
            jumps: Jumps::default(),
        }
    }

    pub fn writer() -> Self {
        Self::new(Coder::writer())
    }

    pub fn reader(bytes: &'a [u8]) -> Self {
        Self::new(Coder::reader(bytes))
    }

    /// The bytes written.
    pub fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }

    /// Passes the time that others are guessed from.
    pub fn time(&mut self, now: &mut Ns) {
        now.pass(self);
        self.now = now.0;
    }

    #[inline(never)]
    fn number(&mut self, value: &mut u64) {
        let at = self.at;
        self.at += 1;
        if self.skips {
            return;
        }
        if self.columns.len() <= at {
            self.columns.resize_with(at + 1, Column::new);
        }
        let column = &mut self.columns[at];
        let [last, earlier] = column.last;
        let key = (last ^ (at as u64) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let after = &mut self.after[(key >> (u64::BITS - AFTER_BITS)) as usize];
        let [before, second] = self.before;
        let on = last.wrapping_mul(2).wrapping_sub(earlier);
        let guesses: [u64; GUESSES] = [0, last, self.now, before, second, on, *after];
        let guess = guesses[column.best];

        let odds = if column.passed == 0 { &mut self.first } else { &mut column.odds[column.wrong] };
        *value = guess.wrapping_add(odds.pass(&mut self.coder, value.wrapping_sub(guess)));
        column.wrong = usize::from(*value != guess);

        if column.passed < TRIED || column.passed.is_multiple_of(4) {
            for (off, guess) in column.off.iter_mut().zip(guesses) {
                let digits = u64::BITS - length(value.wrapping_sub(guess)).leading_zeros();
                *off = *off - *off / LATELY + (digits + 4 * digits.min(1)) * LATELY;
            }
            column.best = (0..GUESSES).min_by_key(|&i| column.off[i]).unwrap_or(0);
        }
        *after = *value;
        column.last = [*value, last];
        column.passed += 1;
        self.before = [*value, before];
    }

    /// Passes a number that is thought to be near `guess`.
    pub fn near(&mut self, value: &mut u64, guess: u64) {
        let mut distance = value.wrapping_sub(guess);
        distance.pass(self);
        *value = guess.wrapping_add(distance);
    }

    /// Passes the elements of a list whose length never changes.
    pub fn each<'s, T: State + 's>(&mut self, items: impl IntoIterator<Item = &'s mut T>) {
        self.each_by(items, T::pass);
    }

    /// Passes what belongs to the elements of such a list.
    pub fn each_by<T>(&mut self, items: impl IntoIterator<Item = T>, mut pass: impl FnMut(T, &mut Self)) {
        let first = self.at;
        for item in items {
            self.at = first;
            pass(item, self);
        }
    }

    /// Passes a list of CPUs that come round again in much the same order, as do those of the lists before.
    pub fn rounds(&mut self, list: &mut VecDeque<CpuId>) {
        let mut length = list.len();
        length.pass(self);
        list.resize(length, CpuId::default());
        self.rounds.pass(&mut self.coder, list);
    }

    /// Ways along a stream of random numbers.
    pub fn jumps(&mut self) -> &mut Jumps {
        &mut self.jumps
    }

    /// Passes one of `kinds` kinds of thing, each of which has its own columns, `width` at most.
    pub fn one_of(&mut self, kind: usize, kinds: usize, width: usize, pass: impl FnOnce(&mut Self)) {
        let first = self.at;
        self.at = first + kind * width;
        pass(self);
        self.at = first + kinds * width;
    }

    /// Leaves out the columns of what is not there.
    fn skip<T: State + Default>(&mut self) {
        let skips = std::mem::replace(&mut self.skips, true);
        T::default().pass(self);
        self.skips = skips;
    }
}

/// What is known of CPUs that come round again, in one list as in the one before.
struct Rounds {
    /// All that have passed.
    passed: Vec<CpuId>,
    /// By the three before: the place in `passed` of what came after them the last time.
    places: Vec<u32>,
    /// Where it goes on as it did before, and for how long it has.
    place: usize,
    times: u8,
    /// By CPU: what came after it the last time, and how often in a row.
    next: Vec<(CpuId, u8)>,
    /// By how long it has gone on as before.
    follows: [Odds; Self::MOST as usize + 1],
    /// By how often, and by whether the guess before was right.
    odds: [[Odds; 2]; Self::MOST as usize + 1],
    /// Of what was not guessed.
    tree: Vec<Odds>,
}

impl Rounds {
    /// More often makes no difference.
    const MOST: u8 = 15;
    const PLACE_BITS: u32 = 13;

    fn new() -> Self {
        Self {
            passed: Vec::new(),
            places: vec![0; 1 << Self::PLACE_BITS],
            place: 0,
            times: 0,
            next: vec![(CpuId(0), 0); MOST_CPUS],
            follows: [Odds::EVEN; Self::MOST as usize + 1],
            odds: [[Odds::EVEN; 2]; Self::MOST as usize + 1],
            tree: vec![Odds::EVEN; MOST_CPUS],
        }
    }

    #[inline(never)]
    fn pass(&mut self, coder: &mut Coder, list: &mut VecDeque<CpuId>) {
        let (mut last, mut wrong) = (CpuId(0), false);
        self.place = 0;
        for item in list {
            let mut is = |odds: &mut Odds, guess: CpuId| {
                let differs = coder.bit(odds, *item != guess);
                if !differs {
                    *item = guess;
                }
                !differs
            };
            let (guess, times) = &mut self.next[last.index() % MOST_CPUS];
            let goes_on =
                self.place > 0 && is(&mut self.follows[usize::from(self.times)], self.passed[self.place]);
            if goes_on {
                self.times = (self.times + 1).min(Self::MOST);
            } else {
                self.times = 0;
                wrong = !is(&mut self.odds[usize::from(*times)][usize::from(wrong)], *guess);
                *times = if wrong { 0 } else { (*times + 1).min(Self::MOST) };
                if wrong {
                    *item = CpuId::new(coder.by_tree(&mut self.tree, MOST_CPUS.ilog2(), item.index()));
                }
            }
            *guess = *item;
            last = *item;
            self.passed.push(last);
            self.follow(goes_on);
        }
    }

    /// Where it went on after the last three.
    fn follow(&mut self, goes_on: bool) {
        let [.., a, b, c] = self.passed[..] else { return };
        let key = (u64::from(a.0) << 32 | u64::from(b.0) << 16 | u64::from(c.0))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = &mut self.places[(key >> (u64::BITS - Self::PLACE_BITS)) as usize];
        let before = std::mem::replace(place, self.passed.len() as u32) as usize;
        self.place = if goes_on { self.place + 1 } else { before };
    }
}

impl Magnitude {
    fn pass(&mut self, coder: &mut Coder, distance: u64) -> u64 {
        if !coder.bit(&mut self.some, distance != 0) {
            return 0;
        }
        let length = length(distance);
        let magnitude = length.checked_ilog2().unwrap_or(0);
        let magnitude = coder.by_tree(&mut self.tree, 6, magnitude as usize) as u32;
        let down = coder.bit(&mut self.down, length != distance);
        let length = 1 << magnitude | coder.even_bits(length & !(1 << magnitude), magnitude);
        if down { length.wrapping_neg() } else { length }
    }
}

/// How far, up or down.
#[inline]
fn length(distance: u64) -> u64 {
    (distance as i64).unsigned_abs()
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl State for $number {
            #[inline(never)]
            fn pass(&mut self, wire: &mut Wire) {
                let mut value = *self as u64;
                wire.number(&mut value);
                *self = value as Self;
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, usize, i64);

impl State for bool {
    #[inline(never)]
    fn pass(&mut self, wire: &mut Wire) {
        let mut value = u8::from(*self);
        value.pass(wire);
        *self = value != 0;
    }
}

impl<T: State, const N: usize> State for [T; N] {
    fn pass(&mut self, wire: &mut Wire) {
        self.iter_mut().for_each(|item| item.pass(wire));
    }
}

/// A list whose length does not change in a run.
impl<I, T: State> State for Per<I, T> {
    fn pass(&mut self, wire: &mut Wire) {
        wire.each(self.iter_mut());
    }
}

impl<A: State, B: State> State for (A, B) {
    fn pass(&mut self, wire: &mut Wire) {
        self.0.pass(wire);
        self.1.pass(wire);
    }
}

impl<T: State> State for Box<T> {
    fn pass(&mut self, wire: &mut Wire) {
        (**self).pass(wire);
    }
}

impl<T: State + Default> State for Option<T> {
    fn pass(&mut self, wire: &mut Wire) {
        let mut is_some = self.is_some();
        is_some.pass(wire);
        if is_some != self.is_some() {
            *self = is_some.then(T::default);
        }
        match self {
            Some(value) => value.pass(wire),
            None => wire.skip::<T>(),
        }
    }
}

macro_rules! lists {
    ($($list:ident),*) => { $(
        impl<T: State + Default + Clone> State for $list<T> {
            fn pass(&mut self, wire: &mut Wire) {
                let mut length = self.len();
                length.pass(wire);
                self.resize(length, T::default());
                if length == 0 {
                    wire.skip::<T>();
                }
                wire.each(self.iter_mut());
            }
        }
    )* };
}
lists!(Vec, VecDeque);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    fn written<T: State>(state: &mut T) -> Vec<u8> {
        let mut wire = Wire::writer();
        state.pass(&mut wire);
        wire.finish()
    }

    #[test]
    fn any_numbers_come_back() {
        type Lists = Vec<(Vec<u64>, VecDeque<u8>)>;
        let mut rng = Rng::new(2, 1);
        let mut lists: Lists = (0..60)
            .map(|i| {
                let many = if i % 7 == 0 { 0 } else { rng.below(30) };
                let numbers = (0..many).map(|_| rng.draw() >> rng.below(64)).collect();
                (numbers, (0..rng.below(9)).map(|_| rng.draw() as u8).collect())
            })
            .collect();
        lists.push((vec![u64::MAX, 0, 1 << 63, u64::MAX], VecDeque::new()));
        let bytes = written(&mut lists);
        let mut back: Lists = vec![(vec![7; 3], VecDeque::from([1])); 5];
        back.pass(&mut Wire::reader(&bytes));
        assert_eq!(back, lists);
    }

    #[test]
    fn cpus_that_come_round_take_two_bits_each() {
        let mut rng = Rng::new(4, 1);
        let round: Vec<CpuId> = (0..20).map(|_| CpuId(rng.below(700) as u16)).collect();
        let mut list: VecDeque<CpuId> =
            (0..50).flat_map(|_| round.clone()).filter(|_| rng.below(10) > 0).collect();
        let mut wire = Wire::writer();
        wire.rounds(&mut list);
        let bytes = wire.finish();
        assert!(bytes.len() <= 226, "{} for {}", bytes.len(), list.len());
        let mut back = VecDeque::from([CpuId(1), CpuId(2)]);
        Wire::reader(&bytes).rounds(&mut back);
        assert_eq!(back, list);
    }

    #[test]
    fn what_can_be_guessed_takes_next_to_nothing() {
        let guessed: [fn(u64) -> u64; 3] =
            [|_| 77_777_777, |i| 5_000_000 * i, |i| [93, 4, 57, 211, 8][i as usize % 5]];
        for of in guessed {
            let bytes = written(&mut (0..2000).map(of).collect::<Vec<u64>>());
            assert!(bytes.len() <= 18, "{}", bytes.len());
        }
        let mut rng = Rng::new(3, 1);
        let bytes = written(&mut (0..2000).map(|_| rng.draw() >> 40).collect::<Vec<u64>>());
        assert!((6000..6230).contains(&bytes.len()), "{}", bytes.len());
    }

    /// How many bytes 500 elements take whose three fields are these.
    fn bytes_of(fields: fn(u64, &mut Rng) -> [u64; 3]) -> usize {
        let mut rng = Rng::new(6, 1);
        written(&mut (0..500).map(|i| fields(i, &mut rng)).collect::<Vec<_>>()).len()
    }

    #[test]
    fn a_number_costs_how_far_it_is_from_what_is_best_to_guess_of_its_column() {
        type Fields = fn(u64, &mut Rng) -> [u64; 3];
        let kinds: [(&str, Fields, usize); 5] = [
            (
                "near the one before it",
                |i, rng| {
                    let at = (i * 1_000_003 % 77_777) << 20;
                    [at, at + u64::from(rng.below(8)), at + u64::from(rng.below(8))]
                },
                1169,
            ),
            (
                "near the last of its column",
                |i, rng| {
                    let drift = |far: u64, rng: &mut Rng| far + 3 * i + u64::from(rng.below(16));
                    [drift(1 << 40, rng), drift(1 << 30, rng), drift(7, rng)]
                },
                994,
            ),
            (
                "seldom anything",
                |_, rng| [0, u64::from(rng.below(20) == 0), u64::from(rng.below(50) / 49) * 900],
                47,
            ),
            (
                "falling and rising",
                |i, rng| [(i as i64 * -70_000) as u64, 5_000_000 - 10 * i, u64::from(rng.below(4)) << 33],
                1755,
            ),
            (
                "what came after it",
                |i, _| {
                    let round = |n: u64| (i % n).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
                    [round(7), round(11), round(50)]
                },
                373,
            ),
        ];
        for (what, fields, most) in kinds {
            let bytes = bytes_of(fields);
            assert!(bytes <= most, "{what}: {bytes}");
        }
    }
}

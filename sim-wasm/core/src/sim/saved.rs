//! A state of a run as few bytes, of which many can be kept.

use std::sync::Arc;

use super::Simulation;
use super::report::Before;
use crate::engine::wire::{State, Wire};
use crate::observe::series::Series;

/// The bytes lie in pieces of this length, so that the place of a state that is forgotten does for any other.
const PIECE: usize = 1024;

/// A state of a run, from which a simulation of that run can go on.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The last one is filled up with zeros.
    pieces: Vec<Box<[u8]>>,
    /// Shared with the states before and after.
    series: Series,
    before: Arc<Before>,
}

impl Saved {
    /// Bytes that it takes up, apart from what it shares.
    pub fn bytes(&self) -> usize {
        self.pieces.len() * PIECE
    }
}

impl Simulation {
    /// What a copy needs to go on to the same events. What has been recorded and not taken is left out.
    pub fn save(&mut self) -> Saved {
        let mut wire = Wire::writer();
        wire.time(&mut self.sys.now);
        self.flips_passed.pass(&mut wire);
        self.pass(&mut wire);
        let bytes = wire.finish();
        let piece = |part: &[u8]| {
            let mut piece = vec![0; PIECE];
            piece[..part.len()].copy_from_slice(part);
            piece.into_boxed_slice()
        };
        Saved {
            pieces: bytes.chunks(PIECE).map(piece).collect(),
            series: self.sys.obs.series.clone(),
            before: self.before.clone(),
        }
    }

    /// A simulation in a state of this run that was saved: up to there the flips must have been the same. Nothing is
    /// recorded in it until it is asked to.
    pub fn restored(&mut self, saved: &Saved) -> Self {
        self.snapshot().at(saved)
    }

    /// The same of a simulation that is given away, in which nothing is recorded.
    #[must_use]
    pub fn at(mut self, saved: &Saved) -> Self {
        let bytes = saved.pieces.iter().flat_map(|piece| piece.iter().copied()).collect::<Vec<u8>>();
        let mut wire = Wire::reader(&bytes);
        wire.time(&mut self.sys.now);
        self.flips_passed.pass(&mut wire);
        // What the switches give its shape takes it before its fields are set.
        let flipped = (self.flips_passed as usize).checked_sub(1).and_then(|last| self.flips.get(last));
        let features = flipped.map_or(&self.first, |flip| &flip.features).clone();
        self.sys.take_shape(features);
        self.pass(&mut wire);
        self.sys.obs.series = saved.series.clone();
        self.before = saved.before.clone();
        self
    }
}

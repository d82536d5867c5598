//! Any document is refused with reasons or runs: time advances, a snapshot continues with the same events, and
//! nothing panics.

use crate::common::config;
use crate::common::endure::endure;
use crate::common::random::{extreme, mutated, torn};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use sched_core::scenario::parse;

const EVENTS: u64 = 10_000;

proptest! {
    // Most of these run, for as long as the others together.
    #![proptest_config(config(100))]

    #[test]
    fn extreme_documents_run(document in extreme()) {
        endure(&document.to_string(), EVENTS);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn changed_documents_are_refused_or_run(document in mutated()) {
        endure(&document.to_string(), EVENTS);
    }

    #[test]
    fn torn_documents_are_refused_or_run(text in torn()) {
        endure(&text, EVENTS);
    }
}

/// Most extreme documents are valid; otherwise the property above would hold without any run.
#[test]
fn most_extreme_documents_are_good() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1));
    let document = |_| extreme().new_tree(&mut runner).expect("a document").current();
    let good = (0..200).map(document).filter(|d| parse(&d.to_string()).is_ok()).count();
    assert!(good > 100, "{good} of 200");
}

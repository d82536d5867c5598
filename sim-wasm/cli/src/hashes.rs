//! The event hash of every lane of many documents after a number of events. Other runtimes must produce the
//! same hashes.

use crate::{Failure, policy};
use sched_core::engine::time::Ns;
use sched_core::scenario::{parse, text_of};
use std::io::BufRead;

/// The hashes of a document, or the reason of its refusal, as a line.
pub fn of_line(document: &[u8], events: u64) -> String {
    let hashes = match text_of(document).map_err(|fault| vec![fault]).and_then(parse) {
        Ok(scenario) => (0..scenario.lanes.len())
            .map(|lane| {
                let Ok(mut sim) = policy::simulation(&scenario, lane, None) else {
                    return "not compiled".into();
                };
                sim.advance(Ns(u64::MAX), events);
                format!("{:016x}", sim.hash())
            })
            .collect::<Vec<_>>(),
        Err(faults) => vec![format!("refused: {}", faults[0].message)],
    };
    hashes.join(" ") + "\n"
}

/// Handles documents, one a line: prints a line for each as soon as it is known.
pub fn of_lines(
    mut lines: impl BufRead,
    events: u64,
    tell: impl Fn(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure { lines: vec![format!("standard input: {error}")], code: 2 };
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).map_err(failed)? > 0 {
        tell(&of_line(&line, events))?;
        line.clear();
    }
    Ok(())
}

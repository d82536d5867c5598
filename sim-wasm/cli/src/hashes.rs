//! The event hash of every lane of many documents, after so many events: what other runtimes must come to as well.

use sched_core::engine::time::Ns;
use sched_core::scenario::parse;
use sched_core::sim::Simulation;
use std::io::BufRead;

/// Of documents, one a line: a line of hashes each, or why a document is refused.
pub fn of_lines(lines: impl BufRead, events: u64) -> Result<String, String> {
    let mut text = String::new();
    for line in lines.lines() {
        let line = line.map_err(|error| error.to_string())?;
        let hashes = match parse(&line) {
            Ok(scenario) => (0..scenario.lanes.len())
                .map(|lane| {
                    let mut sim =
                        Simulation::of_checked(&scenario, lane).expect("a document that was read is good");
                    sim.advance(Ns(u64::MAX), events);
                    format!("{:016x}", sim.hash())
                })
                .collect::<Vec<_>>(),
            Err(faults) => vec![format!("refused: {}", faults[0].message)],
        };
        text += &hashes.join(" ");
        text.push('\n');
    }
    Ok(text)
}

//! The first simulated figures of each row: `data/first_sight.json`. An entry is written once, before the
//! model is changed with knowledge of the row, and is never edited.

use sched_judge::report::FirstSight;
use sched_judge::words::Quantity;
use serde::Deserialize;
use std::sync::OnceLock;

#[derive(Deserialize)]
struct Seen {
    table: String,
    row: String,
    quantity: Quantity,
    date: String,
    simulated: Option<f64>,
    ci95: Option<f64>,
    gain_simulated: Option<f64>,
    gain_ci95: Option<f64>,
}

fn all() -> &'static [Seen] {
    static SEEN: OnceLock<Vec<Seen>> = OnceLock::new();
    SEEN.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/first_sight.json")).expect("a list of rows")
    })
}

/// The first figures of a row; `None` for a new row, which has no entry yet.
pub fn of(table: &str, row: &str, quantity: Quantity) -> Option<FirstSight> {
    let is_it =
        |seen: &&Seen| (seen.table.as_str(), seen.row.as_str(), seen.quantity) == (table, row, quantity);
    let seen = all().iter().find(is_it)?;
    Some(FirstSight {
        date: seen.date.clone(),
        simulated: seen.simulated,
        ci95: seen.ci95,
        gain_simulated: seen.gain_simulated,
        gain_ci95: seen.gain_ci95,
        sign: None,
        order: None,
        size: None,
    })
}

#[cfg(test)]
mod tests {
    use super::{all, of};
    use crate::replicate::plan::{Answer, Quality};
    use crate::replicate::plans;

    #[test]
    fn every_simulated_row_has_exactly_one_entry_at_first_sight() {
        let mut keys: Vec<_> =
            all().iter().map(|seen| (&seen.table, &seen.row, seen.quantity.key())).collect();
        keys.sort();
        let before = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), before, "a row stands twice");
        for plan in plans(Quality::Full) {
            for row in plan.rows.iter().filter(|row| !matches!(row.answer, Answer::Silent(_))) {
                assert!(
                    of(plan.table, &row.name(), row.quantity).is_some(),
                    "{} {}: run it with the model as it is, and write that into data/first_sight.json",
                    plan.table,
                    row.name()
                );
            }
        }
    }
}

//! The key of the lecturer: the salt, the scoring seeds, and the right answers, which come from runs.

use crate::document::{Ask, Assignment, Choice};
use crate::fault::Fault;
use crate::figures::Condition;
use crate::mark::{self, Who, reports_of};
use crate::reason::Reason;
use crate::runs::{Pending, Runs};
use crate::validate::Checked;
use crate::{hex, sha256};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of the key.
pub const VERSION: u32 = 1;

/// A key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Key {
    pub version: u32,
    /// The digest of the assignment that was handed out.
    pub assignment: String,
    pub salt: String,
    /// The seeds that decide about goals.
    pub scoring: Vec<u32>,
    /// What is right in each task; null: what the student's runs say, or what a person judges.
    pub right: Vec<Value>,
}

/// The salt and the scoring seeds out of random bytes, of which nobody else knows.
pub fn secrets(random: &[u8; 32], scoring: u32) -> (String, Vec<u32>) {
    let salt = hex(&sha256(&[b"salt", random]), 8);
    let seed = |at: u32| {
        let hash = sha256(&[b"seed", random, &at.to_le_bytes()]);
        u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]])
    };
    (salt, (0..scoring).map(seed).collect())
}

/// Makes the key of an assignment, and the document that is handed out.
///
/// # Errors
/// A right answer cannot be derived. [`Pending`]: runs have to be done first.
pub fn make(
    of: &Checked,
    random: &[u8; 32],
    runs: &mut Runs,
) -> Result<Result<(Key, Assignment), Fault>, Pending> {
    let (salt, scoring) = secrets(random, of.assignment.seeds.scoring);
    let seeds = match of.assignment.seeds.practice.as_slice() {
        [] => &scoring,
        practice => practice,
    };
    let who = Who { seeds, scoring: &scoring };
    let (mut right, mut fault, mut pending) = (Vec::new(), None, false);
    for (task, of_task) in of.assignment.tasks.iter().enumerate() {
        let found = match &of_task.ask {
            Ask::Choice(choice) => right_options(of, choice, seeds, runs),
            ask => mark::right(of, ask, &who, runs),
        };
        match found {
            Ok(Ok(value)) => right.push(value),
            Ok(Err(why)) => fault = fault.or(Some(Fault::NoRightAnswer { task, why })),
            Err(Pending) => pending = true,
        }
    }
    if pending {
        return Err(Pending);
    }
    if let Some(fault) = fault {
        return Ok(Err(fault));
    }
    let handed_out = of.assignment.handed_out(&salt, &right);
    let key = Key { version: VERSION, assignment: handed_out.digest(), salt, scoring, right };
    Ok(Ok((key, handed_out)))
}

/// The options all of whose conditions hold.
fn right_options(
    of: &Checked,
    choice: &Choice,
    seeds: &[u32],
    runs: &mut Runs,
) -> Result<Result<Value, Reason>, Pending> {
    let Some(scenario) = of.experiments.get(&choice.experiment) else {
        return Ok(Err(Reason::NoOption));
    };
    let reports = reports_of(scenario, seeds, runs)?;
    let holds = |condition: &Condition| {
        condition.asked().over(&reports).is_some_and(|estimate| condition.holds(estimate.mean))
    };
    let is_right = |at: &usize| choice.options[*at].holds.iter().all(holds);
    let right: Vec<usize> = (0..choice.options.len()).filter(is_right).collect();
    Ok(match (right.len(), choice.several) {
        (0, _) => Err(Reason::NoOption),
        (1, _) | (_, true) => Ok(json!(right)),
        (count, false) => Err(Reason::ManyOptions { count }),
    })
}

impl Key {
    /// Reads a key.
    ///
    /// # Errors
    /// It is no key, or a newer release made it.
    pub fn read(text: &str) -> Result<Self, Fault> {
        let key: Self =
            serde_json::from_str(text).map_err(|error| Fault::NoKey { why: error.to_string() })?;
        if key.version > VERSION {
            return Err(Fault::Newer { version: key.version, known: VERSION });
        }
        Ok(key)
    }

    /// The document that students have, from it or from that of the lecturer.
    ///
    /// # Errors
    /// The key belongs to another one.
    pub fn handed_out(&self, of: &Checked) -> Result<Checked, Fault> {
        let assignment = if of.assignment.is_handed_out() {
            of.assignment.clone()
        } else {
            of.assignment.handed_out(&self.salt, &self.right)
        };
        if assignment.digest() != self.assignment || self.right.len() != assignment.tasks.len() {
            return Err(Fault::OtherKey);
        }
        Ok(Checked { assignment, experiments: of.experiments.clone() })
    }
}

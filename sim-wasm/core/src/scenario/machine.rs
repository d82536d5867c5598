//! The machine of a document: a named one, or one that is spelt out.

use crate::document::fault::{Fault, FieldError};
use crate::document::place::{Place, Way};
use crate::document::read::{Read, fields};
use crate::machine::notation::{self, NOT_HERE, NotationFault};
use crate::machine::{Family, Machine, MachineId, Platform, Topology, wires};
use serde::Serialize;
use serde_json::Value;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// A machine by its name, or one of one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub enum MachineChoice {
    Named(MachineId),
    Own(Box<OwnMachine>),
}

/// A machine of one's own: its topology, and the machine whose costs it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
pub struct OwnMachine {
    /// What it is called: 1 to 60 characters.
    pub name: String,
    /// The named machines whose costs, timer and preemption it has. None of these costs was measured on it.
    pub like: Family,
    /// hwloc's synthetic notation (`pack:2 numa:2 l3:1 l2:6 core:4 pu:1`), or lists of CPUs (`pu=0-5,8 l3=0-5/8`).
    pub topology: String,
    /// SLIT distances: one number for all other nodes, or a row for each node (`10,12 12,10`); absent: 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub distances: Option<String>,
    /// What its CPUs get done, of 1024 (`0-3:1024 4-7:446`); absent: nothing is known of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub capacities: Option<String>,
    /// Timer ticks per second; absent: as the machines it is like.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub hz: Option<u32>,
}

fields!(OwnMachine { name, like, topology, distances, capacities, hz } required name, like, topology);

impl OwnMachine {
    /// A machine with a topology, and the costs of a family.
    pub fn of(topology: &Topology, like: Family) -> Self {
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Self {
            name: topology.name.clone(),
            like,
            topology: notation::write(topology),
            distances: said(notation::write_distances(&topology.distances)),
            capacities: said(notation::write_capacities(&topology.cpus)),
            hz: None,
        }
    }

    /// Its topology.
    ///
    /// # Errors
    /// The field that is wrong, and why.
    pub fn topology(&self) -> Result<Topology, (&'static str, NotationFault)> {
        if !cfg!(feature = "own-machines") {
            return Err(("topology", NotationFault::NotHere));
        }
        let mut topology = notation::read(&self.topology).map_err(|fault| ("topology", fault))?;
        topology.name.clone_from(&self.name);
        if let Some(text) = &self.distances {
            let distances = notation::read_distances(text, topology.nodes.len());
            topology.distances = distances.map_err(|fault| ("distances", fault))?;
        }
        if let Some(text) = &self.capacities {
            notation::read_capacities(text, &mut topology.cpus).map_err(|fault| ("capacities", fault))?;
        }
        match topology.check() {
            Ok(()) => Ok(topology),
            Err(faults) => {
                let fault = faults[0];
                Err((fault.field(), fault.into()))
            }
        }
    }

    fn platform(&self, topology: &Topology) -> Platform {
        let like = Platform::of(self.like);
        Platform {
            id: String::new(),
            hz: self.hz.unwrap_or(like.hz),
            shared_llc: true,
            links: wires(topology),
            ..like
        }
    }
}

impl MachineChoice {
    /// The machine.
    ///
    /// # Panics
    /// Where it is none: a scenario's check refuses such a document.
    pub fn build(&self) -> Machine {
        match self {
            Self::Named(id) => Machine::preset(*id),
            Self::Own(own) => match own.topology() {
                Ok(topology) => Machine::from_topology(&topology, own.platform(&topology)),
                Err((field, _)) => panic!("machine.{field}"),
            },
        }
    }

    /// What is wrong with it.
    pub(super) fn fault(&self) -> Option<FieldError> {
        let Self::Own(own) = self else { return None };
        let (field, fault) = own.topology().err()?;
        let value = match field {
            "name" => Some(&own.name),
            "distances" => own.distances.as_ref(),
            "capacities" => own.capacities.as_ref(),
            _ => Some(&own.topology),
        };
        let value = value.cloned().unwrap_or_default().into();
        let place = Place::field("machine").key(field);
        Some(FieldError::new(&place, Some(&value), Fault::Topology { why: sentence(&fault) }))
    }
}

/// Why, in a sentence.
fn sentence(fault: &NotationFault) -> String {
    if cfg!(feature = "own-machines") { fault.to_string() } else { NOT_HERE.into() }
}

impl From<MachineId> for MachineChoice {
    fn from(id: MachineId) -> Self {
        Self::Named(id)
    }
}

impl Default for MachineChoice {
    fn default() -> Self {
        Self::Named(MachineId::default())
    }
}

impl Read for MachineChoice {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        *self = if value.is_object() {
            let mut own = OwnMachine::default();
            own.read(value, way)?;
            Self::Own(Box::new(own))
        } else {
            let mut id = MachineId::default();
            id.read(value, way)?;
            Self::Named(id)
        };
        Ok(())
    }
}

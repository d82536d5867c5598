//! The machine of a document: a named one or a custom one.

use super::validate::cost_fault;
use crate::document::Value;
use crate::document::fault::{Fault, FieldError};
use crate::document::place::{Place, Way};
use crate::document::read::{Read, fields};
use crate::machine::notation::{self, NotationFault};
use crate::machine::{
    CostInfo, Costs, Evidence, Family, Grade, Link, Machine, MachineId, Platform, Shape, Topology,
    apply_overrides, wires,
};
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// Costs that were measured on it, by cost name; the others are those of `like`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<BTreeMap<String, u32>>"))]
    pub costs: BTreeMap<String, u32>,
    /// What the texts describe, as [`Shape::write`] writes it: the page draws it; the simulator reads the texts. Never kept in
    /// a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip), ts(optional))]
    pub rows: Option<String>,
}

fields!(OwnMachine { name, like, topology, distances, capacities, hz, costs, rows } required name, like, topology);

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
            costs: BTreeMap::new(),
            rows: None,
        }
    }

    /// Its topology.
    ///
    /// # Errors
    /// The invalid field, and the reason.
    pub fn topology(&self) -> Result<Topology, (&'static str, NotationFault)> {
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

    /// The shape of its topology, and the links between its nodes; `None`: the texts describe no machine.
    fn shape(&self) -> Option<(Shape, Vec<Link>)> {
        let topology = self.topology().ok()?;
        Some((Shape::of(&topology), wires(&topology)))
    }

    /// The machine with its `rows`.
    ///
    /// # Errors
    /// The invalid field.
    pub fn with_rows(self) -> Result<Self, FieldError> {
        if let Some(fault) = self.fault() {
            return Err(fault);
        }
        let rows = self.shape().map(|(shape, _)| shape.write());
        Ok(Self { rows, ..self })
    }

    /// The first fault of the machine.
    fn fault(&self) -> Option<FieldError> {
        let place = Place::field("machine").key("costs");
        if let Some(fault) =
            self.costs.iter().find_map(|(key, &value)| cost_fault(&place, key, &value.into()))
        {
            return Some(fault);
        }
        let (field, why) = self.topology().err()?;
        let value = match field {
            "name" => Some(&self.name),
            "distances" => self.distances.as_ref(),
            "capacities" => self.capacities.as_ref(),
            _ => Some(&self.topology),
        };
        let value = value.cloned().unwrap_or_default().into();
        let place = Place::field("machine").key(field);
        Some(FieldError::new(&place, Some(&value), Fault::Topology { why: why.to_string() }))
    }
}

impl MachineChoice {
    /// The machine.
    ///
    /// # Panics
    /// If the topology is invalid: a scenario's check refuses such a document.
    pub fn build(&self) -> Machine {
        match self {
            Self::Named(id) => Machine::preset(*id),
            Self::Own(own) => {
                let (shape, links) = own.shape().expect("a machine that passed its check");
                let like = Platform::of(own.like);
                let hz = own.hz.unwrap_or(like.hz);
                let platform =
                    Platform { id: String::new(), measured: false, hz, shared_llc: true, links, ..like };
                Machine::of(own.name.clone(), shape, platform)
            }
        }
    }

    /// The costs of the machine: those measured on it, else those of its family.
    pub fn costs(&self) -> Costs {
        match self {
            Self::Named(id) => Costs::of(Family::of(*id)),
            Self::Own(own) => {
                let mut costs = Costs::of(own.like);
                apply_overrides(&mut costs, &own.costs);
                costs
            }
        }
    }

    /// The family whose costs the machine has.
    pub fn family(&self) -> Family {
        match self {
            Self::Named(id) => Family::of(*id),
            Self::Own(own) => own.like,
        }
    }

    /// A cost of the machine with its evidence: measured on it, or else that of its family.
    pub fn evidence(&self, cost: &CostInfo) -> Evidence {
        match self {
            Self::Named(id) => cost.on(*id),
            Self::Own(own) => match own.costs.get(cost.key) {
                Some(&value) => Evidence {
                    value,
                    grade: Grade::Measured,
                    source: "measured by who described the machine",
                },
                None => {
                    let source = own.like.not_measured();
                    Evidence { grade: Grade::Assumed, source, ..cost.by_family(own.like) }
                }
            },
        }
    }

    /// The first fault of the machine.
    pub(super) fn fault(&self) -> Option<FieldError> {
        match self {
            Self::Named(_) => None,
            Self::Own(own) => own.fault(),
        }
    }
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
        *self = if matches!(value, Value::Object(_)) {
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

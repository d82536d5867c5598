//! Turns the objects that were found into the facts of a machine.

use super::walk::{CpuKind, Node, Walk};
use crate::facts::{Distances, Facts, shares_below_llc};
use crate::fault::{Fault, What};
use crate::said::NotSaid;
use crate::set::CpuSet;
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};
use std::collections::BTreeSet;

impl Walk {
    pub fn settle(mut self) -> Result<Facts, Fault> {
        let mut facts = Facts {
            source: "lstopo",
            name: self.model.take().or(self.product.take()),
            knows_clusters: self.clusters > 0,
            not_said: std::mem::take(&mut self.not_said),
            ..Facts::default()
        };
        self.leave_out(&mut facts);
        self.place(&mut facts);
        self.rate(&mut facts);
        for (count, said) in [
            (self.empty_sockets, (|count| NotSaid::EmptySockets { count }) as fn(usize) -> NotSaid),
            (self.dies, |count| NotSaid::Dies { count }),
            (self.books, |count| NotSaid::Books { count }),
            (self.groups, |count| NotSaid::Groups { count }),
        ] {
            if count > 0 {
                facts.not_said.push(said(count));
            }
        }
        if !self.unknown.is_empty() {
            facts.not_said.push(NotSaid::Types { names: self.unknown.iter().cloned().collect() });
        }
        if self.clusters == 0 && shares_below_llc(&self.cpus, &self.l2) {
            facts.not_said.push(NotSaid::SharedL2);
        }
        // hwloc writes all clusters that it knows, but not those that are equal to an L2.
        facts.knows_clusters = true;
        facts.distances = self.matrix_of_nodes()?;
        facts.cpus = self.cpus;
        Ok(facts)
    }

    /// Leaves out offline CPUs, and reports CPUs that the file does not describe.
    fn leave_out(&mut self, facts: &mut Facts) {
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        if let Some(online) = self.online.filter(|online| !online.is_empty()) {
            let offline = known.without(&online);
            if !offline.is_empty() {
                facts.not_said.push(NotSaid::Offline { cpus: offline });
                let mut kept = self.cpus.iter().map(|cpu| online.contains(cpu.number));
                self.l2.retain(|_| kept.next().unwrap_or(true));
                self.cpus.retain(|cpu| online.contains(cpu.number));
            }
        }
        let unseen = self.complete.without(&known);
        // hwloc writes an infinite mask if it does not know the CPUs of a machine.
        if !unseen.is_empty() && !self.complete.contains(MOST_CPUS as u32 - 1) {
            facts.not_said.push(NotSaid::Unseen { cpus: unseen });
        }
        if let Some(allowed) = self.allowed.filter(|allowed| !allowed.is_empty()) {
            let kept_from: CpuSet =
                self.cpus.iter().map(|cpu| cpu.number).collect::<CpuSet>().without(&allowed);
            if !kept_from.is_empty() {
                facts.not_said.push(NotSaid::NotAllowed { cpus: kept_from });
            }
        }
    }

    /// Puts each CPU on the smallest node that contains it. Of several such nodes the lowest number wins.
    fn place(&mut self, facts: &mut Facts) {
        facts.nodes = self.nodes.iter().map(|node| node.number).collect();
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        let mut nodes: Vec<(u32, CpuSet)> =
            self.nodes.iter().map(|node| (node.number, node.cpus.and(&known))).collect();
        nodes.sort_by_key(|(number, cpus)| (cpus.len(), *number));
        for cpu in self.cpus.iter_mut().filter(|cpu| cpu.node.is_none()) {
            cpu.node = nodes.iter().find(|(_, cpus)| cpus.contains(cpu.number)).map(|(number, _)| *number);
        }
        let taken: BTreeSet<u32> = self.cpus.iter().filter_map(|cpu| cpu.node).collect();
        nodes.sort_by_key(|(number, _)| *number);
        for (node, cpus) in nodes.iter().filter(|(number, cpus)| !taken.contains(number) && !cpus.is_empty())
        {
            let as_node = self.cpus.iter().find(|cpu| cpus.contains(cpu.number)).and_then(|cpu| cpu.node);
            facts.not_said.extend(as_node.map(|as_node| NotSaid::SameCpus { node: *node, as_node }));
        }
    }

    /// Sets the capacities of the CPUs by their kinds.
    fn rate(&mut self, facts: &mut Facts) {
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        self.kinds.retain(|kind| !kind.cpus.and(&known).is_empty());
        for kind in &self.kinds {
            for cpu in self.cpus.iter_mut().filter(|cpu| kind.cpus.contains(cpu.number)) {
                cpu.capacity = kind.capacity.or(cpu.capacity);
            }
        }
        if self.kinds.len() > 1 && self.kinds.iter().all(|kind| kind.capacity.is_none()) {
            let label = |kind: &CpuKind| kind.label.clone().or(kind.clock.clone());
            let kinds: BTreeSet<String> = self.kinds.iter().filter_map(label).take(8).collect();
            facts.not_said.push(NotSaid::Capacities { kinds: kinds.into_iter().collect() });
        }
    }

    /// The distances between the nodes, from either version of the format.
    fn matrix_of_nodes(&mut self) -> Result<Option<Distances>, Fault> {
        if let Some(values) = self.distances.take() {
            return Ok(Some((self.nodes.iter().map(|node| node.number).collect(), values)));
        }
        let mut latencies = self.matrices.iter().filter(|matrix| matrix.is_latency);
        let own = latencies.clone().find(|matrix| matrix.is_numa_latency);
        let Some(matrix) = own.or_else(|| latencies.next()) else { return Ok(None) };
        let fault = |what| Fault::at_line(matrix.line, what).of("distances2");
        let expected = matrix.indexes.len().saturating_mul(matrix.indexes.len());
        if matrix.values.len() != expected {
            return Err(fault(What::Distances { values: matrix.values.len(), expected }));
        }
        let node_of = |index: &u64| {
            let is = |node: &&Node| {
                if matrix.by_gp { node.gp_index == Some(*index) } else { u64::from(node.number) == *index }
            };
            self.nodes
                .iter()
                .find(is)
                .map(|node| node.number)
                .ok_or(What::Missing { name: "node of a distance" })
        };
        if matrix.indexes.len() > MOST_NODES {
            return Err(fault(What::TooManyNodes));
        }
        let nodes = matrix.indexes.iter().map(node_of).collect::<Result<_, _>>().map_err(fault)?;
        let values = matrix.values.iter().map(|&value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
        Ok(Some((nodes, values)))
    }
}

//! Reads what `numactl -H` prints: the CPUs of each node, and the distances.

use crate::facts::{CpuFacts, Facts};
use crate::fault::{Fault, What, number};
use crate::lscpu;
use crate::set::cpu_number;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the tool.
pub const SOURCE: &str = "numactl";

/// Whether a line begins such a text.
pub fn is_line(line: &str) -> bool {
    line.starts_with("available: ") && line.contains("node")
}

/// Whether a line begins the distances, which people also paste alone.
pub fn is_distances(line: &str) -> bool {
    line.trim_end() == "node distances:"
}

/// Reads the text.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let mut facts = Facts { source: SOURCE, ..Facts::default() };
    let mut node_of = BTreeMap::new();
    let mut columns: Option<Vec<u32>> = None;
    let mut rows: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut expected = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        let line = line.trim();
        let mut words = line.split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some("available:"), Some(count), _) => {
                expected = Some(number(count, "count").map_err(fault)? as usize);
            }
            (Some("node"), Some(node), Some("cpus:")) => {
                let node = number(node, "node").map_err(fault)?;
                facts.nodes.insert(node);
                if facts.nodes.len() > crate::MOST_NODES {
                    return Err(fault(What::TooManyNodes));
                }
                for word in words {
                    let cpu = cpu_number(word).map_err(fault)?;
                    if node_of.insert(cpu, node).is_some() {
                        return Err(fault(What::Twice { of: "CPU", number: cpu }));
                    }
                }
            }
            (Some("node"), Some("distances:"), _) => {}
            (Some("node"), Some(first), _) if first.bytes().all(|byte| byte.is_ascii_digit()) => {
                if line.contains(':') {
                    continue;
                }
                let all = line.split_whitespace().skip(1).map(|word| number(word, "node"));
                columns = Some(all.collect::<Result<_, _>>().map_err(fault)?);
            }
            (Some(node), ..) if columns.is_some() => {
                let Some(node) = node.strip_suffix(':').and_then(|node| number(node, "node").ok()) else {
                    continue;
                };
                let all = line.split_whitespace().skip(1).map(|word| number(word, "distance"));
                let row: Vec<u32> = all.collect::<Result<_, _>>().map_err(fault)?;
                let expected = columns.as_ref().map_or(0, Vec::len);
                if row.len() != expected {
                    return Err(fault(What::Distances { values: row.len(), expected }));
                }
                if rows.iter().any(|(one, _)| *one == node) {
                    return Err(fault(What::Twice { of: "Node", number: node }));
                }
                rows.push((node, row));
            }
            _ => {}
        }
    }
    if expected.is_some_and(|expected| expected != facts.nodes.len()) {
        return Err(What::Cut.into());
    }
    if let Some(columns) = columns {
        let is =
            |nodes: &BTreeSet<u32>| rows.iter().map(|(node, _)| *node).collect::<BTreeSet<_>>() == *nodes;
        let columns_are: BTreeSet<u32> = columns.iter().copied().collect();
        if !is(&columns_are) || columns_are.len() != columns.len() {
            return Err(What::Distances { values: rows.len(), expected: columns.len() }.into());
        }
        if expected.is_none() {
            facts.nodes.extend(&columns);
        }
        rows.sort_by_key(|(node, _)| columns.iter().position(|column| column == node));
        facts.distances = Some((columns, rows.into_iter().flat_map(|(_, row)| row).collect()));
    }
    facts.cpus = node_of
        .into_iter()
        .map(|(number, node)| CpuFacts { number, node: Some(node), ..CpuFacts::default() })
        .collect();
    facts.asks = Some(lscpu::COMMAND);
    Ok(facts)
}

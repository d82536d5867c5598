//! The state of a policy: variables, maps, masks, timers.

use crate::exec::FaultKind;
use crate::program::{MapDef, MapKind, Program};
use crate::topology::Topology;
use crate::{MOST_CPUS, MOST_MEMORY, STACK, address};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// Most masks that a policy holds at a time.
const MOST_MASKS: usize = 1 << 16;

/// The contents of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Map {
    /// Values, one after the other; of a per-CPU array the values of CPU 0 first.
    Array { values: Vec<u8>, entries: u32 },
    /// A slot of `values` for each key in use; `free` are slots to use again, the last first.
    Hash {
        #[serde(with = "pairs")]
        slots: BTreeMap<Vec<u8>, u32>,
        values: Vec<u8>,
        free: Vec<u32>,
    },
    /// The same by task.
    Tasks { slots: BTreeMap<u32, u32>, values: Vec<u8>, free: Vec<u32> },
    /// The elements, the first to be taken in front.
    Queue { bytes: VecDeque<u8> },
    /// Its maps never change.
    Maps,
}

/// A table as a list of pairs: a key of bytes is no key of a JSON object.
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(table: &BTreeMap<Vec<u8>, u32>, to: S) -> Result<S::Ok, S::Error> {
        table.iter().collect::<Vec<_>>().serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<BTreeMap<Vec<u8>, u32>, D::Error> {
        Vec::deserialize(from).map(|pairs| pairs.into_iter().collect())
    }
}

/// A timer that `bpf_timer_init` was called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timer {
    /// The address of the `struct bpf_timer` in the value of a map.
    pub address: u64,
    pub callback: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnMask {
    pub words: Vec<u64>,
    pub references: u32,
}

/// Storage without meaning between calls: it is neither compared nor saved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch<T>(pub T);

impl<T> PartialEq for Scratch<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for Scratch<T> {}

/// The memory of a policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    pub(crate) data: Vec<u8>,
    pub(crate) rodata: Vec<u8>,
    pub(crate) maps: Vec<Map>,
    /// Bytes of a value of each map.
    pub(crate) strides: Vec<u32>,
    pub(crate) masks: Vec<Option<OwnMask>>,
    pub(crate) timers: Vec<Timer>,
    /// The CPU that the last `any_distribute` on each CPU gave.
    pub(crate) cursors: Vec<u32>,
    pub(crate) cpus: u32,
    /// Balance of `bpf_spin_lock` and `bpf_rcu_read_lock` in the running call.
    pub(crate) locks: u32,
    pub(crate) reads: u32,
    #[serde(skip)]
    pub(crate) stack: Scratch<Vec<u8>>,
}

fn write_number(bytes: &mut [u8], value: u64) {
    let length = bytes.len().min(8);
    bytes[..length].copy_from_slice(&value.to_le_bytes()[..length]);
}

pub(crate) fn read_number(bytes: &[u8]) -> u64 {
    let mut number = [0; 8];
    let length = bytes.len().min(8);
    number[..length].copy_from_slice(&bytes[..length]);
    u64::from_le_bytes(number)
}

impl Memory {
    pub(crate) fn new(program: &Program, knobs: &[(&str, i64)], topology: &Topology) -> Self {
        let cpus = (topology.cpus.len() as u64).clamp(1, u64::from(MOST_CPUS)) as u32;
        let mut memory = Self {
            data: program.data.clone(),
            rodata: program.rodata.clone(),
            maps: program.maps.iter().map(|map| Map::new(map, cpus)).collect(),
            strides: program.maps.iter().map(|map| map.value_bytes).collect(),
            masks: Vec::new(),
            timers: Vec::new(),
            cursors: vec![0; cpus as usize],
            cpus,
            locks: 0,
            reads: 0,
            stack: Scratch(vec![0; STACK as usize]),
        };
        for global in &program.globals {
            let all = if global.read_only { &mut memory.rodata } else { &mut memory.data };
            let from = global.offset as usize;
            let Some(bytes) = all.get_mut(from..from + global.bytes as usize) else { continue };
            if let Some(filled) = global.filled {
                let values = topology.values(filled.fact, filled.row);
                let elements = bytes.chunks_exact_mut(usize::from(filled.bytes)).take(filled.count as usize);
                elements.zip(values).for_each(|(element, value)| write_number(element, value));
            }
            let chosen = knobs.iter().find(|(name, _)| *name == global.name);
            if let (Some(_), Some(&(_, value))) = (global.knob, chosen) {
                write_number(bytes, value as u64);
            }
        }
        memory
    }

    fn range(bytes: &[u8], offset: u64, size: u32) -> Option<std::ops::Range<usize>> {
        let end = offset.checked_add(u64::from(size))?;
        (end <= bytes.len() as u64).then_some(offset as usize..end as usize)
    }

    fn value_range(&self, at: u64, size: u32) -> Option<(usize, std::ops::Range<usize>)> {
        let (map, slot, offset) = address::value_parts(at);
        let stride = *self.strides.get(map as usize)?;
        let values = self.maps.get(map as usize)?.values()?;
        if u64::from(offset) + u64::from(size) > u64::from(stride) {
            return None;
        }
        let from = u64::from(slot) * u64::from(stride) + u64::from(offset);
        Some((map as usize, Self::range(values, from, size)?))
    }

    /// The bytes at an address of variables, values of maps or the stack.
    pub fn bytes(&self, at: u64, size: u32) -> Result<&[u8], FaultKind> {
        let rest = address::rest(at);
        let all = match address::tag(at) {
            address::DATA => &self.data,
            address::RODATA => &self.rodata,
            address::STACK => &self.stack.0,
            address::VALUE => {
                let (map, range) = self.value_range(at, size).ok_or(FaultKind::Bounds)?;
                return self.maps[map].values().and_then(|values| values.get(range)).ok_or(FaultKind::Bounds);
            }
            _ => return Err(FaultKind::of_pointer(at)),
        };
        Self::range(all, rest, size).map(|range| &all[range]).ok_or(FaultKind::Bounds)
    }

    /// The same, to write to.
    pub fn bytes_mut(&mut self, at: u64, size: u32) -> Result<&mut [u8], FaultKind> {
        let rest = address::rest(at);
        let all = match address::tag(at) {
            address::DATA => &mut self.data,
            address::STACK => &mut self.stack.0,
            address::RODATA => return Err(FaultKind::ReadOnly),
            address::VALUE => {
                let (map, range) = self.value_range(at, size).ok_or(FaultKind::Bounds)?;
                return self.maps[map]
                    .values_mut()
                    .and_then(|all| all.get_mut(range))
                    .ok_or(FaultKind::Bounds);
            }
            _ => return Err(FaultKind::of_pointer(at)),
        };
        let range = Self::range(all, rest, size).ok_or(FaultKind::Bounds)?;
        Ok(&mut all[range])
    }

    /// A number of 1 to 8 bytes.
    pub fn read(&self, at: u64, size: u32) -> Result<u64, FaultKind> {
        self.bytes(at, size).map(read_number)
    }

    pub fn write(&mut self, at: u64, size: u32, value: u64) -> Result<(), FaultKind> {
        write_number(self.bytes_mut(at, size)?, value);
        Ok(())
    }

    /// Copies to a target; only the source may overlap with it wholly.
    pub(crate) fn copy(&mut self, to: u64, from: u64, size: u32) -> Result<(), FaultKind> {
        let mut at = 0;
        let mut piece = [0; 64];
        // Backwards if the target begins inside the source.
        let back = to > from && to - from < u64::from(size);
        while at < size {
            let length = (size - at).min(64);
            let offset = u64::from(if back { size - at - length } else { at });
            piece[..length as usize].copy_from_slice(self.bytes(from.wrapping_add(offset), length)?);
            self.bytes_mut(to.wrapping_add(offset), length)?.copy_from_slice(&piece[..length as usize]);
            at += length;
        }
        Ok(())
    }

    /// The contents of a map.
    pub fn map(&self, map: u32) -> Option<&Map> {
        self.maps.get(map as usize)
    }

    pub fn timers(&self) -> &[Timer] {
        &self.timers
    }

    /// A new mask of the policy without CPUs; `None` if there are too many.
    pub(crate) fn new_mask(&mut self) -> Option<u32> {
        let mask = OwnMask { words: vec![0; self.cpus.div_ceil(64) as usize], references: 1 };
        if let Some(free) = self.masks.iter().position(Option::is_none) {
            self.masks[free] = Some(mask);
            return Some(free as u32);
        }
        (self.masks.len() < MOST_MASKS).then(|| {
            self.masks.push(Some(mask));
            self.masks.len() as u32 - 1
        })
    }

    /// The CPUs of a mask that the policy made, as words of 64 bits.
    pub fn own_mask(&self, id: u32) -> Option<&[u64]> {
        self.masks.get(id as usize)?.as_ref().map(|mask| &mask.words[..])
    }

    /// The CPU of `words` after the one that the last choice on `cpu` gave; `None` if there is no CPU in them.
    pub fn distribute(&mut self, words: impl Fn(u32) -> u64, cpu: u32) -> Option<u32> {
        let last = self.cursors.get(cpu as usize).copied().unwrap_or(0);
        let has = |cpu: &u32| words(cpu / 64) >> (cpu % 64) & 1 != 0;
        let found = (last + 1..self.cpus).chain(0..self.cpus.min(last + 1)).find(has)?;
        if let Some(cursor) = self.cursors.get_mut(cpu as usize) {
            *cursor = found;
        }
        Some(found)
    }

    /// Forgets a task: its storage is freed.
    pub fn forget_task(&mut self, task: u32) {
        for map in &mut self.maps {
            if let Map::Tasks { slots, free, .. } = map
                && let Some(slot) = slots.remove(&task)
            {
                free.push(slot);
            }
        }
    }

    pub(crate) fn grown(&self) -> u64 {
        self.maps.iter().filter_map(Map::values).map(|values| values.len() as u64).sum()
    }
}

impl Map {
    fn new(def: &MapDef, cpus: u32) -> Self {
        let entries = if def.max_entries == 0 { cpus } else { def.max_entries };
        let bytes = |count: u64| vec![0; (count * u64::from(def.value_bytes)) as usize];
        match def.kind {
            MapKind::Array => Self::Array { values: bytes(u64::from(entries)), entries },
            MapKind::PercpuArray => {
                Self::Array { values: bytes(u64::from(entries) * u64::from(cpus)), entries }
            }
            MapKind::Hash => Self::Hash { slots: BTreeMap::new(), values: Vec::new(), free: Vec::new() },
            MapKind::TaskStorage => {
                Self::Tasks { slots: BTreeMap::new(), values: Vec::new(), free: Vec::new() }
            }
            MapKind::Queue | MapKind::Stack => Self::Queue { bytes: VecDeque::new() },
            MapKind::ArrayOfMaps => Self::Maps,
        }
    }

    pub(crate) fn values(&self) -> Option<&[u8]> {
        match self {
            Self::Array { values, .. } | Self::Hash { values, .. } | Self::Tasks { values, .. } => {
                Some(values)
            }
            Self::Queue { .. } | Self::Maps => None,
        }
    }

    fn values_mut(&mut self) -> Option<&mut [u8]> {
        match self {
            Self::Array { values, .. } | Self::Hash { values, .. } | Self::Tasks { values, .. } => {
                Some(values)
            }
            Self::Queue { .. } | Self::Maps => None,
        }
    }
}

/// A zeroed slot of `stride` bytes; `None` if there is no memory left.
pub(crate) fn new_slot(values: &mut Vec<u8>, free: &mut Vec<u32>, stride: u32, grown: u64) -> Option<u32> {
    let stride = stride as usize;
    if let Some(slot) = free.pop() {
        let from = slot as usize * stride;
        values.get_mut(from..from + stride)?.fill(0);
        return Some(slot);
    }
    if grown + stride as u64 > MOST_MEMORY {
        return None;
    }
    let slot = values.len() / stride.max(1);
    values.resize(values.len() + stride, 0);
    u32::try_from(slot).ok().filter(|&slot| slot < 1 << 24)
}

//! The functions that the machine answers itself: maps, masks, timers, texts.

use crate::address;
use crate::exec::{FaultKind, Printed, Run};
use crate::kfunc::Kfunc;
use crate::memory::{Map, Memory, Timer, new_slot};
use crate::object::{Field, Object, ObjectKind};
use crate::print::number;
use crate::program::{MapDef, MapKind};

const ENOENT: i64 = -2;
const E2BIG: i64 = -7;
const ENOMEM: i64 = -12;
const EBUSY: i64 = -16;
const EEXIST: i64 = -17;
const EINVAL: i64 = -22;

/// Most timers, as many as elements of a large map.
const MOST_TIMERS: usize = 1 << 16;

fn error(number: i64) -> Result<u64, FaultKind> {
    Ok(number as u64)
}

impl Memory {
    /// The key of a slot.
    pub(crate) fn key_of(&self, map: u32, slot: u32) -> Vec<u8> {
        match self.map(map) {
            Some(Map::Hash { slots, .. }) => {
                slots.iter().find(|(_, at)| **at == slot).map(|(key, _)| key.clone()).unwrap_or_default()
            }
            _ => slot.to_le_bytes().to_vec(),
        }
    }
}

impl Run<'_> {
    /// Changes what the host gets: timers and iterators by number. `out[15]` keeps the address.
    pub(crate) fn translate<'b>(
        &self,
        kfunc: Kfunc,
        arguments: &'b [u64],
        out: &'b mut [u64; 16],
    ) -> Result<&'b [u64], FaultKind> {
        let first = arguments.first().copied().unwrap_or(0);
        let count = arguments.len().min(15);
        out[..count].copy_from_slice(&arguments[..count]);
        out[15] = first;
        match kfunc {
            Kfunc::TimerStart | Kfunc::TimerCancel => {
                let timer = self.memory.timers.iter().position(|timer| timer.address == first);
                out[0] = timer.ok_or(FaultKind::Argument { kfunc, argument: 0 })? as u64;
            }
            Kfunc::DsqIterNew => return Ok(arguments.get(1..count).unwrap_or_default()),
            Kfunc::DsqIterNext
            | Kfunc::DsqIterDestroy
            | Kfunc::DsqMove
            | Kfunc::DsqMoveVtime
            | Kfunc::DsqMoveSetSlice
            | Kfunc::DsqMoveSetVtime => out[0] = self.memory.read(first, 8)?,
            _ => {}
        }
        Ok(&out[..count])
    }

    /// Keeps the number of a new iterator.
    pub(crate) fn remember(&mut self, kfunc: Kfunc, first: u64, result: u64) -> Result<u64, FaultKind> {
        if kfunc == Kfunc::DsqIterNew {
            self.memory.write(first, 8, result)?;
            return Ok(0);
        }
        Ok(result)
    }

    fn word(&mut self, mask: u64, word: u32) -> Result<u64, FaultKind> {
        let object = Object::of(mask).ok_or(FaultKind::of_pointer(mask))?;
        match object.kind {
            ObjectKind::OwnMask => {
                let words = self.memory.own_mask(object.id).ok_or(FaultKind::Gone)?;
                Ok(words.get(word as usize).copied().unwrap_or(0))
            }
            ObjectKind::TaskMask | ObjectKind::Mask => self.host.mask_word(object, word),
            _ => Err(FaultKind::NoPointer),
        }
    }

    fn words(&self) -> u32 {
        self.memory.cpus.div_ceil(64)
    }

    fn all_of_word(&self, word: u32) -> u64 {
        let left = self.memory.cpus.saturating_sub(64 * word);
        if left >= 64 { u64::MAX } else { (1 << left) - 1 }
    }

    fn own(&mut self, mask: u64, kfunc: Kfunc) -> Result<&mut Vec<u64>, FaultKind> {
        if mask == 0 {
            return Err(FaultKind::Null);
        }
        let object = Object::of(mask).filter(|object| object.kind == ObjectKind::OwnMask);
        let object = object.ok_or(FaultKind::Argument { kfunc, argument: 0 })?;
        let mask = self.memory.masks.get_mut(object.id as usize).and_then(Option::as_mut);
        Ok(&mut mask.ok_or(FaultKind::Gone)?.words)
    }

    fn bit(&mut self, cpu: u64, mask: u64) -> Result<bool, FaultKind> {
        let cpu = cpu as u32;
        Ok(cpu < self.memory.cpus && self.word(mask, cpu / 64)? >> (cpu % 64) & 1 != 0)
    }

    fn set_bit(&mut self, cpu: u64, mask: u64, on: bool, kfunc: Kfunc) -> Result<bool, FaultKind> {
        let cpu = cpu as u32;
        let inside = cpu < self.memory.cpus;
        let words = self.own(mask, kfunc).map_err(|fault| match fault {
            FaultKind::Argument { kfunc, .. } => FaultKind::Argument { kfunc, argument: 1 },
            other => other,
        })?;
        let Some(word) = words.get_mut(cpu as usize / 64).filter(|_| inside) else { return Ok(false) };
        let before = *word >> (cpu % 64) & 1 != 0;
        if on {
            *word |= 1 << (cpu % 64);
        } else {
            *word &= !(1 << (cpu % 64));
        }
        Ok(before)
    }

    /// The first CPU for whose word `of` has a bit, or the number of CPUs.
    fn first(
        &mut self,
        mut of: impl FnMut(&mut Self, u32) -> Result<u64, FaultKind>,
    ) -> Result<u64, FaultKind> {
        for word in 0..self.words() {
            let bits = of(self, word)? & self.all_of_word(word);
            if bits != 0 {
                return Ok(u64::from(64 * word + bits.trailing_zeros()));
            }
        }
        Ok(u64::from(self.memory.cpus))
    }

    fn every(
        &mut self,
        mut holds: impl FnMut(&mut Self, u32) -> Result<bool, FaultKind>,
    ) -> Result<u64, FaultKind> {
        for word in 0..self.words() {
            if !holds(self, word)? {
                return Ok(0);
            }
        }
        Ok(1)
    }

    /// Writes a mask word by word; 1 if the result has a CPU.
    fn combine(
        &mut self,
        to: u64,
        kfunc: Kfunc,
        mut of: impl FnMut(&mut Self, u32) -> Result<u64, FaultKind>,
    ) -> Result<u64, FaultKind> {
        self.own(to, kfunc)?;
        let mut any = false;
        for word in 0..self.words() {
            let bits = of(self, word)? & self.all_of_word(word);
            any |= bits != 0;
            if let Some(slot) = self.own(to, kfunc)?.get_mut(word as usize) {
                *slot = bits;
            }
        }
        Ok(u64::from(any))
    }

    fn distribute(&mut self, words: &[u64]) -> u64 {
        let of = |word: u32| words.get(word as usize).copied().unwrap_or(0);
        let cpu = self.cpu;
        u64::from(self.memory.distribute(of, cpu).unwrap_or(self.memory.cpus))
    }

    fn map_def(&self, pointer: u64, kfunc: Kfunc) -> Result<(u32, &MapDef), FaultKind> {
        if pointer == 0 {
            return Err(FaultKind::Null);
        }
        let index =
            u32::try_from(address::rest(pointer)).ok().filter(|_| address::tag(pointer) == address::MAP);
        let index = index.ok_or(FaultKind::Argument { kfunc, argument: 0 })?;
        let def = self.program.maps.get(index as usize);
        Ok((index, def.ok_or(FaultKind::Argument { kfunc, argument: 0 })?))
    }

    fn key(&self, def: &MapDef, pointer: u64) -> Result<[u8; 64], FaultKind> {
        let mut key = [0; 64];
        let length = def.key_bytes.min(64);
        key[..length as usize].copy_from_slice(self.memory.bytes(pointer, length)?);
        Ok(key)
    }

    /// The address of the value of a key; 0 if there is none.
    fn look_up(&self, map: u64, key: u64, cpu: u32, kfunc: Kfunc) -> Result<u64, FaultKind> {
        let (index, def) = self.map_def(map, kfunc)?;
        let key = self.key(def, key)?;
        let number = number(&key[..4]) as u32;
        let used = &key[..def.key_bytes.min(64) as usize];
        Ok(match (def.kind, self.memory.map(index)) {
            (MapKind::Array, Some(Map::Array { entries, .. })) if number < *entries => {
                address::value(index, number, 0)
            }
            (MapKind::PercpuArray, Some(Map::Array { entries, .. }))
                if number < *entries && cpu < self.memory.cpus =>
            {
                address::value(index, cpu * entries + number, 0)
            }
            (MapKind::Hash, Some(Map::Hash { slots, .. })) => {
                slots.get(used).map_or(0, |&slot| address::value(index, slot, 0))
            }
            (MapKind::ArrayOfMaps, _) => {
                def.inner.get(number as usize).copied().flatten().map_or(0, address::map)
            }
            (MapKind::Queue | MapKind::Stack | MapKind::TaskStorage, _) => {
                return Err(FaultKind::Argument { kfunc, argument: 0 });
            }
            _ => 0,
        })
    }

    fn update(&mut self, map: u64, key: u64, value: u64, flags: u64) -> Result<u64, FaultKind> {
        let kfunc = Kfunc::MapUpdate;
        let found = self.look_up(map, key, self.cpu, kfunc)?;
        let (index, def) = self.map_def(map, kfunc)?;
        let (size, kind, most) = (def.value_bytes, def.kind, def.max_entries);
        if flags > 2 || kind == MapKind::ArrayOfMaps {
            return error(EINVAL);
        }
        if found != 0 {
            if flags == 1 {
                return error(EEXIST);
            }
            self.memory.copy(found, value, size)?;
            return Ok(0);
        }
        if kind != MapKind::Hash {
            return error(E2BIG);
        }
        if flags == 2 {
            return error(ENOENT);
        }
        let key = self.key(def, key)?[..def.key_bytes.min(64) as usize].to_vec();
        let most = if most == 0 { self.memory.cpus } else { most };
        let grown = self.memory.grown();
        // The value is read first: it may be in this map.
        self.memory.bytes(value, size)?;
        let Some(Map::Hash { slots, values, free }) = self.memory.maps.get_mut(index as usize) else {
            return error(EINVAL);
        };
        if slots.len() as u64 >= u64::from(most) {
            return error(E2BIG);
        }
        let Some(slot) = new_slot(values, free, size, grown) else { return error(ENOMEM) };
        slots.insert(key, slot);
        self.memory.copy(address::value(index, slot, 0), value, size)?;
        Ok(0)
    }

    fn delete(&mut self, map: u64, key: u64) -> Result<u64, FaultKind> {
        let (index, def) = self.map_def(map, Kfunc::MapDelete)?;
        let length = def.key_bytes.min(64) as usize;
        let key = self.key(def, key)?;
        match self.memory.maps.get_mut(index as usize) {
            Some(Map::Hash { slots, free, .. }) => match slots.remove(&key[..length]) {
                Some(slot) => {
                    free.push(slot);
                    Ok(0)
                }
                None => error(ENOENT),
            },
            _ => error(EINVAL),
        }
    }

    fn push(&mut self, map: u64, value: u64, flags: u64) -> Result<u64, FaultKind> {
        let kfunc = Kfunc::MapPush;
        let (index, def) = self.map_def(map, kfunc)?;
        let (size, kind) = (def.value_bytes, def.kind);
        let most = u64::from(if def.max_entries == 0 { self.memory.cpus } else { def.max_entries });
        let value = self.memory.bytes(value, size)?.to_vec();
        let Some(Map::Queue { bytes }) = self.memory.maps.get_mut(index as usize) else {
            return Err(FaultKind::Argument { kfunc, argument: 0 });
        };
        if bytes.len() as u64 >= most * u64::from(size) {
            if flags & 2 == 0 {
                return error(E2BIG);
            }
            // The oldest goes.
            if kind == MapKind::Stack {
                bytes.truncate(bytes.len() - size as usize);
            } else {
                bytes.drain(..size as usize);
            }
        }
        if bytes.len() as u64 + u64::from(size) > crate::MOST_MEMORY {
            return error(ENOMEM);
        }
        if kind == MapKind::Stack {
            value.iter().rev().for_each(|&byte| bytes.push_front(byte));
        } else {
            bytes.extend(value);
        }
        Ok(0)
    }

    fn pop(&mut self, map: u64, to: u64, keep: bool) -> Result<u64, FaultKind> {
        let kfunc = Kfunc::MapPop;
        let (index, def) = self.map_def(map, kfunc)?;
        let size = def.value_bytes;
        self.memory.bytes_mut(to, size)?.fill(0);
        let Some(Map::Queue { bytes }) = self.memory.maps.get_mut(index as usize) else {
            return Err(FaultKind::Argument { kfunc, argument: 0 });
        };
        if bytes.is_empty() {
            return error(ENOENT);
        }
        let value: Vec<u8> = if keep {
            bytes.iter().take(size as usize).copied().collect()
        } else {
            bytes.drain(..(size as usize).min(bytes.len())).collect()
        };
        let target = self.memory.bytes_mut(to, size)?;
        let length = value.len().min(target.len());
        target[..length].copy_from_slice(&value[..length]);
        Ok(0)
    }

    fn storage(&mut self, map: u64, task: u64, flags: u64) -> Result<u64, FaultKind> {
        let kfunc = Kfunc::TaskStorageGet;
        let (index, def) = self.map_def(map, kfunc)?;
        let size = def.value_bytes;
        if task == 0 {
            return Ok(0);
        }
        let task = Object::of(task).filter(|object| object.kind == ObjectKind::Task);
        let task = task.ok_or(FaultKind::Argument { kfunc, argument: 1 })?.id;
        let grown = self.memory.grown();
        let Some(Map::Tasks { slots, values, free }) = self.memory.maps.get_mut(index as usize) else {
            return Err(FaultKind::Argument { kfunc, argument: 0 });
        };
        if let Some(&slot) = slots.get(&task) {
            return Ok(address::value(index, slot, 0));
        }
        if flags & 1 == 0 {
            return Ok(0);
        }
        let Some(slot) = new_slot(values, free, size, grown) else { return Ok(0) };
        slots.insert(task, slot);
        Ok(address::value(index, slot, 0))
    }

    fn callback(&self, pointer: u64, kfunc: Kfunc, argument: u8) -> Result<u32, FaultKind> {
        let index = u32::try_from(address::rest(pointer)).ok();
        let index = index.filter(|&index| {
            address::tag(pointer) == address::FUNCTION && (index as usize) < self.program.functions.len()
        });
        index.ok_or(FaultKind::Argument { kfunc, argument })
    }

    fn print(&mut self, what: Printed, text: String, pc: usize) {
        let (host, mut context) = self.host(pc);
        host.print(what, text, &mut context);
    }

    /// A function for which `Kfunc::of_host` does not hold.
    pub(crate) fn help(
        &mut self,
        kfunc: Kfunc,
        r: &[u64; 16],
        count: usize,
        pc: usize,
        rest: &mut [u64],
        frame: u32,
    ) -> Result<u64, FaultKind> {
        let boolean = |value: bool| Ok(u64::from(value));
        match kfunc {
            Kfunc::SmpProcessorId => Ok(u64::from(self.cpu)),
            Kfunc::TimerInit => {
                let (map, _) = self.map_def(r[1], kfunc)?;
                let inside = address::tag(r[0]) == address::VALUE && address::value_parts(r[0]).0 == map;
                self.memory.bytes(r[0], 16)?;
                if !inside {
                    return Err(FaultKind::Argument { kfunc, argument: 0 });
                }
                if self.memory.timers.iter().any(|timer| timer.address == r[0]) {
                    return error(EBUSY);
                }
                if self.memory.timers.len() >= MOST_TIMERS {
                    return error(ENOMEM);
                }
                self.memory.timers.push(Timer { address: r[0], callback: None });
                Ok(0)
            }
            Kfunc::TimerSetCallback => {
                let callback = self.callback(r[1], kfunc, 1)?;
                let timer = self.memory.timers.iter_mut().find(|timer| timer.address == r[0]);
                match timer {
                    Some(timer) => {
                        timer.callback = Some(callback);
                        Ok(0)
                    }
                    None => error(EINVAL),
                }
            }
            Kfunc::Loop => {
                let callback = self.callback(r[1], kfunc, 1)?;
                let most = u64::from(r[0] as u32);
                if most > 1 << 23 {
                    return error(E2BIG);
                }
                for done in 0..most {
                    let Some((next, deeper)) = rest.split_first_chunk_mut() else {
                        return Err(FaultKind::Depth);
                    };
                    (next[0], next[1]) = (done, r[2]);
                    // Also an empty callback takes an operation (its return), so the loop ends.
                    if self.function(callback, next, deeper, frame)? != 0 {
                        return Ok(done + 1);
                    }
                }
                Ok(most)
            }
            Kfunc::MapLookup => self.look_up(r[0], r[1], self.cpu, kfunc),
            Kfunc::MapLookupPercpu => self.look_up(r[0], r[1], r[2] as u32, kfunc),
            Kfunc::MapUpdate => self.update(r[0], r[1], r[2], r[3]),
            Kfunc::MapDelete => self.delete(r[0], r[1]),
            Kfunc::MapPush => self.push(r[0], r[1], r[2]),
            Kfunc::MapPop => self.pop(r[0], r[1], false),
            Kfunc::MapPeek => self.pop(r[0], r[1], true),
            Kfunc::TaskStorageGet => self.storage(r[0], r[1], r[3]),
            Kfunc::TaskStorageDelete => {
                let (index, _) = self.map_def(r[0], kfunc)?;
                let task = Object::of(r[1]).ok_or(FaultKind::of_pointer(r[1]))?.id;
                match self.memory.maps.get_mut(index as usize) {
                    Some(Map::Tasks { slots, free, .. }) => match slots.remove(&task) {
                        Some(slot) => {
                            free.push(slot);
                            Ok(0)
                        }
                        None => error(ENOENT),
                    },
                    _ => Err(FaultKind::Argument { kfunc, argument: 0 }),
                }
            }
            Kfunc::KptrXchg => {
                let old = self.memory.read(r[0], 8)?;
                self.memory.write(r[0], 8, r[1])?;
                Ok(old)
            }
            Kfunc::SpinLock | Kfunc::SpinUnlock => {
                self.memory.bytes(r[0], 4)?;
                let lock = kfunc == Kfunc::SpinLock;
                self.memory.locks = if lock {
                    self.memory.locks.saturating_add(1)
                } else {
                    self.memory.locks.saturating_sub(1)
                };
                Ok(0)
            }
            Kfunc::RcuReadLock => {
                self.memory.reads = self.memory.reads.saturating_add(1);
                Ok(0)
            }
            Kfunc::RcuReadUnlock => {
                self.memory.reads = self.memory.reads.saturating_sub(1);
                Ok(0)
            }
            Kfunc::CpumaskCreate => {
                Ok(self.memory.new_mask().map_or(0, |id| Object::new(ObjectKind::OwnMask, id).address()))
            }
            Kfunc::CpumaskAcquire => {
                self.own(r[0], kfunc)?;
                let id = Object::of(r[0]).map_or(0, |object| object.id);
                if let Some(Some(mask)) = self.memory.masks.get_mut(id as usize) {
                    mask.references = mask.references.saturating_add(1);
                }
                Ok(r[0])
            }
            Kfunc::CpumaskRelease => {
                self.own(r[0], kfunc)?;
                let id = Object::of(r[0]).map_or(0, |object| object.id);
                if let Some(slot) = self.memory.masks.get_mut(id as usize)
                    && let Some(mask) = slot
                {
                    mask.references -= 1;
                    if mask.references == 0 {
                        *slot = None;
                    }
                }
                Ok(0)
            }
            Kfunc::CpumaskFirst => self.first(|run, word| run.word(r[0], word)),
            Kfunc::CpumaskFirstZero => self.first(|run, word| Ok(!run.word(r[0], word)?)),
            Kfunc::CpumaskFirstAnd => {
                self.first(|run, word| Ok(run.word(r[0], word)? & run.word(r[1], word)?))
            }
            Kfunc::CpumaskSetCpu => self.set_bit(r[0], r[1], true, kfunc).map(|_| 0),
            Kfunc::CpumaskClearCpu => self.set_bit(r[0], r[1], false, kfunc).map(|_| 0),
            Kfunc::CpumaskTestCpu => boolean(self.bit(r[0], r[1])?),
            Kfunc::CpumaskTestAndSetCpu => boolean(self.set_bit(r[0], r[1], true, kfunc)?),
            Kfunc::CpumaskTestAndClearCpu => boolean(self.set_bit(r[0], r[1], false, kfunc)?),
            Kfunc::CpumaskSetall => self.combine(r[0], kfunc, |_, _| Ok(u64::MAX)).map(|_| 0),
            Kfunc::CpumaskClear => self.combine(r[0], kfunc, |_, _| Ok(0)).map(|_| 0),
            Kfunc::CpumaskCopy => self.combine(r[0], kfunc, |run, word| run.word(r[1], word)).map(|_| 0),
            Kfunc::CpumaskAnd => {
                self.combine(r[0], kfunc, |run, word| Ok(run.word(r[1], word)? & run.word(r[2], word)?))
            }
            Kfunc::CpumaskOr => self
                .combine(r[0], kfunc, |run, word| Ok(run.word(r[1], word)? | run.word(r[2], word)?))
                .map(|_| 0),
            Kfunc::CpumaskXor => self
                .combine(r[0], kfunc, |run, word| Ok(run.word(r[1], word)? ^ run.word(r[2], word)?))
                .map(|_| 0),
            Kfunc::CpumaskEqual => self.every(|run, word| Ok(run.word(r[0], word)? == run.word(r[1], word)?)),
            Kfunc::CpumaskIntersects => {
                Ok(1 - self.every(|run, word| Ok(run.word(r[0], word)? & run.word(r[1], word)? == 0))?)
            }
            Kfunc::CpumaskSubset => {
                self.every(|run, word| Ok(run.word(r[0], word)? & !run.word(r[1], word)? == 0))
            }
            Kfunc::CpumaskEmpty => self.every(|run, word| Ok(run.word(r[0], word)? == 0)),
            Kfunc::CpumaskFull => self.every(|run, word| {
                let all = run.all_of_word(word);
                Ok(run.word(r[0], word)? & all == all)
            }),
            Kfunc::CpumaskWeight => {
                let mut weight = 0;
                for word in 0..self.words() {
                    weight += u64::from((self.word(r[0], word)? & self.all_of_word(word)).count_ones());
                }
                Ok(weight)
            }
            Kfunc::CpumaskAnyDistribute | Kfunc::CpumaskAnyAndDistribute => {
                let mut words = [0; crate::MOST_CPUS as usize / 64];
                for word in 0..self.words() {
                    let mut bits = self.word(r[0], word)?;
                    if kfunc == Kfunc::CpumaskAnyAndDistribute {
                        bits &= self.word(r[1], word)?;
                    }
                    words[word as usize] = bits;
                }
                Ok(self.distribute(&words))
            }
            Kfunc::Printk | Kfunc::Error | Kfunc::Dump => {
                let text = self.format(r[0], &r[1..count.max(1)], pc)?;
                let what = match kfunc {
                    Kfunc::Printk => Printed::Trace,
                    Kfunc::Error => Printed::Error,
                    _ => Printed::Dump,
                };
                self.print(what, text, pc);
                Ok(0)
            }
            Kfunc::Exit => {
                let text = self.format(r[1], &r[2..count.max(2)], pc)?;
                self.print(Printed::Exit(r[0] as i64), text, pc);
                Ok(0)
            }
            Kfunc::Snprintf => {
                let text = self.format(r[2], &r[3..count.max(3)], pc)?;
                self.write_text(r[0], r[1] as u32, text.as_bytes())?;
                Ok(text.len() as u64 + 1)
            }
            Kfunc::Strncmp => {
                let most = r[1].min(1024);
                for offset in 0..most {
                    let left = self.byte(r[0].wrapping_add(offset), pc)?;
                    let right = self.byte(r[2].wrapping_add(offset), pc)?;
                    if left != right {
                        return Ok((i64::from(left) - i64::from(right)) as u64);
                    }
                    if left == 0 {
                        break;
                    }
                }
                Ok(0)
            }
            Kfunc::ProbeReadKernelStr => {
                let text = self.text(r[2], r[1] as u32, pc)?;
                self.write_text(r[0], r[1] as u32, &text)?;
                Ok((text.len() as u64 + 1).min(r[1]))
            }
            Kfunc::ProbeReadKernel => {
                let size = r[1].min(1 << 20) as u32;
                self.used += u64::from(size);
                for offset in 0..u64::from(size) {
                    let byte = self.byte(r[2].wrapping_add(offset), pc)?;
                    self.memory.write(r[0].wrapping_add(offset), 1, u64::from(byte))?;
                }
                Ok(0)
            }
            Kfunc::UeiRecord => {
                let info = Object::of(r[1]).ok_or(FaultKind::of_pointer(r[1]))?;
                if info.kind != ObjectKind::ExitInfo {
                    return Err(FaultKind::Argument { kfunc, argument: 1 });
                }
                // struct user_exit_info: int kind, s64 exit_code, char reason[128], char msg[1024].
                let (host, mut context) = self.host(pc);
                let kind = host.read_field(info, Field::Kind, &mut context)?;
                let code = host.read_field(info, Field::ExitCode, &mut context)?;
                self.memory.write(r[0], 4, kind)?;
                self.memory.write(r[0].wrapping_add(8), 8, code)?;
                self.write_field_text(r[0].wrapping_add(16), 128, info, Field::Reason)?;
                self.write_field_text(r[0].wrapping_add(144), 1024, info, Field::Msg)?;
                Ok(0)
            }
            Kfunc::Ctz => Ok(u64::from(r[0].trailing_zeros())),
            Kfunc::Clz => Ok(u64::from(r[0].leading_zeros())),
            Kfunc::Clz32 => Ok(u64::from((r[0] as u32).leading_zeros())),
            Kfunc::Popcount => Ok(u64::from(r[0].count_ones())),
            Kfunc::Memset => {
                let size = r[2].min(u64::from(u32::MAX)) as u32;
                self.used += u64::from(size / 8);
                self.memory.bytes_mut(r[0], size)?.fill(r[1] as u8);
                Ok(r[0])
            }
            Kfunc::Memcpy => {
                let size = r[2].min(u64::from(u32::MAX)) as u32;
                self.used += u64::from(size / 8);
                self.memory.copy(r[0], r[1], size)?;
                Ok(r[0])
            }
            Kfunc::Memcmp => {
                let size = r[2].min(u64::from(u32::MAX)) as u32;
                self.used += u64::from(size / 8);
                let order = self.memory.bytes(r[0], size)?.cmp(self.memory.bytes(r[1], size)?);
                Ok(order as i64 as u64)
            }
            _ => Err(FaultKind::NoKfunc { kfunc }),
        }
    }
}

//! Global variables, maps and the table of hooks.

use crate::ast::*;
use crate::generate::{Generator, Home, single};
use crate::problem::{Problem, What, similar};
use crate::refused;
use sched_vm::topology::Fact;
use sched_vm::{
    Filled, Global, Hook, Knob, MOST_CPUS, MOST_MEMORY, MapDef, MapKind, Member, Ops, Release, Shape, Span,
    address,
};
use std::rc::Rc;

/// Most maps, as in BPF.
const MOST_MAPS: usize = 64;
/// Longest timeout of the watchdog (ms).
const MOST_TIMEOUT: u64 = 30_000;

/// What the globals of a source give.
#[derive(Default)]
pub(crate) struct Loaded {
    pub globals: Vec<Global>,
    pub ops: Ops,
    pub hooks: Vec<(Hook, u32)>,
    /// For each hook the function of the unit.
    pub hook_functions: Vec<(Hook, u32)>,
    /// The hooks of control groups in the table.
    pub cgroup_hooks: Vec<(Rc<str>, Span)>,
}

impl Generator<'_> {
    /// Gives every global variable its place.
    pub fn homes(&mut self) {
        let mut memory = 0_u64;
        let mut full = false;
        for var in &self.unit.vars {
            let section = var.section.as_deref().unwrap_or("");
            let home = if section == ".maps" {
                if self.maps.len() == MOST_MAPS {
                    if !full {
                        self.error(var.at, What::TooManyMaps { most: MOST_MAPS as u32 });
                    }
                    full = true;
                    self.homes.push(Home::Map(0));
                    continue;
                }
                match self.map(var) {
                    Some(map) => {
                        self.maps.push(map);
                        Home::Map(self.maps.len() as u32 - 1)
                    }
                    None => Home::Map(0),
                }
            } else if self.is_ops(var) || section == "license" {
                Home::None
            } else {
                let Some((bytes, align)) = self.unit.size(&var.ty) else {
                    if !var.ty.is_bad() {
                        self.error(var.at, self.unit.no_size(&var.ty));
                    }
                    self.homes.push(Home::Refused);
                    continue;
                };
                memory += u64::from(bytes);
                if memory > MOST_MEMORY {
                    self.error(var.at, What::TooMuchMemory { most_kb: (MOST_MEMORY >> 10) as u32 });
                    self.homes.push(Home::Refused);
                    memory = 0;
                    continue;
                }
                let constant = var.constant || section.starts_with(".rodata") || var.external;
                let all = if constant { &mut self.rodata } else { &mut self.data };
                let offset = all.len().next_multiple_of(align.max(1) as usize);
                all.resize(offset + bytes as usize, 0);
                let offset = offset as u32;
                let address = if constant { address::rodata(offset) } else { address::data(offset) };
                Home::Memory { address, constant }
            };
            self.homes.push(home);
        }
    }

    fn is_ops(&self, var: &Var) -> bool {
        match &var.ty {
            Ty::Struct(index) => self.unit.records[*index as usize].name.as_deref() == Some("sched_ext_ops"),
            _ => false,
        }
    }

    /// Writes the initial values, and describes the variables and maps. `unread` tells whether a word of the source may
    /// be in a declaration that could not be read.
    pub fn globals(&mut self, unread: impl Fn(&str) -> bool) -> Loaded {
        let mut out = Loaded::default();
        let mut table: Option<u32> = None;
        let mut licence = false;
        for (index, var) in self.unit.vars.iter().enumerate() {
            match self.homes.get(index).cloned() {
                Some(Home::Memory { address, .. }) => {
                    self.initialise(var, address);
                    if var.own && self.unit.size(&var.ty).is_some() {
                        let global = self.describe(var, address);
                        out.globals.push(global);
                    }
                }
                Some(Home::Map(map)) => self.inner_maps(var, map),
                Some(Home::None) if self.is_ops(var) => {
                    if let Some(line) = table {
                        self.error(var.at, What::OpsSeveral { first: line });
                    } else {
                        table = Some(var.at.line);
                        self.ops(var, &mut out);
                    }
                }
                _ => licence |= var.section.as_deref() == Some("license"),
            }
        }
        let whole = sched_vm::Span { line: 1, column: 1, length: 1 };
        if table.is_none() && !unread("sched_ext_ops") && !unread("SCX_OPS_DEFINE") {
            self.error(whole, What::OpsMissing);
        }
        if !licence && !unread("license") {
            self.error(whole, What::License);
        }
        let memory = self.data.len() + self.rodata.len();
        let maps: u64 = self.maps.iter().map(Self::bytes).sum();
        if memory as u64 + maps > MOST_MEMORY {
            let at = self.maps.iter().max_by_key(|map| Self::bytes(map)).map_or(whole, |map| map.span);
            self.error(at, What::TooMuchMemory { most_kb: (MOST_MEMORY >> 10) as u32 });
        }
        out
    }

    /// Bytes that a map takes at load on the largest machine.
    fn bytes(map: &MapDef) -> u64 {
        let entries = u64::from(if map.max_entries == 0 { MOST_CPUS } else { map.max_entries });
        match map.kind {
            MapKind::Array => entries * u64::from(map.value_bytes),
            MapKind::PercpuArray => entries * u64::from(map.value_bytes) * u64::from(MOST_CPUS),
            _ => 0,
        }
    }

    fn initialise(&mut self, var: &Var, at: u64) {
        let Some(init) = &var.init else {
            // A configuration value of the kernel.
            if var.external && &*var.name == "CONFIG_HZ" {
                self.write(at, 0, &var.ty, None, 1000);
            }
            return;
        };
        let mut leaves = Vec::new();
        self.leaves(&var.ty, init, 0, var.at, &mut leaves);
        for (offset, ty, bits, value) in leaves {
            if let (Ty::Array(_, Some(length)), E::Text(text)) = (&ty, &*value.kind) {
                for (plus, byte) in text.iter().take(*length as usize).enumerate() {
                    self.write(at, offset + plus as u32, &CHAR, None, u64::from(*byte));
                }
                continue;
            }
            match self.constant_value(&value) {
                Some((number, from)) => {
                    let fits = match (&from, &ty) {
                        (left, right) if left.is_integer() && right.is_integer() => true,
                        (Ty::Ptr(_), Ty::Ptr(_) | Ty::Int { bytes: 8, .. }) => true,
                        (_, Ty::Ptr(_)) => number == 0,
                        _ => false,
                    };
                    if fits {
                        self.write(at, offset, &ty, bits, ty.wrap(number));
                    } else {
                        let (from, to) = (self.unit.name(&from), self.unit.name(&ty));
                        self.error(value.at, What::Convert { from, to });
                    }
                }
                None => self.error(value.at, What::NotConstant),
            }
        }
    }

    fn write(&mut self, at: u64, offset: u32, ty: &Ty, bits: Option<(u8, u8)>, value: u64) {
        let Some((bytes, _)) = self.unit.size(ty) else { return };
        let all = if address::tag(at) == address::DATA { &mut self.data } else { &mut self.rodata };
        let from = address::rest(at) as usize + offset as usize;
        let Some(target) = all.get_mut(from..from + (bytes as usize).min(8)) else { return };
        let mut number = [0; 8];
        number[..target.len()].copy_from_slice(target);
        let new = match bits {
            None => value,
            Some((first, width)) => {
                let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                u64::from_le_bytes(number) & !(mask << first) | (value & mask) << first
            }
        };
        let length = target.len();
        target.copy_from_slice(&new.to_le_bytes()[..length]);
    }

    /// The value of an initialiser: a number or an address.
    fn constant_value(&mut self, value: &Expr) -> Option<(u64, Ty)> {
        if let Some(known) = self.unit.constant(value) {
            return Some(known);
        }
        match &*value.kind {
            E::Text(bytes) => {
                let offset = self.text(bytes);
                Some((address::rodata(offset), Ty::Ptr(Rc::new(CHAR))))
            }
            E::Cast(ty, inner) => self.constant_value(inner).map(|(value, _)| (ty.wrap(value), ty.clone())),
            E::Unary("&", inner) => {
                let (at, ty) = self.constant_place(inner)?;
                Some((at, Ty::Ptr(Rc::new(ty))))
            }
            E::Name(name) => {
                if let Some(&function) = self.unit.function_of.get(name)
                    && self.unit.functions[function as usize].body.is_some()
                {
                    let number = self.number(function);
                    return Some((address::function(number), Ty::Ptr(Rc::new(Ty::Void))));
                }
                let (at, ty) = self.constant_place(value)?;
                match ty {
                    Ty::Array(of, _) => Some((at, Ty::Ptr(of))),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn constant_place(&mut self, value: &Expr) -> Option<(u64, Ty)> {
        match &*value.kind {
            E::Name(name) => {
                let index = *self.unit.var_of.get(name)?;
                let ty = self.unit.vars[index as usize].ty.clone();
                match self.homes.get(index as usize)? {
                    Home::Memory { address, .. } => Some((*address, ty)),
                    Home::Map(map) => Some((address::map(*map), ty)),
                    Home::Refused | Home::None => None,
                }
            }
            E::Member(base, name, false) => {
                let (at, ty) = self.constant_place(base)?;
                let Ty::Struct(record) = ty else { return None };
                let (offset, slot) = self.unit.member(record, name)?;
                Some((at + u64::from(offset), slot.ty))
            }
            E::Index(base, index) => {
                let (at, ty) = self.constant_place(base)?;
                let Ty::Array(of, _) = ty else { return None };
                let index = self.unit.constant(index)?.0;
                let bytes = u64::from(self.unit.size(&of)?.0);
                Some((at.wrapping_add(index.wrapping_mul(bytes)), (*of).clone()))
            }
            _ => None,
        }
    }

    fn describe(&mut self, var: &Var, at: u64) -> Global {
        let (bytes, _) = self.unit.size(&var.ty).unwrap_or((0, 1));
        let read_only = address::tag(at) == address::RODATA;
        let filled = if var.constant && var.volatile { self.filled(var) } else { None };
        let parameter = var.constant && var.volatile && var.ty.is_integer() && filled.is_none();
        // The process that schedules in user space: its loader writes the number here.
        if parameter && var.name.starts_with("usersched_") {
            self.error(var.at, What::UserSpace { name: var.name.to_string() });
        }
        let knob = parameter.then(|| {
            let from = address::rest(at) as usize;
            let mut number = [0; 8];
            let length = bytes.min(8) as usize;
            number[..length].copy_from_slice(&self.rodata[from..from + length]);
            let default = var.ty.wrap(u64::from_le_bytes(number)) as i64;
            let (min, max) = var.range.unwrap_or(match var.ty {
                Ty::Bool => (0, 1),
                Ty::Int { bytes: 8, signed: true } => (i64::MIN, i64::MAX),
                Ty::Int { bytes, signed: true } => (-(1 << (8 * bytes - 1)), (1 << (8 * bytes - 1)) - 1),
                Ty::Int { bytes, .. } if bytes < 8 => (0, (1 << (8 * bytes)) - 1),
                _ => (0, i64::MAX),
            });
            Knob { default, min, max }
        });
        Global {
            name: var.name.to_string(),
            offset: address::rest(at) as u32,
            bytes,
            read_only,
            shape: self.shape(&var.ty, 0),
            knob,
            filled,
            span: var.at,
        }
    }

    /// The fact of the machine that a variable gets.
    fn filled(&self, var: &Var) -> Option<Filled> {
        let fact = Fact::named(&var.name)?;
        let scalar = matches!(
            fact,
            Fact::NrCpus
                | Fact::NrNodes
                | Fact::NrLlcs
                | Fact::NrClusters
                | Fact::NrCores
                | Fact::SmtEnabled
                | Fact::NumaEnabled
        );
        let bytes = |ty: &Ty| self.unit.size(ty).map(|(bytes, _)| bytes as u8).filter(|_| ty.is_integer());
        let rows = matches!(fact, Fact::NodeMasks | Fact::LlcMasks);
        match &var.ty {
            ty if scalar => Some(Filled { fact, bytes: bytes(ty)?, count: 1, row: None }),
            Ty::Array(of, Some(count)) => match &**of {
                Ty::Array(of, Some(row)) if rows && *row > 0 => {
                    let count = count.checked_mul(*row)?;
                    Some(Filled { fact, bytes: bytes(of)?, count, row: Some(*row) })
                }
                of if !rows => Some(Filled { fact, bytes: bytes(of)?, count: *count, row: None }),
                _ => None,
            },
            _ => None,
        }
    }

    /// The form of a type, for showing its values.
    pub fn shape(&self, ty: &Ty, deep: u32) -> Shape {
        let bytes = self.unit.size(ty).map_or(0, |(bytes, _)| bytes);
        match ty {
            _ if deep > 16 => Shape::Opaque { bytes },
            Ty::Bool => Shape::Bool,
            Ty::Int { bytes, signed } => Shape::Int { bytes: *bytes, signed: *signed },
            Ty::Ptr(_) => Shape::Pointer,
            Ty::Array(of, count) if matches!(**of, Ty::Int { bytes: 1, signed: true }) => {
                Shape::Text { bytes: count.unwrap_or(0) }
            }
            Ty::Array(of, count) => {
                let stride = self.unit.size(of).map_or(0, |(bytes, _)| bytes);
                let of = Box::new(self.shape(of, deep + 1));
                Shape::Array { of, count: count.unwrap_or(0), stride }
            }
            Ty::Struct(index) => {
                let record = &self.unit.records[*index as usize];
                let name = record.name.as_deref().unwrap_or("").to_string();
                if matches!(&*name, "bpf_timer" | "bpf_spin_lock") {
                    return Shape::Opaque { bytes };
                }
                let member = |slot: &Slot| Member {
                    name: slot.name.as_deref().unwrap_or("").to_string(),
                    offset: slot.offset,
                    shape: self.shape(&slot.ty, deep + 1),
                    bits: slot.bits,
                };
                Shape::Struct { name, members: record.members.iter().map(member).collect() }
            }
            _ => Shape::Opaque { bytes },
        }
    }

    /// A map from the members of its struct.
    fn map(&mut self, var: &Var) -> Option<MapDef> {
        let Ty::Struct(index) = &var.ty else {
            self.error(var.at, What::MapNoType);
            return None;
        };
        let members = self.unit.records[*index as usize].members.clone();
        let find =
            |name: &str| members.iter().find(|slot| slot.name.as_deref() == Some(name)).map(|slot| &slot.ty);
        let number = |name: &str| match find(name) {
            Some(Ty::Ptr(to)) => match &**to {
                Ty::Array(_, length) => *length,
                _ => None,
            },
            _ => None,
        };
        let pointee = |name: &str| match find(name) {
            Some(Ty::Ptr(to)) => Some((**to).clone()),
            _ => None,
        };
        let Some(kind) = number("type") else {
            self.error(var.at, What::MapNoType);
            return None;
        };
        let kind = match refused::map(u64::from(kind)) {
            Ok(kind) => kind,
            Err(what) => {
                self.error(var.at, what);
                return None;
            }
        };
        let size = |this: &Self, ty: &Option<Ty>| {
            ty.as_ref().and_then(|ty| this.unit.size(ty)).map(|(bytes, _)| bytes)
        };
        let (key, value) = (pointee("key"), pointee("value"));
        let key_bytes = size(self, &key).or(number("key_size")).unwrap_or(0);
        for ty in [&key, &value].into_iter().flatten() {
            if !ty.is_bad() && self.unit.size(ty).is_none() {
                self.error(var.at, self.unit.no_size(ty));
                return None;
            }
        }
        let value_bytes = match kind {
            MapKind::ArrayOfMaps => 4,
            _ => size(self, &value).or(number("value_size")).unwrap_or(0),
        };
        let queue = matches!(kind, MapKind::Queue | MapKind::Stack);
        if !queue && key_bytes == 0 {
            self.error(var.at, What::MapMember { name: "key".into() });
            return None;
        }
        if value_bytes == 0 {
            self.error(var.at, What::MapMember { name: "value".into() });
            return None;
        }
        if value_bytes >= 1 << 20 || key_bytes > 64 {
            let name = if key_bytes > 64 { "key" } else { "value" };
            self.error(var.at, What::MapValue { name: name.into() });
            return None;
        }
        if !queue && kind != MapKind::Hash && key_bytes != 4 {
            self.error(var.at, What::MapKey { name: var.name.to_string() });
            return None;
        }
        let max_entries = number("max_entries").unwrap_or(0);
        let percpu = kind == MapKind::PercpuArray && max_entries >= (1 << 24) / MOST_CPUS;
        if max_entries >= 1 << 24 || percpu {
            self.error(var.at, What::MapValue { name: "max_entries".into() });
            return None;
        }
        let shape = |this: &Self, ty: &Option<Ty>, bytes| match ty {
            Some(ty) => this.shape(ty, 0),
            None => Shape::Opaque { bytes },
        };
        Some(MapDef {
            name: var.name.to_string(),
            kind,
            key_bytes: if queue { 0 } else { key_bytes },
            value_bytes,
            max_entries,
            key: shape(self, &key, key_bytes),
            value: shape(self, &value, value_bytes),
            inner: Vec::new(),
            span: var.at,
        })
    }

    /// The maps of a map of maps.
    fn inner_maps(&mut self, var: &Var, map: u32) {
        let Some(init) = &var.init else { return };
        let Init::List(list, _) = &**init else { return };
        let mut inner = Vec::new();
        for (steps, init) in list {
            let values = matches!(steps.first(), Some(Step::Member(name, _)) if &**name == "values");
            let Init::List(elements, _) = init else { continue };
            if !values {
                continue;
            }
            let mut next = 0_usize;
            for (steps, element) in elements {
                if let Some(Step::Index(index, _)) = steps.first() {
                    next = self.unit.constant(index).map_or(next, |(value, _)| value.min(1 << 16) as usize);
                }
                let Some(value) = single(element) else { continue };
                let found = match &*value.kind {
                    E::Unary("&", place) => self.constant_place(place).map(|(at, _)| at),
                    _ => None,
                };
                match found.filter(|at| address::tag(*at) == address::MAP) {
                    Some(at) => {
                        if inner.len() <= next {
                            inner.resize(next + 1, None);
                        }
                        inner[next] = Some(address::rest(at) as u32);
                    }
                    None => self.error(value.at, What::NotConstant),
                }
                next += 1;
            }
        }
        let most = self.maps.get(map as usize).map_or(0, |map| map.max_entries as usize);
        if inner.len() > most {
            self.error(var.at, What::TooManyValues { most: most as u32 });
            inner.truncate(most);
        }
        if let Some(map) = self.maps.get_mut(map as usize) {
            map.inner = inner;
        }
    }

    /// The table of hooks.
    fn ops(&mut self, var: &Var, out: &mut Loaded) {
        let Some(init) = &var.init else { return };
        let Init::List(list, _) = &**init else { return };
        let mut flags_at = var.at;
        let mut timeout_at = var.at;
        let mut name_at = var.at;
        for (steps, init) in list {
            let (Some(Step::Member(member, at)), Some(mut value)) = (steps.first(), single(init)) else {
                self.error(var.at, What::HookValue { name: "struct sched_ext_ops".into() });
                continue;
            };
            while let E::Cast(_, inner) = &*value.kind {
                value = inner;
            }
            if let Some(what) = refused::hook(member) {
                self.error(*at, what);
                continue;
            }
            let number = self.unit.constant(value).map(|(value, _)| value);
            if let Some(hook) = Hook::ALL.iter().copied().find(|hook| hook.name() == &**member) {
                if number == Some(0) {
                    continue;
                }
                self.hook(hook, value, out);
                if refused::never_called(member) {
                    self.error(*at, What::HookNotCalled { name: member.to_string() });
                }
                continue;
            }
            if refused::never_called(member) {
                if number == Some(0) || self.hook_function(member, value).is_none() {
                    continue;
                }
                if member.starts_with("cgroup_") {
                    out.cgroup_hooks.push((member.clone(), *at));
                } else {
                    self.error(*at, What::HookNotCalled { name: member.to_string() });
                }
                continue;
            }
            match (&**member, number, &*value.kind) {
                ("name", _, E::Text(text)) => {
                    name_at = value.at;
                    out.ops.name = String::from_utf8_lossy(text).trim_end_matches('\0').to_string();
                }
                ("flags", Some(number), _) => {
                    flags_at = value.at;
                    out.ops.flags = number;
                }
                ("timeout_ms", Some(number), _) => {
                    timeout_at = value.at;
                    out.ops.timeout_ms = number as u32;
                }
                ("dispatch_max_batch", Some(number), _) => out.ops.dispatch_max_batch = number as u32,
                ("exit_dump_len", Some(number), _) => out.ops.exit_dump_len = number as u32,
                ("hotplug_seq", Some(number), _) => out.ops.hotplug_seq = number,
                (
                    "name" | "flags" | "timeout_ms" | "dispatch_max_batch" | "exit_dump_len" | "hotplug_seq",
                    ..,
                ) => {
                    self.error(value.at, What::NotConstant);
                }
                _ => {
                    let names = Hook::ALL.iter().map(|hook| hook.name());
                    let names =
                        names.chain(["name", "flags", "timeout_ms", "dispatch_max_batch", "exit_dump_len"]);
                    let meant = similar(member, names);
                    let what = What::NoHook { name: member.to_string() };
                    self.problems.push(Problem::new(*at, what).meant(meant));
                }
            }
        }
        let name = &out.ops.name;
        let legal = |one: char| one.is_ascii_alphanumeric() || one == '_' || one == '.';
        if name.is_empty() || name.len() > 127 || !name.chars().all(legal) {
            self.error(name_at, What::OpsName);
        }
        let known: u64 = match self.release {
            Release::V6_12 => 0x1_000f,
            Release::V6_18 => 0x1_007f,
            Release::V7_1 => 0xff,
        };
        if out.ops.flags & !known != 0 {
            let flags = format!("{:#x}", out.ops.flags & !known);
            self.error(flags_at, What::OpsFlags { flags, release: self.release.name().into() });
        }
        for (flag, name) in refused::FLAGS {
            if out.ops.flags & known & flag != 0 {
                self.error(flags_at, What::NotSimulated { name: (*name).into() });
            }
        }
        if u64::from(out.ops.timeout_ms) > MOST_TIMEOUT {
            self.error(timeout_at, What::OpsTimeout { most: MOST_TIMEOUT as u32 });
        }
        let enqueue = out.hooks.iter().any(|(hook, _)| *hook == Hook::Enqueue);
        if out.ops.flags & 2 != 0 && !enqueue {
            self.error(flags_at, What::EnqLast);
        }
    }

    /// The hooks of control groups are never called. A policy that reads the control group of a task needs them.
    pub fn cgroup_hooks(&mut self, loaded: &mut Loaded) {
        for (name, at) in std::mem::take(&mut loaded.cgroup_hooks) {
            let name = name.to_string();
            let needed = self.reads_cgroups;
            self.error(at, if needed { What::Hook { name } } else { What::HookNotCalled { name } });
        }
    }

    /// The function of the source that a member of the table names.
    fn hook_function(&mut self, member: &str, value: &Expr) -> Option<u32> {
        let mut value = value;
        if let E::Unary("&", inner) = &*value.kind {
            value = inner;
        }
        let function = match &*value.kind {
            E::Name(name) => self.unit.function_of.get(name).copied(),
            _ => None,
        };
        let defined = function.filter(|&index| self.unit.functions[index as usize].body.is_some());
        let Some(index) = defined else {
            let mut meant = None;
            if let E::Name(name) = &*value.kind {
                let own = self.unit.functions.iter().filter(|function| function.own);
                meant = similar(name, own.map(|function| &*function.name));
            }
            let what = What::HookValue { name: member.into() };
            self.problems.push(Problem::new(value.at, what).meant(meant));
            return None;
        };
        Some(index)
    }

    fn hook(&mut self, hook: Hook, value: &Expr, out: &mut Loaded) {
        let Some(index) = self.hook_function(hook.name(), value) else { return };
        let function = &self.unit.functions[index as usize];
        if function.sleepable && !hook.may_sleep() {
            self.error(function.at, What::HookSleeps { name: hook.name().into() });
        }
        if function.sig.parameters.len() > hook.arguments() {
            let (name, most) = (hook.name().into(), hook.arguments() as u32);
            self.error(function.at, What::HookArguments { name, most });
        }
        if hook.has_result() && matches!(function.sig.result, Ty::Void) {
            self.error(function.at, What::ReturnValue { name: function.name.to_string() });
        }
        let number = self.number(index);
        out.hooks.retain(|(known, _)| *known != hook);
        out.hooks.push((hook, number));
        out.hook_functions.push((hook, index));
    }
}

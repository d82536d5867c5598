//! Pointers of a policy: a tag in the top four bits, then a number, then an offset. 0 is NULL.
//!
//! Arithmetic on a pointer changes the offset. What leaves its region is found when it is used.

use crate::object::{Object, ObjectKind};

/// The kinds of memory; the top four bits of an address.
pub const DATA: u64 = 1;
pub const RODATA: u64 = 2;
pub const STACK: u64 = 3;
/// A value of a map: 12 bits of map, 24 bits of slot, 24 bits of offset.
pub const VALUE: u64 = 4;
/// An object of the kernel: 8 bits of kind, 32 bits of id, 20 bits of offset.
pub const OBJECT: u64 = 5;
/// A map itself.
pub const MAP: u64 = 6;
/// A function, as a callback.
pub const FUNCTION: u64 = 7;

const TAG: u32 = 60;
const REST: u64 = (1 << TAG) - 1;

/// The tag of an address; 0 and 8 to 15 stand for numbers that are no address.
pub fn tag(address: u64) -> u64 {
    address >> TAG
}

/// The part below the tag.
pub fn rest(address: u64) -> u64 {
    address & REST
}

pub fn data(offset: u32) -> u64 {
    DATA << TAG | u64::from(offset)
}

pub fn rodata(offset: u32) -> u64 {
    RODATA << TAG | u64::from(offset)
}

pub fn stack(offset: u32) -> u64 {
    STACK << TAG | u64::from(offset)
}

/// The address of a byte of a map's value. `map` has 12 bits, `slot` and `offset` have 24.
pub fn value(map: u32, slot: u32, offset: u32) -> u64 {
    VALUE << TAG
        | u64::from(map & 0xfff) << 48
        | u64::from(slot & 0xff_ffff) << 24
        | u64::from(offset & 0xff_ffff)
}

/// Map, slot and offset of the address of a value.
pub fn value_parts(address: u64) -> (u32, u32, u32) {
    ((address >> 48 & 0xfff) as u32, (address >> 24 & 0xff_ffff) as u32, (address & 0xff_ffff) as u32)
}

pub fn map(map: u32) -> u64 {
    MAP << TAG | u64::from(map)
}

pub fn function(function: u32) -> u64 {
    FUNCTION << TAG | u64::from(function)
}

pub(crate) fn object(object: Object) -> u64 {
    OBJECT << TAG | (object.kind as u64) << 52 | u64::from(object.id) << 20
}

/// The object and the offset into it; `None` if the address is that of no object.
pub(crate) fn object_parts(address: u64) -> Option<(Object, u32)> {
    if tag(address) != OBJECT {
        return None;
    }
    let kind = *ObjectKind::ALL.get((address >> 52 & 0xff) as usize)?;
    Some((Object { kind, id: (address >> 20) as u32 }, (address & 0xf_ffff) as u32))
}

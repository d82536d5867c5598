//! Numbers as bytes: seven bits a byte, the lowest first.

use crate::Fault;

/// Appends a number.
pub fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A signed number as an unsigned one: small in both directions.
pub fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

pub fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

pub fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

/// Reads numbers from bytes.
pub struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    pub fn rest(&self) -> usize {
        self.rest.len()
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Fault::Cut)?;
        self.rest = rest;
        Ok(taken)
    }

    pub fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = u64::from(self.take(1)?[0]);
            if shift == 63 && byte > 1 {
                break;
            }
            number |= (byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Fault::Range { what: "a number", found: u64::MAX, most: u64::MAX })
    }

    /// A number of at most `most`.
    pub fn at_most(&mut self, what: &'static str, most: u64) -> Result<u64, Fault> {
        let found = self.number()?;
        if found <= most { Ok(found) } else { Err(Fault::Range { what, found, most }) }
    }

    /// The number of rows that follow, of at least `least` bytes each.
    pub fn count(&mut self, what: &'static str, most: usize, least: usize) -> Result<usize, Fault> {
        let found = self.at_most(what, most as u64)?;
        if found.saturating_mul(least as u64) > self.rest.len() as u64 {
            return Err(Fault::Cut);
        }
        Ok(found as usize)
    }

    pub fn text(&mut self, what: &'static str, most: usize) -> Result<String, Fault> {
        let length = self.at_most(what, most as u64)? as usize;
        let bytes = self.take(length)?;
        str::from_utf8(bytes).map(String::from).map_err(|_| Fault::Text { what })
    }

    pub fn pid(&mut self) -> Result<i32, Fault> {
        let found = self.number()?;
        let what = "the number of a process";
        i32::try_from(unzigzag(found)).map_err(|_| Fault::Range { what, found, most: i32::MAX as u64 })
    }

    /// A CPU, or none.
    pub fn cpu(&mut self) -> Result<Option<u16>, Fault> {
        let found = self.at_most("a CPU", crate::MOST_CPUS as u64)?;
        Ok((found as u16).checked_sub(1))
    }
}

pub fn put_pid(out: &mut Vec<u8>, pid: i32) {
    put(out, zigzag(pid.into()));
}

pub fn put_cpu(out: &mut Vec<u8>, cpu: Option<u16>) {
    put(out, cpu.map_or(0, |cpu| u64::from(cpu) + 1));
}

#[cfg(test)]
mod tests {
    use super::{Cursor, put, unzigzag, zigzag};

    #[test]
    fn numbers_survive() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX - 1, u64::MAX] {
            let mut out = Vec::new();
            put(&mut out, number);
            assert_eq!(Cursor::new(&out).number(), Ok(number));
            let signed = number.cast_signed();
            assert_eq!(unzigzag(zigzag(signed)), signed);
        }
        assert!(Cursor::new(&[0xff; 11]).number().is_err());
    }
}

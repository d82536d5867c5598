//! The formats of `bpf_printk` and the other functions that print.

use crate::exec::{FaultKind, Run};
use crate::object::Object;
use crate::{address, memory};

/// Longest text.
const LONGEST: usize = 1024;

impl Run<'_> {
    /// The bytes of a text at an address, up to its NUL.
    pub(crate) fn text(&mut self, at: u64, most: u32, pc: usize) -> Result<Vec<u8>, FaultKind> {
        let mut text = Vec::new();
        if let Some((object, offset)) = address::object_parts(at) {
            let field = object.field(offset / 8);
            let said = self.host.text(object, field);
            if !said.is_empty() {
                return Ok(said.into_bytes());
            }
        }
        for offset in 0..u64::from(most.min(LONGEST as u32)) {
            let byte = self.byte(at.wrapping_add(offset), pc)?;
            if byte == 0 {
                break;
            }
            text.push(byte);
        }
        self.used += text.len() as u64 / 8;
        Ok(text)
    }

    pub(crate) fn byte(&mut self, at: u64, pc: usize) -> Result<u8, FaultKind> {
        if address::tag(at) == address::OBJECT {
            return Ok(self.load_field(at, 1, pc)? as u8);
        }
        self.memory.read(at, 1).map(|byte| byte as u8)
    }

    /// A format with its arguments.
    pub(crate) fn format(&mut self, format: u64, arguments: &[u64], pc: usize) -> Result<String, FaultKind> {
        let format = self.text(format, LONGEST as u32, pc)?;
        let mut out: Vec<u8> = Vec::new();
        let mut next = arguments.iter().copied();
        let mut at = format.iter().copied().peekable();
        while let Some(byte) = at.next() {
            if out.len() >= LONGEST {
                break;
            }
            if byte != b'%' {
                out.push(byte);
                continue;
            }
            let (mut left, mut zero, mut plus, mut other) = (false, false, false, false);
            while let Some(flag) = at.next_if(|flag| b"-0+ #".contains(flag)) {
                match flag {
                    b'-' => left = true,
                    b'0' => zero = true,
                    b'+' => plus = true,
                    _ => other = flag == b'#',
                }
            }
            let mut width = 0_usize;
            while let Some(digit) = at.next_if(u8::is_ascii_digit) {
                width = (width * 10 + usize::from(digit - b'0')).min(100);
            }
            let mut precision = None;
            if at.next_if_eq(&b'.').is_some() {
                let mut most = 0_usize;
                while let Some(digit) = at.next_if(u8::is_ascii_digit) {
                    most = (most * 10 + usize::from(digit - b'0')).min(LONGEST);
                }
                precision = Some(most);
            }
            let mut long = false;
            while let Some(size) = at.next_if(|size| b"lhz".contains(size)) {
                long |= size != b'h';
            }
            let Some(kind) = at.next() else { break };
            if kind == b'%' {
                out.push(b'%');
                continue;
            }
            let value = next.next().unwrap_or(0);
            let unsigned = if long { value } else { u64::from(value as u32) };
            let text = match kind {
                b'd' | b'i' => {
                    let number = if long { value as i64 } else { i64::from(value as i32) };
                    let sign = if plus && number >= 0 { "+" } else { "" };
                    format!("{sign}{number}").into_bytes()
                }
                b'u' => unsigned.to_string().into_bytes(),
                b'x' if other => format!("0x{unsigned:x}").into_bytes(),
                b'x' => format!("{unsigned:x}").into_bytes(),
                b'X' => format!("{unsigned:X}").into_bytes(),
                b'o' => format!("{unsigned:o}").into_bytes(),
                b'c' => vec![value as u8],
                b'p' => {
                    // %pK, %px and the like.
                    at.next_if(|more| b"Kx".contains(more));
                    format!("{value:016x}").into_bytes()
                }
                b's' => {
                    let mut text = self.text(value, LONGEST as u32, pc)?;
                    text.truncate(precision.unwrap_or(LONGEST));
                    text
                }
                _ => vec![b'%', kind],
            };
            let fill = width.saturating_sub(text.len());
            if left {
                out.extend(&text);
                out.extend(std::iter::repeat_n(b' ', fill));
            } else if zero && kind != b's' {
                let signs = usize::from(text.first().is_some_and(|&sign| sign == b'-' || sign == b'+'));
                out.extend(&text[..signs]);
                out.extend(std::iter::repeat_n(b'0', fill));
                out.extend(&text[signs..]);
            } else {
                out.extend(std::iter::repeat_n(b' ', fill));
                out.extend(&text);
            }
        }
        out.truncate(LONGEST);
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    /// Writes a text with its NUL, cut to `size`.
    pub(crate) fn write_text(&mut self, to: u64, size: u32, text: &[u8]) -> Result<(), FaultKind> {
        if size == 0 {
            return Ok(());
        }
        let length = text.len().min(size as usize - 1) as u32;
        self.memory.bytes_mut(to, length)?.copy_from_slice(&text[..length as usize]);
        self.memory.write(to.wrapping_add(u64::from(length)), 1, 0)
    }

    /// Copies the text of an object's field into a buffer.
    pub(crate) fn write_field_text(
        &mut self,
        to: u64,
        size: u32,
        object: Object,
        field: crate::Field,
    ) -> Result<(), FaultKind> {
        let text = self.host.text(object, Some(field));
        self.write_text(to, size, text.as_bytes())
    }
}

/// A number of up to 8 bytes.
pub(crate) fn number(bytes: &[u8]) -> u64 {
    memory::read_number(bytes)
}

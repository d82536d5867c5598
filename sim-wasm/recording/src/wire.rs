//! The wire format of protocol buffers, read.

/// A value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A varint, or four or eight bytes.
    Number(u64),
    /// Text, a message, or packed numbers.
    Bytes(&'a [u8]),
}

impl<'a> Value<'a> {
    pub fn number(self) -> u64 {
        match self {
            Self::Number(number) => number,
            Self::Bytes(_) => 0,
        }
    }

    pub fn bytes(self) -> &'a [u8] {
        match self {
            Self::Number(_) => &[],
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// The message is broken: a varint of more than ten bytes, a length beyond its end, or an unknown wire type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

/// A varint at the beginning: its value and its length. `None`: it does not end in `b`.
pub fn varint(b: &[u8]) -> Result<Option<(u64, usize)>, Broken> {
    let mut value = 0u64;
    for (i, byte) in b.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * i);
        if *byte < 0x80 {
            return Ok(Some((value, i + 1)));
        }
    }
    if b.len() >= 10 { Err(Broken) } else { Ok(None) }
}

/// The fields of a message, in the order of the bytes.
pub struct Fields<'a>(&'a [u8]);

pub fn fields(message: &[u8]) -> Fields<'_> {
    Fields(message)
}

impl<'a> Fields<'a> {
    fn varint(&mut self) -> Result<u64, Broken> {
        // Most numbers have one byte.
        if let Some((first, rest)) = self.0.split_first()
            && *first < 0x80
        {
            self.0 = rest;
            return Ok(u64::from(*first));
        }
        let (value, length) = varint(self.0)?.ok_or(Broken)?;
        self.0 = &self.0[length..];
        Ok(value)
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], Broken> {
        let length = usize::try_from(length).map_err(|_| Broken)?;
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Broken)?;
        self.0 = rest;
        Ok(taken)
    }

    fn field(&mut self) -> Result<(u32, Value<'a>), Broken> {
        let key = self.varint()?;
        let number = u32::try_from(key >> 3).map_err(|_| Broken)?;
        let value = match key & 7 {
            0 => Value::Number(self.varint()?),
            1 => Value::Number(little(self.take(8)?)),
            2 => {
                let length = self.varint()?;
                Value::Bytes(self.take(length)?)
            }
            5 => Value::Number(little(self.take(4)?)),
            _ => return Err(Broken),
        };
        Ok((number, value))
    }
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u32, Value<'a>), Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = self.field();
        if field.is_err() {
            self.0 = &[];
        }
        Some(field)
    }
}

/// Appends repeated numbers, packed or not.
pub fn numbers(value: Value, into: &mut Vec<u64>) -> Result<(), Broken> {
    match value {
        Value::Number(number) => into.push(number),
        Value::Bytes(bytes) => {
            let mut packed = Fields(bytes);
            while !packed.0.is_empty() {
                into.push(packed.varint()?);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Broken, Value, fields, numbers, varint};

    /// The examples in the documentation of the encoding.
    #[test]
    fn the_examples_of_the_specification_are_read() {
        let read = |bytes: &[u8]| fields(bytes).map(|field| field.map(|(n, _)| n)).collect::<Vec<_>>();
        assert_eq!(fields(&[0x08, 0x96, 0x01]).next(), Some(Ok((1, Value::Number(150)))));
        assert_eq!(fields(&[0x12, 2, b'h', b'i']).next(), Some(Ok((2, Value::Bytes(b"hi")))));
        assert_eq!(fields(&[0x0d, 1, 0, 0, 0]).next(), Some(Ok((1, Value::Number(1)))));
        assert_eq!(read(&[0x08, 0x01, 0x0b, 0x08]), [Ok(1), Err(Broken)]);
        assert_eq!(read(&[0x12, 3, b'h']), [Err(Broken)]);
        let mut packed = Vec::new();
        numbers(Value::Bytes(&[3, 0x8e, 2, 0x9e, 0xa7, 5]), &mut packed).unwrap();
        assert_eq!(packed, [3, 270, 86942]);
    }

    #[test]
    fn a_varint_has_at_most_ten_bytes() {
        assert_eq!(varint(&[0xff; 11]), Err(Broken));
        assert_eq!(varint(&[0xff; 9]), Ok(None));
        let mut most = [0xff; 10];
        most[9] = 1;
        assert_eq!(varint(&most), Ok(Some((u64::MAX, 10))));
    }
}

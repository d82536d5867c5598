//! Writes the fields of a protobuf message.

pub fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A field with bytes.
pub fn bytes(field: u64, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3 | 2, &mut out);
    varint(content.len() as u64, &mut out);
    out.extend(content);
    out
}

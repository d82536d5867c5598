//! The wire format of protocol buffers: fields of numbers, text and messages.

/// A message under construction.
#[derive(Default)]
pub struct Message(Vec<u8>);

impl Message {
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// The key of a field: its number, and the encoding of its value.
    fn key(&mut self, field: u32, wire: u64) {
        self.varint(u64::from(field) << 3 | wire);
    }

    /// A number that is not negative.
    pub fn number(mut self, field: u32, value: impl Into<u64>) -> Self {
        self.key(field, 0);
        self.varint(value.into());
        self
    }

    /// A value of eight bytes.
    pub fn fixed(mut self, field: u32, value: u64) -> Self {
        self.key(field, 1);
        self.0.extend(value.to_le_bytes());
        self
    }

    pub fn text(self, field: u32, text: &str) -> Self {
        self.bytes(field, text.as_bytes())
    }

    pub fn message(self, field: u32, message: Self) -> Self {
        self.bytes(field, &message.0)
    }

    pub fn messages(self, field: u32, messages: impl IntoIterator<Item = Self>) -> Self {
        messages.into_iter().fold(self, |all, one| all.message(field, one))
    }

    fn bytes(mut self, field: u32, bytes: &[u8]) -> Self {
        self.key(field, 2);
        self.varint(bytes.len() as u64);
        self.0.extend(bytes);
        self
    }

    /// Appends the message to another one as a field.
    pub fn write_to(self, field: u32, out: &mut Vec<u8>) {
        out.extend(Self::default().message(field, self).0);
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    /// The examples in the documentation of the encoding.
    #[test]
    fn fields_are_encoded_as_in_the_specification() {
        assert_eq!(Message::default().number(1, 150u32).0, [0x08, 0x96, 0x01]);
        assert_eq!(
            Message::default().text(2, "testing").0,
            [0x12, 7, b't', b'e', b's', b't', b'i', b'n', b'g']
        );
        let inner = Message::default().number(1, 150u32);
        assert_eq!(Message::default().message(3, inner).0, [0x1a, 3, 0x08, 0x96, 0x01]);
        assert_eq!(Message::default().fixed(47, 1).0, [0xf9, 0x02, 1, 0, 0, 0, 0, 0, 0, 0]);
    }
}

//! A replay file: a head, the tape, the picture.

use crate::bytes::{Cursor, put};
use crate::{Fault, Recorded, Tape};

/// The first bytes of a file.
const MAGIC: &[u8] = b"\x93SCHED replay\n";
/// Files of version 1 have no messages, and no sleep that never ends.
const VERSION: u64 = 2;

/// What a replay file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub tape: Tape,
    /// `None`: the file has no picture.
    pub recorded: Option<Recorded>,
}

/// The name of a file's content: 64 bits of FNV-1a, as 16 hexadecimal digits.
pub fn hash(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The parts of a file.
fn parts(bytes: &[u8]) -> Result<(Cursor<'_>, Cursor<'_>), Fault> {
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if start.is_empty() || !MAGIC.starts_with(start) {
        return Err(Fault::Other);
    }
    let mut cursor = Cursor::new(bytes);
    cursor.take(MAGIC.len())?;
    let version = cursor.number()?;
    if !(1..=VERSION).contains(&version) {
        return Err(Fault::Version { version });
    }
    let length = cursor.number()?;
    let tape = cursor.take(usize::try_from(length).unwrap_or(usize::MAX))?;
    Ok((Cursor::new(tape), cursor))
}

fn end(cursor: &Cursor) -> Result<(), Fault> {
    if cursor.rest() > 0 { Err(Fault::Rest { bytes: cursor.rest() as u64 }) } else { Ok(()) }
}

impl Tape {
    /// Reads the tape of a file.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, Fault> {
        let (mut tape, _) = parts(bytes)?;
        let read = Self::read(&mut tape)?;
        end(&tape)?;
        Ok(read)
    }
}

impl File {
    pub fn encode(&self) -> Vec<u8> {
        let mut tape = Vec::new();
        self.tape.encode(&mut tape);
        let mut out = MAGIC.to_vec();
        put(&mut out, VERSION);
        put(&mut out, tape.len() as u64);
        out.append(&mut tape);
        put(&mut out, self.recorded.is_some().into());
        if let Some(recorded) = &self.recorded {
            recorded.encode(self.tape.from, &mut out);
        }
        out
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, Fault> {
        let (mut first, mut rest) = parts(bytes)?;
        let tape = Tape::read(&mut first)?;
        end(&first)?;
        let has_picture = rest.at_most("a mark", 1)? == 1;
        let recorded = match has_picture {
            true => Some(Recorded::read(&mut rest, tape.from, tape.until)?),
            false => None,
        };
        end(&rest)?;
        Ok(Self { tape, recorded })
    }
}

/// A tape with the hash of its file, as the simulator takes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    pub hash: String,
    pub tape: Tape,
}

impl Loaded {
    /// Reads the tape of a file.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        Ok(Self { hash: hash(bytes), tape: Tape::decode(bytes)? })
    }
}

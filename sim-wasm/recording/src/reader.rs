//! Reads a recording of any format in pieces.

use crate::fault::{Fault, Note};
use crate::intake::Intake;
use crate::perfetto::Perfetto;
use crate::place::Places;
use crate::recording::Recording;
use crate::sniff::{self, Start};
use crate::text::Text;
use std::io::Write;

/// Bytes of a file at most.
const MOST_BYTES: u64 = 2 << 30;
/// Unpacked bytes at most.
const MOST_UNPACKED: u64 = 4 << 30;
/// Unpacked bytes that are not compared with the packed ones.
const FREE: u64 = 64 << 20;
/// Unpacked bytes for each packed one at most.
const RATIO: u64 = 100;
/// Bytes by which the kind of a file is decided.
const START: usize = 4096;
/// How long a later event may stand before an earlier one (ns): the tools that write texts sort.
const HOLD_TEXT: u64 = 10_000_000;
/// Perfetto's bundles follow each other CPU by CPU.
const HOLD_PERFETTO: u64 = 1_000_000_000;

/// What is wanted of a recording.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine, if it is given beside the recording.
    pub machine: Option<Places>,
    /// The half-open time span that is counted (ns).
    pub window: (u64, u64),
    /// Keeps intervals, waits and moves of the window.
    pub draws: bool,
    /// Keeps the events of the window, for a replay.
    pub keeps: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { machine: None, window: (0, u64::MAX), draws: false, keeps: false }
    }
}

enum Packing {
    Gzip(flate2::write::MultiGzDecoder<Vec<u8>>),
    Zlib(flate2::write::ZlibDecoder<Vec<u8>>),
}

impl Packing {
    fn write(&mut self, bytes: &[u8]) -> bool {
        match self {
            Self::Gzip(inflate) => inflate.write_all(bytes).is_ok(),
            Self::Zlib(inflate) => inflate.write_all(bytes).is_ok(),
        }
    }

    fn finish(&mut self) -> bool {
        match self {
            Self::Gzip(inflate) => inflate.try_finish().is_ok(),
            Self::Zlib(inflate) => inflate.try_finish().is_ok(),
        }
    }

    fn take(&mut self) -> Vec<u8> {
        match self {
            Self::Gzip(inflate) => std::mem::take(inflate.get_mut()),
            Self::Zlib(inflate) => std::mem::take(inflate.get_mut()),
        }
    }
}

/// What the bytes are.
enum Content {
    /// Not decided yet: the first bytes.
    Unknown(Vec<u8>),
    Text(Text),
    Perfetto(Perfetto),
    Refused(Fault),
}

/// UTF-16 that becomes UTF-8.
struct Utf16 {
    is_little: bool,
    odd: Option<u8>,
    high: Option<u16>,
}

impl Utf16 {
    fn read(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut units = Vec::with_capacity(bytes.len() / 2 + 2);
        units.extend(self.high.take());
        for byte in bytes {
            match self.odd.take() {
                None => self.odd = Some(*byte),
                Some(first) if self.is_little => units.push(u16::from_le_bytes([first, *byte])),
                Some(first) => units.push(u16::from_be_bytes([first, *byte])),
            }
        }
        self.high = units.pop_if(|unit| (0xd800..0xdc00).contains(unit));
        let chars = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        chars.filter(|c| *c != '\u{feff}').collect::<String>().into_bytes()
    }
}

/// Reads a recording: [`push`](Self::push) the bytes in pieces of any size, then [`finish`](Self::finish).
pub struct Reader {
    intake: Intake,
    content: Content,
    packing: Option<Packing>,
    utf16: Option<Utf16>,
    read: u64,
    unpacked: u64,
    notes: Vec<Note>,
    /// Nothing more is read.
    ended: bool,
}

impl Reader {
    pub fn new(options: Options) -> Self {
        Self {
            intake: Intake::new(options, HOLD_TEXT),
            content: Content::Unknown(Vec::new()),
            packing: None,
            utf16: None,
            read: 0,
            unpacked: 0,
            notes: Vec::new(),
            ended: false,
        }
    }

    /// Times of the events so far (ns).
    pub fn span(&self) -> Option<(u64, u64)> {
        self.intake.whole
    }

    /// Bytes that were taken.
    pub fn bytes(&self) -> u64 {
        self.read
    }

    /// Events that were read.
    pub fn events(&self) -> u64 {
        self.intake.events
    }

    /// Takes the next bytes; `false`: no more are needed.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        // Pieces bound what unpacking gives at once.
        for piece in bytes.chunks(64 << 10) {
            if self.ended {
                return false;
            }
            self.read += piece.len() as u64;
            if self.read > MOST_BYTES {
                self.notes.push(Note::TooLong { gib: MOST_BYTES >> 30 });
                self.ended = true;
            } else {
                self.packed(piece);
            }
        }
        !self.ended
    }

    fn packed(&mut self, bytes: &[u8]) {
        if self.packing.is_none() {
            self.plain(bytes);
            return;
        }
        for chunk in bytes.chunks(4 << 10) {
            let Some(packing) = &mut self.packing else { return };
            let is_good = packing.write(chunk);
            let unpacked = packing.take();
            self.unpacked += unpacked.len() as u64;
            let bomb = self.unpacked > FREE.max(self.read * RATIO);
            let large = self.unpacked > MOST_UNPACKED;
            self.plain(&unpacked);
            if self.ended {
                return;
            }
            if bomb && self.intake.whole.is_none() {
                self.refuse(Fault::Bomb);
            } else if bomb || large {
                let long = Note::TooLong { gib: MOST_UNPACKED >> 30 };
                self.notes.push(if large { long } else { Note::PackedBomb });
                self.ended = true;
            } else if !is_good {
                self.broken();
            }
            if self.ended {
                return;
            }
        }
    }

    fn broken(&mut self) {
        if self.unpacked == 0 {
            self.refuse(Fault::Packing { name: "gzip or zlib" });
        } else {
            self.notes.push(Note::PackedBroken { bytes: self.unpacked });
        }
        self.ended = true;
    }

    fn refuse(&mut self, fault: Fault) {
        self.content = Content::Refused(fault);
        self.ended = true;
    }

    /// Takes bytes that are not packed.
    fn plain(&mut self, bytes: &[u8]) {
        if let Content::Unknown(start) = &mut self.content {
            start.extend_from_slice(bytes);
            if start.len() >= START {
                self.decide();
            }
            return;
        }
        self.content(bytes);
    }

    fn content(&mut self, bytes: &[u8]) {
        let mut is_over = self.intake.tracker.is_over;
        match &mut self.content {
            Content::Text(text) => match &mut self.utf16 {
                Some(utf16) => {
                    let plain = utf16.read(bytes);
                    text.push(&mut self.intake, &plain);
                }
                None => text.push(&mut self.intake, bytes),
            },
            Content::Perfetto(perfetto) => {
                perfetto.push(&mut self.intake, bytes);
                self.ended |= perfetto.stopped;
                is_over = perfetto.is_over(&self.intake);
                let unpacked = self.unpacked.max(self.read) + perfetto.unpacked;
                let bomb = perfetto.unpacked > FREE.max(self.read * RATIO);
                if (bomb || unpacked > MOST_UNPACKED) && !self.ended {
                    let long = Note::TooLong { gib: MOST_UNPACKED >> 30 };
                    self.notes.push(if bomb { Note::PackedBomb } else { long });
                    self.ended = true;
                }
            }
            Content::Unknown(_) | Content::Refused(_) => {}
        }
        self.ended |= is_over || self.intake.tracker.tasks.is_full;
    }

    /// Decides what the bytes are.
    fn decide(&mut self) {
        let Content::Unknown(start) = &mut self.content else { return };
        let start = std::mem::take(start);
        let mut rest = &start[..];
        match sniff::start(&start) {
            Start::Gzip if self.packing.is_none() => {
                self.packing = Some(Packing::Gzip(flate2::write::MultiGzDecoder::new(Vec::new())));
                self.packed(rest);
                return;
            }
            Start::Gzip => {
                let instead = "unpack it once, and give what is in it";
                self.refuse(Fault::Other { name: "gzip within gzip", instead });
                return;
            }
            Start::Zlib(begin) if self.packing.is_none() => {
                self.packing = Some(Packing::Zlib(flate2::write::ZlibDecoder::new(Vec::new())));
                self.content = Content::Text(Text::default());
                self.packed(&rest[begin..]);
                return;
            }
            Start::Zlib(_) | Start::Text => self.content = Content::Text(Text::default()),
            Start::Utf16(is_little) => {
                self.notes.push(Note::Encoding { name: "UTF-16" });
                self.utf16 = Some(Utf16 { is_little, odd: None, high: None });
                self.content = Content::Text(Text::default());
            }
            Start::Perfetto => {
                self.intake.set_hold(HOLD_PERFETTO);
                self.content = Content::Perfetto(Perfetto::default());
            }
            Start::Refused(fault) => {
                self.refuse(fault);
                return;
            }
        }
        if let Some(plain) = rest.strip_prefix(b"\xef\xbb\xbf") {
            rest = plain;
        }
        self.content(rest);
    }

    /// The file is complete.
    pub fn finish(mut self) -> Recording {
        if matches!(self.content, Content::Unknown(_)) {
            self.decide();
            // Unpacked content may be short as well.
            if matches!(self.content, Content::Unknown(_)) && self.packing.is_some() {
                self.end_packing();
                self.decide();
            }
        }
        if !self.ended {
            self.end_packing();
        }
        let Self { mut intake, content, notes, read, .. } = self;
        let (mut text, mut perfetto, mut fault) = (None, None, None);
        match content {
            Content::Text(mut one) => {
                one.finish(&mut intake);
                text = Some(one);
            }
            Content::Perfetto(mut one) => {
                one.finish(&mut intake);
                perfetto = Some(one);
            }
            Content::Refused(one) => fault = Some(one),
            Content::Unknown(_) => fault = Some(Fault::Empty),
        }
        intake.finish();
        Recording::new(intake, text, perfetto, fault, notes, read)
    }

    fn end_packing(&mut self) {
        let Some(packing) = &mut self.packing else { return };
        let is_good = packing.finish();
        let rest = packing.take();
        self.unpacked += rest.len() as u64;
        self.packing = None;
        self.plain(&rest);
        if !is_good && self.unpacked == 0 {
            self.refuse(Fault::Packing { name: "gzip or zlib" });
        } else if !is_good {
            self.notes.push(Note::PackedCut);
        }
    }
}

/// Reads a recording that is in memory.
pub fn read(bytes: &[u8], options: Options) -> Recording {
    let mut reader = Reader::new(options);
    reader.push(bytes);
    reader.finish()
}

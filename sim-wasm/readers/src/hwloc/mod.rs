//! Reads the XML of `lstopo --of xml`, versions 1 to 3, in one pass over the elements, with a stack of open
//! elements.
//!
//! Since version 2 a memory object is a sibling of the objects with its CPUs; in version 1 a node contains
//! them.

mod kinds;
mod settle;
mod walk;

use crate::facts::Facts;
use crate::fault::{Fault, What, short};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::BTreeMap;
use walk::Walk;

/// Maximum nesting of elements; real files have about twenty levels.
const MOST_DEPTH: usize = 64;

/// Reads a document.
///
/// # Errors
/// The document does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut walk = Walk::default();
    let mut lines = Lines { text: text.as_bytes(), at: 0, line: 1 };
    let mut depth = 0usize;
    loop {
        let line = lines.at(reader.buffer_position() as usize);
        let event = reader.read_event().map_err(|error| {
            let line = lines.at(reader.error_position() as usize);
            let cut = matches!(error, quick_xml::Error::Syntax(_))
                && reader.buffer_position() as usize >= text.len();
            Fault::at_line(line, if cut { What::Cut } else { What::NotXml })
        })?;
        match event {
            Event::DocType(doctype) if doctype.contains(&b'[') => {
                return Err(Fault::at_line(line, What::Entities).of("DOCTYPE"));
            }
            Event::GeneralRef(_) if walk.text_of.is_some() => {
                return Err(Fault::at_line(line, What::Entities));
            }
            Event::Start(element) => {
                depth += 1;
                if depth > MOST_DEPTH {
                    return Err(Fault::at_line(line, What::Deep { most: MOST_DEPTH }));
                }
                walk.start(&element, line)?;
            }
            Event::End(element) => {
                depth -= 1;
                walk.end(element.name().as_ref(), line)?;
            }
            Event::Text(text) => walk.text(&text, line)?,
            Event::Eof if depth > 0 => return Err(Fault::at_line(line, What::Cut)),
            Event::Eof => break,
            _ => {}
        }
    }
    if !walk.is_topology {
        return Err(What::Unknown.into());
    }
    walk.settle()
}

/// Counts lines while positions increase.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, position: usize) -> usize {
        let position = position.clamp(self.at, self.text.len());
        self.line += self.text[self.at..position].iter().filter(|&&byte| byte == b'\n').count();
        self.at = position;
        self.line
    }
}

pub type Attributes = BTreeMap<String, String>;

/// The attributes of an element. Entities other than XML's own five are refused.
fn attributes(element: &BytesStart, line: usize) -> Result<Attributes, Fault> {
    let mut attributes = Attributes::new();
    // Duplicate names are found here, because the check of the XML reader takes quadratic time.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|_| Fault::at_line(line, What::NotXml))?;
        let value = attribute.unescape_value().map_err(|_| Fault::at_line(line, What::Entities))?;
        let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        if let Some(twice) = attributes.insert(name, value.into()) {
            return Err(Fault::at_line(line, What::AttributeTwice { said: short(&twice) }));
        }
    }
    Ok(attributes)
}

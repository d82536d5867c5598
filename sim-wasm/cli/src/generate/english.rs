//! The English texts of the page that come from the core and from the pages of the model.

use super::Generated;
use super::typescript::{BANNER, quoted};
use sched_core::machine::names::{KERNELS, Remark};
use sched_core::mechanisms::MECHANISMS;
use sched_core::observe::vocab::Func;
use sched_judge::words::{EffectFamily, EffectLoad};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{Error, Result};
use std::path::Path;

/// The section of a page with the notes on functions for the decision lens.
const SECTION: &str = "\n## In the decision lens\n";
/// The parts of a note: the field on the page, and its label in the document.
const PARTS: [(&str, &str); 3] = [("linux", "**Linux**:"), ("model", "**Here**:"), ("left", "**Left out**:")];

pub fn all(root: &Path) -> Result<Vec<Generated>> {
    let file = |path, body: String| Generated { path, text: format!("{BANNER}{body}") };
    let (notes, pages) = notes(root)?;
    Ok(vec![
        file("src/words/generated/mechanisms.en.ts", mechanisms()),
        file("src/words/generated/functions.en.ts", functions()),
        file("src/words/generated/kernels.en.ts", kernels()),
        file("src/words/generated/effects.en.ts", effects()),
        file("src/rooms/decision/generated/notes.en.ts", notes),
        file("src/rooms/decision/generated/pages.ts", pages),
    ])
}

/// A sentence of a comment or a document in the form of the page.
fn on_page(text: &str) -> String {
    quoted(&text.trim().replace('`', "").replace('\'', "’"))
}

fn effects() -> String {
    let families = EffectFamily::ALL.iter().map(|family| ("effect", family.key(), family.text()));
    let loads = EffectLoad::ALL.iter().map(|load| ("load", load.key(), load.text()));
    let mut out = String::from(
        "/** Kinds of effects: what is switched, and under which load. */\nexport const effectsEn = {\n",
    );
    for (kind, key, text) in families.chain(loads) {
        let _ = writeln!(out, "  '{kind}.{key}': {},", on_page(text));
    }
    out.push_str("} as const;\n");
    out
}

fn mechanisms() -> String {
    let mut out =
        String::from("/** Names and sentences of the mechanisms. */\nexport const mechanismsEn = {\n");
    for mechanism in MECHANISMS {
        let (key, name, sentence) = (mechanism.key, on_page(mechanism.name), on_page(mechanism.sentence));
        let _ = writeln!(out, "  'mechanism.{key}': {name},\n  'mechanism.{key}.note': {sentence},");
    }
    out + "} as const;\n"
}

fn functions() -> String {
    let mut out = String::from("/** What the functions of a decision do. */\nexport const functionsEn = {\n");
    for func in Func::ALL {
        let _ = writeln!(out, "  'func.{}': {},", func.key(), on_page(func.sentence()));
    }
    out + "} as const;\n"
}

fn kernels() -> String {
    let mut out = String::from(
        "/** What a kernel of the table is, and what is said of a name of another one. */\nexport const kernelsEn = {\n",
    );
    for about in KERNELS {
        let _ = writeln!(out, "  'kernel.{}': {},", about.kernel.key(), on_page(about.sentence));
    }
    for remark in Remark::ALL.iter().filter(|&&remark| remark != Remark::Exact) {
        let _ = writeln!(out, "  'name.{}': {},", remark.key(), on_page(remark.sentence()));
    }
    out + "} as const;\n"
}

/// A note on a function, and its source.
struct Note {
    file: String,
    title: String,
    parts: [String; 3],
}

/// The notes on functions in the pages of the model, and the source of each, for the decision lens.
fn notes(root: &Path) -> Result<(String, String)> {
    let mut notes: BTreeMap<String, Note> = BTreeMap::new();
    for entry in std::fs::read_dir(root.join("docs/model"))? {
        let path = entry?.path();
        if path.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let page = std::fs::read_to_string(&path)?;
        let Some((_, section)) = page.split_once(SECTION) else { continue };
        let section = section.split("\n## ").next().unwrap_or_default();
        for block in section.split("\n### ").skip(1) {
            let (func, note) = block.split_once('\n').unwrap_or((block, ""));
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let title = page.lines().next().unwrap_or_default().trim_start_matches("# ").to_string();
            let parts = PARTS.map(|(_, label)| part(note, label));
            notes.insert(func.trim_matches('`').to_string(), Note { file, title, parts });
        }
    }
    let mut pages = String::from(
        "import type { Func } from '../../../scenario/generated/vocab';\n\n/** The page of `docs/model` that the note is from, and its title. */\n\
         export const PAGES: Readonly<Record<Func, readonly [file: string, title: string]>> = {\n",
    );
    let mut texts = String::from(
        "import type { Func } from '../../../scenario/generated/vocab';\n\n\
         /** What the lens says of a function. */\n\
         export interface Note {\n  readonly linux: string;\n  readonly model: string;\n  readonly left: string;\n}\n\n\
         export const notesEn: Readonly<Record<Func, Note>> = {\n",
    );
    for func in Func::ALL {
        let key = func.key();
        let lacks =
            |what: &str| Error::other(format!("no page of docs/model has {what} of `{key}` for the lens"));
        let note = notes.remove(key).ok_or_else(|| lacks("the note"))?;
        let _ = writeln!(pages, "  {key}: [{}, {}],", quoted(&note.file), quoted(&note.title));
        let _ = writeln!(texts, "  {key}: {{");
        for ((field, label), text) in PARTS.iter().zip(&note.parts) {
            if text.is_empty() {
                return Err(lacks(label));
            }
            let _ = writeln!(texts, "    {field}: {},", on_page(text));
        }
        texts.push_str("  },\n");
    }
    if let Some(unknown) = notes.keys().next() {
        return Err(Error::other(format!(
            "docs/model has a note of `{unknown}`, which is no function of steps.rs"
        )));
    }
    pages.push_str("};\n");
    texts.push_str("};\n");
    Ok((texts, pages))
}

/// The text of a bullet with this label, on one line.
fn part(note: &str, label: &str) -> String {
    let bullet =
        note.split("\n- ").find_map(|bullet| bullet.trim_start_matches("- ").trim().strip_prefix(label));
    bullet.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn a_part_of_a_note_is_joined_to_one_line() {
        let note = "\n- **Linux**: Looks at one.\n  Then at\n  another.\n- **Here**: The same.\n";
        assert_eq!(part(note, "**Linux**:"), "Looks at one. Then at another.");
        assert_eq!(part(note, "**Here**:"), "The same.");
        assert_eq!(part(note, "**Left out**:"), "");
    }
}

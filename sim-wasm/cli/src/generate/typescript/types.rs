//! `types.ts`: the documents and answers of the core, and how effects of a kind fared.

use sched_core::machine::{Evidence, Grade, MachineDescription};
use sched_core::observe::inspect::{CpuInspection, PolicyInspection, TaskInspection};
use sched_core::observe::report::RunReport;
use sched_core::scenario::{FieldError, Scenario};
use sched_judge::kind::Fared;
use std::collections::BTreeMap;
use std::fmt::Write;
use ts_rs::{TS, TypeVisitor};

/// Every declared type that is reachable from the roots, by name.
#[derive(Default)]
pub struct Declarations(BTreeMap<String, String>);

impl Declarations {
    pub fn text(self) -> String {
        self.0.into_values().collect::<Vec<_>>().join("\n")
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of this project have an output path; primitives and lists do not.
        if T::output_path().is_none() || self.0.contains_key(&T::ident()) {
            T::visit_generics(self);
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(T::ident(), tidy(&docs, &T::decl()));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

pub fn text() -> String {
    let mut declarations = Declarations::default();
    declarations.visit::<Scenario>();
    declarations.visit::<FieldError>();
    declarations.visit::<MachineDescription>();
    declarations.visit::<RunReport>();
    declarations.visit::<CpuInspection>();
    declarations.visit::<PolicyInspection>();
    declarations.visit::<TaskInspection>();
    declarations.visit::<Evidence>();
    declarations.visit::<Grade>();
    declarations.visit::<Fared>();
    declarations.text()
}

/// A declaration with one field a line, short comments on one line and single quotes.
fn tidy(docs: &str, declaration: &str) -> String {
    let mut out = comment(docs, "");
    match declaration.split_once(" = { ") {
        Some((head, body)) if body.contains(" } | { ") => {
            let variants = body.trim_end_matches(" };").replace('"', "'");
            let variants = variants.split(" } | { ").map(|fields| {
                let fields = fields.trim_end_matches([' ', ',']).replace(", ", "; ");
                format!("\n  | {{ {fields} }}")
            });
            let _ = writeln!(out, "export {head} ={};", variants.collect::<String>());
        }
        Some((head, body)) if body.ends_with("};") => {
            let _ = writeln!(out, "export {head} = {{");
            for field in fields(body.trim_end_matches("};")) {
                let (docs, code) = field.rsplit_once("*/").unwrap_or(("", field));
                let _ = writeln!(out, "{}  {};", comment(docs, "  "), code.trim().replace('"', "'"));
            }
            out.push_str("};\n");
        }
        _ => {
            let _ = writeln!(out, "export {}", declaration.replace('"', "'"));
        }
    }
    out
}

/// The fields of an object type, each with its comment in front.
fn fields(body: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut start, mut depth, mut in_comment) = (0, 0, false);
    for (i, c) in body.char_indices() {
        in_comment = if in_comment { !body[..i].ends_with("*/") } else { body[i..].starts_with("/**") };
        match c {
            _ if in_comment => {}
            '<' | '{' | '[' => depth += 1,
            '>' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                fields.push(body[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    fields
}

fn comment(docs: &str, indent: &str) -> String {
    let text = |line: &str| line.trim().trim_start_matches("/**").trim_start_matches('*').trim().to_string();
    let without_end = docs.trim().trim_end_matches("*/");
    let lines: Vec<String> = without_end.lines().map(text).filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body: String = lines.iter().map(|line| format!("{indent} * {line}\n")).collect();
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

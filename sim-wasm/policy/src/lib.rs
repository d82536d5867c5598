//! Compiles a sched_ext scheduler in C (`*.bpf.c`) for the virtual machine.
//!
//! [`compile`] reads a source as the kernel's tools would: a preprocessor with a prelude in place of the kernel's headers, a
//! parser, checks of types, and bytecode. All problems of a source are reported, each as a sentence with its place. What
//! the verifier would refuse, but the virtual machine can run, is a warning.

mod ast;
mod builtin;
mod emit;
mod expand;
mod generate;
mod lex;
mod lint;
mod load;
mod parse;
mod problem;
mod refused;
mod types;
mod walk;

pub use problem::{Problem, Severity, What};

use sched_vm::{Program, Release, Span};

/// Longest source, in bytes.
pub const LONGEST: usize = 512 << 10;

/// What stands for the kernel's headers.
const PRELUDE: &str = include_str!("prelude.h");

/// A compiled source.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub program: Program,
    /// What the verifier would refuse, and what is seldom meant.
    pub warnings: Vec<Problem>,
}

/// The words of a source without comments, texts and white space, and with a number in place of each name: equal for
/// sources that differ in names only.
pub fn shape(source: &str) -> String {
    let mut names: Vec<std::rc::Rc<str>> = Vec::new();
    let mut out = String::new();
    for word in lex::tokens(source, true, &mut Vec::new()) {
        match word.kind {
            lex::Kind::Name => {
                let known = names.iter().position(|name| *name == word.text);
                let at = known.unwrap_or(names.len());
                if known.is_none() {
                    names.push(word.text);
                }
                out.push_str(&format!("${at}"));
            }
            lex::Kind::Text => out.push('"'),
            lex::Kind::End => {}
            _ => out.push_str(&word.text),
        }
        out.push(' ');
    }
    out
}

/// Compiles a source for a release. Otherwise all its errors and warnings, in the order of the source.
pub fn compile(source: &str, release: Release) -> Result<Compiled, Vec<Problem>> {
    if source.len() > LONGEST {
        let at = Span { line: 1, column: 1, length: 1 };
        return Err(vec![Problem::new(at, What::TooLong { most: LONGEST as u32 })]);
    }
    let mut problems = Vec::new();
    let ranges = ranges(source);
    let range = |line: u32| ranges.get(line as usize).copied().flatten();
    let mut expander = expand::Expander::new(&mut problems);
    let number = match release {
        Release::V6_12 => 612,
        Release::V6_18 => 618,
        Release::V7_1 => 701,
    };
    expander.define("__RELEASE", number);
    expander.define("__MOST_CPUS", u64::from(sched_vm::MOST_CPUS));
    let prelude = expander.file(PRELUDE, false);
    let words = expander.file(source, true);
    let mut parser = parse::Parser::new(&mut problems, &range);
    parser.file(prelude);
    parser.file(words);
    let unit = std::mem::take(&mut parser.unit);
    // A declaration that could not be read is not missing.
    let unread = problems.iter().any(|problem| problem.severity == Severity::Error);
    let mut generator = generate::Generator::new(&unit, release, &mut problems);
    generator.homes();
    let mut loaded = generator.globals(|word| unread && source.contains(word));
    generator.functions();
    generator.cgroup_hooks(&mut loaded);
    let functions: Vec<(u32, u32)> =
        generator.number_of.iter().map(|(unit, number)| (*unit, *number)).collect();
    let kfuncs = std::mem::take(&mut generator.kfuncs);
    let calls = std::mem::take(&mut generator.calls);
    let program = Program {
        release,
        ops: loaded.ops,
        hooks: loaded.hooks,
        functions: generator.functions,
        code: generator.code,
        places: generator.places,
        spans: generator.spans,
        constants: generator.constants,
        data: generator.data,
        rodata: generator.rodata,
        globals: loaded.globals,
        maps: generator.maps,
    };
    // What follows from a file that is missing would hide that it is.
    let missing = |problem: &Problem| matches!(problem.what, What::Include { .. });
    if problems.iter().any(missing) {
        problems.retain(|problem| {
            missing(problem) || matches!(problem.what, What::Hook { .. } | What::UserSpace { .. })
        });
        return Err(problems);
    }
    lint::check(&unit, release, &loaded.hook_functions, &functions, &kfuncs, &calls, &mut problems);
    problems.sort_by_key(|problem| (problem.at.line, problem.at.column));
    problems.dedup();
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    // Warnings have the room that errors leave.
    let most = parse::MOST_PROBLEMS;
    let (mut error_room, mut warning_room) = (most, most.saturating_sub(errors));
    problems.retain(|problem| {
        let room = if problem.severity == Severity::Error { &mut error_room } else { &mut warning_room };
        let fits = *room > 0;
        *room -= usize::from(fits);
        fits
    });
    if errors > most {
        let at = problems.last().map_or(Span::default(), |problem| problem.at);
        problems.push(Problem::new(at, What::TooManyProblems { most: most as u32 }));
    }
    if errors > 0 {
        return Err(problems);
    }
    Ok(Compiled { program, warnings: problems })
}

/// For each line the range in its comment, as in `/* 1..100 */`.
fn ranges(source: &str) -> Vec<Option<(i64, i64)>> {
    let range = |line: &str| {
        let comment = line.find("//").or_else(|| line.find("/*"))?;
        let text = &line[comment..];
        let middle = text.find("..")?;
        let number =
            |text: &str| -> String { text.chars().filter(|one| *one != '_' && *one != ',').collect() };
        let before: String = {
            let part = text[..middle].trim_end();
            let from = part.rfind(|one: char| !(one.is_ascii_digit() || one == '_' || one == '-'));
            part[from.map_or(0, |from| from + part[from..].chars().next().map_or(1, char::len_utf8))..].into()
        };
        let after = text[middle..].trim_start_matches('.').trim_start();
        let end = after
            .char_indices()
            .find(|(at, one)| !(one.is_ascii_digit() || *one == '_' || (*at == 0 && *one == '-')));
        let after = &after[..end.map_or(after.len(), |(at, _)| at)];
        let (min, max) = (number(&before).parse().ok()?, number(after).parse().ok()?);
        (min < max).then_some((min, max))
    };
    std::iter::once(None).chain(source.split('\n').map(range)).collect()
}

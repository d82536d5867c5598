//! Reads the output of lscpu: `-J -e`, `-p` and `-e`, with any choice of columns.

use crate::facts::{CpuFacts, Facts, Numbering, shares_below_llc};
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use sched_core::document::fault::Fault::Duplicate;
use sched_core::document::fault::FieldError;
use sched_core::document::json::{self, Most};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The name of the tool.
pub const SOURCE: &str = "lscpu";

/// The command whose output is read.
pub const COMMAND: &str = "lscpu -J -e=CPU,CORE,CLUSTER,SOCKET,NODE,CACHE";

/// The meaning of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Cpu,
    Core,
    Cluster,
    Socket,
    Node,
    Book,
    Drawer,
    /// The caches of all levels that the name of the column lists.
    Caches,
    /// A data cache of this level.
    Cache(u32),
    Online,
    MaxMhz,
    Model,
    /// Something that the model does not have.
    Other,
}

impl Column {
    fn of(name: &str) -> Self {
        match name.trim().to_ascii_lowercase().as_str() {
            "cpu" => Self::Cpu,
            "core" => Self::Core,
            "cluster" => Self::Cluster,
            "socket" => Self::Socket,
            "node" => Self::Node,
            "book" => Self::Book,
            "drawer" => Self::Drawer,
            "online" => Self::Online,
            "maxmhz" => Self::MaxMhz,
            "modelname" => Self::Model,
            name if name.contains(':') || name == "cache" => Self::Caches,
            name => level(name).map_or(Self::Other, Self::Cache),
        }
    }
}

/// The level of a data cache: `l1d`, `l2`, `l3`.
fn level(name: &str) -> Option<u32> {
    let name = name.trim().to_ascii_lowercase();
    let digits = name.strip_prefix('l')?;
    digits.strip_suffix('d').unwrap_or(digits).parse().ok()
}

/// A row: its line, and its cells with the names of their columns.
struct Row<'a> {
    line: Option<usize>,
    element: String,
    cells: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl Row<'_> {
    fn fault(&self, column: &str, what: What) -> Fault {
        let fault = Fault { line: self.line, element: None, what };
        let column = short(column);
        fault.of(&if self.element.is_empty() { column } else { format!("{}, {column}", self.element) })
    }
}

/// Reads `lscpu -J -e`.
///
/// # Errors
/// The text does not describe a machine.
pub fn read_json(text: &str) -> Result<Facts, Fault> {
    let sound = without_bare_dashes(text);
    let document: Value = serde_json::from_str(&sound).map_err(|error| {
        let what = if error.is_eof() { What::Cut } else { What::NotJson { column: error.column() } };
        Fault::at_line(error.line(), what)
    })?;
    // serde_json keeps the last of two fields of the same name. A document with more entries is refused
    // below.
    let most = Most { bytes: u32::MAX, entries: 10_000, depth: 128 };
    if let Err(FieldError { fault: Duplicate, field, .. }) = json::read(&sound, most) {
        return Err(What::Syntax { said: format!("{field} is there twice") }.into());
    }
    if let Some(fields) = document.get("lscpu") {
        return crate::summary::read_json(fields);
    }
    let Some(rows) = document.get("cpus").and_then(Value::as_array) else {
        return Err(Fault::whole(What::Missing { name: "list of CPUs" }).of("cpus"));
    };
    let mut machine = Machine::default();
    for (i, row) in rows.iter().enumerate() {
        let element = format!("cpus[{i}]");
        let Some(fields) = row.as_object() else {
            return Err(Fault::whole(What::Form { belongs: "an object" }).of(&element));
        };
        let cell = |value: &Value| match value {
            Value::String(text) => text.clone(),
            Value::Null => "-".into(),
            other => other.to_string(),
        };
        let cells = fields.iter().map(|(name, value)| (Cow::from(name), Cow::from(cell(value))));
        machine.row(&Row { line: None, element, cells: cells.collect() })?;
    }
    machine.settle()
}

/// util-linux up to 2.38 writes an unknown value as a bare `-`, which is not valid JSON.
fn without_bare_dashes(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let (mut inside, mut escaped, mut bare) = (false, false, Vec::new());
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b'-' if !inside && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => bare.push(at),
            _ => {}
        }
    }
    if bare.is_empty() {
        return text.into();
    }
    let mut sound = String::with_capacity(text.len() + 3 * bare.len());
    let mut from = 0;
    for at in bare {
        sound.push_str(&text[from..at]);
        sound.push_str("null");
        from = at + 1;
    }
    sound.push_str(&text[from..]);
    sound.into()
}

/// Reads `lscpu -p`: the last comment line names the columns.
///
/// # Errors
/// The text does not describe a machine.
pub fn read_parsable(text: &str) -> Result<Facts, Fault> {
    let mut machine = Machine::default();
    let mut names: Vec<&str> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix('#') {
            names = comment.split(',').map(str::trim).collect();
        } else if !line.is_empty() {
            machine.cells(i + 1, &names, line.split(',').map(|cell| cell.trim().into()))?;
        }
    }
    machine.settle()
}

/// Reads `lscpu -e`: the first line names the columns.
///
/// # Errors
/// The text does not describe a machine.
pub fn read_table(text: &str) -> Result<Facts, Fault> {
    let mut machine = Machine::default();
    let mut lines = text.lines().enumerate().peekable();
    // A prompt or a title may stand above the heading.
    let is_heading = |line: &str| line.split_whitespace().any(|word| word.eq_ignore_ascii_case("CPU"));
    while lines.next_if(|(_, line)| !is_heading(line)).is_some() {}
    let names: Vec<&str> =
        lines.next().map(|(_, line)| line.split_whitespace().collect()).unwrap_or_default();
    let model = names.iter().position(|name| Column::of(name) == Column::Model);
    let (mut is_apart, mut has_rows) = (false, false);
    while let Some((i, line)) = lines.next() {
        if line.trim().is_empty() {
            is_apart = has_rows;
            continue;
        }
        let count = line.split_whitespace().count();
        // Something else follows the table.
        if is_apart
            && (count < names.len() || cpu_number(line.split_whitespace().next().unwrap_or("")).is_err())
        {
            let others = lines.filter(|(_, line)| !line.trim().is_empty()).count();
            machine.facts.not_said.push(NotSaid::OtherText { count: others + 1 });
            break;
        }
        (is_apart, has_rows) = (false, true);
        let mut cells: Vec<Cow<str>> = line.split_whitespace().map(Cow::from).collect();
        // Only the cell of the model's name can contain spaces.
        let more = cells.len().saturating_sub(names.len());
        if let Some(at) = model.filter(|_| more > 0) {
            let name = cells[at..=at + more].join(" ");
            cells.splice(at..=at + more, [name.into()]);
        }
        machine.cells(i + 1, &names, cells.into_iter())?;
    }
    machine.settle()
}

/// A core: its socket, its number, and what the threads of a core have in common besides. Numbers of cores may start
/// again in each cluster or node, with `-y` in each socket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CoreKey {
    socket: Option<u32>,
    number: u32,
    node: Option<u32>,
    cluster: Option<u32>,
    /// The cache nearest to the CPU.
    cache: Option<(u32, String)>,
    clock: Option<String>,
}

/// Maximum number of columns; `lscpu` has about twenty.
const MOST_COLUMNS: usize = 100;

/// The facts from the rows so far.
#[derive(Default)]
struct Machine {
    facts: Facts,
    /// For each CPU so far, what decides its core.
    cores: Vec<Option<CoreKey>>,
    clusters: Numbering<(Option<u32>, u32)>,
    caches: Numbering<(u32, String)>,
    /// The L2 of each CPU so far.
    l2: Vec<Option<String>>,
    books: BTreeSet<(bool, u32)>,
    clocks: Vec<Option<String>>,
    offline: CpuSet,
    seen: CpuSet,
}

impl Machine {
    fn cells<'a>(
        &mut self,
        line: usize,
        names: &[&'a str],
        mut cells: impl Iterator<Item = Cow<'a, str>>,
    ) -> Result<(), Fault> {
        if !names.iter().any(|name| Column::of(name) == Column::Cpu) {
            return Err(Fault::at_line(line, What::Missing { name: "column CPU" }));
        }
        if names.len() > MOST_COLUMNS {
            return Err(Fault::at_line(line, What::TooMany { of: "columns", most: MOST_COLUMNS as u32 }));
        }
        let row: Vec<Cow<str>> = cells.by_ref().take(names.len()).collect();
        let count = row.len() + cells.count();
        if count != names.len() {
            let what = What::Cells { cells: count, columns: names.len() };
            return Err(Fault::at_line(line, what));
        }
        let mut known = BTreeSet::new();
        if let Some(name) = names.iter().find(|name| !known.insert(name.to_ascii_lowercase())) {
            let said = format!("the column {} is there twice", short(name));
            return Err(Fault::at_line(line, What::Syntax { said }));
        }
        let cells = names.iter().zip(row).map(|(&name, cell)| (name.into(), cell));
        self.row(&Row { line: Some(line), element: String::new(), cells: cells.collect() })
    }

    fn row(&mut self, row: &Row) -> Result<(), Fault> {
        let find = |column| row.cells.iter().find(|(name, _)| Column::of(name) == column);
        let said = |column| find(column).map(|(_, cell)| cell.as_ref()).filter(|cell| is_said(cell));
        let number_of = |column, of| {
            let parse = |cell| number(cell, of).map_err(|what| row.fault(of, what));
            said(column).map(parse).transpose()
        };
        let Some(cpu) = said(Column::Cpu) else {
            return Err(row.fault("CPU", What::Missing { name: "number of the CPU" }));
        };
        let cpu = cpu_number(cpu).map_err(|what| row.fault("CPU", what))?;
        if self.seen.contains(cpu) {
            return Err(row.fault("CPU", What::Twice { of: "CPU", number: cpu }));
        }
        self.seen.insert(cpu);
        let is_off = |cell: &str| ["no", "n", "false", "0"].contains(&cell.to_ascii_lowercase().as_str());
        let others = row.cells.iter().filter(|(name, _)| Column::of(name) != Column::Cpu);
        let has_place = others.clone().any(|(_, cell)| is_said(cell));
        if said(Column::Online).is_some_and(is_off) || (others.count() > 0 && !has_place) {
            self.offline.insert(cpu);
            return Ok(());
        }

        self.facts.knows_clusters |= find(Column::Cluster).is_some();
        let socket = number_of(Column::Socket, "socket")?;
        let core = number_of(Column::Core, "core")?;
        let cluster = number_of(Column::Cluster, "cluster")?;
        let (mut llc, mut l2, mut nearest) = (None::<(u32, String)>, None, None::<(u32, String)>);
        for (level, id) in caches(row) {
            // Numbers of caches are kept as text, because some need more than 32 bits; they must be digits.
            if !id.bytes().all(|byte| byte.is_ascii_digit()) {
                number(id, "cache").map_err(|what| row.fault("cache", what))?;
            }
            if level == 2 {
                l2 = Some(id.to_string());
            }
            if llc.as_ref().is_none_or(|(least, _)| *least < level) {
                llc = Some((level, id.to_string()));
            }
            if nearest.as_ref().is_none_or(|(most, _)| *most > level) {
                nearest = Some((level, id.to_string()));
            }
        }
        let node = number_of(Column::Node, "node")?;
        let clock = said(Column::MaxMhz).map(str::to_string);
        self.cores.push(core.map(|number| CoreKey {
            socket,
            number,
            node,
            cluster,
            cache: nearest,
            clock: clock.clone(),
        }));
        if let Some(book) = number_of(Column::Book, "book")? {
            self.books.insert((false, book));
        }
        if let Some(drawer) = number_of(Column::Drawer, "drawer")? {
            self.books.insert((true, drawer));
        }
        self.facts.name = said(Column::Model).map(str::to_string).or(self.facts.name.take());
        self.clocks.push(clock);
        self.l2.push(l2);
        self.facts.cpus.push(CpuFacts {
            number: cpu,
            core: None,
            // With `-y` the numbers of clusters start again in each socket.
            cluster: cluster.map(|cluster| self.clusters.of((socket, cluster))),
            llc: llc.map(|key| self.caches.of(key)),
            node,
            socket: socket.map(|socket| socket as usize),
            capacity: None,
        });
        Ok(())
    }

    /// Numbers the cores, and reports numbers that stand for several cores.
    fn number_cores(&mut self) {
        let mut cores = Numbering::default();
        let mut of_number: BTreeMap<(Option<u32>, u32), BTreeSet<usize>> = BTreeMap::new();
        for (cpu, key) in self.facts.cpus.iter_mut().zip(&self.cores) {
            let Some(key) = key else { continue };
            let core = cores.of(key);
            cpu.core = Some(core);
            of_number.entry((key.socket, key.number)).or_default().insert(core);
        }
        let repeated = of_number.values().filter(|cores| cores.len() > 1);
        let repeated: BTreeSet<usize> = repeated.flatten().copied().collect();
        let cpus = self.facts.cpus.iter().filter(|cpu| cpu.core.is_some_and(|core| repeated.contains(&core)));
        let cpus: CpuSet = cpus.map(|cpu| cpu.number).collect();
        if !cpus.is_empty() {
            let (numbers, cores) = (of_number.len(), cores.len());
            self.facts.not_said.push(NotSaid::CoreNumbers { cpus, numbers, cores });
        }
    }

    fn settle(mut self) -> Result<Facts, Fault> {
        self.number_cores();
        let said = &mut self.facts.not_said;
        if !self.offline.is_empty() {
            said.push(NotSaid::Offline { cpus: self.offline });
        }
        if !self.books.is_empty() {
            said.push(NotSaid::Books { count: self.books.len() });
        }
        let clocks: BTreeSet<&String> = self.clocks.iter().flatten().collect();
        if clocks.len() > 1 {
            let kinds = clocks.iter().take(4).map(|clock| format!("{clock} MHz")).collect();
            said.push(NotSaid::Capacities { kinds });
        }
        if !self.facts.knows_clusters && shares_below_llc(&self.facts.cpus, &self.l2) {
            said.push(NotSaid::SharedL2);
        }
        self.facts.source = SOURCE;
        Ok(self.facts)
    }
}

fn is_said(cell: &str) -> bool {
    !matches!(cell.trim(), "" | "-")
}

/// The data caches of a row: level and number.
fn caches<'a>(row: &'a Row) -> Vec<(u32, &'a str)> {
    let mut caches = Vec::new();
    for (name, cell) in &row.cells {
        match Column::of(name) {
            Column::Cache(level) => caches.push((level, cell.trim())),
            Column::Caches => {
                let names = if name.contains(':') { name.as_ref() } else { "l1d:l1i:l2:l3" };
                let parts = names.split(':').zip(cell.split(':'));
                caches.extend(parts.filter_map(|(name, id)| Some((level(name)?, id.trim()))));
            }
            _ => {}
        }
    }
    caches.retain(|(_, id)| is_said(id));
    caches
}

//! A struct on its cache lines, and the table of who fetched which of its fields from whom, in the
//! manner of `perf c2c`.

use super::lines::{Access, Fetch, Line};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::machine::Machine;
use crate::observe::report::LineRow;
use crate::observe::vocab::{Distance, Symbol};

/// A field of a watched struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    /// Bytes from the start of the struct.
    pub offset: u32,
}

/// Counts of one field touched by one function.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    accesses: u64,
    stores: u64,
    /// Fetches of a line modified elsewhere, and the time they took (ns): inside the socket, across.
    hitm: [u64; 2],
    hitm_ns: [Ns; 2],
}

/// A struct and its traffic.
#[derive(Clone, Debug)]
pub struct Watched {
    fields: Vec<Field>,
    line_bytes: u32,
    lines: Vec<Line>,
    /// By field and function.
    counts: Vec<[Count; Symbol::ALL.len()]>,
}

/// An access that missed the cache of the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    field: usize,
    symbol: Symbol,
    pub fetch: Fetch,
}

impl Watched {
    /// `line_bytes`: what coherence moves at once.
    pub fn new(fields: Vec<Field>, line_bytes: u32) -> Self {
        let last = fields.iter().map(|f| f.offset / line_bytes).max().unwrap_or(0);
        Self {
            lines: vec![Line::default(); last as usize + 1],
            counts: vec![Default::default(); fields.len()],
            fields,
            line_bytes,
        }
    }

    /// `cpu` touches a field, in the function `symbol`.
    pub fn touch(
        &mut self,
        machine: &Machine,
        cpu: CpuId,
        field: usize,
        symbol: Symbol,
        access: Access,
    ) -> Option<Miss> {
        let count = &mut self.counts[field][symbol.index()];
        count.accesses += 1;
        count.stores += u64::from(access == Access::Write);
        let fetch = self.line_of(field).access(machine, cpu, access)?;
        Some(Miss { field, symbol, fetch })
    }

    /// The transfer of a miss, which takes `ns` and begins at `at` or when the line has come to whoever it went
    /// to last. Returns how long it takes with the waiting.
    pub fn transfer(&mut self, miss: Miss, at: Ns, ns: Ns) -> Ns {
        let line = self.line_of(miss.field);
        let took = line.free_at.saturating_sub(at) + ns;
        if miss.fetch.alone {
            line.free_at = at + took;
        }
        self.fetched(miss, took);
        took
    }

    /// Counts a miss whose line took `ns` to come.
    pub fn fetched(&mut self, miss: Miss, ns: Ns) {
        if miss.fetch.modified {
            let remote = usize::from(miss.fetch.distance == Distance::Socket);
            let count = &mut self.counts[miss.field][miss.symbol.index()];
            count.hitm[remote] += 1;
            count.hitm_ns[remote] += ns;
        }
    }

    /// Whether two fields share a line.
    pub fn together(&self, a: usize, b: usize) -> bool {
        let line = |field: usize| self.fields[field].offset / self.line_bytes;
        line(a) == line(b)
    }

    fn line_of(&mut self, field: usize) -> &mut Line {
        &mut self.lines[(self.fields[field].offset / self.line_bytes) as usize]
    }

    /// The table, by offset and function; rows that were never touched are left out.
    pub fn rows(&self) -> Vec<LineRow> {
        let mut rows: Vec<LineRow> = Vec::new();
        for (field, counts) in self.fields.iter().zip(&self.counts) {
            for (&symbol, count) in Symbol::ALL.iter().zip(counts) {
                let mean = |i: usize| count.hitm_ns[i].0 as f64 / count.hitm[i].max(1) as f64;
                if count.accesses > 0 {
                    // Inserted where it belongs: a sort of the standard library is 5 kB of WebAssembly.
                    let key = (field.offset, symbol);
                    let at = rows.partition_point(|row| (row.offset, row.symbol) <= key);
                    rows.insert(
                        at,
                        LineRow {
                            line: field.offset / self.line_bytes,
                            offset: field.offset,
                            field: field.name.to_string(),
                            symbol,
                            accesses: count.accesses,
                            stores: count.stores,
                            hitm_remote: count.hitm[1],
                            hitm_local: count.hitm[0],
                            mean_remote_ns: mean(1),
                            mean_local_ns: mean(0),
                        },
                    );
                }
            }
        }
        rows
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }
}

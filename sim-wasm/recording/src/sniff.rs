//! Files of other kinds, by how they begin.

use crate::fault::Fault;
use crate::scan::{find, trim};

/// What a file is by its first bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Start {
    Gzip,
    Perfetto,
    Text,
    /// UTF-16; `true`: the low byte first.
    Utf16(bool),
    /// atrace's zlib stream, which begins at this byte.
    Zlib(usize),
    Refused(Fault),
}

const BINARY: [(&[u8], &str, &str); 13] = [
    (b"PERFILE2", "perf.data", "`perf script --ns --header -I -i FILE > trace.txt` makes a text of it"),
    (b"\x17\x08\x44tracing", "trace.dat", "`trace-cmd report -t -i FILE > trace.txt` makes a text of it"),
    (
        b"\x57\x1d\xd1\x75",
        "a CTF trace",
        "`babeltrace2` prints it, but that text is not read: record with perf, trace-cmd or Perfetto",
    ),
    (b"\x75\xd1\x1d\x57", "the metadata of a CTF trace", "record with perf, trace-cmd or Perfetto"),
    (
        b"\xc1\x1f\xfc\xc1",
        "a CTF trace",
        "`babeltrace2` prints it, but that text is not read: record with perf, trace-cmd or Perfetto",
    ),
    (
        b"\xc1\xfc\x1f\xc1",
        "a CTF trace",
        "`babeltrace2` prints it, but that text is not read: record with perf, trace-cmd or Perfetto",
    ),
    (b"PK\x03\x04", "a zip archive", "unpack it, and give the recording that is in it"),
    (b"\x28\xb5\x2f\xfd", "an archive of zstd", "`zstd -d FILE` unpacks it"),
    (b"\xfd7zXZ", "an archive of xz", "`xz -d FILE` unpacks it"),
    (b"BZh", "an archive of bzip2", "`bzip2 -d FILE` unpacks it"),
    (b"\x89PNG", "a picture", "give the recording itself"),
    (b"\x7fELF", "a program", "give the recording itself"),
    (b"%PDF", "a PDF document", "give the recording itself"),
];

/// Decides by the first bytes, which are all of the file if it is shorter.
pub fn start(bytes: &[u8]) -> Start {
    if bytes.starts_with(b"\x1f\x8b") {
        return Start::Gzip;
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Start::Utf16(bytes[0] == 0xff);
    }
    if let Some((_, name, instead)) = BINARY.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        return Start::Refused(Fault::Other { name, instead });
    }
    if bytes.starts_with(b"\x10\x00\x04\x46\x78\x54\x16\x00") {
        let instead = "record with perf, trace-cmd or Perfetto";
        return Start::Refused(Fault::Other { name: "a trace of Fuchsia", instead });
    }
    let is_binary = |c: &u8| *c < 9 || (14..32).contains(c) && *c != 0x1b || *c >= 0x80;
    if bytes.first() == Some(&b'\n') && bytes.iter().take(64).any(is_binary) {
        return Start::Perfetto;
    }
    let head = &bytes[..bytes.len().min(4096)];
    if let Some(at) = find(head, b"TRACE:\n").or_else(|| find(head, b"TRACE:\r\n")) {
        let begin = at + if head[at + 6] == b'\r' { 8 } else { 7 };
        if bytes.get(begin) == Some(&0x78)
            && bytes.get(begin + 1).is_some_and(|c| (0x7800 + u16::from(*c)).is_multiple_of(31))
        {
            return Start::Zlib(begin);
        }
    }
    Start::Text
}

/// What a text is that has no event, by its first lines.
pub fn text(lines: &[Vec<u8>], is_html: bool, has_trace_part: bool) -> Option<Fault> {
    let any = |needle: &[u8]| lines.iter().any(|line| find(line, needle).is_some());
    let other = |name, instead| Some(Fault::Other { name, instead });
    let of_perf = "`perf script --ns --header -I` on the same perf.data prints what is read";
    if any(b"wait time") && any(b"sch delay") {
        return other("the output of perf sched timehist", of_perf);
    }
    if any(b"Runtime ms") && any(b"Switches") {
        return other("the output of perf sched latency", of_perf);
    }
    if lines.iter().any(|line| find(line, b" secs ").is_some() && find(line, b"=> ").is_some()) {
        return other("the output of perf sched map", of_perf);
    }
    let first = lines.iter().map(|line| trim(line)).find(|line| !line.is_empty())?;
    let first_two: Vec<&[u8]> = lines.iter().map(|line| trim(line)).take(4).collect();
    let probe =
        |line: &&[u8]| [&b"ST:"[..], b"SW:", b"S:", b"P:", b"M:"].iter().any(|start| line.starts_with(start));
    if first.starts_with(b"Attaching ") || first_two.iter().filter(|line| probe(line)).count() >= 2 {
        return other(
            "the output of bpftrace",
            "record with perf, trace-cmd or Perfetto, whose texts are read",
        );
    }
    if is_html {
        return (!has_trace_part).then_some(Fault::NoTrace).or(Some(Fault::NoTrace));
    }
    if any(b"{ cpu_id = ") {
        return other("babeltrace's text of a CTF trace", "record with perf, trace-cmd or Perfetto");
    }
    let machine: [&[u8]; 10] = [
        b"\"cpus\":",
        b"Architecture:",
        b"\"lscpu\"",
        b"<topology",
        b"available: ",
        b"NODE SOCKET",
        b"processor\t:",
        b"Machine (",
        b"/sys/devices/system/cpu",
        b"# The following is the parsable format",
    ];
    if machine.iter().any(|sign| any(sign)) {
        return Some(Fault::Machine);
    }
    if matches!(first[0], b'{' | b'[') {
        if any(b"\"machine\"") || any(b"\"lanes\"") || any(b"\"workload\"") {
            return other("a scenario of this simulator", "`sched run FILE` runs it");
        }
        return other(
            "JSON",
            "if it is Chrome's trace format, record with Perfetto instead and give the .pftrace file",
        );
    }
    if any(b"perf sched replay") || any(b"run measurement overhead:") {
        return other("the output of perf sched replay", of_perf);
    }
    if any(b"# Samples:") || any(b"# Overhead") {
        return other("the output of perf report", of_perf);
    }
    None
}

//! The files of `/sys` that are read, by their paths.

/// The subject of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path<'a> {
    /// `cpu/online`.
    Online,
    /// `cpu/cpuN/FILE`.
    Cpu(u32, &'a str),
    /// `cpu/cpuN/topology/FILE`.
    Topology(u32, &'a str),
    /// `cpu/cpuN/cache/indexM/FILE`.
    Cache(u32, u32, &'a str),
    /// `node/nodeN/FILE`.
    Node(u32, &'a str),
    /// `/proc/cpuinfo`.
    CpuInfo,
}

/// The names of the files that are read, by folder.
const CPU: &[&str] = &["online", "cpu_capacity"];
const TOPOLOGY: &[&str] = &[
    "core_cpus_list",
    "core_cpus",
    "thread_siblings_list",
    "thread_siblings",
    "cluster_cpus_list",
    "cluster_cpus",
    "package_cpus_list",
    "package_cpus",
    "core_siblings_list",
    "core_siblings",
    "physical_package_id",
    "core_id",
    "cluster_id",
    "die_id",
    "die_cpus_list",
    "die_cpus",
    "book_id",
    "book_siblings_list",
    "book_siblings",
    "drawer_id",
    "drawer_siblings_list",
    "drawer_siblings",
];
const CACHE: &[&str] = &["level", "type", "shared_cpu_list", "shared_cpu_map"];
const NODE: &[&str] = &["cpulist", "cpumap", "distance"];

impl Path<'_> {
    /// Parses a path, relative or absolute; `None` if the file is not read.
    pub fn of(path: &str) -> Option<Path<'_>> {
        if path.ends_with("cpuinfo") {
            return Some(Path::CpuInfo);
        }
        let mut parts = path.rsplit('/');
        let file = parts.next()?;
        let (parent, above, further) = (parts.next()?, parts.next(), parts.next());
        let known = |files: &[&str]| files.contains(&file);
        let numbered = |part: Option<&str>, name| -> Option<u32> { part?.strip_prefix(name)?.parse().ok() };
        if let Some(node) = numbered(Some(parent), "node").filter(|_| known(NODE)) {
            return Some(Path::Node(node, file));
        }
        if let Some(cpu) = numbered(Some(parent), "cpu").filter(|_| known(CPU)) {
            return Some(Path::Cpu(cpu, file));
        }
        if parent == "cpu" && file == "online" {
            return Some(Path::Online);
        }
        if parent == "topology" && known(TOPOLOGY) {
            return Some(Path::Topology(numbered(above, "cpu")?, file));
        }
        let index = numbered(Some(parent), "index").filter(|_| above == Some("cache") && known(CACHE))?;
        Some(Path::Cache(numbered(further, "cpu")?, index, file))
    }
}

/// The path of a line, and its value.
pub fn path_of(line: &str) -> Option<(Path<'_>, &str)> {
    let (path, value) = line.split_once(':')?;
    Some((Path::of(path.trim())?, value.trim()))
}

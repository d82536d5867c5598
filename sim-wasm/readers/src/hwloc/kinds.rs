//! The kinds of objects in a document.

use super::Attributes;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Machine,
    Package,
    Die,
    Node,
    Cluster,
    Book,
    /// A group of nodes or of memory. It is ignored: distances and nodes have the same information.
    Plain,
    Group,
    /// A data cache of this level.
    Cache(u32),
    Core,
    Pu,
    /// Objects that do not describe CPUs: memory, input and output, instruction caches.
    Other,
}

/// The kinds of groups as numbers of hwloc (`HWLOC_GROUP_KIND_*`).
const LINUX_CLUSTER: u32 = 222;
const KNL_SUBNUMA_CLUSTER: u32 = 100;
const S390_BOOK: u32 = 110;
const DISTANCE: [u32; 2] = [1, 900];
const INPUT_OUTPUT: u32 = 1000;
const MEMORY: u32 = 1001;

impl Kind {
    /// The kind of an object with these attributes; `None` if its type is unknown.
    pub fn of(said: &Attributes) -> Option<Self> {
        let level = |digits: &str| digits.parse().map_or(Self::Other, Self::Cache);
        let holds_instructions = said.get("cache_type").is_some_and(|kind| kind == "2");
        Some(match said.get("type").map_or("", String::as_str) {
            "Machine" => Self::Machine,
            "Package" | "Socket" => Self::Package,
            "Die" => Self::Die,
            "NUMANode" | "Node" => Self::Node,
            "Core" => Self::Core,
            "PU" | "Proc" => Self::Pu,
            "Cluster" => Self::Cluster,
            "Group" => Self::of_group(said),
            "Tile" | "Module" => Self::Group,
            "Cache" if holds_instructions => Self::Other,
            "Cache" => said.get("depth").map_or(Self::Other, |depth| level(depth)),
            "MemCache" | "Misc" | "Bridge" | "PCIDev" | "OSDev" | "System" => Self::Other,
            cache if cache.ends_with("iCache") => Self::Other,
            cache if cache.starts_with('L') && cache.ends_with("Cache") => {
                level(cache.trim_start_matches('L').trim_end_matches("Cache").trim_end_matches('d'))
            }
            _ => return None,
        })
    }

    fn of_group(said: &Attributes) -> Self {
        let kind: Option<u32> = said.get("kind").and_then(|kind| kind.parse().ok());
        match (said.get("subtype").map(String::as_str), kind) {
            // A cluster of a Xeon Phi is a node.
            (_, Some(KNL_SUBNUMA_CLUSTER)) => Self::Group,
            (Some("Cluster"), _) | (_, Some(LINUX_CLUSTER)) => Self::Cluster,
            (Some("Book" | "Drawer"), _) | (_, Some(S390_BOOK)) => Self::Book,
            (_, Some(MEMORY | INPUT_OUTPUT)) => Self::Plain,
            (None, Some(kind)) if DISTANCE.contains(&kind) => Self::Plain,
            _ => Self::Group,
        }
    }
}

//! Documents of older versions: each goes on meaning the run it was.

use super::VERSION;
use crate::machine::KernelId;
use serde_json::Value;

/// What a version that is no longer written called a kernel, and the one it meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The last version that did so.
    pub until: u32,
    pub called: &'static str,
    pub kernel: KernelId,
}

/// Version 1 ran CFS under the name of a kernel that has EEVDF.
pub const RENAMED: &[Renamed] = &[Renamed { until: 1, called: "6.8", kernel: KernelId::V6_5 }];

/// Turns a document of an older version into one of this version. What is not one is left for the reader to refuse.
pub(super) fn upgrade(document: &mut Value) {
    let Some(version @ 1..VERSION) = document["version"].as_u64().and_then(|v| u32::try_from(v).ok()) else {
        return;
    };
    if let Some(one) = RENAMED.iter().find(|one| version <= one.until && document["kernel"] == one.called) {
        document["kernel"] = one.kernel.key().into();
    }
    document["version"] = VERSION.into();
}

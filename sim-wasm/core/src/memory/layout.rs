//! The fields of `task_group` and where an order of them puts each (64-bit, `CONFIG_RT_GROUP_SCHED`).
//! Sizes and the two published orders: `docs/model/task_group.md`.

use serde::Serialize;

choices! {
    /// A field of `task_group`, or a break to the next line.
    LayoutItem {
        /// The fields after it begin on a cache line of 64 bytes (`____cacheline_aligned`).
        #[default]
        NewLine = "|",
        /// The cgroup's state, and all else before the pointers.
        Css = "css",
        Se = "se",
        CfsRq = "cfs_rq",
        Shares = "shares",
        Idle = "idle",
        LoadAvg = "load_avg",
        Rcu = "rcu",
        List = "list",
        Siblings = "siblings",
        Children = "children",
        Parent = "parent",
        RtSe = "rt_se",
        RtRq = "rt_rq",
        RtBandwidth = "rt_bandwidth",
    }
}

/// `____cacheline_aligned` aligns to this.
pub const ALIGNED: u32 = 64;
/// Nothing is aligned to more.
pub const WORD: u32 = 8;

impl LayoutItem {
    /// Bytes of the field.
    pub fn size(self) -> u32 {
        match self {
            Self::NewLine => 0,
            Self::Css => 208,
            Self::RtBandwidth => 96,
            Self::Rcu | Self::List | Self::Siblings | Self::Children => 16,
            Self::Idle => 4,
            Self::Se
            | Self::CfsRq
            | Self::Shares
            | Self::LoadAvg
            | Self::Parent
            | Self::RtSe
            | Self::RtRq => WORD,
        }
    }

    /// All fields.
    pub fn fields() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|&item| item != Self::NewLine)
    }
}

/// A field at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct PlacedField {
    pub field: LayoutItem,
    /// Bytes from the start of the struct.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
}

/// Where an order of the fields puts each.
pub fn place(order: &[LayoutItem]) -> Vec<PlacedField> {
    let mut offset: u32 = 0;
    let mut placed = Vec::new();
    for &field in order {
        if field == LayoutItem::NewLine {
            offset = offset.next_multiple_of(ALIGNED);
        } else {
            offset = offset.next_multiple_of(field.size().min(WORD));
            placed.push(PlacedField { field, offset, size: field.size() });
            offset += field.size();
        }
    }
    placed
}

/// The order in the kernel (6.4): `load_avg` begins a line, the pointers of the RT scheduler follow it.
#[rustfmt::skip]
pub const MAINLINE: &[LayoutItem] = {
    use LayoutItem::*;
    &[Css, Se, CfsRq, Shares, Idle, NewLine, LoadAvg, RtSe, RtRq, RtBandwidth, Rcu, List, Parent, Siblings, Children]
};
/// The order of the patch (third version, August 2023): unused fields follow `load_avg`, and `parent` moves with the
/// pointers.
#[rustfmt::skip]
pub const RELAYOUT: &[LayoutItem] = {
    use LayoutItem::*;
    &[Css, Se, CfsRq, Shares, Idle, NewLine, LoadAvg, Rcu, List, Siblings, Children, Parent, RtSe, RtRq, RtBandwidth]
};
/// What reviewers proposed: nothing else on the line of `load_avg`.
#[rustfmt::skip]
pub const ISOLATED: &[LayoutItem] = {
    use LayoutItem::*;
    &[Css, Se, CfsRq, Shares, Idle, NewLine, LoadAvg, NewLine, RtSe, RtRq, RtBandwidth, Rcu, List, Parent, Siblings, Children]
};

/// What is wrong with an order of the fields: one that is missing, or one that is there twice.
pub fn fault(order: &[LayoutItem]) -> Option<String> {
    LayoutItem::fields().find_map(|field| {
        let times = order.iter().filter(|&&item| item == field).count();
        (times != 1).then(|| format!("{} {times} times", field.key()))
    })
}

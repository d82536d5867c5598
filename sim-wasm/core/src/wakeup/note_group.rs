//! What a search for the idlest group has seen, as steps of the decision that is being recorded.

use crate::machine::domains::Group;
use crate::observe::steps::{Counted, FindIdlestGroup, Group as Seen, Load};
use crate::system::{GroupType, System};

/// Notes what was seen of a group; `load`: none where it is not what groups are compared by.
pub(super) fn note_group(
    sys: &mut System,
    group: &Group,
    kind: GroupType,
    counted: Counted,
    load: Option<u64>,
) {
    let first = group.span.first().unwrap_or_default();
    let seen = Seen(counted);
    let step = match kind {
        GroupType::HasSpare => FindIdlestGroup::HasSpare(seen),
        GroupType::FullyBusy | GroupType::SmtBalance | GroupType::AsymPacking | GroupType::LlcBalance => {
            FindIdlestGroup::FullyBusy(seen)
        }
        GroupType::MisfitTask => FindIdlestGroup::MisfitTask(seen),
        GroupType::Imbalanced => FindIdlestGroup::Imbalanced(seen),
        GroupType::Overloaded => FindIdlestGroup::Overloaded(seen),
    };
    sys.tried(first, step);
    if let Some(load) = load {
        sys.tried(first, FindIdlestGroup::Load(Load(load)));
    }
}

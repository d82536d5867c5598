//! The scheduling attributes of each kind of task.

use crate::engine::time::Ns;
use crate::runqueue::Attr;
use crate::scenario::{TaskKind, TaskSetting};

#[derive(Clone, Debug, Default)]
pub struct Attrs([Attr; TaskKind::ALL.len()]);

impl From<&[TaskSetting]> for Attrs {
    /// The attributes in a document; kinds that it does not name have the defaults.
    fn from(tasks: &[TaskSetting]) -> Self {
        let mut attrs = Self::default();
        for task in tasks {
            attrs.0[task.kind as usize] = Attr {
                nice: task.nice,
                slice: (task.slice_us > 0).then(|| Ns::us(task.slice_us.into())),
                group: task.group as u8,
                policy: task.policy,
            };
        }
        attrs
    }
}

impl Attrs {
    pub fn of(&self, kind: TaskKind) -> Attr {
        self.0[kind as usize]
    }
}

//! `numa_test` (2003): jobs that live on their memory, forked and exec'ed one after the other, and a
//! `hackbench` that comes later and shakes the balance.

use super::jobs::{Job, Launcher};
use super::{Program, Work, hackbench};
use crate::engine::ids::{Id, TaskId};
use crate::engine::time::Ns;
use crate::observe::vocab::Role;
use crate::scenario::{Hackbench, Numa};
use crate::system::System;

pub fn create(work: &mut Work, sys: &mut System, n: &Numa) {
    let launcher = work.add(
        sys,
        Role::Launcher,
        0,
        0,
        Program::Launcher(Launcher::of(TaskId(1), n.jobs as usize, Ns::ZERO)),
    );
    for i in 0..n.jobs {
        let part = |whole: u32| whole * (1 + i % n.sizes) / n.sizes;
        let length = Ns::ms(n.work_ms.into());
        let job = Job::new(length, part(n.memory_pct), part(n.memory_mb).max(1));
        let task = work.add(sys, Role::Job, i as usize, i + 1, Program::Job(job));
        work.parents[task] = Some(launcher);
    }
    if n.disturb_groups > 0 {
        let h = Hackbench { groups: n.disturb_groups, loops: n.disturb_loops, ..Hackbench::default() };
        let (mm, children) = (sys.tasks.len() as u32, (h.groups * h.fds * 2) as usize);
        let first = TaskId::new(sys.tasks.len() + 1);
        let disturber = Launcher::of(first, children, Ns::ms(n.disturb_ms.into()));
        let parent = work.add(sys, Role::Launcher, n.jobs as usize, mm, Program::Launcher(disturber));
        hackbench::create(work, sys, &h, n.jobs as usize + 1);
        work.parents.iter_mut().skip(first.index()).for_each(|of| *of = Some(parent));
    }
}

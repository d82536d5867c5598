//! Control groups for the tasks of a case, of either version of the interface.

use super::case::Cgroup;
use std::fs::{create_dir, read_to_string, remove_dir, write};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// What version 1 calls the default weight of 100.
const SHARES: u32 = 1_024;
/// A thread leaves its group a moment after it was joined; until then the group cannot be removed.
const ATTEMPTS: u32 = 100;

/// Where this process can create control groups.
#[derive(Debug, PartialEq, Eq)]
struct Parent {
    dir: PathBuf,
    is_v2: bool,
}

/// The control groups of a case, which are removed with this value.
#[derive(Debug)]
pub struct Cgroups {
    dirs: Vec<PathBuf>,
    is_v2: bool,
}

impl Cgroups {
    /// Creates the groups. An error is a sentence.
    pub fn create(wanted: &[Cgroup]) -> Result<Self, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        if wanted.is_empty() {
            return Ok(Self { dirs: Vec::new(), is_v2: true });
        }
        let read = |file: &str| read_to_string(file).unwrap_or_default();
        let refused =
            |why: &str| format!("It needs a writable control group with the cpu controller: {why}.");
        let parent = parent(&read("/proc/self/cgroup"), &read("/proc/mounts"))
            .ok_or_else(|| refused("no cpu controller is mounted"))?;
        let mut made = Self { dirs: Vec::new(), is_v2: parent.is_v2 };
        for &cgroup in wanted {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let dir = parent.dir.join(format!("sched-measure-{}-{number}", process::id()));
            let failed = |error: io::Error| refused(&format!("{}: {error}", parent.dir.display()));
            create_dir(&dir).map_err(failed)?;
            made.dirs.push(dir.clone());
            set(&parent, &dir, cgroup).map_err(failed)?;
        }
        Ok(made)
    }

    /// Moves a thread into a group, counted from 1; 0: it stays where it is.
    pub fn enter(&self, cgroup: usize, thread: i32) -> Result<(), String> {
        let Some(dir) = cgroup.checked_sub(1).and_then(|at| self.dirs.get(at)) else { return Ok(()) };
        let file = if self.is_v2 { "cgroup.threads" } else { "tasks" };
        let failed = |error| format!("A thread could not be moved into a control group: {error}.");
        write(dir.join(file), thread.to_string()).map_err(failed)
    }
}

impl Drop for Cgroups {
    fn drop(&mut self) {
        for dir in &self.dirs {
            for _ in 0..ATTEMPTS {
                if remove_dir(dir).is_ok() {
                    break;
                }
                sleep(Duration::from_millis(10));
            }
        }
    }
}

/// Sets up a new group for threads.
fn set(parent: &Parent, dir: &Path, cgroup: Cgroup) -> io::Result<()> {
    if parent.is_v2 {
        // The program and its threads are in different groups.
        write(dir.join("cgroup.type"), "threaded")?;
        write(parent.dir.join("cgroup.subtree_control"), "+cpu")?;
    }
    match cgroup {
        Cgroup::Idle => write(dir.join("cpu.idle"), "1"),
        Cgroup::Weight(weight) if parent.is_v2 => write(dir.join("cpu.weight"), weight.to_string()),
        Cgroup::Weight(weight) => write(dir.join("cpu.shares"), (weight * SHARES / 100).to_string()),
    }
}

/// The group of this process under the cpu controller, from `/proc/self/cgroup` and `/proc/mounts`.
fn parent(own: &str, mounts: &str) -> Option<Parent> {
    let mount = |kind: &str, option: &str| {
        let is_it = |fields: &&Vec<&str>| fields[2] == kind && fields[3].split(',').any(|one| one == option);
        let lines: Vec<Vec<&str>> = mounts
            .lines()
            .map(|line| line.split(' ').collect())
            .filter(|of: &Vec<&str>| of.len() > 3)
            .collect();
        lines.iter().find(is_it).map(|fields| PathBuf::from(fields[1]))
    };
    let path = |of: &dyn Fn(&str) -> bool| {
        let mut lines = own.lines().map(|line| line.splitn(3, ':').collect::<Vec<_>>());
        lines.find(|of_line| of_line.len() == 3 && of(of_line[1])).map(|of_line| of_line[2].to_string())
    };
    let below = |mount: PathBuf, path: String| mount.join(path.trim_start_matches('/'));
    let v1 = path(&|controllers| controllers.split(',').any(|one| one == "cpu")).zip(mount("cgroup", "cpu"));
    let of_v2 = || path(&str::is_empty).zip(mount("cgroup2", "rw"));
    v1.map(|(path, mount)| Parent { dir: below(mount, path), is_v2: false })
        .or_else(|| of_v2().map(|(path, mount)| Parent { dir: below(mount, path), is_v2: true }))
}

#[cfg(test)]
mod tests {
    use super::{Cgroups, Parent, parent};

    #[test]
    fn the_cpu_controller_is_found_in_both_versions() {
        let v1 = "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0\n";
        let v2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid 0 0\n";
        let at = |dir: &str, is_v2| Some(Parent { dir: dir.into(), is_v2 });
        assert_eq!(parent("3:cpu,cpuacct:/a\n0::/b\n", v1), at("/sys/fs/cgroup/cpu,cpuacct/a", false));
        assert_eq!(parent("0::/user.slice/x\n", v2), at("/sys/fs/cgroup/user.slice/x", true));
        assert_eq!(parent("0::/\n", v2), at("/sys/fs/cgroup/", true));
        assert_eq!(parent("0::/\n", "proc /proc proc rw 0 0\n"), None);
    }

    #[test]
    fn a_case_without_groups_needs_no_control_group() {
        let none = Cgroups::create(&[]).expect("nothing to create");
        assert_eq!(none.enter(0, 1), Ok(()));
    }
}

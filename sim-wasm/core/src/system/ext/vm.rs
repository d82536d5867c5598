//! A policy in C, compiled to bytecode: the virtual machine's host.

use std::collections::BTreeSet;
use std::sync::Arc;

use sched_vm::{
    Call, Context, FaultKind, Field, Host, Kfunc, Map, MapDef, Object, ObjectKind, Odd, Printed, Program,
    Shape, Topology, Vm,
};

use super::{Args, Events, Hook, Kernel, Move, Ops, Policy, pid_of};
use crate::engine::ids::{CpuId, Id, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::machine::Machine;
use crate::runqueue::ext::Owner;
use crate::runqueue::ext::flags::{dsq, errno};
use crate::runqueue::weight::MAX_RT_PRIO;
use crate::system::{System, TaskState};

/// Operations of one call at most, as the verifier allows.
const FUEL: u64 = 1 << 20;
/// Operations of a whole run at most: at 100 M a second some 45 minutes.
const TOTAL_FUEL: u64 = 1 << 38;
/// Kept lines of `bpf_printk`; older ones are dropped.
const KEPT_LINES: usize = 1024;
/// Elements of a map that are shown.
const SHOWN: usize = 64;
/// `PF_KTHREAD` and the like: no task here has any.
const NO_FLAGS: u64 = 0;
const TASK_DEAD: u64 = 0x80;

/// The machine, as a loader tells it to a policy.
pub fn topology_of(machine: &Machine) -> Topology {
    let cpu = |cpu: usize| {
        let of = CpuId::new(cpu);
        sched_vm::topology::Cpu {
            core: machine.core_of[of] as u32,
            cluster: machine.cluster_of[of] as u32,
            llc: machine.llc_of[of] as u32,
            node: machine.node_of[of] as u32,
            capacity: machine.capacities.get(cpu).copied().unwrap_or(1024),
        }
    };
    Topology { cpus: (0..machine.nr_cpu_ids).map(cpu).collect() }
}

/// A line that `bpf_printk` wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// ns
    pub at: u64,
    pub cpu: CpuId,
    /// The line of the source.
    pub line: u32,
    pub text: String,
}

/// An iteration of a queue (`bpf_iter_scx_dsq`).
#[derive(Clone, Debug)]
struct Iteration {
    dsq: u64,
    before: u64,
    tasks: Vec<TaskId>,
    at: usize,
    slice: Option<u64>,
    vtime: Option<u64>,
}

/// A compiled policy with its state.
#[derive(Clone, Debug)]
pub struct Compiled {
    program: Arc<Program>,
    vm: Vm,
    rng: Rng,
    printed: Vec<Line>,
    /// Lines of the source of which [`Odd`] operations have been reported.
    odd: BTreeSet<(u32, &'static str)>,
}

impl Compiled {
    /// A policy at load; `knobs`: its parameters by name.
    pub fn new(program: Arc<Program>, knobs: &[(&str, i64)], machine: &Machine, seed: u32) -> Self {
        let vm = Vm::new(&program, knobs, &topology_of(machine));
        // The streams below belong to the tasks, the workload and the CPUs.
        let rng = Rng::new(seed, u32::MAX - 0x8000);
        Self { program, vm, rng, printed: Vec::new(), odd: BTreeSet::new() }
    }
}

fn vm_hook(hook: Hook) -> Option<sched_vm::Hook> {
    use sched_vm::Hook as V;
    Some(match hook {
        Hook::SelectCpu => V::SelectCpu,
        Hook::Enqueue => V::Enqueue,
        Hook::Dequeue => V::Dequeue,
        Hook::Dispatch => V::Dispatch,
        Hook::Tick => V::Tick,
        Hook::Running => V::Running,
        Hook::Stopping => V::Stopping,
        Hook::Runnable => V::Runnable,
        Hook::Quiescent => V::Quiescent,
        Hook::Yield => V::Yield,
        Hook::SetWeight => V::SetWeight,
        Hook::SetCpumask => V::SetCpumask,
        Hook::UpdateIdle => V::UpdateIdle,
        Hook::InitTask => V::InitTask,
        Hook::ExitTask => V::ExitTask,
        Hook::Enable => V::Enable,
        Hook::Disable => V::Disable,
        Hook::Init => V::Init,
        Hook::Exit => V::Exit,
        Hook::Timer => return None,
    })
}

fn address(task: Option<TaskId>) -> u64 {
    task.map_or(0, |task| Object::task(task.into()).address())
}

/// The arguments of a hook, as in C.
fn arguments(hook: Hook, args: Args) -> Vec<u64> {
    let (p, number, flags) = (address(args.task), args.number as u64, args.flags);
    let object = |kind, id: u64| Object::new(kind, id as u32).address();
    match hook {
        Hook::SelectCpu => vec![p, number, flags],
        Hook::Dispatch => vec![number, p],
        Hook::UpdateIdle => vec![number, flags],
        Hook::SetWeight => vec![p, number],
        Hook::SetCpumask => vec![p, args.task.map_or(0, |task| Object::allowed(task.into()).address())],
        Hook::InitTask => vec![p, object(ObjectKind::InitTaskArgs, flags)],
        Hook::ExitTask => vec![p, object(ObjectKind::ExitTaskArgs, flags)],
        Hook::Yield => vec![p, 0],
        Hook::Exit => vec![object(ObjectKind::ExitInfo, 0)],
        Hook::Init | Hook::Timer => Vec::new(),
        _ => vec![p, flags],
    }
}

impl Policy for Compiled {
    fn ops(&self) -> Ops {
        let ops = &self.program.ops;
        Ops {
            name: ops.name.clone(),
            flags: ops.flags,
            timeout_ms: ops.timeout_ms,
            dispatch_max_batch: ops.dispatch_max_batch,
        }
    }

    fn has(&self, hook: Hook) -> bool {
        vm_hook(hook).is_none_or(|hook| self.program.has(hook))
    }

    fn call(&mut self, hook: Hook, args: Args, kernel: &mut Kernel<'_>) -> i64 {
        if self.vm.used >= TOTAL_FUEL {
            kernel.error(format!("ops.{}(): The run has used all operations of a policy.", hook.key()));
            return 0;
        }
        let call = Call { cpu: u32::from(kernel.this_cpu()), fuel: FUEL };
        let program = self.program.clone();
        let mut host = HostOf {
            kernel,
            program: &program,
            rng: &mut self.rng,
            printed: &mut self.printed,
            odd: &mut self.odd,
            iterations: Vec::new(),
            used: 0,
            rest_ps: 0,
        };
        let result = match vm_hook(hook) {
            Some(hook_of_vm) => self.vm.call(&program, hook_of_vm, &arguments(hook, args), call, &mut host),
            None => self.vm.call_timer(&program, args.number as u32, call, &mut host),
        };
        match result {
            Ok(outcome) => {
                host.pay(outcome.used);
                outcome.value as i64
            }
            Err(fault) => {
                host.pay(fault.used);
                let line = program.span(fault.place).line;
                host.kernel.at_line(line);
                host.kernel.error(format!("ops.{}(): {}", hook.key(), fault.kind));
                0
            }
        }
    }

    fn forget(&mut self, task: TaskId) {
        self.vm.memory.forget_task(task.into());
    }

    fn boxed(&self) -> Box<dyn Policy> {
        Box::new(self.clone())
    }

    fn values(&self) -> Vec<(String, String)> {
        let globals = self.program.globals.iter().enumerate().filter_map(|(at, global)| {
            let bytes = self.vm.global(&self.program, at)?;
            Some((global.name.clone(), shown(&global.shape, bytes)))
        });
        let maps = (0..)
            .zip(&self.program.maps)
            .filter_map(|(at, def)| Some((def.name.clone(), shown_map(def, self.vm.memory.map(at)?)?)));
        globals.chain(maps).collect()
    }

    fn printed(&self) -> &[Line] {
        &self.printed
    }
}

/// The first elements of a map as a person reads them; `None`: it has no values of its own.
fn shown_map(def: &MapDef, map: &Map) -> Option<String> {
    let one = |bytes: &[u8]| shown(&def.value, bytes);
    let slot = |values: &[u8], slot: u32| {
        let stride = def.value_bytes as usize;
        one(values.get(slot as usize * stride..).unwrap_or_default())
    };
    let list = |all: Vec<String>| format!("[{}]", all.join(", "));
    let table = |all: Vec<String>| format!("{{{}}}", all.join(", "));
    Some(match map {
        Map::Array { values, entries } => {
            let stride = (values.len() / (*entries).max(1) as usize).max(1);
            list(values.chunks(stride).take(SHOWN).map(one).collect())
        }
        Map::Hash { slots, values, .. } => {
            let entry =
                |(key, &at): (&Vec<u8>, &u32)| format!("{}: {}", shown(&def.key, key), slot(values, at));
            table(slots.iter().take(SHOWN).map(entry).collect())
        }
        Map::Tasks { slots, values, .. } => {
            let entry =
                |(&task, &at): (&u32, &u32)| format!("{}: {}", pid_of(TaskId(task as u16)), slot(values, at));
            table(slots.iter().take(SHOWN).map(entry).collect())
        }
        Map::Queue { bytes } => {
            let bytes: Vec<u8> = bytes.iter().copied().collect();
            list(bytes.chunks(def.value_bytes.max(1) as usize).take(SHOWN).map(one).collect())
        }
        Map::Maps => return None,
    })
}

/// A value as a person reads it.
fn shown(shape: &Shape, bytes: &[u8]) -> String {
    let number = |size: usize| {
        let mut word = [0; 8];
        let size = size.min(8).min(bytes.len());
        word[..size].copy_from_slice(&bytes[..size]);
        u64::from_le_bytes(word)
    };
    match shape {
        Shape::Bool => (number(1) != 0).to_string(),
        Shape::Int { bytes: size, signed } => {
            let (value, spare) = (number(usize::from(*size)), 64 - 8 * u32::from(*size).min(8));
            if *signed { (((value << spare) as i64) >> spare).to_string() } else { value.to_string() }
        }
        Shape::Text { .. } => {
            let text: Vec<u8> = bytes.iter().copied().take_while(|&byte| byte != 0).collect();
            String::from_utf8_lossy(&text).into_owned()
        }
        Shape::Pointer => format!("{:#x}", number(8)),
        Shape::Array { of, count, stride } => {
            let chunks = bytes.chunks((*stride).max(1) as usize).take((*count as usize).min(SHOWN));
            format!("[{}]", chunks.map(|chunk| shown(of, chunk)).collect::<Vec<_>>().join(", "))
        }
        Shape::Struct { members, .. } => {
            let one = |member: &sched_vm::Member| {
                let rest = bytes.get(member.offset as usize..).unwrap_or_default();
                format!("{}: {}", member.name, shown(&member.shape, rest))
            };
            format!("{{{}}}", members.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        Shape::Opaque { .. } => "…".to_string(),
    }
}

struct HostOf<'a, 'k> {
    kernel: &'a mut Kernel<'k>,
    program: &'a Program,
    rng: &'a mut Rng,
    printed: &'a mut Vec<Line>,
    odd: &'a mut BTreeSet<(u32, &'static str)>,
    iterations: Vec<Iteration>,
    /// Operations that have been paid for.
    used: u64,
    /// Their time that is less than a nanosecond (ps).
    rest_ps: u64,
}

impl HostOf<'_, '_> {
    fn sys(&self) -> &System {
        self.kernel.sys()
    }

    /// Keeps a printed line.
    fn keep(&mut self, line: u32, text: String) {
        if self.printed.len() == KEPT_LINES {
            self.printed.remove(0);
        }
        let (at, cpu) = (self.kernel.now(), self.kernel.this_cpu());
        self.printed.push(Line { at, cpu, line, text });
    }

    /// Time goes by for the operations since the last call.
    fn pay(&mut self, used: u64) {
        let ps = self.rest_ps + (used - self.used) * u64::from(self.sys().costs.ext_op_ps);
        (self.used, self.rest_ps) = (used, ps % 1000);
        self.kernel.takes(Ns(ps / 1000));
    }

    /// The task of a pointer; none is an error of the policy.
    fn task(&mut self, kfunc: Kfunc, arguments: &[u64], at: u8) -> Result<Option<TaskId>, FaultKind> {
        let pointer = arguments.get(usize::from(at)).copied().unwrap_or_default();
        if pointer == 0 {
            self.kernel.error(format!("{} called with NULL task", kfunc.name()));
            return Ok(None);
        }
        match Object::of(pointer) {
            Some(Object { kind: ObjectKind::Task, id }) => self.alive(id).map(Some),
            _ => Err(FaultKind::Argument { kfunc, argument: at }),
        }
    }

    fn alive(&self, id: u32) -> Result<TaskId, FaultKind> {
        let task = u16::try_from(id).map(TaskId).map_err(|_| FaultKind::Gone)?;
        if self.sys().tasks.of(task).is_some() { Ok(task) } else { Err(FaultKind::Gone) }
    }

    fn mask(
        &mut self,
        kfunc: Kfunc,
        arguments: &[u64],
        at: u8,
        context: &Context,
    ) -> Result<CpuMask, FaultKind> {
        let pointer = arguments.get(usize::from(at)).copied().unwrap_or_default();
        let bad = FaultKind::Argument { kfunc, argument: at };
        let object = Object::of(pointer).ok_or(bad.clone())?;
        if object.kind == ObjectKind::OwnMask {
            return context.memory.own_mask(object.id).map(CpuMask::of_words).ok_or(bad);
        }
        self.kernel_mask(object).ok_or(bad)
    }

    fn kernel_mask(&self, mask: Object) -> Option<CpuMask> {
        let machine = &self.sys().machine;
        match mask {
            Object { kind: ObjectKind::TaskMask, id } => {
                Some(self.sys().tasks.of(TaskId(u16::try_from(id).ok()?))?.allowed)
            }
            Object::IDLE => Some(self.kernel.live_idle_mask(false)),
            Object::SMT => Some(self.kernel.live_idle_mask(true)),
            Object::POSSIBLE | Object::ONLINE => Some(machine.cpus()),
            Object::EMPTY => Some(CpuMask::EMPTY),
            _ => None,
        }
    }

    fn answer(&mut self, kfunc: Kfunc, arguments: &[u64], context: &mut Context) -> Result<u64, FaultKind> {
        let at = |index: usize| arguments.get(index).copied().unwrap_or_default();
        let signed = |value: i64| value as u64;
        macro_rules! task_at {
            ($index:expr) => {
                match self.task(kfunc, arguments, $index)? {
                    Some(task) => task,
                    None => return Ok(0),
                }
            };
        }
        Ok(match kfunc {
            Kfunc::CreateDsq => signed(self.kernel.create_dsq(at(0), i64::from(at(1) as i32))),
            Kfunc::DestroyDsq => {
                self.kernel.destroy_dsq(at(0));
                0
            }
            Kfunc::DsqInsert => {
                let task = task_at!(0);
                self.kernel.dsq_insert(task, at(1), at(2), at(3));
                1
            }
            Kfunc::DsqInsertVtime => {
                let task = task_at!(0);
                self.kernel.dsq_insert_vtime(task, at(1), at(2), at(3), at(4));
                1
            }
            Kfunc::DsqMoveToLocal => u64::from(self.kernel.move_to_local(at(0))),
            Kfunc::DsqMove | Kfunc::DsqMoveVtime => {
                let task = task_at!(1);
                let Some(iteration) = self.iterations.get_mut(at(0) as usize) else { return Ok(0) };
                let how = Move {
                    from: iteration.dsq,
                    before: iteration.before,
                    to: at(2),
                    flags: at(3),
                    by_vtime: kfunc == Kfunc::DsqMoveVtime,
                    slice: iteration.slice.take(),
                    vtime: iteration.vtime.take(),
                };
                u64::from(self.kernel.dsq_move(task, how))
            }
            Kfunc::DsqMoveSetSlice => {
                if let Some(iteration) = self.iterations.get_mut(at(0) as usize) {
                    iteration.slice = Some(at(1));
                }
                0
            }
            Kfunc::DsqMoveSetVtime => {
                if let Some(iteration) = self.iterations.get_mut(at(0) as usize) {
                    iteration.vtime = Some(at(1));
                }
                0
            }
            Kfunc::DispatchNrSlots => u64::from(self.kernel.dispatch_nr_slots()),
            Kfunc::DispatchCancel => {
                self.kernel.dispatch_cancel();
                0
            }
            Kfunc::DsqPeek => {
                let first = self.kernel.queued(at(0), false);
                match first {
                    Some(tasks) => address(tasks.first().copied()),
                    None => {
                        self.kernel.error(format!("peek of invalid DSQ {:#x}", at(0)));
                        0
                    }
                }
            }
            Kfunc::DsqNrQueued => signed(self.kernel.dsq_nr_queued(at(0))),
            Kfunc::DsqIterNew => {
                let tasks = self.kernel.queued(at(0), at(1) & dsq::ITER_REV != 0).unwrap_or_default();
                let before = self.kernel.last_insertion();
                self.iterations.push(Iteration {
                    dsq: at(0),
                    before,
                    tasks,
                    at: 0,
                    slice: None,
                    vtime: None,
                });
                self.iterations.len() as u64 - 1
            }
            Kfunc::DsqIterNext => {
                let Some(iteration) = self.iterations.get_mut(at(0) as usize) else { return Ok(0) };
                let (from, before) = (iteration.dsq, iteration.before);
                while let Some(&task) = iteration.tasks.get(iteration.at) {
                    iteration.at += 1;
                    if self.kernel.is_queued(task, from, before) {
                        return Ok(address(Some(task)));
                    }
                }
                0
            }
            Kfunc::SelectCpuDfl => {
                let task = task_at!(0);
                let prev = self.kernel.cpu(i64::from(at(1) as i32)).unwrap_or(self.sys().tasks[task].cpu);
                let (cpu, idle) = self.kernel.select_cpu_dfl(task, prev, at(2));
                if at(3) != 0 {
                    context.memory.write(at(3), 1, u64::from(idle))?;
                }
                u64::from(cpu.0)
            }
            Kfunc::SelectCpuAnd => {
                let task = task_at!(0);
                let prev = self.kernel.cpu(i64::from(at(1) as i32)).unwrap_or(self.sys().tasks[task].cpu);
                let mask = self.mask(kfunc, arguments, 3, context)?;
                signed(self.kernel.select_cpu_and(task, prev, at(2), mask, at(4)))
            }
            Kfunc::PickIdleCpu | Kfunc::PickAnyCpu => {
                let mask = self.mask(kfunc, arguments, 0, context)?;
                signed(if kfunc == Kfunc::PickIdleCpu {
                    self.kernel.pick_idle_cpu(mask, at(1))
                } else {
                    self.kernel.pick_any_cpu(mask, at(1))
                })
            }
            Kfunc::TestAndClearCpuIdle => {
                u64::from(self.kernel.test_and_clear_cpu_idle(i64::from(at(0) as i32)))
            }
            Kfunc::GetIdleCpumask | Kfunc::GetIdleSmtmask => {
                let cores = kfunc == Kfunc::GetIdleSmtmask;
                self.kernel.idle_mask(cores);
                let mask = match (self.kernel.tracks_idle(), cores) {
                    (false, _) => Object::EMPTY,
                    (true, false) => Object::IDLE,
                    (true, true) => Object::SMT,
                };
                mask.address()
            }
            Kfunc::GetPossibleCpumask => Object::POSSIBLE.address(),
            Kfunc::GetOnlineCpumask => Object::ONLINE.address(),
            Kfunc::NrCpuIds => self.kernel.nr_cpu_ids() as u64,
            Kfunc::NrNodeIds => self.sys().machine.nr_nodes as u64,
            Kfunc::CpuNode => match self.kernel.cpu(i64::from(at(0) as i32)) {
                Some(cpu) => self.sys().machine.node_of[cpu] as u64,
                None => signed(-1),
            },
            Kfunc::TaskRunning => {
                let task = task_at!(0);
                u64::from(self.kernel.task_running(task))
            }
            Kfunc::TaskCpu => {
                let task = task_at!(0);
                u64::from(self.kernel.task_cpu(task).0)
            }
            Kfunc::KickCpu => {
                self.kernel.kick_cpu(i64::from(at(0) as i32), at(1));
                0
            }
            Kfunc::TaskCgroup => {
                let task = task_at!(0);
                Object::new(ObjectKind::Cgroup, self.sys().tasks[task].attr.group.into()).address()
            }
            Kfunc::TaskSetSlice => {
                let task = task_at!(0);
                self.kernel.set_slice(task, at(1));
                1
            }
            Kfunc::TaskSetDsqVtime => {
                let task = task_at!(0);
                self.kernel.set_vtime(task, at(1));
                1
            }
            Kfunc::CpuRq => match self.kernel.cpu(i64::from(at(0) as i32)) {
                Some(cpu) => Object::new(ObjectKind::Rq, cpu.into()).address(),
                None => 0,
            },
            Kfunc::LockedRq => Object::new(ObjectKind::Rq, self.kernel.this_cpu().into()).address(),
            Kfunc::CpuCurr => match self.kernel.cpu(i64::from(at(0) as i32)) {
                Some(cpu) => address(self.sys().cpus[cpu].curr),
                None => 0,
            },
            Kfunc::CpuperfCap => match self.kernel.cpu(i64::from(at(0) as i32)) {
                Some(cpu) => {
                    u64::from(self.sys().machine.capacities.get(cpu.index()).copied().unwrap_or(1024))
                }
                None => 1024,
            },
            Kfunc::CpuperfCur => 1024,
            Kfunc::CpuperfSet => {
                if at(1) as u32 > 1024 {
                    self.kernel.error(format!(
                        "Invalid cpuperf target {} for CPU {}",
                        at(1) as u32,
                        at(0) as i32
                    ));
                }
                0
            }
            Kfunc::Now | Kfunc::KtimeGetNs => self.kernel.now(),
            Kfunc::Jiffies64 => self.kernel.now() / self.sys().tick().0,
            Kfunc::PrandomU32 => self.rng.draw() >> 32,
            Kfunc::Events => {
                let e: Events = self.sys().ext.events;
                let all = [
                    e.select_cpu_fallback,
                    0,
                    e.dispatch_keep_last,
                    0,
                    0,
                    e.refill_slice_dfl,
                    0,
                    e.bypass_dispatch,
                    e.bypass_activate,
                ];
                for (index, value) in (0..).zip(all).take(at(1) as usize / 8) {
                    context.memory.write(at(0) + 8 * index, 8, value)?;
                }
                0
            }
            Kfunc::TaskFromPid => {
                let task = u32::try_from(at(0)).ok().and_then(|pid| pid.checked_sub(pid_of(TaskId(0))));
                let task = task.and_then(|id| u16::try_from(id).ok()).map(TaskId);
                let lives = |task: &TaskId| {
                    self.sys().tasks.of(*task).is_some_and(|task| task.state != TaskState::Dead)
                };
                address(task.filter(lives))
            }
            Kfunc::TaskAcquire => at(0),
            Kfunc::CurrentTask => address(self.sys().cpus[self.kernel.this_cpu()].curr),
            Kfunc::CurrentPidTgid => {
                let pid =
                    self.sys().cpus[self.kernel.this_cpu()].curr.map_or(0, |task| u64::from(pid_of(task)));
                pid << 32 | pid
            }
            Kfunc::TimerStart => {
                const ABS: u64 = 1;
                let when = if at(2) & ABS != 0 { at(1) } else { self.kernel.now().saturating_add(at(1)) };
                self.kernel.start_timer(at(0), when.min(u64::MAX / 2));
                0
            }
            Kfunc::TimerCancel => u64::from(self.kernel.stop_timer(at(0))),
            Kfunc::DsqIterDestroy
            | Kfunc::TaskRelease
            | Kfunc::CgroupRelease
            | Kfunc::PutIdleCpumask
            | Kfunc::PutCpumask => 0,
            Kfunc::PickIdleCpuNode
            | Kfunc::PickAnyCpuNode
            | Kfunc::GetIdleCpumaskNode
            | Kfunc::GetIdleSmtmaskNode => {
                // They need SCX_OPS_BUILTIN_IDLE_PER_NODE, which is refused.
                self.kernel.error("per-node idle tracking is disabled".to_string());
                errno::EINVAL as u64
            }
            _ => return Err(FaultKind::NoKfunc { kfunc }),
        })
    }

    fn task_field(&self, task: TaskId, field: Field) -> Result<u64, FaultKind> {
        let (sys, t) = (self.sys(), &self.sys().tasks[task]);
        let ext = sys.ext.task(task).ok_or(FaultKind::Gone)?;
        let comm = |from: usize| {
            let mut word = [0; 8];
            for (slot, &byte) in word.iter_mut().zip(t.role.key().as_bytes().iter().skip(from)) {
                *slot = byte;
            }
            u64::from_le_bytes(word)
        };
        let prio = u64::from(MAX_RT_PRIO) + (20 + t.attr.nice) as u64;
        Ok(match field {
            Field::Pid | Field::Tgid => u64::from(pid_of(task)),
            Field::CommLow => comm(0),
            Field::CommHigh => comm(8),
            Field::Flags => NO_FLAGS,
            Field::NrCpusAllowed => u64::from(t.allowed.weight()),
            Field::State => match t.state {
                TaskState::Dead => TASK_DEAD,
                TaskState::Sleeping => 1,
                _ => 0,
            },
            Field::StaticPrio | Field::Prio | Field::NormalPrio => prio,
            Field::Policy => match t.attr.policy {
                crate::scenario::Policy::Normal => 0,
                crate::scenario::Policy::Batch => 3,
                crate::scenario::Policy::Idle => 5,
            },
            Field::Nvcsw => u64::from(t.history.switched_in),
            Field::Mm => Object::new(ObjectKind::Mm, t.mm).address(),
            Field::RealParent | Field::Parent | Field::GroupLeader => address(Some(task)),
            Field::OnCpu => u64::from(t.state == TaskState::Running),
            Field::WakeCpu => u64::from(t.cpu.0),
            Field::SumExecRuntime | Field::Utime => {
                let ran = if t.state == TaskState::Running {
                    sys.now.saturating_sub(ext.exec_start)
                } else {
                    Ns::ZERO
                };
                (ext.sum_exec + ran).0
            }
            Field::NrWakeups => u64::from(t.history.woken),
            Field::Slice => ext.slice,
            Field::DsqVtime => ext.vtime,
            Field::Weight => u64::from(ext.weight),
            Field::ScxFlags => u64::from(ext.queued),
            Field::RunnableAt => ext.runnable_at.map_or(0, |at| at.0 / sys.tick().0),
            Field::StickyCpu | Field::HoldingCpu => match ext.owner {
                Owner::Deferred(cpu) if field == Field::HoldingCpu => u64::from(cpu.0),
                _ => u64::MAX,
            },
            _ => 0,
        })
    }
}

impl Host for HostOf<'_, '_> {
    fn call(&mut self, kfunc: Kfunc, arguments: &[u64], context: &mut Context) -> Result<u64, FaultKind> {
        self.pay(context.used);
        self.kernel.costs();
        self.kernel.at_line(self.program.span(context.place).line);
        let release = self.kernel.release().interface();
        if !kfunc.allowed_in(context.hook, release) {
            let from = context.hook.map_or("a timer", |hook| hook.name());
            self.kernel
                .error(format!("{} called from an operation that does not allow it: {from}", kfunc.name()));
            return Ok(0);
        }
        self.answer(kfunc, arguments, context)
    }

    fn read_field(&mut self, object: Object, field: Field, _: &mut Context) -> Result<u64, FaultKind> {
        let id = object.id;
        match object.kind {
            ObjectKind::Task => {
                let task = self.alive(id)?;
                self.task_field(task, field)
            }
            ObjectKind::Rq => {
                let cpu = u16::try_from(id).map(CpuId).map_err(|_| FaultKind::Gone)?;
                let sys = self.sys();
                Ok(match field {
                    Field::Curr => address(sys.cpus[cpu].curr),
                    Field::RqCpu => u64::from(id),
                    Field::NrRunning | Field::RqNrRunning => u64::from(sys.nr_running(cpu)),
                    Field::ClockTask | Field::ClockPelt => sys.now.0,
                    Field::CpuCapacity => {
                        u64::from(sys.machine.capacities.get(cpu.index()).copied().unwrap_or(1024))
                    }
                    _ => 0,
                })
            }
            ObjectKind::ExitInfo => {
                let Some(info) = &self.sys().ext.exit else { return Ok(0) };
                Ok(match field {
                    Field::Kind => u64::from(info.kind),
                    Field::ExitCode => info.code as u64,
                    _ => 0,
                })
            }
            ObjectKind::InitTaskArgs if field == Field::Fork => Ok(u64::from(id)),
            ObjectKind::InitTaskArgs => Ok(Object::new(ObjectKind::Cgroup, 0).address()),
            ObjectKind::ExitTaskArgs => Ok(u64::from(id)),
            ObjectKind::Cgroup if field == Field::Level => Ok(u64::from(id > 0)),
            ObjectKind::Cgroup => Ok(Object::new(ObjectKind::KernfsNode, id).address()),
            ObjectKind::KernfsNode => Ok(u64::from(id) + 1),
            _ => Ok(0),
        }
    }

    fn write_field(
        &mut self,
        object: Object,
        field: Field,
        value: u64,
        _: &mut Context,
    ) -> Result<(), FaultKind> {
        let task = self.alive(object.id)?;
        match field {
            Field::Slice => self.kernel.set_slice(task, value),
            Field::DsqVtime => self.kernel.set_vtime(task, value),
            _ => {}
        }
        Ok(())
    }

    fn mask_word(&mut self, mask: Object, word: u32) -> Result<u64, FaultKind> {
        let mask = self.kernel_mask(mask).ok_or(FaultKind::Gone)?;
        Ok(mask.word(word as usize))
    }

    fn text(&mut self, object: Object, field: Option<Field>) -> String {
        match (object.kind, field, &self.sys().ext.exit) {
            (ObjectKind::ExitInfo, Some(Field::Reason), Some(info)) => info.reason().to_string(),
            (ObjectKind::ExitInfo, Some(Field::Msg), Some(info)) => info.msg.clone(),
            _ => String::new(),
        }
    }

    fn print(&mut self, what: Printed, text: String, context: &mut Context) {
        self.pay(context.used);
        let line = self.program.span(context.place).line;
        self.kernel.at_line(line);
        match what {
            Printed::Error => self.kernel.bpf_error(text),
            Printed::Exit(code) => self.kernel.bpf_exit(code, text),
            Printed::Trace => self.keep(line, text),
            Printed::Dump => {}
        }
    }

    /// The policy goes on, as in the kernel; the first time in each line is reported beside what the policy prints.
    fn odd(&mut self, odd: Odd, context: &mut Context) {
        let text = match odd {
            Odd::DivisionByZero => {
                "A division by zero: in BPF its result is 0, and a remainder is the dividend."
            }
            Odd::Unbalanced => "The call ended inside a lock or an RCU section.",
        };
        let line = self.program.span(context.place).line;
        if self.odd.insert((line, text)) {
            self.keep(line, text.to_string());
        }
    }
}

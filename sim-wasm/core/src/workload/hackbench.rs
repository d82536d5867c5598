//! `hackbench`: groups of senders and receivers; every sender writes to every receiver of its group
//! in turn, `loops` times.

use super::channel::{Call, Channel, ChannelId, Channels, Making};
use super::start::{Gate, Parent, Worker};
use super::{Outcome, Program, Work};
use crate::engine::ids::{CpuId, Id};
use crate::observe::vocab::Role;
use crate::scenario::Hackbench;
use crate::system::System;

#[derive(Clone, Debug)]
pub struct Sender {
    /// The channels that it writes to in turn: from the first one to before the end, and where it is.
    first: ChannelId,
    end: ChannelId,
    at: ChannelId,
    loops_left: u32,
    call: Call,
}

#[derive(Clone, Debug)]
pub struct Receiver {
    channel: ChannelId,
    left: u64,
    call: Call,
}

/// All receivers of a group, then its senders, in the order in which their parent forks them.
/// They are drawn in the groups from `first_group` on.
pub fn create(work: &mut Work, sys: &mut System, h: &Hackbench, first_group: usize) {
    for g in first_group..first_group + h.groups as usize {
        let first = ChannelId::new(work.channels.len());
        for _ in 0..h.fds {
            let channel = work.channels.push(Channel::new(h.pipe));
            let left = u64::from(h.loops) * u64::from(h.fds);
            let program = Program::Receiver(Receiver { channel, left, call: Call::Fresh });
            let mm = address_space(h, sys);
            let receiver = work.add(sys, Role::Receiver, g, mm, program);
            work.channels[channel].set_receiver(receiver);
        }
        let end = ChannelId::new(work.channels.len());
        for _ in 0..h.fds {
            let program =
                Program::Sender(Sender { first, end, at: first, loops_left: h.loops, call: Call::Fresh });
            let mm = address_space(h, sys);
            work.add(sys, Role::Sender, g, mm, program);
        }
    }
}

/// hackbench by itself: its parent forks the workers, and lets them go together.
pub fn create_with_parent(work: &mut Work, sys: &mut System, h: &Hackbench) {
    create(work, sys, h, 0);
    let workers = sys.tasks.len();
    for program in work.programs.iter_mut() {
        *program = Program::Worker(Worker::new(program.clone()));
    }
    let mm = address_space(h, sys);
    let parent =
        work.add(sys, Role::Launcher, 0, mm, Program::Parent(Parent::new(workers as u16, h.threads)));
    work.parents.iter_mut().take(workers).for_each(|of| *of = Some(parent));
    work.gate = Gate::new(parent);
}

fn address_space(h: &Hackbench, sys: &System) -> u32 {
    if h.threads { 0 } else { sys.tasks.len() as u32 }
}

impl Sender {
    pub fn next(&self, sys: &System) -> Making {
        Making { channel: self.at, cost: sys.costs.write, call: self.call }
    }

    pub fn is_in_call(&self) -> bool {
        self.call != Call::Fresh
    }

    pub fn interrupt(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) {
        channels[self.at].stop_spinning(sys, cpu, &mut self.call);
    }

    pub fn finish(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) -> Outcome {
        let done = channels[self.at].write(sys, cpu, self.call);
        if let Some(outcome) = self.call.after(done) {
            return outcome;
        }
        self.at = self.at.after();
        if self.at == self.end {
            self.at = self.first;
            self.loops_left -= 1;
        }
        if self.loops_left == 0 { Outcome::Exit } else { Outcome::Continue }
    }
}

impl Receiver {
    pub fn next(&self, sys: &System) -> Making {
        Making { channel: self.channel, cost: sys.costs.read, call: self.call }
    }

    pub fn is_in_call(&self) -> bool {
        self.call != Call::Fresh
    }

    pub fn interrupt(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) {
        channels[self.channel].stop_spinning(sys, cpu, &mut self.call);
    }

    pub fn finish(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) -> Outcome {
        let done = channels[self.channel].read(sys, cpu, self.call);
        if let Some(outcome) = self.call.after(done) {
            return outcome;
        }
        self.left -= 1;
        if self.left == 0 { Outcome::Exit } else { Outcome::Continue }
    }
}

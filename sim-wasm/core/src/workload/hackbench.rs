//! `hackbench`: groups of senders and receivers; every sender writes to every receiver of its group
//! in turn, `loops` times.

use super::channel::{Channel, Done};
use super::{Begun, Outcome, Program, Work};
use crate::observe::vocab::Role;
use crate::scenario::Hackbench;
use crate::system::System;

#[derive(Clone, Debug)]
pub struct Sender {
    first: u32,
    fds: u32,
    loops_left: u32,
    at: u32,
    resumed: bool,
}

#[derive(Clone, Debug)]
pub struct Receiver {
    channel: u32,
    left: u64,
    resumed: bool,
}

/// All receivers of a group, then its senders, as hackbench forks them.
/// They are drawn in the groups from `first_group` on.
pub fn create(work: &mut Work, sys: &mut System, h: &Hackbench, first_group: usize) {
    for g in first_group..first_group + h.groups as usize {
        let first = work.channels.len() as u32;
        for i in 0..h.fds {
            work.channels.push(Channel::new(h.pipe));
            let left = u64::from(h.loops) * u64::from(h.fds);
            let program = Program::Receiver(Receiver { channel: first + i, left, resumed: false });
            let mm = address_space(h, sys);
            work.add(sys, Role::Receiver, g, mm, program);
        }
        for _ in 0..h.fds {
            let program =
                Program::Sender(Sender { first, fds: h.fds, loops_left: h.loops, at: 0, resumed: false });
            let mm = address_space(h, sys);
            work.add(sys, Role::Sender, g, mm, program);
        }
    }
}

fn address_space(h: &Hackbench, sys: &System) -> u32 {
    if h.threads { 0 } else { sys.tasks.len() as u32 }
}

impl Sender {
    pub fn begin(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize, start: u64) -> Begun {
        let cost = sys.costs.write;
        channels[(self.first + self.at) as usize].begin(sys, cpu, start, cost, self.resumed)
    }

    pub fn finish(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize) -> Outcome {
        if channels[(self.first + self.at) as usize].write(sys, cpu, self.resumed) == Done::MustWait {
            self.resumed = true;
            return Outcome::Sleep;
        }
        self.resumed = false;
        self.at += 1;
        if self.at == self.fds {
            self.at = 0;
            self.loops_left -= 1;
        }
        if self.loops_left == 0 { Outcome::Exit } else { Outcome::Continue }
    }
}

impl Receiver {
    pub fn begin(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize, start: u64) -> Begun {
        let cost = sys.costs.read;
        channels[self.channel as usize].begin(sys, cpu, start, cost, self.resumed)
    }

    pub fn finish(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize) -> Outcome {
        if channels[self.channel as usize].read(sys, cpu) == Done::MustWait {
            self.resumed = true;
            return Outcome::Sleep;
        }
        self.resumed = false;
        self.left -= 1;
        if self.left == 0 { Outcome::Exit } else { Outcome::Continue }
    }
}

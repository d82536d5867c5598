//! Request/response pairs: a client thinks, writes a request, and sleeps until the answer; its
//! server sleeps until a request, works on it, and answers.

use super::channel::{Call, Channel, ChannelId, Channels, Done, Making};
use super::compute::{Compute, ran};
use super::start::Parent;
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::observe::vocab::Role;
use crate::scenario::Pairs;
use crate::system::System;

/// Client and server repeat compute, write, read. The client begins with computing, the server with reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Compute,
    Write,
    Read,
}

/// A client or a server.
#[derive(Clone, Debug)]
pub struct Party {
    reads: ChannelId,
    writes: ChannelId,
    /// CPU time of a turn (ns).
    work: u32,
    phase: Phase,
    /// The phase that ends a request.
    last: Phase,
    /// Requests left; `None`: without end.
    left: Option<u32>,
    call: Call,
    compute: Compute,
}

pub fn create(work: &mut Work, sys: &mut System, p: &Pairs) {
    let left = (p.requests > 0).then_some(p.requests);
    for i in 0..p.pairs {
        let request = work.channels.push(Channel::new(true));
        let response = work.channels.push(Channel::new(true));
        let client = Party {
            reads: response,
            writes: request,
            work: p.think_ns,
            phase: Phase::Compute,
            last: Phase::Read,
            left,
            call: Call::Fresh,
            compute: Compute::default(),
        };
        let server = Party {
            reads: request,
            writes: response,
            work: p.service_ns,
            phase: Phase::Read,
            last: Phase::Write,
            ..client.clone()
        };
        let mm = sys.tasks.len() as u32;
        let client = work.add(sys, Role::Client, i as usize, mm, Program::Party(client));
        let server = work.add(sys, Role::Server, i as usize, mm + 1, Program::Party(server));
        work.channels[response].set_receiver(client);
        work.channels[request].set_receiver(server);
    }
    if p.forked {
        let tasks = sys.tasks.len();
        let parent = Parent::that_only_forks(tasks as u16);
        let parent = work.add(sys, Role::Launcher, 0, tasks as u32, Program::Parent(parent));
        work.parents.iter_mut().take(tasks).for_each(|of| *of = Some(parent));
    }
}

impl Party {
    /// The next call, unless the task computes.
    pub fn next(&self, sys: &System) -> Option<Making> {
        let (channel, cost) = match self.phase {
            Phase::Compute => return None,
            Phase::Write => (self.writes, sys.costs.write),
            Phase::Read => (self.reads, sys.costs.read),
        };
        Some(Making { channel, cost, call: self.call })
    }

    pub fn compute(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.compute.left == Ns::ZERO {
            self.compute = Compute::draw(sys, cpu, Ns::from(self.work));
        }
        self.compute.begin(sys, cpu, start, 100)
    }

    pub fn is_in_call(&self) -> bool {
        self.call != Call::Fresh
    }

    pub fn interrupt(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) {
        match self.phase {
            Phase::Compute => {
                self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
                sys.obs.user_ns += ran(sys, cpu);
            }
            Phase::Write => channels[self.writes].stop_spinning(sys, cpu, &mut self.call),
            Phase::Read => channels[self.reads].stop_spinning(sys, cpu, &mut self.call),
        }
    }

    pub fn finish(&mut self, channels: &mut Channels, sys: &mut System, cpu: CpuId) -> Outcome {
        let done = match self.phase {
            Phase::Compute => {
                self.compute.left = Ns::ZERO;
                sys.obs.user_ns += ran(sys, cpu);
                Done::Yes
            }
            Phase::Write => channels[self.writes].write(sys, cpu, self.call),
            Phase::Read => channels[self.reads].read(sys, cpu, self.call),
        };
        if let Some(outcome) = self.call.after(done) {
            return outcome;
        }
        if self.last == Phase::Read
            && let Some(client) = sys.cpus[cpu].curr
        {
            match self.phase {
                Phase::Compute => sys.tasks[client].asked = sys.now,
                Phase::Read => sys.answer(client),
                Phase::Write => {}
            }
        }
        if self.phase == self.last
            && let Some(left) = &mut self.left
        {
            *left -= 1;
            if *left == 0 {
                return Outcome::Exit;
            }
        }
        self.phase = match self.phase {
            Phase::Compute => Phase::Write,
            Phase::Write => Phase::Read,
            Phase::Read => Phase::Compute,
        };
        Outcome::Continue
    }
}

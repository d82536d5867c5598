//! Request/response pairs: a client thinks, writes a request, and sleeps until the answer; its
//! server sleeps until a request, works on it, and answers.

use super::channel::{Channel, Done};
use super::compute::Compute;
use super::{Begun, Outcome, Program, Work};
use crate::observe::vocab::Role;
use crate::scenario::Pairs;
use crate::system::System;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Compute,
    Write,
    Read,
}

#[derive(Clone, Debug)]
pub struct Client {
    request: u32,
    response: u32,
    /// `None`: without end.
    left: Option<u32>,
    phase: Phase,
    think: u32,
    resumed: bool,
    pub compute: Compute,
}

#[derive(Clone, Debug)]
pub struct Server {
    request: u32,
    response: u32,
    left: Option<u32>,
    phase: Phase,
    service: u32,
    resumed: bool,
    pub compute: Compute,
}

pub fn create(work: &mut Work, sys: &mut System, p: &Pairs) {
    let left = (p.requests > 0).then_some(p.requests);
    for i in 0..p.pairs {
        let request = work.channels.len() as u32;
        let response = request + 1;
        work.channels.extend([Channel::new(true), Channel::new(true)]);
        let client = Client {
            request,
            response,
            left,
            phase: Phase::Compute,
            think: p.think_ns,
            resumed: false,
            compute: Compute::default(),
        };
        let server = Server {
            request,
            response,
            left,
            phase: Phase::Read,
            service: p.service_ns,
            resumed: false,
            compute: Compute::default(),
        };
        let mm = sys.tasks.len() as u32;
        work.add(sys, Role::Client, i as usize, mm, Program::Client(client));
        work.add(sys, Role::Server, i as usize, mm + 1, Program::Server(server));
    }
}

/// A fresh stretch of computing, or what is left of one.
fn compute(c: &mut Compute, work: u32, sys: &mut System, cpu: usize, start: u64) -> Begun {
    if c.left == 0 {
        let task = sys.cpus[cpu].curr as usize;
        let pct = sys.costs.jitter_pct;
        *c = Compute::new(sys.tasks[task].rng.jitter(u64::from(work), pct).max(1));
    }
    c.begin(sys, cpu, start, 100)
}

impl Client {
    pub fn begin(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize, start: u64) -> Begun {
        let (read, write) = (sys.costs.read, sys.costs.write);
        match self.phase {
            Phase::Compute => compute(&mut self.compute, self.think, sys, cpu, start),
            Phase::Write => channels[self.request as usize].begin(sys, cpu, start, write, self.resumed),
            Phase::Read => channels[self.response as usize].begin(sys, cpu, start, read, self.resumed),
        }
    }

    pub fn finish(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize) -> Outcome {
        let done = match self.phase {
            Phase::Compute => {
                self.compute.left = 0;
                Done::Yes
            }
            Phase::Write => channels[self.request as usize].write(sys, cpu, self.resumed),
            Phase::Read => channels[self.response as usize].read(sys, cpu),
        };
        self.resumed = done == Done::MustWait;
        if self.resumed {
            return Outcome::Sleep;
        }
        self.phase = match self.phase {
            Phase::Compute => Phase::Write,
            Phase::Write => Phase::Read,
            Phase::Read => {
                if let Some(left) = &mut self.left {
                    *left -= 1;
                    if *left == 0 {
                        return Outcome::Exit;
                    }
                }
                Phase::Compute
            }
        };
        Outcome::Continue
    }
}

impl Server {
    pub fn begin(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize, start: u64) -> Begun {
        let (read, write) = (sys.costs.read, sys.costs.write);
        match self.phase {
            Phase::Read => channels[self.request as usize].begin(sys, cpu, start, read, self.resumed),
            Phase::Compute => compute(&mut self.compute, self.service, sys, cpu, start),
            Phase::Write => channels[self.response as usize].begin(sys, cpu, start, write, self.resumed),
        }
    }

    pub fn finish(&mut self, channels: &mut [Channel], sys: &mut System, cpu: usize) -> Outcome {
        let done = match self.phase {
            Phase::Read => channels[self.request as usize].read(sys, cpu),
            Phase::Compute => {
                self.compute.left = 0;
                Done::Yes
            }
            Phase::Write => channels[self.response as usize].write(sys, cpu, self.resumed),
        };
        self.resumed = done == Done::MustWait;
        if self.resumed {
            return Outcome::Sleep;
        }
        self.phase = match self.phase {
            Phase::Read => Phase::Compute,
            Phase::Compute => Phase::Write,
            Phase::Write => {
                if let Some(left) = &mut self.left {
                    *left -= 1;
                    if *left == 0 {
                        return Outcome::Exit;
                    }
                }
                Phase::Read
            }
        };
        Outcome::Continue
    }
}

//! The state of the simulated kernel as bytes.

use super::System;
use crate::engine::wire::{State, Wire};
use crate::runqueue::SchedClass;

impl State for System {
    fn pass(&mut self, wire: &mut Wire) {
        let Self {
            now,
            machine: _,
            rules: _,
            kinds: _,
            costs: _,
            tuned: _,
            features: _,
            domains: _,
            domain_state,
            cpus,
            tasks,
            queues,
            events,
            tick: _,
            usable: _,
            idle,
            overload,
            rd_overload,
            misfit,
            nohz,
            has_idle_cores,
            nr_idle_scan,
            node_nr_running,
            node_hurries,
            node_balance,
            reaches,
            layout: _,
            group,
            obs,
            actor,
            charge,
            timers,
            live,
            earlier,
            measured_from,
        } = self;
        now.pass(wire);
        idle.pass(wire);
        rd_overload.pass(wire);
        misfit.pass(wire);
        nohz.pass(wire);
        overload.pass(wire);
        has_idle_cores.pass(wire);
        nr_idle_scan.pass(wire);
        node_nr_running.pass(wire);
        node_hurries.pass(wire);
        obs.pass(wire);
        actor.pass(wire);
        charge.pass(wire);
        timers.pass(wire);
        live.pass(wire);
        earlier.pass(wire);
        measured_from.pass(wire);
        events.pass(wire);
        domain_state.pass(wire);
        wire.each(reaches);
        wire.each(group);
        node_balance.pass(wire);
        if let Some(groups) = queues.groups_mut() {
            groups.pass_shared(wire);
        }
        wire.each_by(cpus.each_mut(), |(cpu, of), wire| {
            of.pass(wire);
            queues.pass_queue(cpu, wire);
            of.nr_running = queues.nr_running(cpu);
        });
        wire.each_by(tasks.each_mut(), |(task, of), wire| {
            of.pass(wire);
            // Its charge starts at the moment its history has just read: its last stop or start.
            queues.pass_entity(task, of.history.node_ns.iter().copied().sum(), wire);
        });
        for cpu in self.machine.cpus().iter() {
            self.tell_siblings(cpu);
        }
    }
}

/**
 * The worker's side of small live pictures: keeps the lanes of several experiments, and brings one of them a little further
 * whenever it is asked. Knows nothing of the worker.
 */
import type { MachineDescription, Scenario } from '../../scenario/generated/types';
import type { Simulation, SimulationClass } from '../port/binding';
import type { Surroundings } from '../port/serve';
import { Stride } from '../port/stride';
import type { ThumbQuestions } from './questions';

interface Shown {
  readonly scenario: Scenario;
  readonly startNs: number;
  readonly stride: Stride;
  lanes: Simulation[];
  /** Where the lanes go to (ns). */
  untilNs: number;
}

/** Real time one request may take (ms), so that others get their turn. */
const BUDGET_MS = 20;

export function createShow(
  Simulation: SimulationClass,
  { now, alive }: Pick<Surroundings, 'now' | 'alive'>,
): ThumbQuestions {
  const shown = new Map<number, Shown>();

  const begin = (scenario: Scenario): Simulation[] =>
    scenario.lanes.map((_, lane) => new Simulation(JSON.stringify(scenario), lane));

  function close(id: number): void {
    for (const lane of shown.get(id)?.lanes ?? []) lane.free();
    shown.delete(id);
  }

  return {
    open(id, scenario, startNs) {
      close(id);
      const lanes = begin(scenario);
      const [first] = lanes;
      if (!first) throw new Error('the scenario has no lane');
      shown.set(id, { scenario, startNs, stride: new Stride({ now, alive }), lanes, untilNs: startNs });
      return { machine: JSON.parse(first.machine()) as MachineDescription, tasks: first.tasks() };
    },
    step(id, ns) {
      const own = shown.get(id);
      if (!own) throw new Error(`experiment ${id} is not open`);
      const isThere = (lane: Simulation, at: number) => lane.done() || lane.now() >= at;
      if (own.lanes.every((lane) => isThere(lane, own.untilNs))) own.untilNs += ns;
      const deadline = now() + BUDGET_MS;
      for (const lane of own.lanes) {
        while (!isThere(lane, own.untilNs) && now() < deadline) own.stride.advance(lane, own.untilNs);
      }
      if (own.lanes.every((lane) => lane.done())) {
        for (const lane of own.lanes) lane.free();
        own.lanes = begin(own.scenario);
        own.untilNs = own.startNs;
        return [];
      }
      return own.lanes.every((lane) => isThere(lane, own.startNs)) ? own.lanes.map((lane) => lane.frame(false)) : [];
    },
    close,
  };
}

import type { LaneEngine, LaneQuestions } from '../src/engine/lanes/questions';
import { createServer } from '../src/engine/lanes/server';
import { fieldErrors } from '../src/engine/port/binding';
import { EngineFault, Refusal } from '../src/engine/port/port';
import { Simulation } from './fake-simulation';

type Ask = LaneEngine['ask'];

/** An engine of a lane without a worker: calls the server directly. */
export function directEngine() {
  const server = createServer(Simulation, { now: () => 0 });
  const requests: { readonly name: keyof LaneQuestions; readonly args: readonly unknown[] }[] = [];
  const engine = {
    requests,
    broken: false,
    disposed: false,
    onNote: null,
    get isBroken() {
      return engine.broken;
    },
    ask: (async (name, ...args) => {
      if (engine.broken) throw new EngineFault('gone');
      requests.push({ name, args });
      try {
        return (server[name] as (...args: unknown[]) => unknown)(...structuredClone(args));
      } catch (thrown) {
        const errors = fieldErrors(thrown);
        throw errors ? new Refusal(errors) : new EngineFault(String(thrown));
      }
    }) as Ask,
    /** Replaces the answer to a request. */
    instead<N extends keyof LaneQuestions>(
      name: N,
      answer: (
        ask: (...args: Parameters<LaneQuestions[N]>) => Promise<ReturnType<LaneQuestions[N]>>,
        ...args: Parameters<LaneQuestions[N]>
      ) => Promise<ReturnType<LaneQuestions[N]>>,
    ) {
      const { ask } = engine;
      const other = (own: keyof LaneQuestions, ...args: never) =>
        own === name ? answer((...given) => ask(name, ...given), ...args) : ask(own, ...args);
      engine.ask = other as Ask;
    },
    dispose: () => {
      engine.disposed = true;
    },
  };
  return engine;
}

import type { Scenario } from '../../scenario/generated/types';
import { type Engine, Refusal } from '../port/port';
import { startPort } from '../port/start';
import type { RecordedQuestions } from '../recording/questions';
import type { LaneEngine, LaneQuestions } from './questions';

export const loadLaneWorker = () => import('./lane.worker?worker&inline');

type Ask = (name: string, ...args: unknown[]) => Promise<unknown>;

/** An engine that simulates a lane, or plays the recording that the document has as lane A. */
function either(simulated: LaneEngine): LaneEngine {
  let recorded: Engine<RecordedQuestions> | null = null;
  let plays = false;

  async function load(scenario: Scenario, args: readonly unknown[]): Promise<unknown> {
    const [lane] = args;
    if (!scenario.recording || lane !== 0) {
      const loaded = await (simulated.ask as Ask)('load', scenario, ...args);
      recorded?.dispose();
      recorded = null;
      plays = false;
      return loaded;
    }
    const { keptFile, startRecorded } = await import('../recording/start');
    const file = await keptFile(scenario.recording.hash);
    recorded ??= await startRecorded();
    const loaded = await recorded.ask('load', scenario, 0, file);
    plays = true;
    return loaded;
  }

  async function check(text: unknown): Promise<void> {
    try {
      await simulated.ask('check', text as string);
    } catch (thrown) {
      // The rest of the document was checked before.
      const isGood = thrown instanceof Refusal && thrown.errors.every(({ fault }) => fault.kind === 'recorded');
      if (!isGood) throw thrown;
    }
  }

  const ask: Ask = (name, ...args) => {
    if (name === 'load') return load(args[0] as Scenario, args.slice(1));
    if (name === 'check') return check(args[0]);
    return ((plays && recorded ? recorded : simulated).ask as Ask)(name, ...args);
  };
  return {
    ask: ask as LaneEngine['ask'],
    onNote: null,
    isSmall: simulated.isSmall ?? false,
    get isBroken() {
      return simulated.isBroken || (recorded?.isBroken ?? false);
    },
    dispose() {
      simulated.dispose();
      recorded?.dispose();
    },
  };
}

/** Starts the engine of a lane. */
export const startLane = async (): Promise<LaneEngine> =>
  either(await startPort<LaneQuestions>(loadLaneWorker, 'lane'));

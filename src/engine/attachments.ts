/** What a lane needs besides the document, and the engines that can run it. */
import type { Scenario } from '../scenario/generated/types';
import { Refusal } from './port/port';
import { loadFast } from './port/start';

export interface Attachments {
  /** The policy that schedules the lane, compiled: JSON of the simulator. */
  readonly program?: string;
  /** The file of the replay of a recording. */
  readonly replay?: Uint8Array;
}

const NOTHING: Attachments = {};

/** Programs by kernel and source: runs with many seeds, and both lanes, share them. */
const programs = new Map<string, string>();
/** Most programs that are kept. */
const MOST = 16;

/** The replay file of the last document: runs with many seeds, and both lanes, share it. */
let lastReplay: { readonly hash: string; readonly replay: Uint8Array } | null = null;

/** The replay file that a document needs, if the browser has it; the simulator says which one is missing. */
async function replayOf({ workload }: Scenario): Promise<Attachments> {
  if (workload.kind !== 'replay') return NOTHING;
  const { hash } = workload;
  if (lastReplay?.hash !== hash) {
    const { keptFile } = await import('./recording/files');
    const file = await keptFile(hash);
    if (!file) return NOTHING;
    lastReplay = { hash, replay: new Uint8Array(await file.arrayBuffer()) };
  }
  return { replay: lastReplay.replay };
}

/** Rejects with `Refusal` if a source does not compile. */
export async function attachmentsOf(scenario: Scenario, lane: number): Promise<Attachments> {
  const of = scenario.lanes[lane];
  const policy = scenario.policies?.find(({ name }) => name === of?.policy);
  // The simulator refuses a lane whose policy is missing.
  const file = await replayOf(scenario);
  if (!of || !policy) return file;
  const key = `${of.kernel ?? scenario.kernel}\n${policy.source}`;
  const known = programs.get(key);
  if (known !== undefined) return { ...file, program: known };
  const { compilePolicy } = await import('./policy');
  const { program, refused } = await compilePolicy(scenario, lane);
  if (refused) throw new Refusal(refused);
  if (program === null) return file;
  if (programs.size >= MOST) programs.clear();
  programs.set(key, program);
  return { ...file, program };
}

/** Whether an engine can run such a lane: the small build has no virtual machine, and reads no replay files. */
export const fits = (engine: { readonly isSmall?: boolean }, { program, replay }: Attachments): boolean =>
  (program === undefined && replay === undefined) || !engine.isSmall;

/** Starts an engine that can run such a lane. */
export async function startFor<E extends { readonly isSmall?: boolean; dispose(): void }>(
  start: () => Promise<E>,
  attachments: Attachments,
): Promise<E> {
  const engine = await start();
  if (fits(engine, attachments)) return engine;
  engine.dispose();
  await loadFast();
  return await start();
}

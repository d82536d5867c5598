/**
 * The results that the build has for the first screen: `npm run generate` runs them and writes the files. Without it, the
 * quick tests run the bars above the slider again, and the long ones a point of each curve of the list.
 */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { staleModules } from '../scripts/lib/rust.mjs';
import * as compared from '../src/engine/batch/compared';
import * as figures from '../src/engine/batch/figures';
import * as paired from '../src/engine/batch/paired';
import type { BatchJob } from '../src/engine/batch/questions';
import { createRunner } from '../src/engine/batch/runner';
import { LOADS, subject } from '../src/rooms/front/race';
import { PRESET_IDS, PRESETS, type PresetId } from '../src/scenario/presets';
import shipped from '../src/state/generated/curves.json';
import { judgedOf, type Known, resultOf, type Study } from '../src/state/studies';
import { curveStudies, verdictStudy } from '../src/state/verdict';
import { isLong, isWhole } from './long';
import { isBuilt, Simulation } from './simulator';
import { skipUnbuilt } from './unbuilt';

/** Their curves take many minutes, so that only the page measures them. */
const SLOW: readonly PresetId[] = ['two-nodes', 'big'];

const runner = createRunner(Simulation, { now: () => performance.now(), alive: () => {} }, () => {});

function run(study: Study): Known {
  const jobs = paired.seedJobs(study.scenario, study.seeds);
  const outcomes = jobs.map((job: BatchJob) => judgedOf({ type: 'report', report: runner.run(job) as never }));
  return resultOf({ study, jobs, outcomes }, { ...compared, ...figures, ...paired });
}

/** Six digits: more than any text shows. */
const text = (value: unknown): string =>
  `${JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(6)) : one))}\n`;

test('the simulator that gives the results is built from the present source', () => {
  if (!isBuilt('fast/sched_wasm_bg.wasm')) skipUnbuilt();
  expect(staleModules()).toEqual([]);
});

test('the bars of the first screen are those of a fresh run', { timeout: 120_000 }, async () => {
  const known = LOADS.map((load) => run(verdictStudy(subject(load))));
  await expect(text(known)).toMatchFileSnapshot(resolve('src/rooms/front/generated/gains.json'));
});

const curves = PRESET_IDS.filter((id) => !SLOW.includes(id)).map((id) => [id, curveStudies(PRESETS[id])] as const);

test('the build has a result for every point of a curve', () => {
  const points = (all: readonly (readonly [string, readonly unknown[]])[]) =>
    Object.fromEntries(all.map(([id, { length }]) => [id, length]));
  expect(points(Object.entries(shipped))).toEqual(points(curves));
});

test.runIf(isLong && !isWhole).each(curves.map(([id, studies], i) => [id, i % studies.length] as const))(
  'the result of %s at point %i is that of a fresh run',
  { timeout: 600_000 },
  (id, i) => {
    const study = curveStudies(PRESETS[id])[i];
    if (!study) throw new Error('no such point');
    expect(text(run(study))).toBe(text((shipped as Partial<Record<PresetId, readonly unknown[]>>)[id]?.[i]));
  },
);

test.runIf(isWhole)('the curves of the list are those of a fresh run', { timeout: 1_800_000 }, async () => {
  const known = curves.map(([id, studies]) => [id, studies.map(run)] as const);
  await expect(text(Object.fromEntries(known))).toMatchFileSnapshot(resolve('src/state/generated/curves.json'));
});

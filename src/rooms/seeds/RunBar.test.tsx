// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Outcome } from '../../engine/batch/pool';
import type { RunReport } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { openScenario } from '../../state/scenario';
import { Remarks } from './RunBar';

afterEach(cleanup);

/** The sentence about runs of which some did not finish their work. */
function said(runs: number, workers: number, cut = 0): (string | null)[] {
  const document = PRESETS.numa2003;
  openScenario('numa2003', document);
  const jobs = Array.from({ length: runs }, (_, i) => ({ scenario: { ...document, seed: i >> 1 }, lane: i % 2 }));
  const outcomes = jobs.map((_, i): Outcome => {
    const report = { ended: i < cut ? 'limit' : 'done' } as unknown as RunReport;
    return { type: 'report', report };
  });
  const asked = {
    document,
    preset: 'numa2003',
    scenario: document,
    jobs,
    field: null,
    values: [],
    each: runs,
  } as const;
  const run = { ...asked, outcomes, share: 1, state: 'done', workers, tookMs: 1200, file: null } as const;
  const { container } = render(<Remarks run={run} figure="elapsed" />);
  const texts = [...container.querySelectorAll('p')].map((one) => one.textContent);
  cleanup();
  return texts;
}

test('one is one: a run, a worker', () => {
  expect(said(4, 2)).toEqual(['4 runs in 1.2 s on 2 workers.']);
  expect(said(4, 1)).toEqual(['4 runs in 1.2 s on 1 worker.']);
  expect(said(1, 1)).toEqual(['1 run in 1.2 s.']);
  expect(said(4, 2, 2)[1]).toMatch(/^2 runs reached the time limit before their work/);
  expect(said(4, 2, 1)[1]).toMatch(/^1 run reached the time limit before its work/);
});

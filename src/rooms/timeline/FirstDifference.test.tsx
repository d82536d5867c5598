// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { record } from '../../../tests/decision';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { differenceStore } from '../../state/difference';
import { scenarioStore } from '../../state/scenario';
import { FirstDifference } from './FirstDifference';

afterEach(cleanup);

/** CPU 1 looked for work on its own, and found none in the busiest group. */
const RECORD = Uint32Array.from(
  record({
    kind: 'newidle',
    ns: 1000,
    cpu: 1,
    about: 1,
    chosen: 1,
    steps: [{ func: 'find_busiest_group', cpu: 1, answer: 'balanced', value: 0, costNs: 55 }],
  }),
);

test('each lane calls a function as the source of its kernel does', () => {
  const [lane] = PRESETS.cluster.lanes;
  const document: Scenario = { ...PRESETS.cluster, kernel: '6.12', lanes: [lane!, { ...lane!, kernel: '6.8' }] };
  scenarioStore.setState({ document });
  differenceStore.setState({ difference: { ns: 1000, records: [RECORD, RECORD] } });
  render(<FirstDifference />);
  const text = screen.getByText(/A: .* B: /).textContent;
  expect(text).toMatch(/A: .*sched_balance_find_src_group.* B: .*find_busiest_group/);
});

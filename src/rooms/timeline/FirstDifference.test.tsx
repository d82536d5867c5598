// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { foundNothing } from '../../../tests/decision';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { differenceStore } from '../../state/difference';
import { scenarioStore } from '../../state/scenario';
import { FirstDifference } from './FirstDifference';

afterEach(cleanup);

const RECORD = foundNothing('find_busiest_group');

test('each lane calls a function as the source of its kernel does', () => {
  const [lane] = PRESETS.cluster.lanes;
  const document: Scenario = { ...PRESETS.cluster, kernel: '6.12', lanes: [lane!, { ...lane!, kernel: '6.8' }] };
  scenarioStore.setState({ document });
  differenceStore.setState({ difference: { ns: 1000, records: [RECORD, RECORD] } });
  render(<FirstDifference />);
  const text = screen.getByText(/A: .* B: /).textContent;
  expect(text).toMatch(/A: .*sched_balance_find_src_group.* B: .*find_busiest_group/);
});

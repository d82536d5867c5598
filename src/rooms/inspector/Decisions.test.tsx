// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { foundNothing } from '../../../tests/decision';
import type { KernelId } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { scenarioStore } from '../../state/scenario';
import { look } from '../../state/view';
import { Decisions } from './Decisions';

afterEach(cleanup);

const RECORD = foundNothing('newidle_balance');

test.each<[KernelId, string]>([
  ['4.20', 'idle_balance'],
  ['5.9', 'newidle_balance'],
  ['6.12', 'sched_balance_newidle'],
])('on %s a step of a CPU about to go idle is one of %s', (kernel, name) => {
  scenarioStore.setState({ document: { ...PRESETS.cluster, kernel } });
  look({ selection: { lane: 'a', cpu: 1 } });
  render(<Decisions records={{ words: RECORD, end: 1 }} cpu={1} ns={1000} tasks={new Uint16Array()} />);
  fireEvent.click(screen.getByRole('button', { expanded: false }));
  expect(document.querySelector('.step-func')?.textContent).toBe(name);
});

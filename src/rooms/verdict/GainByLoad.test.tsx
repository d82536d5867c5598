// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { loadOf } from '../../scenario/workload';
import { openScenario, scenarioStore } from '../../state/scenario';
import { unknown } from '../../state/studies';
import type { Gain, GainPoint } from '../../state/verdict';
import { GainByLoad } from './GainByLoad';

vi.mock('../../state/verdict', () => ({
  useGainByLoad({ workload }: Scenario): Gain {
    const at = (load: number): GainPoint => ({ load, tasks: 2 * load, known: unknown(4), gain: null, apart: false });
    const here = loadOf(workload);
    return { points: [1, 4, 8, 12].filter((load) => load !== here).map(at), here: at(here), workUnit: 'messages' };
  },
}));
afterEach(cleanup);

test('a load that is chosen is a step of the history, and a drag over several is one', () => {
  openScenario('classroom', PRESETS.classroom);
  render(<GainByLoad />);
  const loads = screen.getByRole('slider');
  const choose = (value: number) => {
    fireEvent.change(loads, { target: { value: String(value) } });
    const { document, gesture } = scenarioStore.getState();
    return [loadOf(document.workload), gesture];
  };
  fireEvent.pointerDown(loads);
  expect(choose(12)).toEqual([12, 'step']);
  fireEvent.pointerDown(loads);
  expect([choose(7), choose(3), choose(1)]).toEqual([
    [8, 'step'],
    [4, 'drag'],
    [1, 'drag'],
  ]);
});

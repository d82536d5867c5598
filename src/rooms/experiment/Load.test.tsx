// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WORKLOADS } from '../../scenario/generated/workloads';
import { PRESETS } from '../../scenario/presets';
import { loadOf, withLoad } from '../../scenario/workload';
import { openScenario, scenarioStore } from '../../state/scenario';
import { Load } from './Load';

afterEach(cleanup);

function labelOf(cpus: string, jobs: number): string | null | undefined {
  openScenario('cluster', { ...PRESETS.cluster, cpus, workload: { ...WORKLOADS.jobs, jobs } });
  const { container } = render(<Load />);
  const text = container.querySelector('.load-tasks')?.textContent;
  cleanup();
  return text;
}

test('one is one: a task on a CPU', () => {
  expect(labelOf('0-3', 3)).toBe('3 tasks on 4 CPUs');
  expect(labelOf('0', 3)).toBe('3 tasks on 1 CPU');
  expect(labelOf('0-3', 1)).toBe('1 task on 4 CPUs');
});

test('on eight CPUs the slider leaves room above 26 tasks, and a load beyond it is its end', () => {
  const rangeAt = (pairs: number) => {
    openScenario('cluster', {
      ...PRESETS.cluster,
      machine: 'classroom-8',
      workload: withLoad(PRESETS.cluster.workload, pairs),
    });
    render(<Load />);
    const { value, max } = screen.getByRole<HTMLInputElement>('slider');
    cleanup();
    return [Number(value), Number(max)];
  };
  expect(rangeAt(13)).toEqual([13, 16]);
  expect(rangeAt(40)).toEqual([40, 40]);
});

test('a drag or a held key is one undo step and does not merge with an undone change', () => {
  openScenario('cluster', PRESETS.cluster);
  render(<Load />);
  const slider = screen.getByRole<HTMLInputElement>('slider');
  const more = () => {
    fireEvent.change(slider, { target: { value: String(Number(slider.value) + 1) } });
    return scenarioStore.getState().gesture;
  };
  fireEvent.pointerDown(slider);
  expect([more(), more(), more()]).toEqual(['step', 'drag', 'drag']);
  fireEvent.pointerDown(slider);
  expect([more(), more()]).toEqual(['step', 'drag']);
  const key = (repeat: boolean) => {
    fireEvent.keyDown(slider, { key: 'ArrowRight', repeat });
    return more();
  };
  expect([key(false), key(true), key(false)]).toEqual(['step', 'drag', 'step']);
  act(() => openScenario('cluster', PRESETS.cluster, 'history'));
  expect([key(true), key(true)]).toEqual(['step', 'drag']);
  expect(loadOf(scenarioStore.getState().document.workload)).toBe(loadOf(PRESETS.cluster.workload) + 2);
});

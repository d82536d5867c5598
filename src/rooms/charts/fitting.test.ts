import { expect, test } from 'vitest';
import { CHART_IDS, type ChartId, chartsOf } from '../../scenario/charts';
import { PRESETS } from '../../scenario/presets';
import { experimentOf } from './chart';
import { chartsWith, fitting, pointedAt } from './fitting';
import { apart } from './Lines';
import { CHARTS } from './registry';

/** Some charts of an experiment without a panel. */
const COMMON: readonly ChartId[] = ['throughput', 'busy', 'wakes', 'migrations', 'counters'];
/** A row of the page, in the type of a screen or of a projector. */
const row = (width: number, em = 13) => ({ place: 'row', width, gap: 8, em }) as const;
const PROJECTOR = 17;

test('every chart that a link can name is on the page, once, and no two of an experiment have one priority', () => {
  expect(Object.keys(CHARTS).toSorted()).toEqual(CHART_IDS.toSorted());
  for (const document of Object.values(PRESETS)) {
    const priorities = chartsWith(experimentOf(document)).map((id) => CHARTS[id].priority);
    expect(new Set(priorities).size).toBe(priorities.length);
  }
});

test('a panel belongs to its experiments, and takes the place of %busy', () => {
  expect(chartsWith(experimentOf(PRESETS.classroom)).toSorted()).toEqual(chartsOf(PRESETS.classroom).toSorted());
  for (const [preset, panel] of [
    ['numa-test', 'numa'],
    ['steal', 'schedstat'],
    ['task-group', 'lines'],
  ] as const) {
    const ids = chartsWith(experimentOf(PRESETS[preset]));
    expect(ids).toContain(panel);
    expect(ids).not.toContain('busy');
  }
  expect(chartsWith(experimentOf(PRESETS['numa-test']))).not.toContain('wakes');
  expect(chartsWith(experimentOf(PRESETS['task-group']))[0]).toBe('lines');
});

test('a column has all of them', () => {
  expect(fitting(COMMON, { place: 'column' }, null)).toEqual(COMMON);
});

test('a row leaves out %busy first, then the other charts by their priority, and is never empty', () => {
  expect(fitting(COMMON, row(1416), null)).toEqual(COMMON);
  expect(fitting(COMMON, row(1000), null)).toEqual(['throughput', 'wakes', 'migrations', 'counters']);
  expect(fitting(COMMON, row(700), null)).toEqual(['throughput', 'migrations', 'counters']);
  expect(fitting(COMMON, row(100), null)).toEqual(['throughput']);
});

test('large type needs more room', () => {
  expect(fitting(COMMON, row(1000, PROJECTOR), null)).toEqual(['throughput', 'wakes', 'migrations', 'counters']);
  expect(fitting(COMMON, row(700, PROJECTOR), null)).toEqual(['throughput', 'wakes', 'counters']);
});

test('a row holds the charts that fit: none is narrower than its minimum width', () => {
  for (let width = 400; width <= 2000; width += 7) {
    const there = fitting(COMMON, row(width), null);
    const least = there.reduce((sum, id) => sum + CHARTS[id].minWidthEm * 13 + 8, -8);
    expect(least).toBeLessThanOrEqual(width);
  }
});

test('the chart that a step points at has the room of two', () => {
  const ids = chartsWith(experimentOf(PRESETS.steal));
  const pointed = pointedAt('panel', experimentOf(PRESETS.steal));
  expect(pointed).toBe('schedstat');
  expect(fitting(ids, row(1033), pointed)).toEqual(['throughput', 'schedstat', 'counters']);
  expect(fitting(ids, row(700), pointed)).toEqual(['schedstat', 'counters']);
  expect(fitting(ids, row(700, PROJECTOR), pointed)).toEqual(['schedstat']);
  expect(pointedAt('charts', experimentOf(PRESETS['numa-test']))).toBe('numa');
  expect(pointedAt('panel', experimentOf(PRESETS.classroom))).toBe('throughput');
  expect(pointedAt('timeline', experimentOf(PRESETS.steal))).toBeNull();
});

test('labels do not overlap and stay below the top, though both lanes are at it', () => {
  expect(apart([10, 10], 14, 7)).toEqual([21, 7]);
  expect(apart([40, 44], 14, 7)).toEqual([35, 49]);
  expect(apart([80, 20], 14, 7)).toEqual([80, 20]);
  expect(apart([3], 14, 7)).toEqual([7]);
});

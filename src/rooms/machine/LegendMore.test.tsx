// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { LaneFeed } from '../../engine/lanes/lane';
import { Shape } from '../../signs/palette';
import { LegendMore } from './LegendMore';

afterEach(cleanup);

/** What the legend says of tasks of these groups, and how many signs it has for it. */
function legendOf(groups: readonly number[], dashed: boolean, room = 4) {
  const feed = { tasks: Uint16Array.from(groups.flatMap((group) => [9, group])) } as unknown as LaneFeed;
  const { container } = render(
    <ul>
      <LegendMore feeds={[feed]} shape={Shape.triangle} dashed={dashed} room={room} />
    </ul>,
  );
  return [...container.querySelectorAll('li')].map(
    (item) => `${item.querySelectorAll('svg').length} ${item.textContent}${item.dataset.more ? ' (wide)' : ''}`,
  );
}

test('hollow and dashed shapes are told where there are some', () => {
  expect(legendOf([0, 5, 18], false)).toEqual([]);
  expect(legendOf([0, 6], false)).toEqual(['1 other groups']);
  expect(legendOf([0, 6, 12], true)).toEqual(['2 other groups', '1 idle, on its way']);
});

test('what is more than four items is for a wide page', () => {
  expect(legendOf([6], true, 1)).toEqual(['1 other groups', '1 idle, on its way (wide)']);
});

import { describe, expect, it } from 'vitest';
import { planCell } from './cell';
import { shownOf } from './paint';

describe.each([
  [20, 14],
  [27, 16],
  [34, 19],
  [50, 24],
  [86, 38],
  [124, 84],
])('a cell of %i by %i', (w, h) => {
  const plan = planCell(w, h, 11);

  it('holds the running task, those that wait and the count without overlap', () => {
    expect(plan.x - plan.r * 1.04).toBeGreaterThan(0);
    expect(plan.y + plan.r).toBeLessThan(h);
    const firstWaiting = plan.waitX - plan.waitR;
    const lastWaiting = plan.waitX + (plan.waitColumns - 1) * plan.waitStep + plan.waitR;
    expect(firstWaiting).toBeGreaterThan(plan.x + plan.r);
    // A count of one digit takes a little more than its height.
    if (plan.waitColumns > 0) expect(lastWaiting).toBeLessThan(plan.countX - plan.countText * 1.2);
    expect(plan.waitY + plan.waitR).toBeLessThanOrEqual(h - plan.bar);
  });

  it('keeps the number off the count, or covers it while a task runs', () => {
    if (!plan.number || plan.number.covered) return;
    expect(plan.number.y).toBeLessThan(plan.countY - plan.countText * 0.35);
  });
});

describe('how many waiting tasks are drawn', () => {
  it('all that there is room for, fewer when the count of the rest is longer', () => {
    expect([0, 2, 3].map((n) => shownOf(n, 3))).toEqual([0, 2, 3]);
    expect([4, 12, 200].map((n) => shownOf(n, 3))).toEqual([3, 2, 1]);
    expect(shownOf(200, 1)).toBe(0);
  });
});

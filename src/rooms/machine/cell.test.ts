import { describe, expect, it } from 'vitest';
import { CASING, countWidth, planCell, shownOf } from './cell';

describe.each([
  [20, 14],
  [27, 16],
  [34, 19],
  [50, 24],
  [58, 60],
  [89, 29],
  [118, 52],
  [160, 110],
])('a cell of %i by %i', (w, h) => {
  for (const stage of [false, true]) {
    const plan = planCell({ w, h }, { text: stage ? 24 : 12, stage }, 2);
    const right = plan.x + plan.r * 1.06;

    it(`holds the running task, those that wait and the count side by side${stage ? ' on a stage' : ''}`, () => {
      expect(plan.x - plan.r * 1.06).toBeGreaterThan(0);
      expect(plan.y - plan.r * 1.02).toBeGreaterThan(0);
      for (const waiting of [1, 2, 5, 30, 200]) {
        const { shapes, rest } = shownOf(waiting, plan);
        const counted = rest > 0 ? countWidth(rest, plan) : 0;
        const left = w - 4 - counted - shapes * plan.waitStep + 2;
        if (shapes + counted > 0) expect(left).toBeGreaterThanOrEqual(Math.min(right, w - 4 - counted));
        if (rest > 0) expect(shapes + rest).toBe(waiting);
      }
    });

    it(`has a number only if no shape and no flow is near it${stage ? ' on a stage' : ''}`, () => {
      if (!plan.number) return;
      const left = plan.number.x - 2 * 12 * 0.6;
      expect(left > right || plan.number.y < plan.y - plan.r * 1.02).toBe(true);
      expect(plan.number.y).toBeLessThan(plan.y - plan.far / 2 - CASING);
    });
  }
});

describe('the plan of a cell', () => {
  it('gives the task the share of the cell that can be read', () => {
    const plan = planCell({ w: 110, h: 49 }, { text: 12, stage: false }, 2);
    expect(plan.r * 2).toBeCloseTo(49 * 0.66);
    const stage = planCell({ w: 160, h: 74 }, { text: 24, stage: true }, 2);
    expect(stage.r * 2).toBeCloseTo(74 * 0.84);
  });

  it('never draws a shape below 12 px if the cell has the room', () => {
    expect(planCell({ w: 22, h: 18 }, { text: 12, stage: false }, 3).r).toBe(6);
  });

  it('has no numbers on a stage, on a phone, or if flows would cross them', () => {
    expect(planCell({ w: 160, h: 90 }, { text: 24, stage: true }, 2).number).toBeNull();
    expect(planCell({ w: 20, h: 40 }, { text: 12, stage: false }, 2).number).toBeNull();
    expect(planCell({ w: 118, h: 26 }, { text: 12, stage: false }, 2).number).toBeNull();
    expect(planCell({ w: 118, h: 52 }, { text: 12, stage: false }, 2).number).not.toBeNull();
  });

  it('shows waiting tasks as a bar only if there is little room', () => {
    const plan = planCell({ w: 22, h: 20 }, { text: 12, stage: false }, 2);
    expect(shownOf(3, plan)).toEqual({ shapes: 0, rest: 0 });
  });
});

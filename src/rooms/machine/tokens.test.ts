import { describe, expect, it } from 'vitest';
import { DISTANCES } from '../../scenario/generated/vocab';
import { Route } from './routes';
import { flightMs, MOST_MOVES, partOf, type Token, TokenField } from './tokens';

const route = new Route([
  { x: 0, y: 0 },
  { x: 10, y: 0 },
]);
const token = (task: number, startMs: number, lifeMs = 240): Token => ({
  route,
  task,
  src: 0,
  dst: 1,
  kind: 0,
  startMs,
  lifeMs,
  ns: task,
});

describe('moves in flight', () => {
  it('arrive after their time, in a straight pace', () => {
    const field = new TokenField();
    field.launch(token(1, 100), 100);
    expect(field.expire(339)).toBe(false);
    expect(partOf(field.all[0] as Token, 160)).toBeCloseTo(0.25);
    expect(field.expire(340)).toBe(true);
    expect(field.all).toEqual([]);
  });

  it('take longer the farther they go', () => {
    const ms = (['cluster', 'llc', 'node', 'socket'] as const).map((d) => flightMs(DISTANCES.indexOf(d)));
    expect(ms).toEqual([240, 480, 720, 720]);
  });

  it('are one a task: it is in one place', () => {
    const field = new TokenField();
    field.launch(token(1, 0), 0);
    field.launch(token(1, 50), 50);
    expect(field.all.map(({ startMs }) => startMs)).toEqual([50]);
  });

  it('are replaced by flows above twenty per second, for a while', () => {
    const field = new TokenField();
    for (let i = 0; i < MOST_MOVES; i += 1) expect(field.launch(token(i, i), i)).toBe(true);
    expect(field.launch(token(99, 30), 30)).toBe(false);
    expect(field.crowded(1000)).toBe(true);
    field.expire(31);
    expect(field.all).toEqual([]);
    expect(field.crowded(1300)).toBe(false);
    expect(field.launch(token(5, 2000), 2000)).toBe(true);
  });

  it('of a slow run stay visible, however long it runs', () => {
    const field = new TokenField();
    for (let i = 0; i < 100; i += 1) expect(field.launch(token(i, i * 60), i * 60)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { Route } from './routes';
import { ease, FLIGHT_MS, MAX_TOKENS, TokenField } from './tokens';

const route = new Route([
  { x: 0, y: 0 },
  { x: 1, y: 0 },
]);

describe('the token field', () => {
  it('keeps a token until its flight is over', () => {
    const field = new TokenField();
    field.launch(route, 1, 0, 0, 0);
    field.launch(route, 2, 0, 100, 0);
    expect(field.expire(FLIGHT_MS - 1, FLIGHT_MS)).toBe(false);
    expect(field.expire(FLIGHT_MS, FLIGHT_MS)).toBe(true);
    expect(field.count).toBe(1);
    expect(field.at(0).task).toBe(2);
  });

  it('refuses more than can be told apart, and says for a while that it did', () => {
    const field = new TokenField();
    for (let i = 0; i < MAX_TOKENS; i += 1) expect(field.launch(route, i, 0, 0, 0)).toBe(true);
    expect(field.crowded(0)).toBe(false);
    expect(field.launch(route, 99, 0, 10, 0)).toBe(false);
    expect(field.crowded(500)).toBe(true);
    expect(field.crowded(5000)).toBe(false);
    expect(field.count).toBe(MAX_TOKENS);
  });

  it('uses finished tokens again', () => {
    const field = new TokenField();
    field.launch(route, 1, 0, 0, 0);
    const first = field.at(0);
    field.expire(1000, FLIGHT_MS);
    field.launch(route, 2, 3, 1000, 0);
    expect(field.at(0)).toBe(first);
    expect(first).toMatchObject({ task: 2, kind: 3, startMs: 1000 });
  });

  it('starts and ends slowly', () => {
    expect([ease(0), ease(0.5), ease(1)]).toEqual([0, 0.5, 1]);
    expect(ease(0.1)).toBeLessThan(0.1);
    expect(ease(0.9)).toBeGreaterThan(0.9);
  });
});

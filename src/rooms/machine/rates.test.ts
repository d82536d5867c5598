import { describe, expect, it, test } from 'vitest';
import { frameWords, machine } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import { CAUSES } from '../../scenario/generated/vocab';
import { FRAME } from '../../scenario/generated/wire';
import { bandWidth } from './bands';
import { layout } from './layout';
import { Rates } from './rates';

const m = machine('kunpeng920-96');
const drawing = layout(m, 900, 600);
const units = drawing.units.length;
const steal = CAUSES.indexOf('steal');
const wake = CAUSES.indexOf('wake');

function frame(
  ns: number,
  counts: readonly (readonly [number, number, number, number])[],
  lines?: number[],
): FrameView {
  const flows = new Uint32Array(units * units * CAUSES.length);
  for (const [from, to, cause, n] of counts) flows[(from * units + to) * CAUSES.length + cause] = n;
  return new FrameView(frameWords(m, { ns, running: [], flows, ...(lines ? { lines } : {}) }));
}

/** Frames with a steal count need flows: `steals` differs if there was any. */
function stolen(ns: number, counts: Parameters<typeof frame>[1]): FrameView {
  const view = frame(ns, counts);
  view.words[FRAME.STEAL] = counts.reduce((sum, [, , , n]) => sum + n, 0);
  return view;
}

describe('rates', () => {
  it('count per simulated millisecond, whatever the playback speed', () => {
    const all = [1, 50].map((wallMs) => {
      const rates = new Rates(drawing);
      for (let i = 0; i <= 20; i += 1) rates.frame(stolen(i * 1e6, [[0, 1, steal, i * 30]]), i * wallMs);
      return rates.stolen.wire.rate(0);
    });
    for (const rate of all) expect(rate).toBeCloseTo(30, 6);
  });

  it('separate traffic inside a unit from traffic over its wire', () => {
    const rates = new Rates(drawing);
    rates.frame(stolen(0, []), 0);
    rates.frame(
      stolen(1e6, [
        [3, 3, steal, 10],
        [3, 4, steal, 4],
        [3, 4, wake, 50],
      ]),
      16,
    );
    expect(rates.stolen.inside.rate(3)).toBeCloseTo(10);
    expect(rates.stolen.wire.rate(3)).toBeCloseTo(4);
    expect(rates.stolen.wire.rate(4)).toBeCloseTo(4);
    expect(rates.stolen.link.rate(0)).toBe(0);
  });

  it('go over all links between two nodes', () => {
    const rates = new Rates(drawing);
    rates.frame(stolen(0, []), 0);
    // Unit 6 is in node 1, unit 18 in node 3: the chain 1-0-2-3.
    rates.frame(stolen(1e6, [[6, 18, steal, 5]]), 16);
    expect([0, 1, 2].map((link) => Math.round(rates.stolen.link.rate(link)))).toEqual([5, 5, 5]);
  });

  it('go to the hub from any node, although a node between has no CPU and is not drawn', () => {
    const apart = <T extends { readonly node: number }>(all: readonly T[]) =>
      all.map((one) => ({ ...one, node: 2 * one.node }));
    const rates = new Rates({ ...drawing, nodes: apart(drawing.nodes), units: apart(drawing.units), links: [] });
    rates.frame(frame(0, []), 0);
    rates.frame(frame(1e6, []), 16);
    rates.steal(0, 18, 5);
    expect([0, 2, 6].map((node) => rates.stolen.hub.rate(node))).toEqual([5, 0, 5]);
  });

  it('take steals from the log if frames have no flows', () => {
    const rates = new Rates(drawing);
    const plain = (ns: number) => new FrameView(frameWords(m, { ns, running: [] }));
    rates.frame(plain(0), 0);
    rates.steal(0, 5);
    rates.frame(plain(1e6), 16);
    expect(rates.stolen.wire.rate(5)).toBeGreaterThan(0.9);
  });

  it('measure cache lines inside and outside of a unit', () => {
    const rates = new Rates(drawing);
    rates.frame(frame(0, [], []), 0);
    rates.frame(frame(2e6, [], [40, 10]), 16);
    expect(rates.lines.inside.rate(0)).toBeCloseTo(20);
    expect(rates.lines.wire.rate(0)).toBeCloseTo(5);
  });

  it('restart when time goes back', () => {
    const rates = new Rates(drawing);
    rates.frame(frame(0, [], []), 0);
    rates.frame(frame(2e6, [], [40, 10]), 16);
    rates.frame(frame(0, [], []), 32);
    expect(rates.lines.inside.rate(0)).toBe(0);
  });
});

test('a band is wider for more, visible for little, and never wider than its room', () => {
  expect(bandWidth(0, 16)).toBe(0);
  expect(bandWidth(20, 16)).toBe(1.5);
  expect(bandWidth(8000, 16)).toBeGreaterThan(bandWidth(1000, 16));
  expect(bandWidth(1e9, 16)).toBe(16);
});

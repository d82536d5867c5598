import { describe, expect, it } from 'vitest';
import { frameWords, machine } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import { CAUSES, DISTANCES, type Distance } from '../../scenario/generated/vocab';
import { Flows } from './flows';
import { layout } from './layout';

const m = machine('kunpeng920-96');
const drawing = layout(m, 900, 600);
const units = drawing.units.length;
const wake = CAUSES.indexOf('wake');
const wakeTo = (distance: Distance): number => DISTANCES.indexOf(distance);
const stolen = DISTANCES.length + CAUSES.indexOf('steal');
const steal = CAUSES.indexOf('steal');

function frame(
  ns: number,
  counts: readonly (readonly [number, number, number, number])[],
  lines?: number[],
): FrameView {
  const flows = new Uint32Array(units * units * CAUSES.length);
  for (const [from, to, cause, n] of counts) flows[(from * units + to) * CAUSES.length + cause] = n;
  return new FrameView(frameWords(m, { ns, running: [], flows, ...(lines ? { lines } : {}) }));
}

describe('flows', () => {
  it('count moves per simulated millisecond, whatever the playback speed', () => {
    const rates = [1, 50].map((wallMs) => {
      const flows = new Flows(drawing, m.unit_kind);
      for (let i = 0; i <= 20; i += 1) flows.frame(frame(i * 1e6, [[0, 1, wake, i * 30]]), i * wallMs);
      return flows.wire.rate(0, wakeTo('llc'));
    });
    for (const rate of rates) expect(rate).toBeCloseTo(30, 6);
  });

  it('put moves inside a unit apart from those over its wire', () => {
    const flows = new Flows(drawing, m.unit_kind);
    flows.frame(frame(0, []), 0);
    flows.frame(
      frame(1e6, [
        [3, 3, wake, 10],
        [3, 4, steal, 4],
      ]),
      16,
    );
    expect(flows.inside.rate(3, wakeTo('cluster'))).toBeCloseTo(10);
    expect(flows.wire.rate(3, wakeTo('llc'))).toBe(0);
    expect(flows.wire.rate(3, stolen)).toBeCloseTo(4);
    expect(flows.wire.rate(4, stolen)).toBeCloseTo(4);
    expect(flows.link.total(0)).toBe(0);
  });

  it('go over all links between two nodes', () => {
    const flows = new Flows(drawing, m.unit_kind);
    flows.frame(frame(0, []), 0);
    // Unit 6 is in node 1, unit 18 in node 3: the chain 1-0-2-3.
    flows.frame(frame(1e6, [[6, 18, wake, 5]]), 16);
    expect([0, 1, 2].map((link) => Math.round(flows.link.rate(link, wakeTo('socket'))))).toEqual([5, 5, 5]);
  });

  it('keep wake-ups apart by distance, and know their direction', () => {
    const flows = new Flows(drawing, m.unit_kind);
    flows.frame(frame(0, []), 0);
    // Unit 6 is the first of node 1; three of four go there.
    flows.frame(
      frame(1e6, [
        [0, 6, wake, 30],
        [6, 0, wake, 10],
        [0, 1, wake, 5],
      ]),
      16,
    );
    expect(flows.wire.rate(0, wakeTo('node'))).toBeCloseTo(40);
    expect(flows.wire.rate(0, wakeTo('llc'))).toBeCloseTo(5);
    expect(flows.link.lean(0)).toBeCloseTo(0.5);
    expect(flows.wire.lean(6)).toBeCloseTo(-0.5);
    expect(flows.wire.lean(1)).toBeCloseTo(-1);
  });

  it('take moves from the log where frames carry none', () => {
    const flows = new Flows(drawing, m.unit_kind);
    const plain = (ns: number) => new FrameView(frameWords(m, { ns, running: [] }));
    flows.frame(plain(0), 0);
    flows.move(0, 5, wake);
    flows.frame(plain(1e6), 16);
    expect(flows.wire.rate(5, wakeTo('llc'))).toBeGreaterThan(0.9);
  });

  it('measure cache lines inside and outside of a unit', () => {
    const flows = new Flows(drawing, m.unit_kind);
    flows.frame(frame(0, [], []), 0);
    flows.frame(frame(2e6, [], [40, 10]), 16);
    expect(flows.linesInside(0)).toBeCloseTo(20);
    expect(flows.linesOutside(0)).toBeCloseTo(5);
  });

  it('begin again when time goes back', () => {
    const flows = new Flows(drawing, m.unit_kind);
    flows.frame(frame(0, []), 0);
    flows.frame(frame(1e6, [[0, 1, wake, 9]]), 16);
    flows.frame(frame(0, []), 32);
    expect(flows.wire.rate(0, wakeTo('llc'))).toBe(0);
  });
});

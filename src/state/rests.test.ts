import { expect, test } from 'vitest';
import type { Finding } from '../engine/batch/compared';
import { type Basis, restsOn } from '../engine/batch/judge';
import { withRows } from '../engine/own';
import { PRESETS } from '../scenario/presets';
import { rangeOf, restsOf, withOtherCosts } from './rests';
import { unknown } from './studies';

const pasteMachine = () => ({
  ...PRESETS.cluster,
  machine: withRows({ name: 'M', like: 'xeon', topology: 'pack:2 numa:1 l3:1 l2:4 core:4 pu:1' }),
});

const found = (mean: number, kind: Finding['kind'] = 'apart'): Finding => ({
  figure: 'rate',
  difference: { mean, half: 0.5, n: 16 },
  kind,
  digits: 1,
  beside: null,
  better: null,
});

const basis: Basis = {
  costs: { grade: 'assumed', like: 'xeon', deciding: { line_llc: 'assumed' } },
  others: [{ like: 'kunpeng', costs: { line_llc: 91 } }],
  record: null,
};

test('a machine that was pasted runs with the costs of other machines, too, and a measured one does not', () => {
  const pasted = pasteMachine();
  const { costs, others } = restsOn(pasted);
  expect(costs).toMatchObject({ grade: 'assumed', like: 'xeon' });
  expect(Object.keys(costs.deciding)).toEqual(['line_cluster', 'line_llc', 'line_socket']);
  expect(others.map(({ like }) => like)).toEqual(['kunpeng']);
  const [other] = withOtherCosts(pasted, restsOn(pasted));
  expect(other?.costs).toMatchObject({ write: 600, line_llc: 91 });
  expect(restsOn(PRESETS.cluster)).toMatchObject({
    costs: { grade: 'fitted' },
    others: [],
    record: { family: 'cluster' },
  });
});

test('a range is decided if the same lane is ahead with all costs', () => {
  expect(rangeOf(basis, [found(-4), found(1.6)])).toMatchObject({ low: -4, high: 1.6, decided: false });
  expect(rangeOf(basis, [found(4), found(1.6)])).toMatchObject({ low: 1.6, high: 4, decided: true });
  expect(rangeOf(basis, [found(4), found(0.6, 'none')])).toMatchObject({ decided: false });
  expect(rangeOf(basis, [found(0.1, 'none'), found(0.6, 'none')])).toMatchObject({ decided: true });
  expect(rangeOf(basis, [found(0.1, 'none'), found(0.6, 'undecided')])).toMatchObject({ decided: false });
  expect(rangeOf(basis, [found(4), null])).toBeNull();
  expect(rangeOf({ ...basis, others: [] }, [found(4)])).toBeNull();
});

test('a verdict on assumed costs stays open until the runs with other costs have ended', () => {
  const pasted = pasteMachine();
  const known = (seeds: number, mean: number) => ({ ...unknown(16), seeds, finding: found(mean) });
  const verdict = { known: known(16, -4), workUnit: 'messages' } as const;
  expect(restsOf(pasted, null, verdict, [])).toMatchObject({ isOpen: true, range: null });
  expect(restsOf(pasted, basis, verdict, [known(7, 2)])).toMatchObject({
    isOpen: true,
    range: null,
    seeds: 23,
    of: 32,
  });
  expect(restsOf(pasted, basis, verdict, [known(16, 1.6)])).toMatchObject({
    isOpen: false,
    range: { low: -4, high: 1.6, decided: false, sets: [{ like: 'xeon' }, { like: 'kunpeng' }] },
  });
  // Costs that were measured on the machine: no range, and no delay.
  expect(restsOf(PRESETS.cluster, null, verdict, [])).toMatchObject({ isOpen: false, range: null });
});

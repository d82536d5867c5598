import { expect, test } from 'vitest';
import { decidedBy, decidesOf, isSlow, sameRun } from './decides';
import { DECIDES } from './generated/deciding';
import { decode, encode } from './link';
import { atLoad } from './loads';
import { PRESET_IDS, PRESETS } from './presets';
import { upgraded } from './upgrade';

const { cluster, debt, turns } = PRESETS;

test('experiments about waits and requests are decided by them; the default is left out of a document', () => {
  const about = PRESET_IDS.filter((preset) => decidesOf(PRESETS[preset]) !== 'work');
  expect(about.map((preset) => [preset, decidesOf(PRESETS[preset])])).toEqual([
    ['debt', 'wait_p99'],
    ['turns', 'wait_p99'],
    ['container', 'wait_p99'],
    ['quota', 'request_p99'],
    ['burst', 'request_p99'],
    ['gomaxprocs', 'request_p99'],
  ]);
  expect(decidedBy(debt, 'work')).not.toHaveProperty('decides');
  expect(decidedBy(cluster, 'work')).toEqual(cluster);
  expect(sameRun(cluster, decidedBy(cluster, 'wasted'))).toBe(true);
  expect(sameRun(cluster, { ...cluster, seed: 1 })).toBe(false);
});

test('hogs and sleepers need a second for their waits and shares', () => {
  expect(
    [debt, decidedBy(debt, 'shares'), decidedBy(debt, 'work'), decidedBy(cluster, 'wait_p99')].map(isSlow),
  ).toEqual([true, true, false, false]);
});

test('a link says what decides where its preset does not', () => {
  for (const decides of DECIDES)
    for (const preset of PRESET_IDS) {
      const scenario = decidedBy(PRESETS[preset], decides);
      const link = encode(scenario, preset);
      expect(link.includes('decides=')).toBe(decides !== decidesOf(PRESETS[preset]));
      expect(decode(link)).toMatchObject({ problem: null, scenario });
    }
  const problem = { kind: 'choice', part: 'decides=luck', known: DECIDES };
  expect(decode('#v3&p=turns&decides=luck')).toMatchObject({ problem, scenario: turns });
});

test('links and documents of release 1.0 are judged as they were', () => {
  const judged = (link: string) => decidesOf(decode(link).scenario);
  expect(['#v2&p=debt', '#v2&p=turns&kernel=5.9', '#v2&p=container&cg=-&tasks=-'].map(judged)).toEqual([
    'wait_p99',
    'wait_p99',
    'wait_p99',
  ]);
  expect(['#v2&p=cluster', '#v2&p=debt&machine=kunpeng920-24', '#v2&p=turns&w=pairs'].map(judged)).toEqual([
    'work',
    'work',
    'work',
  ]);
  const { decides: _, ...old } = atLoad(turns, 4);
  const meant = upgraded({ scenario: { ...old, version: 2 }, forks: [] }, 2).scenario;
  expect(decidesOf(meant)).toBe('wait_p99');
  expect(decidesOf(upgraded({ scenario: old, forks: [] }, 3).scenario)).toBe('work');
});

/** Act 5: the fields of task_group on their cache lines, and the patch that moves two of them. */

import type { Features, Lane, Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { count } from '../../../words/format';
import { POINTERS, SUM } from '../figures/layout/places';
import { gainOverSeeds, hitms, inPercent, inTenths, moreIn, ofBoth, ofFirst, onFields, times } from '../measure';
import { act, type Experiment, type Reading, type Shot } from '../types';
import type { fiveEn } from '../words/five.en';
import type { fiveHowEn } from '../words/five.how.en';

const preset = 'task-group' as const;
const group: Scenario = PRESETS[preset];
const plain = group.lanes[0]?.features as Features;

const laid = (task_group: Features['task_group'], rest: Partial<Features> = {}, lane: Partial<Lane> = {}): Lane => ({
  features: { ...plain, ...rest, task_group },
  ...lane,
});

const experiment = (...lanes: Lane[]): Experiment => ({ preset, document: { ...group, lanes } });

const first = experiment(laid('mainline'));
const relaid = experiment(laid('mainline'), laid('relayout'));
const wide = experiment(laid('relayout', { line_128: true }), laid('relayout'));

const shown: Shot = { figure: 'layout' };
/** Its fields are moved in the drawer, which the stage does not have; the machines are dimmed. */
const moved: Shot = { panel: 'charts', stageFigure: 'layout', lights: () => ({}) };

const gain = ofBoth((a, b) => {
  const more = moreIn(a.messages_per_s, b.messages_per_s);
  return { holds: more > 0, figures: { percent: inPercent(more) } };
});

/** How often a CPU waits for the pointers, in both lanes. */
const waits = (judge: (a: number, b: number) => boolean) =>
  ofBoth((one, other): Reading => {
    const [a, b] = [onFields(one, POINTERS, hitms), onFields(other, POINTERS, hitms)];
    return { holds: judge(a, b), figures: { a: count(a), b: count(b) } };
  });

export const five = await act<typeof fiveEn, typeof fiveHowEn>(
  {
    en: async () => (await import('../words/five.en')).fiveEn,
    zh: async () => (await import('../words/five.zh')).fiveZh,
  },
  {
    en: async () => (await import('../words/five.how.en')).fiveHowEn,
    zh: async () => (await import('../words/five.how.zh')).fiveHowZh,
  },
  {
    struct: {
      ...first,
      atNs: 4e6,
      shot: { ...shown, play: true },
      claims: {
        written: ofFirst((a) => {
          const stores = onFields(a, SUM, (row) => row.stores);
          return { holds: stores > 500, figures: { stores: count(stores) } };
        }),
        read: ofFirst((a) => {
          const [reads, stores] = [
            onFields(a, POINTERS, (row) => row.accesses),
            onFields(a, POINTERS, (row) => row.stores),
          ];
          return { holds: reads > 500 && stores === 0, figures: { reads: count(reads), stores: count(stores) } };
        }),
      },
    },
    bounce: {
      ...first,
      atNs: 8e6,
      shot: shown,
      published: [{ table: 's002-c2c-baseline', quantity: 'remote_hitm' }],
      claims: {
        sum: ofFirst((a) => {
          const all = onFields(a, [...SUM, ...POINTERS], hitms);
          const own = onFields(a, SUM, hitms);
          return { holds: own > 0.5 * all && all > 500, figures: { all: count(all), percent: inPercent(own / all) } };
        }),
        pointers: ofFirst((a) => {
          const own = onFields(a, POINTERS, hitms);
          return { holds: own > 20, figures: { own: count(own) } };
        }),
        remote: ofFirst((a) => {
          const between = (fields: readonly string[]) => onFields(a, fields, (row) => row.hitm_remote);
          const share = between(POINTERS) / between([...SUM, ...POINTERS]);
          return { holds: share < 0.2, figures: { percent: inTenths(share) } };
        }),
      },
    },
    relayout: {
      ...relaid,
      atNs: 8e6,
      shot: shown,
      beside: { experiments: [{ ...relaid.document, limit_ms: 8 }], seeds: 4 },
      published: [
        { table: 's002-c2c-with-change', quantity: 'remote_hitm' },
        { table: 's002-unixbench-pipe', rows: ['160 copies with change'] },
      ],
      claims: {
        none: waits((a, b) => a > 20 && b === 0),
        gain,
        seeds: gainOverSeeds,
      },
    },
    yours: {
      ...relaid,
      atNs: 8e6,
      shot: moved,
      task: ({ lanes: [a] }) =>
        a !== undefined && onFields(a, POINTERS, hitms) === 0 && onFields(a, POINTERS, (row) => row.accesses) > 0,
      claims: { waits: waits((_, b) => b === 0) },
    },
    rest: {
      ...experiment(laid('relayout'), laid('mainline', {}, { rules: { tg_load_avg_ms: 1 } })),
      atNs: 8e6,
      shot: shown,
      claims: {
        stores: ofBoth((one, other) => {
          const [a, b] = [onFields(one, SUM, (row) => row.stores), onFields(other, SUM, (row) => row.stores)];
          return { holds: a > 3 * b && b > 0, figures: { a: count(a), b: count(b) } };
        }),
        gain: ofBoth((a, b) => {
          const ratio = b.messages_per_s / a.messages_per_s;
          return { holds: ratio > 1.3, figures: { times: times(ratio) } };
        }),
      },
    },
    question: {
      ...wide,
      atNs: 0,
      untilNs: 8e6,
      expected: 'back',
      shot: shown,
      answers: {
        helps: ({ lanes: [a] }) => a !== undefined && onFields(a, POINTERS, hitms) === 0,
        back: ({ lanes: [a] }) => a !== undefined && onFields(a, POINTERS, hitms) > 0,
      },
      claims: {
        waits: waits((a, b) => a > 20 && b === 0),
        gain,
      },
    },
  },
);

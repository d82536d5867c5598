// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Finding } from '../../engine/batch/compared';
import type { FieldError } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import type { Rests } from '../../state/rests';
import { scenarioStore } from '../../state/scenario';
import { unknown } from '../../state/studies';
import { look, viewStore } from '../../state/view';
import { setLanguage } from '../../words';
import { Headline } from './Headline';

const known = vi.hoisted(() => ({ fault: null as FieldError | string | null }));
const rests = vi.hoisted(() => ({}) as Partial<Rests>);
vi.mock('../../state/rests', () => ({
  useRests: () => ({
    verdict: { known: { ...unknown(16), ...known }, workUnit: 'messages' },
    basis: null,
    range: null,
    isOpen: false,
    seeds: 0,
    of: 16,
    ...rests,
  }),
}));
vi.mock('./NoEffect', () => ({ useNoEffect: () => null }));

afterEach(async () => {
  cleanup();
  for (const key of Object.keys(rests)) delete (rests as Record<string, unknown>)[key];
  known.fault = null;
  await setLanguage('en');
});

test.each(['en', 'zh'] as const)(
  'the reason for a missing verdict is in the language of the page: %s',
  async (lang) => {
    await setLanguage(lang);
    const about = (fault: FieldError | string) => {
      known.fault = fault;
      const { container } = render(<Headline />);
      const text = container.querySelector('.headline-about span')?.textContent;
      cleanup();
      return text;
    };
    const fault = { kind: 'out_of_range', min: 1, max: 512, unit: 'pairs' } as const;
    const refused = about({ field: 'workload.pairs', value: '900', fault, message: 'expected 1 to 512 pairs' });
    expect(refused).toMatch(/900.*512/);
    expect(refused).not.toContain('expected 1 to');
    expect(about('unreachable')).toBe('unreachable');
  },
);

const found = (mean: number): Finding => ({
  figure: 'rate',
  difference: { mean, half: 0.7, n: 16 },
  kind: 'apart',
  digits: 1,
  beside: null,
  better: mean > 0 ? 'b' : 'a',
});
const basis = (grade: 'assumed' | 'fitted'): Rests['basis'] => ({
  costs: { grade, like: 'xeon', deciding: { line_cluster: grade, line_llc: 'published' } },
  others: [],
  record: {
    family: 'cluster',
    load: 'medium',
    right: 8,
    open: 3,
    wrong: 1,
    of: 12,
    looked_up_later: { right: 1, open: 1, wrong: 0, of: 2 },
  },
});
const verdict = (mean: number): Rests['verdict'] => ({
  known: { ...unknown(16), seeds: 16, finding: found(mean) },
  workUnit: 'messages',
});
const pasted = { ...PRESETS.cluster, machine: { name: 'M', like: 'xeon', topology: 'core:4' } } as const;
const headOf = (container: HTMLElement) =>
  container.querySelector('.headline-head')?.textContent?.replaceAll('\u00a0', ' ');

test('a verdict has what it rests on beside it, and the details behind that', () => {
  Object.assign(rests, { verdict: verdict(5), basis: basis('fitted') });
  const { container } = render(<Headline />);
  expect(headOf(container)).toBe('B moves 5.0 ± 0.7 % more');
  const line = container.querySelector('.rests-on-line');
  expect(line?.textContent).toBe('costs fitted · 8 of 12 such effects right · 16 seeds');
  const note = container.querySelector(`[id="${line?.getAttribute('popovertarget')}"]`);
  expect(note?.textContent).toContain('line_cluster: fitted, line_llc: published.');
  expect(note?.textContent).toContain('8 of 12 came out right, 3 open, 1 wrong. Of those');
  expect(screen.queryByText('Measure it')).toBeNull();
});

test('if the costs that a machine may have disagree, the verdict is a range, with the way to measure them', () => {
  const sets = [
    { like: 'xeon', finding: found(-4) },
    { like: 'kunpeng', finding: found(1.6) },
  ] as const;
  Object.assign(rests, {
    verdict: verdict(-4),
    basis: basis('assumed'),
    range: { low: -4, high: 1.6, decided: false, sets },
  });
  look({ dialog: null, measuring: false });
  scenarioStore.setState({ document: pasted });
  const { container } = render(<Headline />);
  expect(headOf(container)).toBe('Between −4.0 and +1.6 %');
  expect(container.querySelector('.headline')?.getAttribute('data-better')).toBe('');
  expect(container.querySelector('.headline-about')?.textContent).toContain('undecided until measured');
  expect(container.textContent?.replaceAll('\u00a0', ' ')).toContain('With costs as on Kunpeng 920: +1.6 ± 0.7 %');
  expect(container.querySelector('.rests-on-line')?.textContent).toBe(
    'costs assumed, as on Xeon · 8 of 12 such effects right · 16 seeds',
  );
  fireEvent.click(screen.getByText('Measure it'));
  expect(viewStore.getState()).toMatchObject({ dialog: 'own', measuring: true });
});

test('no verdict is shown before the runs with the other costs have ended', () => {
  Object.assign(rests, { verdict: verdict(-4), basis: basis('assumed'), isOpen: true, seeds: 20, of: 32 });
  const { container } = render(<Headline />);
  expect(container.querySelector('.headline')?.getAttribute('data-waits')).toBe('true');
  expect(container.querySelector('.headline-about')?.textContent).toContain('20 of 32');
});

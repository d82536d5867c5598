// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FieldError } from '../../scenario/generated/types';
import { unknown } from '../../state/studies';
import { setLanguage } from '../../words';
import { Headline } from './Headline';

const known = vi.hoisted(() => ({ fault: null as FieldError | string | null }));
vi.mock('../../state/verdict', () => ({
  useVerdict: () => ({ known: { ...unknown(16), ...known }, workUnit: 'messages' }),
}));
vi.mock('./NoEffect', () => ({ useNoEffect: () => null }));

afterEach(async () => {
  cleanup();
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

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { unknown } from '../../state/studies';
import type { Gain, GainPoint } from '../../state/verdict';
import { GainLine } from './GainLine';

vi.mock('../../state/verdict', () => ({
  useGainCurve(): Gain {
    const here: GainPoint = { load: 3, tasks: 120, known: unknown(4), gain: null, apart: false };
    return { points: [here], here, workUnit: 'messages' };
  },
}));
afterEach(cleanup);

test('the gain on a machine says so if its costs are assumed', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { rerender } = render(<GainLine preset="steal-sockets" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('costs assumed');
  expect(screen.getByText('costs assumed')).toBeDefined();
  rerender(<GainLine preset="steal" />);
  expect(screen.queryByText('costs assumed')).toBeNull();
});

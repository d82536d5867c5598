// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { checkPolicy } from '../../engine/policy';
import { PRESETS } from '../../scenario/presets';
import { runStore } from '../../state/run';
import { setLanguage } from '../../words';
import { SourceRefused } from './SourceRefused';

vi.mock('../../engine/policy');
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

const why = 'There is no function retrun.';
const error = {
  field: 'policies[0].source',
  value: '',
  fault: { kind: 'source', line: 30, column: 2, why },
  message: '…',
} as const;
const lanes = [{ features: {} }, { features: {}, policy: 'mine' }] as never;
const document = { ...PRESETS.steal, lanes, policies: [{ name: 'mine', source: 'int f;', knobs: {} }] };

const show = () => render(<SourceRefused error={error}>{(text) => <p role="status">{text}</p>}</SourceRefused>);

test('a scheduler that does not compile is refused in the language of the page', async () => {
  await setLanguage('zh');
  runStore.setState({ refused: document });
  const problem = { line: 30, column: 2, length: 6, severity: 'error', sentence: why } as const;
  vi.mocked(checkPolicy).mockResolvedValue({
    problems: [
      { ...problem, line: 1, is: 'license' },
      { ...problem, is: 'no_function', name: 'retrun' },
    ],
    knobs: [],
  });
  show();
  expect((await screen.findByRole('status')).textContent).toBe('通道的调度器无法编译。第 30 行：没有函数 retrun。');
});

test('without the checker the sentence of the simulator is shown', async () => {
  runStore.setState({ refused: document });
  vi.mocked(checkPolicy).mockRejectedValue(new Error('no answer'));
  show();
  expect((await screen.findByRole('status')).textContent).toContain(`Line 30: ${why}`);
});

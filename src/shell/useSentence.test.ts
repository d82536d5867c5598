// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { runStore } from '../state/run';
import { refusalSentence } from '../words/fields';
import { useSentence } from './useSentence';

test('the sentence says that a scenario was refused and nothing runs', () => {
  const { result } = renderHook(() => useSentence());
  expect(result.current()).toMatch(/^Starting/);
  const fault = { kind: 'out_of_range', min: 1, max: 512, unit: 'pairs' } as const;
  const refusal = { field: 'workload.pairs', value: '0', fault, message: '' };
  runStore.setState({ refusal: [refusal] });
  expect(renderHook(() => useSentence()).result.current()).toBe(refusalSentence(refusal));
});

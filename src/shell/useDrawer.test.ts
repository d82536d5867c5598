// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LEAST, most, useDrawer } from './useDrawer';

test.each([
  ['Infinity', () => most()],
  ['99999', () => most()],
  ['3', () => LEAST],
  ['-5', () => null],
  ['no number', () => null],
])('a stored height, %s, is limited to the range of the drawer', (kept, height) => {
  localStorage.setItem('scheduler-playground.drawer', kept);
  expect(renderHook(() => useDrawer(false)).result.current.height).toBe(height());
});

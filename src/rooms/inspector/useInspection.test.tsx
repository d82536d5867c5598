// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useInspection } from './useInspection';

/** The records of the engine, each returned once; and the queries of each component. */
const engine = vi.hoisted(() => ({ words: [] as number[], keeping: false, looks: [] as (() => Promise<void>)[] }));

vi.mock('../../state/run', () => ({
  ask: async (_lane: number, name: string, about: unknown) => {
    if (name === 'inspectCpu') return { inspection: { cpu: about }, ns: 0 };
    const fresh = about === true && !engine.keeping;
    engine.keeping = about === true;
    return { words: Uint32Array.from(engine.words.splice(0)), fresh };
  },
}));
vi.mock('../../state/whenNew', () => ({
  whenNew: (_ms: number, look: () => Promise<void>) => {
    engine.looks.push(look);
    return () => engine.looks.splice(engine.looks.indexOf(look), 1);
  },
}));

afterEach(cleanup);

const lookAll = () =>
  act(async () => {
    for (const look of engine.looks) await look();
  });

test('two observers of a lane see the same decisions, also after one unmounts', async () => {
  const first = renderHook(() => useInspection(0, 3));
  const second = renderHook(() => useInspection(0, 4));
  engine.words.push(1, 2);
  await lookAll();
  await lookAll();
  const seen = () => [first, second].map(({ result }) => [...(result.current?.records.words ?? [])]);
  expect(seen()).toEqual([
    [1, 2],
    [1, 2],
  ]);
  first.unmount();
  await act(async () => {});
  expect(engine.keeping).toBe(true);
  second.unmount();
  await act(async () => {});
  expect(engine.keeping).toBe(false);
});

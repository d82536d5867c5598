import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { make_key, try_answer } from '../../sim-wasm/pkg/tools/sched_tools.js';
import { isBuilt } from '../../tests/simulator';
import type { Assignment, Mark } from './assignments';

const canRun = isBuilt('tools/sched_tools_bg.wasm');
beforeAll(async () => {
  if (canRun) await import('../../tests/tools');
});

test.skipIf(!canRun)('to find the CPU that steals most, the run decides, with the key and without', () => {
  const read = JSON.parse(readFileSync('examples/assignments/stealing.json', 'utf8')) as Assignment;
  const asked = read.tasks.flatMap((task) =>
    task.ask.kind === 'find' ? [{ ...task, ask: { ...task.ask, what: 'cpu' as const } }] : [],
  );
  expect(asked).toHaveLength(1);
  const document = JSON.stringify({ ...read, tasks: asked });
  const { key, handed_out } = JSON.parse(make_key(document, new Uint8Array(32)));
  const [right] = key.right as [number[]];
  expect(right.length).toBeGreaterThan(0);
  for (const of of [document, JSON.stringify(handed_out)]) {
    const markOf = (cpu: number): Mark => JSON.parse(try_answer(of, 0, String(cpu), ''));
    const [points] = asked.map((task) => task.points);
    for (const cpu of right) expect(markOf(cpu)).toMatchObject({ points, parts: [{ what: 'cpu', is_right: true }] });
    const wrong = Array.from({ length: 200 }, (_, cpu) => cpu).find((cpu) => !right.includes(cpu)) ?? 0;
    expect(markOf(wrong)).toMatchObject({ points: 0, parts: [{ what: 'cpu', is_right: false }] });
  }
});

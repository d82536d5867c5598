import { describe, expect, it } from 'vitest';
import { frameWords, logWords, machine, pairTasks } from '../../../tests/drawing/fake';
import { FrameView } from '../../engine/wire/frame';
import { ROLES, type Role } from '../../scenario/generated/vocab';
import { Talking, talksOf } from './talks';

const tasks = (...members: readonly (readonly [Role, number])[]): Uint16Array =>
  new Uint16Array(members.flatMap(([role, group]) => [ROLES.indexOf(role), group]));
const classroom = machine('classroom-8');
const frame = (ns: number, running: (number | null)[], waiting: number[][] = []) =>
  new FrameView(frameWords(classroom, { ns, running, waiting }));

describe('the partners of communication', () => {
  it('is a pair of each group of two', () => {
    expect(talksOf(pairTasks(4))).toEqual([
      { a: 0, b: 1, group: 0 },
      { a: 2, b: 3, group: 1 },
    ]);
  });

  it('connects everyone with the single member of the other role', () => {
    expect(talksOf(tasks(['client', 0], ['server', 0], ['server', 0]))).toEqual([
      { a: 0, b: 1, group: 0 },
      { a: 0, b: 2, group: 0 },
    ]);
  });

  it('are unknown if all talk to all, all work alone, or there are too many', () => {
    expect(talksOf(tasks(['sender', 0], ['sender', 0], ['receiver', 0], ['receiver', 0]))).toBeNull();
    expect(talksOf(tasks(['job', 0], ['job', 1]))).toBeNull();
    expect(talksOf(pairTasks(200))).toBeNull();
  });
});

describe('a talk', () => {
  const talks = talksOf(pairTasks(4)) ?? [];
  const [first, second] = talks as [(typeof talks)[number], (typeof talks)[number]];

  it('is at the CPUs on which its tasks ran last, according to the log', () => {
    const talking = new Talking(talks, 4);
    talking.log(
      logWords([
        { kind: 'switch', ns: 10, cpu: 2, task: 0 },
        { kind: 'message', ns: 20, cpu: 5, task: 1, src: 2 },
        { kind: 'move', ns: 30, cpu: 6, task: 1, src: 5 },
      ]),
    );
    expect([0, 1, 2].map((task) => talking.placeOf(task))).toEqual([2, 6, null]);
  });

  it('uses the positions in the frame, also of waiting tasks', () => {
    const talking = new Talking(talks, 4);
    talking.frame(frame(100, [0, null, 2], [[1], [], [], [3]]));
    expect([0, 1, 2, 3].map((task) => talking.placeOf(task))).toEqual([0, 0, 2, 3]);
  });

  it('is of the last moment for a millisecond after one of them ran', () => {
    const talking = new Talking(talks, 4);
    talking.log(
      logWords([
        { kind: 'switch', ns: 1000, cpu: 0, task: 0 },
        { kind: 'switch', ns: 2000, cpu: 1, task: 1 },
        { kind: 'switch', ns: 2000, cpu: 2, task: 2 },
      ]),
    );
    talking.frame(frame(3000, []));
    expect(talking.isLive(first)).toBe(true);
    // Its server has not run at all.
    expect(talking.isLive(second)).toBe(false);
    talking.frame(frame(1_100_000, []));
    expect(talking.isLive(first)).toBe(false);
  });
});

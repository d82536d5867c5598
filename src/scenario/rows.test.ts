import { expect, test } from 'vitest';
import { NO_GROUP } from './generated/topology';
import { rowsOf } from './rows';

test('the counts at the start give the end of each list', () => {
  const ids = 3;
  const cores = [0, NO_GROUP, 2];
  const groups = [
    [10, 11, 12],
    [20, 21, 22],
    [30, 31, 32],
    [40, 41, 42],
  ];
  const text = [ids, 2, ...cores, ...groups.flat(), 5, 6, 1024, 0, 608].join();
  expect(rowsOf(text)).toEqual({
    ids,
    // CPU 1 is missing.
    cpus: [0, 2],
    core: cores,
    cluster: groups[0],
    llc: groups[1],
    node: groups[2],
    socket: groups[3],
    nodes: [5, 6],
    capacities: [1024, 0, 608],
  });
});

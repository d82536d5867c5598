import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withRows } from '../../../tests/own';
import { countsOf, topologyOf } from './levels';
import { partsOf } from './parts';
import { sentencesZh } from './sentences.zh';

const machine = (topology: string, more: object = {}) => withRows({ name: 'Mine', like: 'xeon', topology, ...more });

/** The kinds of an enumeration of the readers, as JSON calls them. */
function kinds(file: string, name: string): string[] {
  const code = readFileSync(new URL(`../../../sim-wasm/readers/src/${file}`, import.meta.url), 'utf8');
  const [, body = ''] = new RegExp(`pub enum ${name} \\{\\n([^]*?)\\n\\}`).exec(code) ?? [];
  const names = [...body.matchAll(/^ {4}([A-Z]\w*)/gm)].map(([, kind = '']) => kind);
  return names.map((kind) => kind.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase());
}

test('every sentence of the readers has a Chinese one', () => {
  const all = [
    ...kinds('said.rs', 'NotSaid'),
    ...kinds('fault.rs', 'What')
      .filter((kind) => kind !== 'topology')
      .map((kind) => kind.replace(/^distances$/, 'distances_count')),
    ...kinds('costs.rs', 'NotTaken'),
    ...kinds('rtapp.rs', 'NotTaken'),
    ...kinds('domains/check.rs', 'Difference').map((kind) => `differs.${kind}`),
    ...kinds('../../core/src/machine/topology.rs', 'TopologyFault').map((kind) => `topology.${kind}`),
  ];
  expect(all.length).toBeGreaterThan(80);
  const sentences = Object.keys(sentencesZh).filter((key) => !key.startsWith('word.'));
  expect(sentences.sort()).toEqual([...new Set(all)].sort());
});

test('boxes hold every CPU once, under its number', () => {
  const uneven = machine('pu=0-5,8-11,300 core=0,3/1,4/2,5 l2=0-1,3-4 l3=0-5/8-11/300 numa=0@0-5/8@8-11,300/252@', {
    capacities: '0-5:1024 8-11,300:446',
  });
  const { boxes, cpus, caches, clusters, capacities } = partsOf(uneven);
  const drawn = boxes.flatMap((node) =>
    node.caches.flatMap((cache) => cache.clusters.flatMap((one) => one.cores.flatMap((core) => core.cpus))),
  );
  expect(drawn.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 300]);
  expect(boxes.map(({ number }) => number)).toEqual([0, 8]);
  expect({ cpus, caches, clusters }).toEqual({ cpus: 11, caches: 3, clusters: 1 });
  expect([capacities[0], capacities[300]]).toEqual([1024, 446]);
});

test('a node of several sockets is drawn in each of them', () => {
  const { boxes, nodes, sockets } = partsOf(machine('numa:1 pack:2 core:4 pu:1'));
  expect({ nodes, sockets }).toEqual({ nodes: 1, sockets: 2 });
  expect(boxes.map(({ socket, cpus }) => [socket, cpus.length])).toEqual([
    [0, 4],
    [1, 4],
  ]);
});

test('the counts of a regular machine are changed and come back', () => {
  const counts = countsOf('pack:2 numa:1 l3:1 core:10 pu:2(indexes=2*20:1*2)');
  expect(counts).toEqual({ pack: 2, numa: 1, l3: 1, l2: 0, core: 10, pu: 2 });
  if (counts === null) throw new Error('a regular machine');
  expect(topologyOf({ ...counts, core: 4 })).toBe('pack:2 numa:1 l3:1 core:4 pu:2(indexes=2*8:1*2)');
  expect(partsOf(machine(topologyOf({ ...counts, core: 4 }))).cpus).toBe(16);
  expect(countsOf('pu=0-3 core=0-1/2-3')).toBeNull();
});

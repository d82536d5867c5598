/** Links and documents of releases open forever, with the same meaning: `tests/fixtures/v1.0/README.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadAct } from '../src/rooms/acts/steps';
import { NO_AUTHOR } from '../src/scenario/author';
import { WORKLOADS } from '../src/scenario/catalog';
import { completed, documentText, type SparseScenario } from '../src/scenario/document';
import type { Path } from '../src/scenario/forks';
import { VERSION } from '../src/scenario/generated/limits';
import type { Scenario } from '../src/scenario/generated/types';
import { type ActPlace, type Content, decode, encode, PARTS, PLAIN_VIEW } from '../src/scenario/link';
import { isOwn } from '../src/scenario/machines';
import { PRESET_IDS } from '../src/scenario/presets';
import { upgraded } from '../src/scenario/upgrade';
import { withRows } from './own';
import { Simulation } from './simulator';

interface LinkFixture {
  readonly name: string;
  readonly link: string;
  /** The content that the link opened when its release was made. The scenario is a document of that release. */
  readonly opens?: Pick<Content, 'view'> & Partial<Omit<Content, 'scenario'> & { readonly scenario: SparseScenario }>;
}
interface DocumentFixture {
  readonly name: string;
  readonly opens?: SparseScenario;
}

const at = (path: string) => new URL(`fixtures/${path}`, import.meta.url);
const read = (path: string) => readFileSync(at(path), 'utf8');
const lines = <T>(path: string): T[] =>
  read(path)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const releases = readdirSync(at('')).filter((name) => /^v\d+\.\d+$/.test(name));
const links = releases.flatMap((release) =>
  lines<LinkFixture>(`${release}/links.jsonl`).map((link) => ({ ...link, release })),
);
const documents = releases.flatMap((release) =>
  lines<DocumentFixture>(`${release}/documents.jsonl`).map((document) => ({ ...document, release })),
);

/** A document of a release, as it was, with the rows of its machine and every field written out. */
const filled = (document: SparseScenario): Scenario => {
  const { machine } = document;
  return completed({ ...document, version: VERSION, machine: isOwn(machine) ? withRows(machine) : machine });
};

/** What a document of a release means today, with branches of its lanes. */
const today = (document: SparseScenario, forks: readonly Path[] = []) =>
  upgraded({ scenario: filled(document), forks }, document.version);

/** The lanes that run without a file and without a compiled policy. */
const alone = ({ lanes, recording, workload }: Scenario): readonly number[] =>
  [...lanes.keys()].filter(
    (lane) => workload.kind !== 'replay' && lanes[lane]?.policy === undefined && (lane > 0 || !recording),
  );

/** The hashes of the first events of each lane. The simulator upgrades a document of an earlier release itself. */
function hashes(scenario: Scenario): readonly string[] {
  return alone(scenario).map((lane) => {
    const simulation = new Simulation(JSON.stringify(scenario), lane);
    try {
      simulation.advance(1e12, 5000);
      return (JSON.parse(simulation.report()) as { readonly hash: string }).hash;
    } finally {
      simulation.free();
    }
  });
}

/** The steps of each act in links of 1.0: number and name. */
const STEPS_OF_1_0: readonly string[] = [
  '1 places, 11 cluster, 2 bounce, 3 waits, 31 directory, 4 published, 5 level, 6 wake, 7 question',
  '1 levels, 2 pulls, 3 wake, 31 choose, 4 low, 5 full, 8 question, 6 published, 7 nodes',
  '1 wasted, 2 gate, 21 hand, 3 bitmap, 4 row, 5 load, 6 larger, 7 nodes, 8 question',
  '1 queues, 11 memory, 2 restrict, 3 exec, 4 price, 5 cross, 6 often, 7 home, 8 question',
  '1 struct, 2 bounce, 3 relayout, 4 yours, 5 rest, 6 question',
  '1 queue, 2 clock, 3 weight, 4 lag, 5 deadline, 6 debt, 7 question',
];
const stepsOf1_0 = STEPS_OF_1_0.flatMap((steps, i) =>
  steps.split(', ').map((one) => {
    const [step = '', name = ''] = one.split(' ');
    return { act: i + 1, step: Number(step), name };
  }),
);

/** Where a step of release 1.0 is among the steps of its act, from 1. */
async function placeOf({ act, step }: Pick<ActPlace, 'act' | 'step'>): Promise<number> {
  const known = stepsOf1_0.find((one) => one.act === act && one.step === step);
  const { steps } = await loadAct(act);
  return steps.findIndex(([name]) => name === known?.name) + 1;
}

/** A scenario without the rows of its machine, which the page makes from the other fields of the machine. */
const withoutRows = (scenario: Scenario) => JSON.parse(documentText(scenario)) as Scenario;

/** Throws if the simulator refuses the scenario. */
function accept(scenario: Scenario): void {
  for (const lane of alone(scenario)) new Simulation(JSON.stringify(scenario), lane).free();
}

/** The line of a new fixture, for a person to check and to write into the file. */
const missing = (line: object) => new Error(`check this line and write it into the file:\n${JSON.stringify(line)}`);

describe('links', () => {
  test.each(links)('$release: $name', async ({ release, name, link, opens }) => {
    const { problem, scenario, ...rest } = decode(link);
    const { act } = rest.view;
    if (!opens) throw missing({ name, link, opens: { ...rest, scenario: withoutRows(scenario) } });
    expect(problem).toBeNull();
    const step = opens.view.act && release === 'v1.0' ? { step: await placeOf(opens.view.act) } : {};
    expect(rest.view).toEqual({ ...PLAIN_VIEW, ...opens.view, act: opens.view.act && { ...opens.view.act, ...step } });
    // The step has the scenario.
    if (act?.own) return;
    if (!opens.scenario) throw missing({ name, link, opens: { ...rest, scenario: withoutRows(scenario) } });
    const meant = today(opens.scenario, opens.forks);
    expect(withoutRows(scenario)).toEqual(withoutRows(meant.scenario));
    const author = opens.author ?? NO_AUTHOR;
    expect(rest).toMatchObject({ preset: opens.preset, forks: meant.forks, notes: opens.notes, author });
    // The page encodes the link again when the reader changes something.
    const again = decode(encode(scenario, rest.preset, rest.view, rest.forks, rest.notes, rest.author));
    expect(again).toEqual({ problem, scenario, ...rest });
    accept(scenario);
    expect(hashes(scenario)).toEqual(hashes({ ...filled(opens.scenario), version: opens.scenario.version }));
  });

  test('every step opens by its number of 1.0, in links of both versions', async () => {
    for (const { act, step, name } of stepsOf1_0)
      for (const version of [2, VERSION]) {
        const { problem, view } = decode(`#v${version}&act=${act}&step=${step}`);
        expect(problem).toBeNull();
        expect((await loadAct(act)).steps[(view.act?.step ?? 0) - 1]?.[0], `${act} ${step}`).toBe(name);
      }
  });

  test('at least 60 are kept, and they cover every part, every preset and every workload', () => {
    expect(links.length).toBeGreaterThanOrEqual(60);
    const names = new Set(links.flatMap(({ link }) => link.split(/[#&]/).map((part) => part.split('=')[0])));
    expect(PARTS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
    const presets = new Set(links.map(({ opens }) => opens?.preset));
    expect(PRESET_IDS.filter((id) => !presets.has(id))).toEqual([]);
    const kinds = new Set(links.map(({ opens }) => opens?.scenario?.workload.kind));
    expect(Object.keys(WORKLOADS).filter((kind) => !kinds.has(kind as Scenario['workload']['kind']))).toEqual([]);
  });
});

describe('documents', () => {
  test.each(documents)('$release: $name', ({ release, name, opens }) => {
    const document = JSON.parse(read(`${release}/documents/${name}`)) as SparseScenario;
    const { scenario } = today(document);
    if (!opens) throw missing({ name, opens: withoutRows(scenario) });
    expect(scenario).toEqual(today(opens).scenario);
    expect(hashes(scenario)).toEqual(hashes({ ...filled(document), version: document.version }));
  });

  test('a random document of release 1.0 has the same events once the page has upgraded it', () => {
    for (const document of lines<SparseScenario>('determinism/random.jsonl')) {
      expect(document.version).toBe(2);
      const { scenario } = today(document);
      expect(scenario.version).toBe(VERSION);
      const told = JSON.stringify(document);
      expect(hashes(scenario), told).toEqual(hashes({ ...filled(document), version: 2 }));
    }
  });

  test.each(releases)('%s: each file is in the list', (release) => {
    const listed = documents.filter((one) => one.release === release).map(({ name }) => name);
    expect(readdirSync(at(`${release}/documents`)).sort()).toEqual(listed.sort());
  });
});

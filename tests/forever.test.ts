/** Links and documents of releases open forever, with the same meaning: `tests/fixtures/v1.0/README.md`. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadAct } from '../src/rooms/acts/steps';
import { WORKLOADS } from '../src/scenario/catalog';
import { completed, documentText, type SparseScenario } from '../src/scenario/document';
import type { Path } from '../src/scenario/forks';
import { VERSION } from '../src/scenario/generated/limits';
import type { Scenario } from '../src/scenario/generated/types';
import { type Content, decode, encode, PARTS, PLAIN_VIEW } from '../src/scenario/link';
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

/** The hashes of the first events of each lane. The simulator upgrades a document of an earlier release itself. */
function hashes(scenario: Scenario): readonly string[] {
  return [...scenario.lanes.keys()].map((lane) => {
    const simulation = new Simulation(JSON.stringify(scenario), lane);
    try {
      simulation.advance(1e12, 5000);
      return (JSON.parse(simulation.report()) as { readonly hash: string }).hash;
    } finally {
      simulation.free();
    }
  });
}

/** A scenario without the rows of its machine, which the page makes from the other fields of the machine. */
const withoutRows = (scenario: Scenario) => JSON.parse(documentText(scenario)) as Scenario;

/** Throws if the simulator refuses the scenario. */
function accept(scenario: Scenario): void {
  for (const lane of scenario.lanes.keys()) new Simulation(JSON.stringify(scenario), lane).free();
}

/** The line of a new fixture, for a person to check and to write into the file. */
const missing = (line: object) => new Error(`check this line and write it into the file:\n${JSON.stringify(line)}`);

describe('links', () => {
  test.each(links)('$release: $name', async ({ name, link, opens }) => {
    const { problem, scenario, ...rest } = decode(link);
    const { act } = rest.view;
    if (!opens) throw missing({ name, link, opens: { ...rest, scenario: withoutRows(scenario) } });
    expect(problem).toBeNull();
    expect(rest.view).toEqual({ ...PLAIN_VIEW, ...opens.view });
    if (act?.own) {
      // The step has the scenario.
      const { steps } = await loadAct(act.act);
      expect(steps.map(([, { number }]) => number)).toContain(act.step);
      return;
    }
    if (!opens.scenario) throw missing({ name, link, opens: { ...rest, scenario: withoutRows(scenario) } });
    const meant = today(opens.scenario, opens.forks);
    expect(withoutRows(scenario)).toEqual(withoutRows(meant.scenario));
    expect(rest).toMatchObject({ preset: opens.preset, forks: meant.forks, notes: opens.notes });
    // The page encodes the link again when the reader changes something.
    const again = decode(encode(scenario, rest.preset, rest.view, rest.forks, rest.notes));
    expect(again).toEqual({ problem, scenario, ...rest });
    accept(scenario);
    expect(hashes(scenario)).toEqual(hashes({ ...filled(opens.scenario), version: opens.scenario.version }));
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

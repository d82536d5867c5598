import { readFileSync } from 'node:fs';
import { deflateSync, strToU8 } from 'fflate';
import { beforeAll, expect, test, vi } from 'vitest';
import { ACT_NUMBERS } from '../src/scenario/acts';
import { PLAIN, sameDocument, WORKLOADS } from '../src/scenario/catalog';
import { CHART_IDS } from '../src/scenario/charts';
import { check, isCost, rangeOf } from '../src/scenario/check';
import { MAX_FORKS, upTo } from '../src/scenario/forks';
import { COSTS } from '../src/scenario/generated/costs';
import type { Lane, Scenario, Workload } from '../src/scenario/generated/types';
import { decode, encode, isPacked, loadPacking, PLAIN_VIEW } from '../src/scenario/link';
import { MAX_CPU, MAX_NOTE_TEXT, MAX_NOTES, type Note, noteText, type Pin } from '../src/scenario/notes';
import { isChanged, PRESET_IDS, PRESETS } from '../src/scenario/presets';
import { randomLane, randomness, randomScenario } from './random-scenario';

beforeAll(loadPacking);

/** `ENDURANCE_LINKS=FROM-UNTIL` selects the seeds. */
const [fromSeed = 0, untilSeed = 300] = (process.env.ENDURANCE_LINKS ?? '0-300').split('-').map(Number);

test('a link restores every random scenario exactly', { timeout: 3_600_000 }, () => {
  for (let seed = fromSeed; seed < untilSeed; seed++) {
    const random = randomness(seed);
    const scenario = randomScenario(random);
    const preset = random.pick(PRESET_IDS);
    const back = decode(encode(scenario, preset));
    const said = `ENDURANCE_LINKS=${seed}-${seed + 1}`;
    expect(back.problem, said).toBeNull();
    expect(back.preset, said).toBe(preset);
    expect(back.scenario, said).toEqual(scenario);
  }
});

test('a link restores forks, readable if they are few, packed if they are many', () => {
  const random = randomness(3);
  for (let i = 0; i < 100; i++) {
    const scenario = randomScenario(random);
    const count = random.pick([1, 2, 4, 5, MAX_FORKS]);
    const forks = Array.from({ length: count }, () => upTo(randomLane(random, scenario.machine)));
    const link = encode(scenario, 'cluster', PLAIN_VIEW, forks);
    const back = decode(link);
    expect(back.problem).toBeNull();
    expect(back.scenario).toEqual(scenario);
    expect(back.forks).toEqual(forks);
  }
  const fork: Lane = { features: PLAIN, flips: [{ at_ns: 1500, features: { ...PLAIN, steal: 'on' } }] };
  expect(encode(PRESETS.cluster, 'cluster', PLAIN_VIEW, [fork, { features: PLAIN }])).toBe(
    'v3&p=cluster&forks=-@1500,steal:on;-',
  );
});

function randomNote(random: ReturnType<typeof randomness>, limitMs: number): Note {
  const pins: readonly Pin[] = [
    { kind: 'moment', ns: random.below(limitMs * 1e6) },
    { kind: 'cpu', lane: random.below(2), cpu: random.below(MAX_CPU + 1) },
    { kind: 'chart', chart: random.pick(CHART_IDS) },
  ];
  const letters = [...'a ;\\:,&=#%+@|~"<>\'`/唤醒💡é'];
  const text = Array.from({ length: 1 + random.below(MAX_NOTE_TEXT) }, () => random.pick(letters)).join('');
  return { pin: random.pick(pins), text: noteText(text) || 'x' };
}

test('before the compressor is loaded nothing is packed, and the link opens the same scenario', async () => {
  vi.resetModules();
  const early: typeof import('../src/scenario/link') = await import('../src/scenario/link');
  const flips = Array.from({ length: 9 }, (_, i) => ({
    at_ns: 1000 * (i + 1),
    features: { ...PLAIN, sis_prop: i % 2 === 0 },
  }));
  const costs = Object.fromEntries(COSTS.slice(0, 9).map(({ key }) => [key, rangeOf(`costs.${key}`).min]));
  const scenario: Scenario = {
    ...PRESETS.cluster,
    costs,
    lanes: PRESETS.cluster.lanes.map((lane) => ({ ...lane, flips })),
  };
  const notes: Note[] = Array.from({ length: 9 }, (_, i) => ({ pin: { kind: 'moment', ns: i }, text: `note ${i}` }));
  const given = [scenario, 'cluster', PLAIN_VIEW, [{ features: PLAIN, flips }], notes] as const;
  expect(isPacked(`#${encode(...given)}`)).toBe(true);
  const written = early.encode(...given);
  expect(isPacked(`#${written}`)).toBe(false);
  for (const link of [written, encode(...given)]) {
    expect(decode(link)).toMatchObject({ problem: null, scenario, forks: [{ features: PLAIN, flips }], notes });
  }
});

test('a link restores notes with any text, readable if they are few and short', () => {
  const random = randomness(4);
  for (let i = 0; i < 300; i++) {
    const scenario = randomScenario(random);
    const notes = Array.from({ length: random.below(MAX_NOTES + 1) }, () => randomNote(random, scenario.limit_ms));
    const link = encode(scenario, 'cluster', PLAIN_VIEW, [], notes);
    const back = decode(link);
    expect(back.problem).toBeNull();
    expect(back.notes).toEqual(notes);
    expect(back.scenario).toEqual(scenario);
  }
  const pinned: Note = { pin: { kind: 'cpu', lane: 1, cpu: 5 }, text: 'waits; why?' };
  expect(encode(PRESETS.cluster, 'cluster', PLAIN_VIEW, [], [pinned])).toBe('v3&p=cluster&notes=b5:waits%5C;%20why%3F');
  const many = Array.from({ length: 5 }, () => pinned);
  expect(encode(PRESETS.cluster, 'cluster', PLAIN_VIEW, [], many)).toMatch(/^v3&p=cluster&x=[\w-]+$/);
});

test('a note is one line of plain text of a bounded length', () => {
  expect(noteText('  one\n\ttwo\u0000 \u202ethree ')).toBe('one two three');
  expect(noteText('\ud800a')).toBe('a');
  expect(Array.from(noteText('💡'.repeat(500)))).toHaveLength(MAX_NOTE_TEXT);
  const long = decode(`v3&p=cluster&notes=1ms:${'y'.repeat(9999)}`);
  expect(long.notes[0]?.text).toHaveLength(MAX_NOTE_TEXT);
  expect(decode(`v3&p=cluster&notes=${'1ms:n;'.repeat(5000)}`).notes).toHaveLength(MAX_NOTES);
  // Packed notes are checked, too.
  const packed = (json: string) =>
    decode(
      `v3&p=cluster&x=${btoa(String.fromCharCode(...deflateSync(strToU8(json))))
        .replaceAll('+', '-')
        .replaceAll('/', '_')}`,
    );
  for (const bad of [
    '{"notes":5}',
    '{"notes":[7]}',
    '{"notes":[["c1","x"]]}',
    '{"notes":[["a1"," "]]}',
    '{"notes":{}}',
  ]) {
    expect(packed(bad), bad).toMatchObject({ problem: { kind: 'cut' }, notes: [], scenario: PRESETS.cluster });
  }
  expect(packed('{"notes":[["a1","good\\u0007"]]}').notes).toEqual([
    { pin: { kind: 'cpu', lane: 0, cpu: 1 }, text: 'good' },
  ]);
});

test('valid forks among damaged ones open', () => {
  const opened = decode('v3&p=cluster&forks=-@1500,steal:on;-@x,-;nonsense;-@99999999999999,-');
  expect(opened.problem).toEqual({ kind: 'part', part: 'forks=-@x,-' });
  expect(opened.forks).toEqual([
    { features: PLAIN, flips: [{ at_ns: 1500, features: { ...PLAIN, steal: 'on' } }] },
    { features: PLAIN },
  ]);
  expect(decode(`v3&p=cluster&forks=${'-;'.repeat(500)}-`).forks).toHaveLength(MAX_FORKS);
});

// Hundreds of links, possibly on a busy machine.
test('a randomly damaged link opens a scenario within its limits', { timeout: 60_000 }, () => {
  const random = randomness(2);
  for (let i = 0; i < 1000; i++) {
    const before = randomScenario(random);
    const forks = random.next() < 0.7 ? [] : [randomLane(random, before.machine)].map((one) => upTo(one));
    const written = Array.from({ length: random.pick([0, 0, 2, 9]) }, () => randomNote(random, 500));
    const act =
      random.next() < 0.3 ? { act: 1 + random.below(5), step: 1 + random.below(9), own: random.next() < 0.5 } : null;
    const link = [...encode(before, random.pick(PRESET_IDS), { ...PLAIN_VIEW, act }, forks, written)];
    for (let hits = 1 + random.below(4); hits > 0; hits--) {
      const at = random.below(link.length);
      link.splice(
        at,
        random.below(3),
        String.fromCharCode(random.pick([32, 37, 44, 45, 58, 61, 64, 0xd800]) + random.below(90)),
      );
    }
    if (random.next() < 0.3) link.splice(random.below(link.length));
    const { scenario, forks: opened, notes, author, view } = decode(link.join(''));
    expect(notes.length).toBeLessThanOrEqual(MAX_NOTES);
    for (const { pin, text } of notes) {
      expect(text).toBe(noteText(text));
      expect(text).not.toBe('');
      if (pin.kind === 'moment') expect(pin.ns).toBeLessThanOrEqual(scenario.limit_ms * 1e6);
      if (pin.kind === 'cpu') expect(pin.cpu).toBeLessThanOrEqual(MAX_CPU);
    }
    if (view.act) expect(ACT_NUMBERS).toContain(view.act.act);
    for (const { flips = [] } of opened)
      expect(flips.every((flip) => flip.at_ns <= scenario.limit_ms * 1e6)).toBe(true);
    expect(check(scenario)).toEqual([]);
    expect(scenario.lanes.length).toBeGreaterThan(0);
    // The scenario can be encoded again.
    const again = decode(encode(scenario, 'cluster', PLAIN_VIEW, [], notes, author));
    expect(sameDocument(again.scenario, scenario)).toBe(true);
    expect(again.notes).toEqual(notes);
    expect(again.author).toEqual(author);
    expect(Array.from(author.title).length).toBeLessThanOrEqual(80);
  }
});

test('each faulty link reports its first problem and opens the nearest good scenario', () => {
  const lines = readFileSync(new URL('fixtures/faulty-links.txt', import.meta.url), 'utf8').split('\n');
  const cases = lines.filter((line) => line !== '' && !line.startsWith('//'));
  expect(cases.length).toBeGreaterThan(15);
  for (const line of cases) {
    const [link = '', problem = '', expected = '{}'] = line.split(' | ').map((part) => part.trim());
    const decoded = decode(link);
    expect(decoded.problem?.kind, link).toBe(problem);
    const { scenario, ...rest } = decoded;
    expect({ ...scenario, ...rest }, link).toMatchObject(JSON.parse(expected) as object);
  }
});

test('the link of a preset is its name, and other links have only the differences', () => {
  for (const id of PRESET_IDS) {
    expect(encode(PRESETS[id], id)).toBe(`v3&p=${id}`);
    expect(check(PRESETS[id])).toEqual([]);
  }
  const { lanes } = PRESETS.cluster;
  const flipped: Lane = {
    ...lanes[0]!,
    flips: [{ at_ns: 1500, features: { ...PLAIN, steal: 'on', sis_prop: false } }],
  };
  expect(
    encode({ ...PRESETS.cluster, seed: 9, lanes: [flipped, lanes[1]!] }, 'cluster', { ...PLAIN_VIEW, embed: true }),
  ).toBe('v3&p=cluster&seed=9&a=-@1500,steal:on,-sis_prop&embed=1');
  expect(encode({ ...PRESETS.cluster, workload: { ...WORKLOADS.hackbench, groups: 4, pipe: true } }, 'cluster')).toBe(
    'v3&p=cluster&w=hackbench,g=4,p',
  );
});

test('the start moment is written in the largest unit that gives a whole number, and read in any unit', () => {
  const { cluster } = PRESETS;
  const written = (startNs: number) => /t=(.*)/.exec(encode(cluster, 'cluster', { ...PLAIN_VIEW, startNs }))?.[1];
  expect([0, 2e6, 1_500_000, 4_512_345, 3e9].map(written)).toEqual(['0ms', '2ms', '1500us', '4512345ns', '3s']);
  const opened = (t: string) => decode(`v3&p=cluster&t=${t}`);
  for (const ns of [0, 2e6, 1_500_000, 4_512_345, 3e9]) expect(opened(written(ns)!).view.startNs).toBe(ns);
  expect(['0', '1.5ms', '7µs', '0.25s'].map((t) => opened(t).view.startNs)).toEqual([0, 1_500_000, 7_000, 250_000_000]);
  for (const t of ['4', 'soon', '-1ms', '']) {
    expect(opened(t)).toMatchObject({ view: { startNs: null }, problem: { kind: 'part' } });
  }
  expect(opened('60s')).toMatchObject({ view: { startNs: 10e9 }, problem: { kind: 'range' } });
});

test('the link of a step is short until its experiment is changed', () => {
  const place = { act: 2, step: 3, own: true };
  const seen = { ...PLAIN_VIEW, act: place };
  expect(encode(PRESETS.steal, 'steal', seen)).toBe('v3&act=2.3');
  expect(decode(encode(PRESETS.steal, 'steal', seen)).view.act).toEqual(place);
  const changed = encode(PRESETS.steal, 'steal', { ...seen, act: { ...place, own: false }, theme: 'dark' });
  expect(changed).toBe('v3&p=steal&act=2.3&theme=dark');
  expect(decode(changed)).toMatchObject({ preset: 'steal', view: { act: { own: false } }, problem: null });
});

test('a preset keeps its title until its subject is changed', () => {
  for (const id of PRESET_IDS) expect(isChanged(id, PRESETS[id])).toBe(false);
  const { cluster } = PRESETS;
  const changed = (change: Partial<Scenario>) => isChanged('cluster', { ...cluster, ...change });
  expect(
    changed({ seed: 1, limit_ms: 20, warmup_ms: 3, workload: { ...cluster.workload, pairs: 3 } as Workload }),
  ).toBe(false);
  expect(changed({ machine: 'azusa-8' })).toBe(true);
  expect(changed({ kernel: '2.5.5x' })).toBe(true);
  expect(changed({ workload: WORKLOADS.hackbench })).toBe(true);
  expect(changed({ lanes: [cluster.lanes[0]!, cluster.lanes[0]!] })).toBe(true);
  expect(changed({ costs: { write: 700 } })).toBe(true);
});

test('a link from before release 1.0 opens the default experiment and is reported as such', () => {
  for (const link of ['#v1', '#v1&p=steal&kernel=6.8', 'p=steal&v1', '#v1&machine=pack:1;like:xeon;name:x&x=%%%']) {
    expect(decode(link), link).toEqual({ ...decode('#v3'), problem: { kind: 'older' } });
  }
});

test('a packed part that inflates to far more than any scenario is refused', () => {
  const bomb = deflateSync(strToU8(`{"costs":${' '.repeat(1 << 20)}{"write":600}}`));
  const text = btoa(String.fromCharCode(...bomb))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  expect(decode(`v3&p=cluster&x=${text}`)).toMatchObject({ problem: { kind: 'cut' }, scenario: PRESETS.cluster });
});

test('costs that the simulator does not know are dropped', () => {
  expect(isCost('write')).toBe(true);
  expect(decode('v3&p=cluster&cost=write:600').scenario.costs).toEqual({ write: 600 });
  expect(decode('v3&p=cluster&cost=magic:600')).toMatchObject({ problem: { kind: 'part', part: 'cost=magic:600' } });
});

test('a part that is not understood is reported as written', () => {
  expect(decode('hello').problem).toEqual({ kind: 'part', part: 'hello' });
  expect(decode('v3&p').problem).toEqual({ kind: 'part', part: 'p' });
  expect(decode('v3&hello=1').problem).toEqual({ kind: 'part', part: 'hello=1' });
});

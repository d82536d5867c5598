/**
 * The scenario as the fragment of a link, and back. The format is described in docs/link.md: it
 * names a preset and what differs from it, in words a person can edit; only what is too long to
 * read is packed. Decoding never throws: it returns the nearest good scenario and what was wrong.
 */

import { ACT_NUMBERS } from './acts';
import { CHOICES, KERNELS, MACHINES, PLAIN, sameDocument, WORKLOADS, type WorkloadKind } from './catalog';
import { CHART_IDS } from './charts';
import { check, isCost, type Problem, rangeOf } from './check';
import { readCpuList, writeCpuList } from './cpuList';
import { MAX_FORKS, onPath, type Path } from './forks';
import { FIELD_BYTES, LAYOUTS } from './generated/layouts';
import { MECHANISMS } from './generated/mechanisms';
import { RULES } from './generated/rules';
import { TUNABLES } from './generated/tunables';
import type {
  Features,
  Flip,
  KernelId,
  Lane,
  LayoutItem,
  MachineId,
  RuleOverrides,
  Scenario,
  Tunables,
  Workload,
} from './generated/types';
import { MAX_CPU, MAX_NOTES, noteText, type Pin, type Note as PinnedNote } from './notes';
import { DEFAULT_PRESET, PRESET_IDS, PRESETS, type PresetId } from './presets';

export const LINK_VERSION = 1;

export const THEMES = ['light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

/** Pages over the playground, or in its place, that a link can open. */
export const PAGES = ['replication', 'gallery'] as const;
export type Page = (typeof PAGES)[number];

/** A step that a link asks for beyond this is not looked for. */
const MOST_STEPS = 99;

/** A step of an act, both counted from 1. */
export interface ActPlace {
  readonly act: number;
  readonly step: number;
  /** The link says nothing of the scenario: it is the step's own. */
  readonly own: boolean;
}

/** What a link says about the view: never part of the result. Null: the reader's own setting. */
export interface LinkView {
  readonly embed: boolean;
  readonly autoplay: boolean;
  readonly theme: Theme | null;
  readonly lang: 'en' | 'zh' | null;
  /** The moment (ns) at which the page stands when it opens; null: the preset's own. */
  readonly startNs: number | null;
  /** The page over the playground; null: none. */
  readonly show: Page | null;
  /** The step of an act that is told beside the lanes; null: none. */
  readonly act: ActPlace | null;
  /** What is presented: 0 the experiment, from 1 on its notes, one at a time; null: the page is not on a stage. */
  readonly cue: number | null;
}

export const PLAIN_VIEW: LinkView = {
  embed: false,
  autoplay: false,
  theme: null,
  lang: null,
  startNs: null,
  show: null,
  act: null,
  cue: null,
};

/** What was wrong with a link; the interface has one sentence for each kind. */
export type LinkProblem =
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'part'; readonly part: string }
  | { readonly kind: 'cut' }
  | { readonly kind: 'range'; readonly problem: Problem };

export interface Decoded {
  readonly preset: PresetId;
  readonly scenario: Scenario;
  /** Branches of the lanes that are not shown. */
  readonly forks: readonly Path[];
  readonly notes: readonly PinnedNote[];
  readonly view: LinkView;
  readonly problem: LinkProblem | null;
}

/** The parts of a fragment, by name, as written. */
export type Parts = ReadonlyMap<string, string>;
/** Turns the parts of one version into those of the next. */
export type Upgrader = (parts: Parts) => Parts;

/** `UPGRADERS[n - 1]` turns version n into version n + 1; old links are read for ever. */
const UPGRADERS: readonly Upgrader[] = [];

export function upgrade(parts: Parts, from: number, upgraders: readonly Upgrader[] = UPGRADERS): Parts {
  return upgraders.slice(from - 1).reduce((older, step) => step(older), parts);
}

/** What packs; null as long as it is not loaded: few links have a packed part. */
let flate: Pick<typeof import('fflate'), 'deflateSync' | 'inflateSync'> | null = null;

/** Loads what packs. A link with a packed part is read after it; until then everything is written out. */
export async function loadPacking(): Promise<void> {
  const { deflateSync, inflateSync } = await import('fflate');
  flate ??= { deflateSync, inflateSync };
}

/** Whether a fragment has a packed part. */
export const isPacked = (fragment: string): boolean => /[#&]x=/.test(fragment);

/** Flips and costs up to this many are written out; more are packed. */
const READABLE = 4;
const isFew = (count: number): boolean => flate === null || count <= READABLE;
/** A packed part larger than this is not ours. */
const MAX_UNPACKED = 1 << 16;

class BadPart extends Error {}

// Numbers of each workload, in the short words of its command line.
const WORKLOAD_WORDS: Readonly<Record<Workload['kind'], Readonly<Record<string, string>>>> = {
  hackbench: { g: 'groups', l: 'loops', f: 'fds', p: 'pipe', T: 'threads' },
  pairs: { n: 'pairs', requests: 'requests', think: 'think_ns', service: 'service_ns' },
  jobs: {
    n: 'jobs',
    work: 'work_us',
    rounds: 'rounds',
    memory: 'memory_pct',
    bound: 'memory_jobs',
    spread: 'spread_pct',
    kernel: 'kernel_pct',
    serial: 'serial_ms',
  },
  numa: {
    n: 'jobs',
    work: 'work_ms',
    memory: 'memory_pct',
    mb: 'memory_mb',
    sizes: 'sizes',
    disturb: 'disturb_ms',
    g: 'disturb_groups',
    l: 'disturb_loops',
  },
  sharing: { n: 'kilo_iterations', stride: 'stride' },
  schbench: { m: 'message_threads', t: 'workers', requests: 'requests', c: 'compute_us', s: 'sleep_us' },
};

// ---- writing

const escapeText = (value: string): string =>
  encodeURIComponent(value).replace(/%(2C|3A|3B|3D|40|2F)/g, (code) => decodeURIComponent(code));

export function writeFeatures(features: Features): string {
  const words: string[] = [];
  for (const { key } of MECHANISMS) {
    const value = features[key];
    if (value === PLAIN[key]) continue;
    if (typeof value === 'string') words.push(`${key}:${value}`);
    else words.push(value ? key : `-${key}`);
  }
  return words.join(',') || '-';
}

/** What the part `a` or `b` says of a lane. */
const plainLane = ({ features, flips = [] }: Path) => ({ features, flips });

function writeLane(lane: Path): string {
  const flips = lane.flips ?? [];
  const written = isFew(flips.length) ? flips : [];
  return [writeFeatures(lane.features), ...written.map((f) => `${f.at_ns},${writeFeatures(f.features)}`)].join('@');
}

/** `newidle_gate:0,busy_factor:16`; a rule that is on or off as 1 or 0. */
export function writeRules(rules: RuleOverrides): string {
  const word = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
  return (
    Object.entries(rules)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}:${word(value)}`)
      .join(',') || '-'
  );
}

const writeLayout = (layout: readonly LayoutItem[]): string => layout.join(',') || '-';

function writeWorkload(workload: Workload): string {
  const plain = WORKLOADS[workload.kind] as unknown as Record<string, unknown>;
  const words = Object.entries(WORKLOAD_WORDS[workload.kind]).flatMap(([word, key], i) => {
    const value = (workload as unknown as Record<string, unknown>)[key];
    if (typeof value === 'boolean') return value ? [word] : [];
    return i === 0 || value !== plain[key] ? [`${word}=${value}`] : [];
  });
  return [workload.kind, ...words].join(',');
}

const writePairs = (values: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${value}`)
    .join(',') || '-';

const base64url = {
  write: (bytes: Uint8Array): string =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
  read: (text: string): Uint8Array =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
};

const TIME_UNITS: readonly (readonly [unit: string, ns: number])[] = [
  ['s', 1e9],
  ['ms', 1e6],
  ['us', 1e3],
  ['ns', 1],
];

/** A moment in the largest unit that keeps it whole. */
function writeTime(ns: number): string {
  const [unit, scale] = TIME_UNITS.find(([, size]) => ns > 0 && ns % size === 0) ?? ['ms', 1e6];
  return `${ns / scale}${unit}`;
}

/** Forks in words, where they are few enough to be read. */
const writeForks = (forks: readonly Path[]): string => forks.map(writeLane).join(';');
const areReadable = (forks: readonly Path[]): boolean =>
  isFew(forks.length) && forks.every(({ flips = [] }) => isFew(flips.length));

const writePath = ({ features, flips = [] }: Path): [string, ...[number, string][]] => [
  writeFeatures(features),
  ...flips.map((flip): [number, string] => [flip.at_ns, writeFeatures(flip.features)]),
];

const writePin = (pin: Pin): string => {
  switch (pin.kind) {
    case 'moment':
      return writeTime(pin.ns);
    case 'cpu':
      return `${pin.lane === 0 ? 'a' : 'b'}${pin.cpu}`;
    case 'chart':
      return pin.chart;
  }
};

/** `4ms:Here it moves;a5:Waits for ever`; in a text `;` and the backslash have a backslash before them. */
const writeNotes = (notes: readonly PinnedNote[]): string =>
  notes.map(({ pin, text }) => `${writePin(pin)}:${text.replace(/[\\;]/g, '\\$&')}`).join(';');

/** All notes together up to this many characters are written out. */
const READABLE_TEXT = 240;
const areNotesReadable = (notes: readonly PinnedNote[]): boolean =>
  flate === null || (notes.length <= READABLE && writeNotes(notes).length <= READABLE_TEXT);

/** What is packed: cost overrides, the flips of each lane as `[ns, switches]`, forks: switches, then flips, and notes: pin and text. */
interface Packed {
  costs?: Record<string, number>;
  flips?: [number, string][][];
  forks?: [string, ...[number, string][]][];
  notes?: [string, string][];
}

function pack(scenario: Scenario, forks: readonly Path[], notes: readonly PinnedNote[]): string | null {
  const packed: Packed = {};
  const costs = scenario.costs ?? {};
  if (!isFew(Object.keys(costs).length)) packed.costs = costs;
  if (scenario.lanes.some(({ flips = [] }) => !isFew(flips.length))) {
    packed.flips = scenario.lanes.map(({ flips = [] }) =>
      isFew(flips.length) ? [] : flips.map((flip): [number, string] => [flip.at_ns, writeFeatures(flip.features)]),
    );
  }
  if (!areReadable(forks)) packed.forks = forks.map(writePath);
  if (!areNotesReadable(notes)) packed.notes = notes.map(({ pin, text }) => [writePin(pin), text]);
  if (flate === null || Object.keys(packed).length === 0) return null;
  return base64url.write(flate.deflateSync(new TextEncoder().encode(JSON.stringify(packed))));
}

/** The fragment (without `#`) of a scenario seen through a view. */
export function encode(
  scenario: Scenario,
  preset: PresetId,
  view: LinkView = PLAIN_VIEW,
  forks: readonly Path[] = [],
  notes: readonly PinnedNote[] = [],
): string {
  const parts = view.act?.own ? [] : scenarioParts(scenario, preset, forks, notes);
  if (view.act) parts.push(['act', String(view.act.act)], ['step', String(view.act.step)]);
  if (view.startNs !== null) parts.push(['t', writeTime(view.startNs)]);
  if (view.theme) parts.push(['theme', view.theme]);
  if (view.lang) parts.push(['lang', view.lang]);
  if (view.embed) parts.push(['embed', '1']);
  if (view.autoplay) parts.push(['autoplay', '1']);
  if (view.show) parts.push(['show', view.show]);
  if (view.cue !== null) parts.push(['cue', String(view.cue)]);
  return [`v${LINK_VERSION}`, ...parts.map(([name, value]) => `${name}=${escapeText(value)}`)].join('&');
}

/** What a link says of the scenario: its preset, and what differs from it. */
function scenarioParts(
  scenario: Scenario,
  preset: PresetId,
  forks: readonly Path[],
  notes: readonly PinnedNote[],
): [string, string][] {
  const base = PRESETS[preset];
  const parts: [string, string][] = [['p', preset]];
  const part = (name: string, value: unknown, plain: unknown, text: () => string) => {
    if (!sameDocument(value, plain)) parts.push([name, text()]);
  };
  part('machine', scenario.machine, base.machine, () => scenario.machine);
  part('kernel', scenario.kernel, base.kernel, () => scenario.kernel);
  part('w', scenario.workload, base.workload, () => writeWorkload(scenario.workload));
  part('seed', scenario.seed, base.seed, () => String(scenario.seed));
  part('cpus', scenario.cpus, base.cpus, () => scenario.cpus ?? 'all');
  part('limit', scenario.limit_ms, base.limit_ms, () => String(scenario.limit_ms));
  part('warmup', scenario.warmup_ms, base.warmup_ms, () => String(scenario.warmup_ms));
  part('tune', scenario.tunables ?? {}, base.tunables ?? {}, () => writePairs({ ...scenario.tunables }));
  if (isFew(Object.keys(scenario.costs ?? {}).length)) {
    part('cost', scenario.costs ?? {}, base.costs ?? {}, () => writePairs({ ...scenario.costs }));
  }
  const [a, b] = scenario.lanes;
  if (a) part('a', plainLane(a), base.lanes[0] && plainLane(base.lanes[0]), () => writeLane(a));
  part('b', b && plainLane(b), base.lanes[1] && plainLane(base.lanes[1]), () => (b ? writeLane(b) : 'none'));
  for (const [i, name] of ['a', 'b'].entries()) {
    const [own, usual] = [scenario.lanes[i], base.lanes[i]];
    part(`c${name}`, own?.cpus, usual?.cpus, () => own?.cpus ?? 'all');
    part(`r${name}`, own?.rules ?? {}, usual?.rules ?? {}, () => writeRules(own?.rules ?? {}));
    part(`l${name}`, own?.layout ?? [], usual?.layout ?? [], () => writeLayout(own?.layout ?? []));
  }
  if (forks.length > 0 && areReadable(forks)) parts.push(['forks', writeForks(forks)]);
  if (notes.length > 0 && areNotesReadable(notes)) parts.push(['notes', writeNotes(notes)]);
  const packed = pack(scenario, forks, notes);
  if (packed) parts.push(['x', packed]);
  return parts;
}

// ---- reading

/** Told of a word that is not understood, where the words beside it still are. */
type Note = (word: string) => void;

const WHOLE = /^\d{1,15}$/;

function integer(text: string): number {
  if (!WHOLE.test(text)) throw new BadPart();
  return Number(text);
}

/** `2ms`, `1500us`, `0.5s`; a bare 0 needs no unit. */
function readTime(text: string): number {
  const [, digits = '', unit] = /^(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|ms|s)?$/.exec(text) ?? [];
  const [, scale] = TIME_UNITS.find(([known]) => known === unit?.replace('µ', 'u')) ?? [];
  if (digits === '' || (scale === undefined && Number(digits) !== 0)) throw new BadPart();
  return Math.round(Number(digits) * (scale ?? 0));
}

function oneOf<T extends string>(text: string, known: readonly T[]): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new BadPart();
  return found;
}

export function readFeatures(text: string): Features {
  const features: Record<string, boolean | string> = { ...PLAIN };
  for (const word of text.split(',')) {
    if (word === '-' || word === '') continue;
    const off = word.startsWith('-');
    const [key = '', choice] = (off ? word.slice(1) : word).split(':');
    if (!Object.hasOwn(PLAIN, key)) throw new BadPart();
    const choices = CHOICES[key];
    if (choices) features[key] = off ? 'off' : oneOf(choice ?? '', choices);
    else if (choice === undefined) features[key] = !off;
    else throw new BadPart();
  }
  return features as unknown as Features;
}

function readLane(text: string): Lane {
  const [first = '-', ...rest] = text.split('@');
  const flips = rest.map((flip): Flip => {
    const comma = flip.indexOf(',');
    if (comma < 0) throw new BadPart();
    return { at_ns: integer(flip.slice(0, comma)), features: readFeatures(flip.slice(comma + 1)) };
  });
  return lane(readFeatures(first), flips);
}

/** What the parts `ca`, `ra` and `la` say of a lane. */
interface LaneParts {
  readonly cpus?: string | undefined;
  readonly rules?: RuleOverrides;
  readonly layout?: readonly LayoutItem[];
}

function lane(features: Features, flips: readonly Flip[], { cpus, rules = {}, layout = [] }: LaneParts = {}): Lane {
  return {
    features,
    ...(flips.length > 0 ? { flips: [...flips] } : {}),
    ...(cpus === undefined ? {} : { cpus }),
    ...(Object.keys(rules).length > 0 ? { rules } : {}),
    ...(layout.length > 0 ? { layout: [...layout] } : {}),
  };
}

function readRules(text: string, note: Note): RuleOverrides {
  if (text === '-') return {};
  const rules: Record<string, boolean | number | string> = {};
  for (const word of text.split(',')) {
    const [key = '', value = ''] = word.split(':');
    const rule = RULES.find((one) => one.key === key);
    if (rule?.values === 'bool' && /^[01]$/.test(value)) rules[key] = value === '1';
    else if (Array.isArray(rule?.values) && rule.values.includes(value)) rules[key] = value;
    else if (rule && typeof rule.values === 'object' && 'min' in rule.values && WHOLE.test(value)) {
      rules[key] = Number(value);
    } else note(word);
  }
  return rules as RuleOverrides;
}

function readLayout(text: string): LayoutItem[] {
  if (text === '-') return [];
  return text.split(',').map((item) => oneOf(item, Object.keys(FIELD_BYTES) as LayoutItem[]));
}

function readWorkload(text: string, note: Note): Workload {
  const [kindText = '', ...words] = text.split(',');
  const kind = oneOf(kindText, Object.keys(WORKLOADS) as WorkloadKind[]);
  const workload = { ...WORKLOADS[kind] } as unknown as Record<string, unknown>;
  for (const word of words) {
    const [name = '', value = ''] = word.split('=');
    const key = Object.hasOwn(WORKLOAD_WORDS[kind], name) ? WORKLOAD_WORDS[kind][name] : undefined;
    const isFlag = key !== undefined && typeof workload[key] === 'boolean';
    if (key === undefined || !(isFlag ? /^[01]?$/ : WHOLE).test(value)) note(word);
    else workload[key] = isFlag ? value !== '0' : Number(value);
  }
  return workload as unknown as Workload;
}

function readPairs(text: string, isKnown: (key: string) => boolean, note: Note): Record<string, number> {
  if (text === '-') return {};
  return Object.fromEntries(
    text.split(',').flatMap((pair): [string, number][] => {
      const [key = '', value = ''] = pair.split(':');
      if (isKnown(key) && WHOLE.test(value)) return [[key, Number(value)]];
      note(pair);
      return [];
    }),
  );
}

const readTunables = (text: string, note: Note): Tunables =>
  readPairs(
    text,
    (key) => TUNABLES.some((known) => known.key === key),
    (pair) => note(`tune=${pair}`),
  );

const readCosts = (text: string, note: Note): Record<string, number> =>
  readPairs(text, isCost, (pair) => note(`cost=${pair}`));

const readFlips = (list: unknown): Flip[] =>
  (list as [number, string][]).map(([at, features]) => ({
    at_ns: integer(String(at)),
    features: readFeatures(String(features)),
  }));

/** The forks of a link; one that is not understood is left out. */
function readForks(text: string, note: Note): Path[] {
  return text.split(';').flatMap((fork) => {
    try {
      return [readLane(fork)];
    } catch {
      note(`forks=${fork}`);
      return [];
    }
  });
}

/** A bare number is no moment, but for 0. */
function readPin(text: string): Pin {
  const [, lane, cpu] = /^([ab])(\d{1,4})$/.exec(text) ?? [];
  if (cpu !== undefined) {
    if (Number(cpu) > MAX_CPU) throw new BadPart();
    return { kind: 'cpu', lane: lane === 'a' ? 0 : 1, cpu: Number(cpu) };
  }
  if (/^\d/.test(text)) return { kind: 'moment', ns: readTime(text) };
  return { kind: 'chart', chart: oneOf(text, CHART_IDS) };
}

/** A text that is too long is cut. */
function readNote(pin: string, text: string): PinnedNote {
  const plain = noteText(text);
  if (plain === '') throw new BadPart();
  return { pin: readPin(pin), text: plain };
}

/** The notes of a link; one that is not understood is left out. */
function readNotes(text: string, note: Note): PinnedNote[] {
  const items = text.match(/(?:\\.|[^;\\])+/gs) ?? [];
  return items.flatMap((item) => {
    const colon = item.indexOf(':');
    try {
      if (colon < 0) throw new BadPart();
      return [readNote(item.slice(0, colon), item.slice(colon + 1).replace(/\\(.)/gs, '$1'))];
    } catch {
      note(`notes=${item}`);
      return [];
    }
  });
}

interface Unpacked {
  readonly costs: Record<string, number>;
  readonly flips: Flip[][];
  readonly forks: Path[];
  readonly notes: PinnedNote[];
}

function unpack(text: string): Unpacked {
  if (flate === null) throw new Error('what packs is not loaded');
  const bytes = flate.inflateSync(base64url.read(text), { out: new Uint8Array(MAX_UNPACKED) });
  const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const { costs = {}, flips = [], forks = [], notes = [] } = json as Partial<Record<keyof Packed, unknown[]>>;
  return {
    costs: readCosts(writePairs(costs as unknown as Record<string, number>), () => {
      throw new BadPart();
    }),
    flips: flips.map(readFlips),
    forks: forks.map((fork) => {
      const [features, ...path] = fork as [string, ...unknown[]];
      return lane(readFeatures(String(features)), readFlips(path));
    }),
    notes: notes.map((one) => {
      const [pin, words] = one as unknown[];
      return readNote(String(pin), String(words));
    }),
  };
}

function split(fragment: string) {
  const parts = new Map<string, string>();
  /** Parts without a value. */
  const bare = new Set<string>();
  let version = LINK_VERSION;
  let stranger: string | null = null;
  for (const piece of fragment.replace(/^#/, '').split('&')) {
    const versioned = /^v(\d{1,6})$/.exec(piece);
    if (versioned && Number(versioned[1]) > 0) version = Number(versioned[1]);
    else if (versioned) stranger ??= piece;
    else if (piece !== '') {
      const equals = piece.indexOf('=');
      const name = equals < 0 ? piece : piece.slice(0, equals);
      if (equals < 0) bare.add(name);
      parts.set(name, equals < 0 ? '1' : unescapeText(piece.slice(equals + 1)));
    }
  }
  return { version, parts, bare, stranger };
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Puts every number into its range and flips into order; returns the first thing it had to change. */
function repair(scenario: Scenario): { scenario: Scenario; problem: Problem | null } {
  const repaired = structuredClone(scenario);
  const single = check(repaired);
  for (const problem of single) clamp(repaired, problem);
  // What fields say together shows once each is in its range.
  const together = check(repaired);
  for (const problem of together) clamp(repaired, problem);
  repaired.lanes = repaired.lanes.map((one) => onPath(one, ordered(one, repaired.limit_ms)));
  return { scenario: repaired, problem: single[0] ?? together[0] ?? null };
}

/** A path with its flips in order and none after the end. */
function ordered({ features, flips = [] }: Path, limitMs: number): Path {
  const inTime = flips.filter((flip) => flip.at_ns <= limitMs * 1e6).sort((x, y) => x.at_ns - y.at_ns);
  return lane(features, inTime.slice(0, rangeOf('lanes[].flips').max));
}

function clamp(scenario: Scenario, { field, value, range }: Problem): void {
  if (/^(lanes\[\d\]\.)?cpus$/.test(field)) {
    const target = field === 'cpus' ? scenario : scenario.lanes[Number(field.charAt('lanes['.length))];
    const { cpus } = readCpuList(value, MACHINES[scenario.machine].cpus);
    if (target && cpus.size > 0) target.cpus = writeCpuList(cpus);
    else delete target?.cpus;
  } else if (/^lanes\[\d\]\.layout$/.test(field)) {
    const lane = scenario.lanes[Number(field.charAt('lanes['.length))];
    if (lane) lane.layout = [...LAYOUTS.mainline];
  } else if (range && /^lanes\[\d\]\.rules\./.test(field)) {
    const rules = scenario.lanes[Number(field.charAt('lanes['.length))]?.rules ?? {};
    Reflect.set(rules, field.split('.')[2] ?? '', Math.min(range.max, Math.max(range.min, Number(value) || 0)));
  } else if (range && !field.startsWith('lanes')) {
    const [head = '', tail] = field.split('.');
    const target = tail === undefined ? scenario : Reflect.get(scenario, head);
    Reflect.set(target as object, tail ?? head, Math.min(range.max, Math.max(range.min, Number(value) || 0)));
  }
}

const SCENARIO_PARTS = 'p machine kernel w seed cpus limit warmup tune cost a b ca cb ra rb la lb forks notes x'.split(
  ' ',
);
const KNOWN_PARTS = [...SCENARIO_PARTS, ...'t theme lang embed autoplay show act step cue'.split(' ')];

/** Reads a fragment (with or without `#`). Never throws. */
export function decode(fragment: string): Decoded {
  const { version, parts: written, bare, stranger: noVersion } = split(fragment);
  let problem: LinkProblem | null = version > LINK_VERSION ? { kind: 'newer', version } : null;
  const note: Note = (part) => {
    problem ??= { kind: 'part', part: part.slice(0, 60) };
  };
  const asWritten = (name: string, text = ''): string => (bare.has(name) ? name : `${name}=${text}`);
  if (noVersion) note(noVersion);
  const parts = upgrade(written, version);

  const read = <T>(name: string, parse: (text: string, note: Note) => T, otherwise: T): T => {
    const text = parts.get(name);
    if (text === undefined) return otherwise;
    try {
      return parse(text, note);
    } catch {
      if (name === 'x') problem ??= { kind: 'cut' };
      else note(asWritten(name, text));
      return otherwise;
    }
  };

  const preset = read('p', (text) => oneOf(text, PRESET_IDS), DEFAULT_PRESET);
  const base = PRESETS[preset];
  const packed = read('x', unpack, { costs: {}, flips: [], forks: [], notes: [] });
  const costs = { ...read('cost', readCosts, { ...base.costs }), ...packed.costs };
  const tunables = read('tune', readTunables, base.tunables ?? {});
  const cpus = read('cpus', readCpus, base.cpus);
  const lanes = [read('a', readLane, base.lanes[0]), read('b', readSecondLane, base.lanes[1])]
    .filter((one) => one !== undefined && one !== null)
    .map(({ features, flips = [] }, i) => {
      const name = i === 0 ? 'a' : 'b';
      const rules = read(`r${name}`, readRules, base.lanes[i]?.rules ?? {});
      const layout = read(`l${name}`, readLayout, base.lanes[i]?.layout ?? []);
      const cpus = read(`c${name}`, readCpus, base.lanes[i]?.cpus);
      return lane(features, packed.flips[i]?.length ? packed.flips[i] : flips, { cpus, rules, layout });
    });

  const { cpus: _, tunables: __, costs: ___, ...plain } = base;
  const wanted: Scenario = {
    ...plain,
    machine: read('machine', (text) => oneOf(text, Object.keys(MACHINES) as MachineId[]), base.machine),
    kernel: read('kernel', (text) => oneOf(text, Object.keys(KERNELS) as KernelId[]), base.kernel),
    workload: read('w', readWorkload, base.workload),
    seed: read('seed', integer, base.seed),
    limit_ms: read('limit', integer, base.limit_ms),
    warmup_ms: read('warmup', integer, base.warmup_ms),
    lanes,
    ...(cpus === undefined ? {} : { cpus }),
    ...(Object.keys(tunables).length > 0 ? { tunables } : {}),
    ...(Object.keys(costs).length > 0 ? { costs } : {}),
  };
  const { scenario, problem: ranged } = repair(wanted);
  if (ranged) problem ??= { kind: 'range', problem: ranged };
  const forks = [...read('forks', readForks, []), ...packed.forks]
    .slice(-MAX_FORKS)
    .map((fork) => ordered(fork, scenario.limit_ms));
  const allNotes = [...read('notes', readNotes, []), ...packed.notes];
  const notes = inBounds(allNotes, scenario, (wrong) => {
    problem ??= { kind: 'range', problem: wrong };
  });
  const own = !SCENARIO_PARTS.some((name) => parts.has(name));
  const startNs = read<number | null>('t', readTime, null);
  // How long the run of a step is stands in the act.
  const lastMs = own && parts.has('act') ? rangeOf('limit_ms').max : scenario.limit_ms;
  if (startNs !== null && startNs > lastMs * 1e6) {
    const range = { min: 0, max: lastMs };
    problem ??= { kind: 'range', problem: { field: 'start_ms', value: String(startNs / 1e6), range } };
  }
  const nearest = (field: 'act' | 'step' | 'cue', min: number, max: number): number | null => {
    const asked = read<number | null>(field, integer, null);
    if (asked === null) return null;
    const there = Math.min(max, Math.max(min, asked));
    if (there !== asked) problem ??= { kind: 'range', problem: { field, value: String(asked), range: { min, max } } };
    return there;
  };
  const act = nearest('act', 1, ACT_NUMBERS.length);
  const step = nearest('step', 1, MOST_STEPS);
  const cue = nearest('cue', 0, notes.length);
  if (act === null && step !== null) note(asWritten('step', parts.get('step')));
  const stranger = [...parts].find(([name]) => !KNOWN_PARTS.includes(name));
  if (stranger) note(asWritten(...stranger));

  const embed = read('embed', readSwitch, false);
  // Who opens the page without saying what for stands at the front door.
  const front: Page | null = /^#?$/.test(fragment) ? 'gallery' : null;
  const show = read<Page | null>('show', (text) => oneOf(text, PAGES), front);
  const view: LinkView = {
    embed,
    autoplay: read('autoplay', readSwitch, false),
    theme: read<Theme | null>('theme', (text) => oneOf(text, THEMES), null),
    lang: read<'en' | 'zh' | null>('lang', (text) => oneOf(text, ['en', 'zh'] as const), null),
    startNs: startNs === null ? null : Math.min(startNs, lastMs * 1e6),
    show: embed && show === 'gallery' ? null : show,
    act: act === null ? null : { act, step: step ?? 1, own },
    // An act is presented as it is, and an embedded page by the one around it.
    cue: embed || act !== null ? null : cue,
  };
  return { preset, scenario, forks, notes, view, problem };
}

/** The first notes, as many as there may be, their moments within the run. */
function inBounds(
  notes: readonly PinnedNote[],
  { limit_ms }: Scenario,
  wrong: (problem: Problem) => void,
): PinnedNote[] {
  if (notes.length > MAX_NOTES) {
    wrong({ field: 'notes', value: String(notes.length), range: { min: 0, max: MAX_NOTES } });
  }
  return notes.slice(0, MAX_NOTES).map((note) => {
    if (note.pin.kind !== 'moment' || note.pin.ns <= limit_ms * 1e6) return note;
    wrong({ field: 'notes[].ns', value: String(note.pin.ns / 1e6), range: { min: 0, max: limit_ms } });
    return { ...note, pin: { kind: 'moment', ns: limit_ms * 1e6 } };
  });
}

const readSwitch = (text: string): boolean => oneOf(text, ['0', '1']) === '1';

function readCpus(text: string): string | undefined {
  if (text === 'all') return undefined;
  if (!/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/.test(text)) throw new BadPart();
  const { cpus } = readCpuList(text, Number.POSITIVE_INFINITY);
  if (cpus.size === 0) throw new BadPart();
  return text;
}

function readSecondLane(text: string): Lane | null {
  return text === 'none' ? null : readLane(text);
}

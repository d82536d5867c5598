/** The parts `cg` and `tasks`: control groups, and settings of kinds of tasks. */
import { GROUP_DEFAULTS, TASK_DEFAULTS } from '../generated/defaults';
import { MAX_NAME } from '../generated/limits';
import type { ControlGroup, Scenario, TaskKind, TaskSetting } from '../generated/types';
import { kindsOf } from '../groups';
import { visible } from '../visible';
import { type Reading, scenarioPart } from './part';
import { oneOf } from './words';

/** The field of each word. */
const GROUP_WORDS = {
  weight: 'weight',
  quota: 'quota_us',
  period: 'period_us',
  idle: 'idle',
  burst: 'burst_us',
  in: 'parent',
  cpus: 'cpus',
} as const;
const TASK_WORDS = { nice: 'nice', slice: 'slice_us', group: 'group', policy: 'policy' } as const;
/** The values of the fields that are no numbers and that a document leaves out where they have the default. */
const VALUES: Readonly<Record<string, Readonly<Record<string, boolean | string>>>> = {
  idle: { '1': true },
  policy: { batch: 'batch', idle: 'idle' },
};

type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ from the defaults; yes is 1. */
const writeWords = (of: Fields, plain: Fields, words: Readonly<Record<string, string>>): string[] =>
  Object.entries(words).flatMap(([word, key]) => {
    const value = of[key];
    if (value === plain[key]) return [];
    // A comma separates the fields.
    const text = typeof value === 'string' ? value.replaceAll(',', '.') : String(Number(value));
    return [`${word}:${text}`];
  });

function readValue(key: string, text: string): number | boolean | string | undefined {
  const values = Object.hasOwn(VALUES, key) ? VALUES[key] : undefined;
  if (values) return Object.hasOwn(values, text) ? values[text] : undefined;
  if (key === 'cpus') return /^[\d.-]+$/.test(text) ? text.replaceAll('.', ',') : undefined;
  return /^-?\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function readWords(texts: readonly string[], words: Readonly<Record<string, string>>, { note }: Reading) {
  const read: Record<string, number | boolean | string> = {};
  for (const text of texts) {
    const [word = '', value = ''] = text.split(':');
    const key = Object.hasOwn(words, word) ? words[word] : undefined;
    const found = key === undefined ? undefined : readValue(key, value);
    if (key === undefined || found === undefined) note(text);
    else read[key] = found;
  }
  return read;
}

/** Escapes the separators in a name, and the name `-`. */
const writeName = (name: string): string => name.replace(/[%,;:]|^-$/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
const readName = (text: string): string =>
  [...visible(text.replace(/%(25|2c|2d|3b|3a)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))))]
    .slice(0, MAX_NAME)
    .join('');

type List = 'groups' | 'tasks';

/** The scenario with a list; an empty list is dropped. */
function withList<K extends List>(scenario: Scenario, key: K, list: NonNullable<Scenario[K]>): Scenario {
  const next = { ...scenario };
  delete next[key];
  return list.length > 0 ? { ...next, [key]: list } : next;
}

/** `web,quota:20000;db,weight:200`; `-`: none; an empty text: one group without a name. */
export const controlGroups = scenarioPart<readonly ControlGroup[]>({
  name: 'cg',
  get: (scenario) => scenario.groups ?? [],
  write: (groups) =>
    groups.length === 0
      ? '-'
      : groups
          .map((group) =>
            [writeName(group.name), ...writeWords({ ...group }, { ...GROUP_DEFAULTS }, GROUP_WORDS)].join(','),
          )
          .join(';'),
  read: (text, reading) =>
    text === '-'
      ? []
      : text.split(';').map((piece) => {
          const [name = '', ...words] = piece.split(',');
          return { ...GROUP_DEFAULTS, name: readName(name), ...readWords(words, GROUP_WORDS, reading) };
        }),
  put: (scenario, groups) => withList(scenario, 'groups', [...groups]),
});

/** `hog,group:1;rival,policy:idle,nice:5`; `-`: none. */
export const taskSettings = scenarioPart<readonly TaskSetting[]>({
  name: 'tasks',
  get: (scenario) => scenario.tasks ?? [],
  write: (tasks) =>
    tasks
      .map((task) => [task.kind, ...writeWords({ ...task }, { ...TASK_DEFAULTS }, TASK_WORDS)].join(','))
      .join(';') || '-',
  read: (text, reading, { scenario }) => {
    // Each kind once.
    let known: readonly TaskKind[] = kindsOf(scenario.workload);
    const read = (piece: string): TaskSetting => {
      const [text = '', ...words] = piece.split(',');
      const kind = oneOf(text, known);
      known = known.filter((one) => one !== kind);
      return { kind, ...TASK_DEFAULTS, ...readWords(words, TASK_WORDS, reading) };
    };
    return text === '-' ? [] : text.split(';').map(read);
  },
  put: (scenario, tasks) => withList(scenario, 'tasks', [...tasks]),
});

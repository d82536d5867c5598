/** The parts of a scenario that both lanes share. */
import { isCost } from '../check';
import { decidedBy, decidesOf } from '../decides';
import { DECIDES } from '../generated/deciding';
import { TUNABLES } from '../generated/tunables';
import type { KernelId, Scenario, Tunables } from '../generated/types';
import { PRESET_IDS, PRESETS } from '../presets';
import { meantCpus, readCpus, writtenCpus } from './cpus';
import { isFew } from './packing';
import { type Part, part, type Reading, scenarioPart } from './part';
import { integer, oneOf, readKernel, readPairs, writePairs } from './words';

/** The scenario with a field; an empty field is dropped. */
function withField<K extends 'cpus' | 'tunables' | 'costs'>(scenario: Scenario, key: K, value: Scenario[K]): Scenario {
  const next = { ...scenario };
  delete next[key];
  const isEmpty = value === undefined || Object.keys(value).length === 0;
  return isEmpty ? next : { ...next, [key]: value };
}

export const preset = part({
  name: 'p',
  get: (content) => content.preset,
  write: (id) => id,
  read: (text) => oneOf(text, PRESET_IDS),
  put: (content, id) => ({ ...content, preset: id, scenario: PRESETS[id] }),
});

export const kernel = scenarioPart<KernelId>({
  name: 'kernel',
  get: (scenario) => scenario.kernel,
  write: (id) => id,
  read: (text, reading, { scenario }) => readKernel('kernel', text, reading, scenario.kernel),
  put: (scenario, id) => ({ ...scenario, kernel: id }),
});

const whole = (name: string, key: 'seed' | 'limit_ms' | 'warmup_ms'): Part =>
  scenarioPart({
    name,
    get: (scenario) => scenario[key],
    write: String,
    read: integer,
    put: (scenario, value) => ({ ...scenario, [key]: value }),
  });

export const seed = whole('seed', 'seed');
export const limit = whole('limit', 'limit_ms');
export const warmup = whole('warmup', 'warmup_ms');

export const cpus = scenarioPart({
  name: 'cpus',
  get: (scenario) => writtenCpus(scenario.cpus),
  write: String,
  read: readCpus,
  put: (scenario, text) => withField(scenario, 'cpus', meantCpus(text)),
});

export const readTunables = (name: string, text: string, { note }: Reading): Tunables =>
  readPairs(
    text,
    (key) => TUNABLES.some((known) => known.key === key),
    (pair) => note(`${name}=${pair}`),
  );

export const tunables = scenarioPart({
  name: 'tune',
  get: (scenario) => scenario.tunables ?? {},
  write: (values) => writePairs({ ...values }),
  read: (text, reading) => readTunables('tune', text, reading),
  put: (scenario, values) => withField(scenario, 'tunables', values),
});

export const withCosts = (scenario: Scenario, values: Readonly<Record<string, number>>): Scenario =>
  withField(scenario, 'costs', { ...values });

/** Many costs are packed. */
export const costs = scenarioPart({
  name: 'cost',
  get: (scenario) => scenario.costs ?? {},
  isReadable: (values) => isFew(Object.keys(values).length),
  write: (values) => writePairs({ ...values }),
  read: (text, { note }) => readPairs(text, isCost, (pair) => note(`cost=${pair}`)),
  put: withCosts,
});

export const decides = scenarioPart({
  name: 'decides',
  get: decidesOf,
  write: String,
  read: (text, { choice }, { scenario }) => {
    const known = DECIDES.find((word) => word === text);
    if (known === undefined) choice(`decides=${text}`, DECIDES);
    return known ?? decidesOf(scenario);
  },
  put: decidedBy,
});

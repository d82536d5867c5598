/** The part `w`: a workload and its numbers, with the flags of its command line. */
import { sameDocument, WORKLOADS, type WorkloadKind } from '../catalog';
import { rangeOf } from '../check';
import type { RtTask, Workload } from '../generated/types';
import { WORKLOAD_FLAGS } from '../generated/workloads';
import { withWorkload } from '../groups';
import { visible } from '../visible';
import { canPack, pack, unpack } from './packing';
import { BadPart, type Reading, scenarioPart } from './part';
import { oneOf, WHOLE } from './words';

/** The pattern of the number of a field. */
const patternOf = (key: string): RegExp => ((rangeOf(`workload.${key}`)?.min ?? 0) < 0 ? /^-?\d{1,9}$/ : WHOLE);

function write(workload: Workload): string {
  const plain = WORKLOADS[workload.kind] as unknown as Record<string, unknown>;
  const words = Object.entries(WORKLOAD_FLAGS[workload.kind]).flatMap(([word, key], i) => {
    const value = (workload as unknown as Record<string, unknown>)[key];
    // Before the compressor is loaded, no document has tasks.
    if (Array.isArray(value)) return !canPack() || sameDocument(value, plain[key]) ? [] : [`${word}=${pack(value)}`];
    if (typeof value === 'boolean') return value ? [word] : [];
    if (typeof value === 'string') return value === '' ? [] : [`${word}=${encodeURIComponent(value)}`];
    return i === 0 || value !== plain[key] ? [`${word}=${value}`] : [];
  });
  return [workload.kind, ...words].join(',');
}

/** The tasks of `rt-app`, with their form checked. */
function unpackedTasks(text: string): readonly RtTask[] {
  const tasks = unpack(text) as readonly RtTask[];
  // A document may leave the name and the CPUs out.
  const isTask = ({ name = '', instances, phases, cpus = '' }: Partial<RtTask>) =>
    typeof name === 'string' && Number.isInteger(instances) && Array.isArray(phases) && typeof cpus === 'string';
  if (!tasks.every(isTask)) throw new BadPart();
  return tasks.map((task) => ('name' in task ? { ...task, name: visible(task.name) } : task));
}

/** A text of a link. */
function textOf(value: string): string {
  try {
    return visible(decodeURIComponent(value));
  } catch {
    throw new BadPart();
  }
}

function read(text: string, { note }: Reading): Workload {
  const [kindText = '', ...words] = text.split(',');
  const kind = oneOf(kindText, Object.keys(WORKLOADS) as WorkloadKind[]);
  const workload = { ...WORKLOADS[kind] } as unknown as Record<string, unknown>;
  for (const word of words) {
    const [name = '', value = ''] = word.split('=');
    const key = Object.hasOwn(WORKLOAD_FLAGS[kind], name) ? WORKLOAD_FLAGS[kind][name] : undefined;
    if (key === 'tasks') {
      workload[key] = unpackedTasks(value);
      continue;
    }
    if (key !== undefined && typeof workload[key] === 'string') {
      workload[key] = textOf(value);
      continue;
    }
    const isFlag = key !== undefined && typeof workload[key] === 'boolean';
    if (key === undefined || !(isFlag ? /^[01]?$/ : patternOf(key)).test(value)) note(word);
    else workload[key] = isFlag ? value !== '0' : Number(value);
  }
  // Without the hash of its file no replay can be found.
  if (kind === 'replay' && !/^[0-9a-f]{16}$/.test(String(workload.hash))) throw new BadPart();
  return workload as unknown as Workload;
}

export const workload = scenarioPart({
  name: 'w',
  get: (scenario) => scenario.workload,
  write,
  read,
  put: (scenario, value) => withWorkload(scenario, value),
});

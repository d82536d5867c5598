/** The nearest good content: numbers in their ranges, flips and notes within the run. */

import { check, type Problem, rangeOf } from '../check';
import { readCpuList, writeCpuList } from '../cpuList';
import { onPath, type Path } from '../forks';
import { LAYOUTS } from '../generated/layouts';
import type { Scenario } from '../generated/types';
import { cpuNumbersOf } from '../machines';
import { MAX_NOTES, type Note } from '../notes';
import type { Content } from './content';
import { pathOf } from './paths';

/** Reports each repair to `wrong`. */
export function repaired(content: Content, wrong: (problem: Problem) => void): Content {
  const scenario = inRange(content.scenario, wrong);
  return {
    ...content,
    scenario,
    forks: content.forks.map((fork) => inOrder(fork, scenario.limit_ms)),
    notes: withinRun(content.notes, scenario, wrong),
  };
}

function inRange(scenario: Scenario, wrong: (problem: Problem) => void): Scenario {
  const better = structuredClone(scenario);
  // Contradictions between fields show after each field is in its range.
  for (let round = 0; round < 2; round++) {
    for (const problem of check(better)) {
      wrong(problem);
      clamp(better, problem);
    }
  }
  better.lanes = better.lanes.map((lane) => onPath(lane, inOrder(lane, better.limit_ms)));
  return better;
}

/** The path with its flips in order, without flips after the end. */
function inOrder({ features, flips = [] }: Path, limitMs: number): Path {
  const inTime = flips.filter((flip) => flip.at_ns <= limitMs * 1e6).sort((x, y) => x.at_ns - y.at_ns);
  return pathOf({ features, flips: inTime.slice(0, rangeOf('lanes[].flips').max) });
}

const keysOf = (field: string): string[] => field.replace(/\[(\d+)\]/g, '.$1').split('.');

/** Undefined: the entry of a list that was shortened before. */
const atPath = (scenario: Scenario, keys: readonly string[]): object | undefined =>
  keys.reduce<object | undefined>((at, key) => at && Reflect.get(at, key), scenario);

function clamp(scenario: Scenario, { field, value, range }: Problem): void {
  if (/(^|\.)cpus$/.test(field)) {
    const target = atPath(scenario, keysOf(field).slice(0, -1)) as { cpus?: string } | undefined;
    const numbers = cpuNumbersOf(scenario.machine);
    const { cpus } = readCpuList(value, 1 + (numbers.at(-1) ?? 0));
    const present = numbers.filter((cpu) => cpus.has(cpu));
    if (target && present.length > 0) target.cpus = writeCpuList(present);
    else delete target?.cpus;
  } else if (/^lanes\[\d\]\.layout$/.test(field)) {
    const lane = scenario.lanes[Number(field.charAt('lanes['.length))];
    if (lane) lane.layout = [...LAYOUTS.mainline];
  } else if (range && !field.includes('[]')) {
    const keys = keysOf(field);
    const last = keys.pop() ?? '';
    const target = atPath(scenario, keys);
    const old = target && Reflect.get(target, last);
    if (Array.isArray(old)) old.splice(range.max);
    else if (target) Reflect.set(target, last, Math.min(range.max, Math.max(range.min, Number(value) || 0)));
  }
}

/** The first notes up to the limit, with moments within the run. */
function withinRun(notes: readonly Note[], { limit_ms }: Scenario, wrong: (problem: Problem) => void): Note[] {
  if (notes.length > MAX_NOTES) {
    wrong({ field: 'notes', value: String(notes.length), range: { min: 0, max: MAX_NOTES } });
  }
  return notes.slice(0, MAX_NOTES).map((note) => {
    if (note.pin.kind !== 'moment' || note.pin.ns <= limit_ms * 1e6) return note;
    wrong({ field: 'notes[].ns', value: String(note.pin.ns / 1e6), range: { min: 0, max: limit_ms } });
    return { ...note, pin: { kind: 'moment', ns: limit_ms * 1e6 } };
  });
}

/** Opens the experiment of a recording: it is lane A, beside a simulation on the same machine. */
import { keepFile } from '../../engine/recording/files';
import type { FoundRecording } from '../../engine/recording/read';
import { NO_AUTHOR } from '../../scenario/author';
import type { OwnMachine, Scenario } from '../../scenario/generated/types';
import { namedKernel } from '../../scenario/kernelNames';
import { fileName } from '../../scenario/link/recording';
import { PRESETS } from '../../scenario/presets';
import { recover } from '../../state/run';
import { openScenario } from '../../state/scenario';
import { look } from '../../state/view';

interface Shown {
  readonly file: File;
  readonly found: FoundRecording;
  readonly machine: OwnMachine;
  /** The window in the clock of the recording (ns). */
  readonly fromNs: number;
  readonly lengthNs: number;
}

/** The longest and the shortest run of a document (ms). */
const MOST_MS = 60_000;

/** The document of a recording. Lane B simulates the work of an experiment that fits every machine. */
export function documentOf({ file, found, machine, fromNs, lengthNs }: Shown): Scenario {
  const { cpus: _, ...base } = PRESETS.steal;
  const kernel = found.release === null ? null : namedKernel(found.release);
  const [lane] = base.lanes;
  if (!lane) return base;
  return {
    ...base,
    machine,
    kernel: kernel?.kernel ?? base.kernel,
    recording: { name: fileName(file.name), hash: found.hash, from_ns: fromNs, until_ns: fromNs + lengthNs },
    limit_ms: Math.min(MOST_MS, Math.max(base.limit_ms, Math.ceil(lengthNs / 1e6))),
    warmup_ms: 0,
    lanes: [{ features: lane.features }, { features: lane.features }],
  };
}

export async function showRecording(shown: Shown): Promise<void> {
  await keepFile(shown.found.hash, shown.file);
  look({ dialog: null, dropped: null, startNs: 0, show: null, selection: null, explained: null });
  openScenario('steal', documentOf(shown), 'step', { author: { ...NO_AUTHOR, title: fileName(shown.file.name) } });
}

/** The file has come: the lanes are loaded again. */
export const loadAnew = (): Promise<void> => recover();

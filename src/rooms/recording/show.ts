/** Opens the experiment of a recording: it is lane A, beside a simulation on the same machine. */
import { keepFile, keptFile } from '../../engine/recording/files';
import type { FoundRecording } from '../../engine/recording/read';
import { hashOf, type WantedReplay } from '../../engine/recording/replay';
import { NO_AUTHOR } from '../../scenario/author';
import type { OwnMachine, RecordingRef, Scenario } from '../../scenario/generated/types';
import { namedKernel } from '../../scenario/kernelNames';
import { fileName } from '../../scenario/link/recording';
import { PRESETS } from '../../scenario/presets';
import { newReplay, replayIn } from '../../state/replays';
import { recover, runStore } from '../../state/run';
import { edit, openScenario, scenarioStore } from '../../state/scenario';
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

/** The recording of a window of a file. */
export const recordingOf = ({ file, found, fromNs, lengthNs }: Omit<Shown, 'machine'>): RecordingRef => ({
  name: fileName(file.name),
  hash: found.hash,
  from_ns: fromNs,
  until_ns: fromNs + lengthNs,
});

/** The document of a recording. Lane B simulates the work of an experiment that fits every machine. */
export function documentOf(shown: Shown): Scenario {
  const { found, machine, lengthNs } = shown;
  const { cpus: _, ...base } = PRESETS.steal;
  const kernel = found.release === null ? null : namedKernel(found.release);
  const [lane] = base.lanes;
  if (!lane) return base;
  return {
    ...base,
    machine,
    kernel: kernel?.kernel ?? base.kernel,
    recording: recordingOf(shown),
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

/** Makes the replay of a recording, and shows it beside the recording. Rejects with a sentence. */
export async function replayInLaneB(wanted: WantedReplay, signal: AbortSignal): Promise<void> {
  const { recording, machine } = wanted;
  const { scenario } = await newReplay(wanted, signal);
  look({ dialog: null, dropped: null, startNs: 0, show: null, selection: null, explained: null });
  // How well it repeats the recording is seen first.
  look({ panel: 'why', drawer: true });
  const document = { ...scenario, machine, recording, warmup_ms: 0 };
  openScenario('steal', document, 'step', { author: { ...NO_AUTHOR, title: recording.name } });
}

/** Both lanes run the replay, and lane B may be changed. */
export function compareReplays(): void {
  look({ selection: null, explained: null, editing: true });
  edit(({ recording: _, ...document }) => document);
}

/** The document that waits for a file, or else the one that is shown. */
export const wantedDocument = (): Scenario => (runStore.getState().awaits ?? scenarioStore.getState()).document;

/** Makes the missing replay of the document from its recording; false: it is another one. Rejects with a sentence. */
export async function remade(file: Blob, signal: AbortSignal): Promise<boolean> {
  const { recording, machine, workload } = wantedDocument();
  if (!recording || workload.kind !== 'replay' || (await keptFile(workload.hash))) return true;
  const { hash } = await newReplay({ file, recording, machine, open: workload.open }, signal);
  return hash === workload.hash;
}

/** Takes the replay file of the document; false: it is another file. */
export async function takeReplay(file: Blob): Promise<boolean> {
  const hash = hashOf(new Uint8Array(await file.arrayBuffer()));
  if (hash !== replayIn(wantedDocument())) return false;
  await keepFile(hash, file);
  look({ dialog: null, dropped: null });
  return true;
}

/** The file has come: the lanes are loaded again, or the document that waited for it is opened. */
export async function loadAnew(): Promise<void> {
  const { awaits } = runStore.getState();
  if (!awaits) return await recover();
  const { preset, document, forks, notes, author, locked } = awaits;
  openScenario(preset, document, 'step', { forks, notes, author, locked });
}

/**
 * Keeps the engines with the document. Three states meet here: the wanted one (the document in `scenarioStore` and the moment a
 * person asked for), the requested one (what the engines will have when they have done all that was requested), and the loaded
 * one (what they have answered: `Conductor.loaded`). Whatever changes the document changes the store and nothing else.
 */
import type { Conductor } from '../engine/lanes/conductor';
import { sameDocument } from '../scenario/catalog';
import { differsInFlips } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import { differsInLayout } from '../scenario/placed';
import { PRESETS } from '../scenario/presets';
import { type ScenarioState, scenarioStore } from './scenario';

/** What two documents differ in, as far as it matters to a run: in an order of fields also where flips differ, too. */
export type Difference = 'nothing' | 'flips' | 'layout' | 'experiment';

export function differenceOf(requested: Scenario | null, wanted: Scenario): Difference {
  if (!requested) return 'experiment';
  if (sameDocument(requested, wanted)) return 'nothing';
  if (differsInFlips(requested, wanted)) return 'flips';
  return differsInLayout(requested, wanted) ? 'layout' : 'experiment';
}

type Engines = Pick<Conductor, 'load' | 'flip' | 'loaded' | 'loading' | 'headedNs'>;

const wanted = (): Scenario => scenarioStore.getState().document;

export class Reconciler {
  readonly #engines: Engines;
  readonly #startNs: () => number;
  #requested: Scenario | null = null;
  #lastLoad: Promise<void> = Promise.resolve();
  /** What a refused document goes back to: the last that the simulator accepted, with its branches and notes. */
  #lastAccepted: Omit<ScenarioState, 'gesture'> | null = null;

  /** `startNs`: the moment a new experiment opens at. */
  constructor(engines: Engines, startNs: () => number) {
    this.#engines = engines;
    this.#startNs = startNs;
  }

  /** To be called when the document may have changed. */
  reconcile(): void {
    const { loaded, loading, headedNs } = this.#engines;
    switch (differenceOf(this.#requested, wanted())) {
      case 'nothing':
        break;
      case 'flips':
        // After a fault the whole path is run again.
        if (loaded || loading) void this.#flip();
        else void this.load(headedNs);
        break;
      case 'layout':
        // Counts of lines under two orders could not be added up: the path is run again up to the present moment.
        void this.load(headedNs);
        break;
      case 'experiment':
        void this.load(this.#startNs());
    }
    this.#accept();
  }

  /** Runs the document from the beginning up to a moment (ns), also where the engines have it. */
  load(ns: number): Promise<void> {
    this.#requested = wanted();
    this.#lastLoad = this.#engines.load(wanted, ns);
    return this.#lastLoad;
  }

  /** Resolves when the load that was requested last has come to its end. */
  get lastLoad(): Promise<void> {
    return this.#lastLoad;
  }

  async #flip(): Promise<void> {
    this.#requested = wanted();
    let sent = this.#requested;
    const flipped = await this.#engines.flip(() => {
      sent = wanted();
      return sent;
    });
    // What was changed meanwhile has been requested by itself.
    if (!flipped || sent !== wanted()) return;
    this.#requested = flipped;
    if (sameDocument(flipped, sent)) this.#accept();
    else scenarioStore.setState({ document: flipped, gesture: 'drag' });
  }

  /** To be called when a document is loaded. Returns whether it is the wanted one. */
  accepted(scenario: Scenario): boolean {
    const now = scenarioStore.getState();
    const isWanted = sameDocument(scenario, now.document);
    if (isWanted) this.#lastAccepted = now;
    return isWanted;
  }

  /** To be called when a document is refused: it goes back to the last accepted. Returns whether it was the wanted one. */
  refused(scenario: Scenario): boolean {
    const { document, preset, gesture } = scenarioStore.getState();
    if (!sameDocument(document, scenario)) return false;
    const good = this.#lastAccepted ?? { preset, document: PRESETS[preset], forks: [], notes: [] };
    this.#requested = this.#engines.loaded;
    // A refused link stays in the address bar.
    if (good.document !== document)
      scenarioStore.setState({ ...good, gesture: gesture === 'history' ? gesture : 'drag' });
    return true;
  }

  /** Branches and notes that come to a loaded document are accepted with it. */
  #accept(): void {
    const { loaded } = this.#engines;
    if (loaded) this.accepted(loaded);
  }
}

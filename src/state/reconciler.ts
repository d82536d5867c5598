/**
 * Makes the engines follow the document. It compares the wanted document (`scenarioStore`) with the requested one, which the
 * engines will have after their last task. `Conductor.loaded` is the document they have now. All other code changes the store
 * and does not talk to the engines.
 */

import type { Conductor } from '../engine/lanes/conductor';
import { decidedBy, decidesOf, sameRun } from '../scenario/decides';
import { differsInFlips } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import { differsInLayout } from '../scenario/placed';
import { withoutPolicies } from '../scenario/policies';
import { PRESETS } from '../scenario/presets';
import { NO_EXTRAS, type ScenarioState, scenarioStore } from './scenario';

/**
 * How two documents differ, as far as it matters to a run. `inside`: what schedules a lane, the order of fields, and
 * perhaps flips.
 */
export type Difference = 'nothing' | 'flips' | 'inside' | 'experiment';

export function differenceOf(requested: Scenario | null, wanted: Scenario): Difference {
  if (!requested) return 'experiment';
  if (sameRun(requested, wanted)) return 'nothing';
  if (differsInFlips(requested, wanted)) return 'flips';
  return differsInLayout(withoutPolicies(requested), withoutPolicies(wanted)) ? 'inside' : 'experiment';
}

type Engines = Pick<Conductor, 'load' | 'flip' | 'loaded' | 'loading' | 'headedNs'>;

const wanted = (): Scenario => scenarioStore.getState().document;

export class Reconciler {
  readonly #engines: Engines;
  readonly #startNs: () => number;
  #requested: Scenario | null = null;
  #lastLoad: Promise<void> = Promise.resolve();
  /** The last document that the simulator accepted, with its branches and notes. A refused document goes back to it. */
  #lastAccepted: Omit<ScenarioState, 'gesture'> | null = null;

  /** `startNs` returns the moment a new experiment opens at. */
  constructor(engines: Engines, startNs: () => number) {
    this.#engines = engines;
    this.#startNs = startNs;
  }

  /** Call this when the document may have changed. */
  reconcile(): void {
    const { loaded, loading, headedNs } = this.#engines;
    switch (differenceOf(this.#requested, wanted())) {
      case 'nothing':
        break;
      case 'flips':
        // After a fault the path runs from its beginning.
        if (loaded || loading) void this.#flip();
        else void this.load(headedNs);
        break;
      case 'inside':
        // Counts of cache lines under two layouts cannot be added, nor what two schedulers did: the path runs from its
        // beginning to the present moment.
        void this.load(headedNs);
        break;
      case 'experiment':
        void this.load(this.#startNs());
    }
    this.#accept();
  }

  /** Runs the document from its beginning to a moment (ns), even if the engines have it. */
  load(ns: number): Promise<void> {
    this.#requested = wanted();
    this.#lastLoad = this.#engines.load(wanted, ns);
    return this.#lastLoad;
  }

  /** Resolves when the last requested load has ended. */
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
    // A later change of the document has its own request.
    if (!flipped || sent !== wanted()) return;
    this.#requested = flipped;
    if (sameRun(flipped, sent)) this.#accept();
    else scenarioStore.setState({ document: decidedBy(flipped, decidesOf(sent)), gesture: 'drag' });
  }

  /** Call this when a document is loaded. Returns whether it is the wanted one. */
  accepted(scenario: Scenario): boolean {
    const now = scenarioStore.getState();
    const isWanted = sameRun(scenario, now.document);
    if (isWanted) this.#lastAccepted = now;
    return isWanted;
  }

  /** Call this when a document is refused. If it is the wanted one, the store goes back to the last accepted. Returns that. */
  refused(scenario: Scenario): boolean {
    const { document, preset, gesture } = scenarioStore.getState();
    if (!sameRun(document, scenario)) return false;
    const good = this.#lastAccepted ?? { preset, document: PRESETS[preset], ...NO_EXTRAS };
    this.#requested = this.#engines.loaded;
    // A refused link stays in the address bar.
    if (good.document !== document)
      scenarioStore.setState({ ...good, gesture: gesture === 'history' ? gesture : 'drag' });
    return true;
  }

  /** Branches and notes of a loaded document are accepted with it. */
  #accept(): void {
    const { loaded } = this.#engines;
    if (loaded) this.accepted(loaded);
  }
}

/** What is known of replays that were made in this browser, by the hash of their file. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { keptReplay, makeReplay, type Replayed, type WantedReplay } from '../engine/recording/replay';
import type { Scenario } from '../scenario/generated/types';

const replayStore = createStore<Readonly<Record<string, Replayed | null>>>(() => ({}));

/** Makes a replay. Rejects with a sentence. */
export async function newReplay(wanted: WantedReplay, signal: AbortSignal): Promise<Replayed> {
  const made = await makeReplay(wanted, signal);
  replayStore.setState({ [made.hash]: made });
  return made;
}

/** The hash of the replay that a document runs; null: it runs none. */
export const replayIn = ({ workload }: Scenario): string | null => (workload.kind === 'replay' ? workload.hash : null);

/** What is known of a replay; null: it was not made here; undefined: not known yet. */
export function useReplay(hash: string | null): Replayed | null | undefined {
  const known = useStore(replayStore, (all) => (hash === null ? null : all[hash]));
  useEffect(() => {
    if (hash === null || known !== undefined) return;
    void keptReplay(hash).then((kept) => replayStore.setState((all) => ({ [hash]: all[hash] ?? kept })));
  }, [hash, known]);
  return known;
}

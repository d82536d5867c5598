/**
 * The other lane's decision about the same task or CPU up to that moment, with a button to its steps: two lenses would
 * hide both lanes.
 */
import { useEffect, useState } from 'react';
import { headAt, movesOf, stepsOf } from '../../engine/wire/records';
import { newidleGateNs } from '../../scenario/gates';
import { openLens } from '../../state/decision';
import { ask } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { LANE_KEYS } from '../../state/view';
import { catalogue } from '../../words';
import { moment } from '../../words/format';
import { because } from '../../words/sentences';
import { useT } from '../../words/steps';
import type { otherEn } from './other.en';
import type { Decision } from './useDecision';
import './other.css';

/** They come with it: the first load is without them. */
const { useT: useOtherWords } = await catalogue<keyof typeof otherEn>({
  en: async () => (await import('./other.en')).otherEn,
  zh: async () => (await import('./other.zh')).otherZh,
});

/** The pair of decisions, by lane: a button leads from the second back to the first. */
let pair: readonly (Uint32Array | null)[] = [];

const isSame = (a: Uint32Array, b: Uint32Array | null | undefined): boolean =>
  a.length === b?.length && a.every((word, i) => word === b[i]);

async function foundIn(other: number, { lens, head }: Decision): Promise<Uint32Array | null> {
  if (isSame(lens.record, pair[1 - other])) return pair[other] ?? null;
  const task = head.task ?? movesOf(head)[0]?.task ?? null;
  const { ns } = head;
  const found = await ask(other, 'decision', task === null ? { cpu: head.cpu, ns } : { task, ns });
  return found?.record ?? null;
}

export function Other({ decision }: { readonly decision: Decision }) {
  const t = useT();
  const word = useOtherWords();
  const document = useScenario((scenario) => scenario.document);
  const { lens } = decision;
  const { record } = lens;
  const other = 1 - LANE_KEYS.indexOf(lens.lane);
  const key = LANE_KEYS[other];
  const isThere = document.lanes[other] !== undefined;
  const [found, setFound] = useState<Uint32Array | null | undefined>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: while a decision is open, only its step changes.
  useEffect(() => {
    if (!isThere) return;
    let wanted = true;
    void foundIn(other, decision).then((one) => {
      if (!wanted) return;
      pair = other === 1 ? [record, one] : [one, record];
      setFound(one);
    });
    return () => {
      wanted = false;
    };
  }, [record, other, isThere]);
  if (!isThere || !key || found === undefined) return null;
  const lane = key.toUpperCase();
  const head = found && headAt(found, 0, found.length, 0);
  if (!head) return <p className="decision-other">{word('none', { lane })}</p>;
  const reason = because(head, stepsOf(head), newidleGateNs(document, other));
  return (
    <p className="decision-other">
      {word('decided', { lane, time: moment(head.ns), why: t(reason.key, reason.params) })}{' '}
      <button type="button" className="button" onClick={() => found && void openLens(key, found)}>
        {word('steps', { lane })}
      </button>
    </p>
  );
}

/** States why the difference between the lanes cannot have an effect here, and offers a switch that can. */
import { useMemo } from 'react';
import type { Needs } from '../../scenario/generated/mechanisms';
import { type NoEffect as Found, noEffect } from '../../scenario/noEffect';
import { useScenario } from '../../state/scenario';
import { setFeatures } from '../../state/switching';
import { catalogue, type MessageKey, type Params, useT } from '../../words';
import type { noEffectEn } from './noEffect.en';
import './no-effect.css';

type Key = keyof typeof noEffectEn;
const { useT: useNoEffectWords } = await catalogue<Key>({
  en: async () => (await import('./noEffect.en')).noEffectEn,
  zh: async () => (await import('./noEffect.zh')).noEffectZh,
});

/** Null: the difference between the lanes can have an effect. */
export function useNoEffect(): Found | null {
  const document = useScenario((state) => state.document);
  return useMemo(() => noEffect(document), [document]);
}

function whyOf(lacks: Needs): { readonly key: Key; readonly params?: Params } {
  switch (lacks[0]) {
    case 'nodes':
      return { key: 'why.nodes', params: { n: lacks[1] } };
    case 'rule':
      return { key: lacks[1] === 'sched_cluster_active' ? 'why.sched_cluster_active' : 'why.rule' };
    case 'clusters':
    case 'nodesWithin':
    case 'oneThread':
    case 'scheduler':
    case 'workload':
    case 'someGroup':
      return { key: `why.${lacks[0]}` };
    default:
      return { key: 'why.switch' };
  }
}

interface NoEffectProps {
  readonly found: Found;
  /** In place of the verdict: the large text comes first. */
  readonly headed?: boolean;
}

export function NoEffect({ found: { keys, lacks, offer }, headed = false }: NoEffectProps) {
  const t = useT();
  const word = useNoEffectWords();
  const { key, params } = whyOf(lacks);
  const list = keys.map((one) => t(`mechanism.${one}`)).join(t('lane.list'));
  const what = offer && [t(`mechanism.${offer.key}`), wordOf(offer.value)].filter(Boolean).join(' ');

  /** On needs no word, and off takes one. */
  function wordOf(value: boolean | string): string {
    if (value === true || value === 'on') return '';
    return t(value === false ? 'choice.off' : (`choice.${value}` as MessageKey));
  }

  return (
    <div className="no-effect" role="status" data-headed={headed || undefined}>
      {headed && <p className="no-effect-head">{word('head')}</p>}
      <p className="no-effect-why">{word('about', { list, why: word(key, params) })}</p>
      {offer && (
        <button type="button" className="button" onClick={() => setFeatures(1, { [offer.key]: offer.value })}>
          {word('try', { what: what ?? '' })}
        </button>
      )}
    </div>
  );
}

/** What the page says about a chart that is taken away: what was run, and how its model was changed. */
import { type ReactNode, useMemo } from 'react';
import { language, t, useT } from '../i18n';
import { type Constant, constants, isChanged, type RuleChange, ruleChanges } from '../scenario/constants';
import { isChanged as isAnother } from '../scenario/presets';
import { scenarioStore, useScenario } from '../state/scenario';
import { look } from '../state/view';
import { count } from '../ui/format';
import { machineName } from '../ui/machines';
import { TakeawayContext, type TakeawaySource } from '../ui/Takeaway';
import { linkTo } from './address';
import { laneWords } from './laneWords';

/** The experiment in a line. */
function sourceLine(): string {
  const { preset, document } = scenarioStore.getState();
  const name = t(`preset.${preset}`);
  const { machine, kernel, seed, lanes } = document;
  return [
    isAnother(preset, document) ? t('preset.changed', { name }) : name,
    machineName(machine),
    kernel,
    `${t('field.seed')} ${seed}`,
    ...lanes.map((lane, i) => `${i === 0 ? 'A' : 'B'}: ${laneWords(lane, document)}`),
  ].join(' · ');
}

const inWords = ({ key, value, unit, own }: Constant): string =>
  t('constants.change', { key, value: count(value), unit, own: count(own) });

const ruleInWords = ({ lane, rule, value, own }: RuleChange): string =>
  t('constants.rule', { lane: lane === 0 ? 'A' : 'B', key: rule.key, value: String(value), own: String(own) });

/** Everything within can be taken away. */
export function Takeaways({ children }: { children: ReactNode }) {
  return <TakeawayContext value={useSource()}>{children}</TakeawayContext>;
}

function useSource(): TakeawaySource {
  useT();
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const lang = language();
  return useMemo(() => {
    const changed = [
      ...constants(document, preset).filter(isChanged).map(inWords),
      ...ruleChanges(document, preset).map(ruleInWords),
    ];
    const mark =
      changed.length === 1 ? t('constants.one', undefined, lang) : t('constants.some', { count: changed.length }, lang);
    return {
      link: () => linkTo(),
      source: sourceLine,
      changes: changed.length === 0 ? null : { mark, all: `${mark}: ${changed.join(', ')}` },
      openModel: () => look({ dialog: 'model' }),
    };
  }, [document, preset, lang]);
}

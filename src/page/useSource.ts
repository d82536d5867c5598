/** The caption of an export: the scenario, and the changed constants of the model. */
import { useEffect, useMemo, useState } from 'react';
import { type Author, NO_AUTHOR } from '../scenario/author';
import { kernelsOf, sameDocument } from '../scenario/catalog';
import type { Constant } from '../scenario/constants';
import type { Scenario } from '../scenario/generated/types';
import { PRESETS, type PresetId } from '../scenario/presets';
import { type RuleChange, ruleChanges } from '../scenario/rules';
import { look } from '../state/view';
import type { TakeawaySource } from '../ui/Takeaway';
import { language, t, useT } from '../words';
import { count, letter } from '../words/format';
import { laneWords } from '../words/laneWords';
import { machineName } from '../words/machines';
import { wholeTitle } from './title';

/** The experiment in one line. */
function sourceLine(document: Scenario, preset: PresetId, author: Author): string {
  const { machine, seed, lanes } = document;
  return [
    wholeTitle({ author, preset, document }),
    machineName(machine),
    kernelsOf(document),
    `${t('field.seed')} ${seed}`,
    ...lanes.map((lane, i) => t('said.of', { of: letter(i), said: laneWords(lane, document) })),
  ].join(' · ');
}

const inWords = ({ key, value, unit, own }: Constant, unitWord: (unit: string) => string): string =>
  t('constants.change', { key, value: count(value), unit: unitWord(unit), own: count(own) });

const valueInWords = (value: boolean | number | string): string =>
  typeof value === 'boolean' ? t(value ? 'choice.on' : 'choice.off') : String(value);

const ruleInWords = ({ lane, rule, value, own }: RuleChange): string =>
  t('constants.rule', {
    lane: letter(lane),
    key: rule.key,
    value: valueInWords(value),
    own: valueInWords(own),
  });

/**
 * Names each constant that differs from the experiment's. The list of constants with their evidence and units is loaded
 * only if one may differ.
 */
function useChanged(document: Scenario, preset: PresetId): readonly (() => string)[] {
  const [changed, setChanged] = useState<readonly (() => string)[]>([]);
  useEffect(() => {
    if (sameDocument(modelOf(document), modelOf(PRESETS[preset]))) {
      setChanged([]);
      return;
    }
    let wanted = true;
    const both = [import('../scenario/constants'), import('../words/units')] as const;
    void Promise.all(both)
      .then(([{ constants, isChanged }, { unitWord }]) => {
        const sayings = constants(document, preset).filter(isChanged);
        if (wanted) setChanged(sayings.map((one) => () => inWords(one, unitWord)));
      })
      .catch(() => {});
    return () => {
      wanted = false;
    };
  }, [document, preset]);
  return changed;
}

const modelOf = ({ costs = {}, tunables = {} }: Scenario) => ({ costs, tunables });

/** The caption of a scenario under a preset. */
export function useSource(
  document: Scenario,
  preset: PresetId,
  link: () => string,
  author: Author = NO_AUTHOR,
): TakeawaySource {
  useT();
  const constants = useChanged(document, preset);
  const lang = language();
  return useMemo(() => {
    const changed = [...constants.map((say) => say()), ...ruleChanges(document, preset).map(ruleInWords)];
    const mark =
      changed.length === 1 ? t('constants.one', undefined, lang) : t('constants.some', { count: changed.length }, lang);
    return {
      link,
      source: () => sourceLine(document, preset, author),
      changes:
        changed.length === 0 ? null : { mark, all: t('said.of', { of: mark, said: changed.join(t('lane.list')) }) },
      openModel: () => look({ dialog: 'model' }),
    };
  }, [document, preset, author, link, constants, lang]);
}

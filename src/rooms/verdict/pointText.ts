/** A point of the gain by load, in words. */

import type { Scenario } from '../../scenario/generated/types';
import { loadUnit } from '../../scenario/loads';
import type { GainPoint } from '../../state/verdict';
import { t } from '../../words';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';

function gainText({ gain, apart }: GainPoint): string {
  if (!gain) return t('verdict.point.wait');
  if (!apart) return t('verdict.point.none');
  const params = { percent: Math.abs(gain.mean).toFixed(1), half: (gain.half ?? 0).toFixed(1) };
  return t(gain.mean > 0 ? 'verdict.point.more' : 'verdict.point.less', params);
}

export const pointText = (scenario: Scenario, point: GainPoint): string =>
  t('verdict.point', {
    load: count(point.load),
    unit: unitWord(loadUnit(scenario)),
    tasks: count(point.tasks),
    gain: gainText(point),
  });

/** A point of the gain by load, in words. */

import type { Scenario } from '../../scenario/generated/types';
import { loadUnit } from '../../scenario/loads';
import type { GainPoint } from '../../state/verdict';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';
import { gainWord } from './gainWords';

function gainText({ gain, apart, known }: GainPoint): string {
  if (!gain) return gainWord('point.wait');
  if (!apart) return gainWord('point.none');
  const digits = known.finding?.digits;
  const params = { percent: Math.abs(gain.mean).toFixed(digits), half: (gain.half ?? 0).toFixed(digits) };
  return gainWord(gain.mean > 0 ? 'point.more' : 'point.less', params);
}

export const pointText = (scenario: Scenario, point: GainPoint): string =>
  gainWord('point', {
    load: count(point.load),
    unit: unitWord(loadUnit(scenario), point.load),
    tasks: `${count(point.tasks)} ${unitWord('tasks', point.tasks)}`,
    gain: gainText(point),
  });

/** A point of the gain by load, in words. */

import type { Scenario } from '../../scenario/generated/types';
import { loadUnit } from '../../scenario/loads';
import type { GainPoint } from '../../state/verdict';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';
import { byText } from '../../words/verdict';
import { gainWord } from './gainWords';

function gainText({ gain, apart, known }: GainPoint): string {
  if (!gain) return gainWord('point.wait');
  if (!apart) return gainWord('point.none');
  const isWait = known.figure === 'p99';
  // For durations, less is a gain; for waits, the sentence names the lane that waits less.
  const isLess = isWait || gain.mean > 0 === (known.figure === 'elapsed');
  const by = byText(gain, known.finding?.digits ?? 1, isLess);
  if (isWait) return gainWord('point.waits', { by, lane: gain.mean > 0 ? 'B' : 'A' });
  return gainWord(gain.mean > 0 ? 'point.more' : 'point.less', { by });
}

export const tasksText = ({ tasks }: GainPoint): string => `${count(tasks)} ${unitWord('tasks', tasks)}`;

export function pointText(scenario: Scenario, point: GainPoint): string {
  const unit = loadUnit(scenario);
  const params = { tasks: tasksText(point), gain: gainText(point) };
  // A load that counts some of the tasks would be a second number of them.
  return unit === 'tasks'
    ? gainWord('point.tasks', params)
    : gainWord('point', { ...params, load: count(point.load), unit: unitWord(unit, point.load) });
}

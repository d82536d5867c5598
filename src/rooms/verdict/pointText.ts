/** A point of the gain by load, in words. */

import type { Scenario } from '../../scenario/generated/types';
import { loadUnit } from '../../scenario/loads';
import type { GainPoint } from '../../state/verdict';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';
import { besideText, byText } from '../../words/verdict';
import { gainWord } from './gainWords';

function gainText({ gain, apart, known: { finding, figure } }: GainPoint): string {
  if (!gain || !finding) return gainWord('point.wait');
  if (!apart) return gainWord(finding.kind === 'undecided' ? 'point.undecided' : 'point.none');
  if (finding.beside) return besideText(finding.figure, finding.beside);
  // For durations, less is a gain.
  const isLess = gain.mean > 0 === (figure === 'elapsed');
  const by = byText(gain, finding.digits, isLess);
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

import { PLAIN } from '../scenario/catalog';
import { MECHANISMS, type MechanismKey } from '../scenario/generated/mechanisms';
import type { Lane, Scenario } from '../scenario/generated/types';
import { acts } from '../scenario/needs';
import { type MessageKey, t } from '.';

const isOn = (value: boolean | string): boolean => value !== false && value !== 'off';

/** With a space between Chinese and Latin: what is joined may be either. */
const spaced = (text: string): string =>
  text.replace(/(?<=\p{sc=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{sc=Han})/gu, ' ');

/** A lane in words: which switches differ from a plain kernel, what of it can do nothing here, its CPUs and rules. */
export function laneWords({ features, cpus, rules = {} }: Lane, scenario: Scenario): string {
  // What the other lane has not comes first: a title that is cut still says it.
  const shared = (key: MechanismKey) => scenario.lanes.every((lane) => lane.features[key] === features[key]);
  const changed = MECHANISMS.filter(({ key }) => features[key] !== PLAIN[key]).toSorted(
    (a, b) => Number(shared(a.key)) - Number(shared(b.key)),
  );
  // Where both lanes have a mechanism switched on, its value is what tells them apart.
  const value = (key: MechanismKey): string[] => {
    const own = features[key];
    const differs = scenario.lanes.some(({ features: other }) => isOn(other[key]) && other[key] !== own);
    return typeof own === 'string' && isOn(own) && differs ? [t(`choice.${own}` as MessageKey)] : [];
  };
  const list = (which: (key: MechanismKey) => boolean) =>
    changed
      .filter(({ key }) => which(key))
      .map(({ key }) => [t(`mechanism.${key}`), ...value(key)].join(' '))
      .join(t('lane.list'));
  const works = (key: MechanismKey) => acts(key, { features, rules }, scenario);
  const added = list((key) => works(key) && isOn(features[key]));
  const removed = list((key) => works(key) && !isOn(features[key]));
  const idle = list((key) => !works(key));
  const words = [added && t('lane.with', { list: added }), removed && t('lane.without', { list: removed })];
  const overrides = Object.keys(rules).length;
  const all = [
    words.filter(Boolean).join(' · ') || t('lane.plain'),
    idle && t('lane.idle', { list: idle }),
    cpus !== undefined && t('lane.cpus', { list: cpus }),
    overrides > 0 && t(overrides === 1 ? 'rules.changed.one' : 'rules.changed', { count: overrides }),
  ]
    .filter(Boolean)
    .join(' · ');
  return spaced(all);
}

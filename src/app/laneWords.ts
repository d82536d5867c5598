import { t } from '../i18n';
import { acts, PLAIN } from '../scenario/catalog';
import { MECHANISMS, type MechanismKey } from '../scenario/generated/mechanisms';
import type { Features, Scenario } from '../scenario/generated/types';

/** The switches of a lane in words: what differs from a plain kernel, and what of it can do nothing here. */
export function laneWords(features: Features, scenario: Scenario): string {
  const changed = MECHANISMS.filter(({ key }) => features[key] !== PLAIN[key]);
  const list = (which: (key: MechanismKey) => boolean) =>
    changed
      .filter(({ key }) => which(key))
      .map(({ key }) => t(`mechanism.${key}`))
      .join(t('lane.list'));
  const works = (key: MechanismKey) => acts(key, features, scenario);
  const isOn = (key: MechanismKey) => features[key] !== false && features[key] !== 'off';
  const added = list((key) => works(key) && isOn(key));
  const removed = list((key) => works(key) && !isOn(key));
  const idle = list((key) => !works(key));
  const words = [added && t('lane.with', { list: added }), removed && t('lane.without', { list: removed })];
  return [words.filter(Boolean).join(' · ') || t('lane.plain'), idle && t('lane.idle', { list: idle })]
    .filter(Boolean)
    .join(' · ');
}

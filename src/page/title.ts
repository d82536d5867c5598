/** The title of the open scenario, and the sentences about it. */
import { type Author, aboutOf } from '../scenario/author';
import { sameDocument } from '../scenario/catalog';
import type { Scenario } from '../scenario/generated/types';
import { isChanged, PRESETS, type PresetId } from '../scenario/presets';
import { type ScenarioState, useScenario } from '../state/scenario';
import { t, useT } from '../words';

type Titled = Pick<ScenarioState, 'preset' | 'document' | 'author'>;

/** The author's title, else the name of the preset. */
export const titleOf = ({ author, preset }: Pick<Titled, 'author' | 'preset'>): string =>
  author.title || t(`preset.${preset}`);

export function useTitle(): string {
  useT();
  return useScenario(titleOf);
}

/** The title of a scenario that may differ from its preset. */
export function wholeTitle({ author, preset, document }: Titled): string {
  const title = titleOf({ author, preset });
  return author.title === '' && isChanged(preset, document) ? t('preset.changed', { name: title }) : title;
}

/** The author's question and sentences, else the sentence of an unchanged preset. */
export function aboutScenario(
  { preset, document, author }: { preset: PresetId; document: Scenario; author: Author },
  presetNote: ((preset: PresetId) => string) | null,
): string {
  return aboutOf(author) || (sameDocument(document, PRESETS[preset]) ? (presetNote?.(preset) ?? '') : '');
}

/** Links to the runs of answers. They follow from the assignment and the answers, so a code does not contain them. */
import { ask, type Mark, type Value } from '../../engine/assignments';
import type { Scenario } from '../../scenario/generated/types';
import { encode, loadPacking, PLAIN_VIEW } from '../../scenario/link';
import { presetOf } from '../../scenario/presetOf';
import { viewStore } from '../../state/view';

export interface Answered {
  readonly value: Value;
  readonly mark: Mark | null;
}

export interface RunLink {
  /** The place of the question. */
  readonly task: number;
  /** The place of the value of a curve; null: the question is no curve. */
  readonly at: number | null;
  readonly href: string;
  /** The hash over the events of all runs of the question. */
  readonly hash: string;
}

/** The address of an experiment. */
async function addressOf(scenario: Scenario): Promise<string> {
  await loadPacking();
  // The link of a custom machine is written by its readers.
  if (typeof scenario.machine === 'object') await import('../../engine/own');
  const { theme, lang } = viewStore.getState();
  const fragment = encode(scenario, presetOf(scenario, 'cluster'), { ...PLAIN_VIEW, theme, lang });
  return `${location.href.replace(/#.*/, '')}#${fragment}`;
}

/** Links to the runs of those answers that were run, with the first seed of the student. */
export async function linksOf(
  document: string,
  answers: readonly Answered[],
  number: string,
): Promise<readonly RunLink[]> {
  const values = answers.map(({ value }) => value);
  const runs = await ask<'runs'>({ as: 'runs', document, values, number });
  const links = answers.flatMap(({ mark }, task) => {
    const hash = mark?.runs ?? '';
    const scenarios = hash === '' ? [] : (runs[task] ?? []);
    return scenarios.map(async (scenario, at) => ({
      task,
      at: scenarios.length > 1 ? at : null,
      href: await addressOf(scenario),
      hash,
    }));
  });
  return Promise.all(links);
}

/** The verdict over seeds in its shortest form, with what it rests on. */
import type { Scenario } from '../scenario/generated/types';
import { factsOf } from '../scenario/machines';
import type { Rests } from '../state/rests';
import { ends, restsLine, restsWord } from '../words/rests';
import { alone, figureOf, type Said } from '../words/verdict';

/** `rests`: costs and record; null: not known yet. The number of seeds is in `about`. */
export function figureOfRests(
  scenario: Scenario,
  { verdict: { known, workUnit }, basis, range, isOpen }: Rests,
): Said & { readonly rests: string | null } {
  const said =
    scenario.lanes.length === 1 && known.a
      ? alone(known.figure, known.a, workUnit, known)
      : figureOf(isOpen ? null : known.finding, workUnit, known);
  const rests = basis && restsLine(basis, factsOf(scenario.machine).assumed === true);
  if (range?.decided !== false) return { ...said, rests };
  return { ...said, head: restsWord('range.figure', ends(range)), better: null, rests };
}

/**
 * The verdict over seeds in its shortest form, for a stage or a card: `B +8.5 ± 0.4 %` above `messages, 16 seeds`. The
 * parent sets the font size; `data-better` sets the colour.
 */
import type { Scenario } from '../scenario/generated/types';
import { useVerdict } from '../state/verdict';
import { alone, figureOf, useVerdictWords } from '../words/verdict';
import '../signs/verdict-figure.css';

export interface VerdictFigureProps {
  readonly scenario: Scenario;
}

export function VerdictFigure({ scenario }: VerdictFigureProps) {
  useVerdictWords();
  const { known, workUnit } = useVerdict(scenario);
  const count = { seeds: known.seeds, of: known.of };
  const { head, about, better } =
    scenario.lanes.length === 1 && known.a
      ? alone(known.figure, known.a, workUnit, count)
      : figureOf(known.finding, workUnit, count);
  return (
    <p className="verdict-figure" data-better={better ?? ''} data-waits={known.seeds < 2 || undefined}>
      <b>{head}</b>
      <small>{about}</small>
    </p>
  );
}

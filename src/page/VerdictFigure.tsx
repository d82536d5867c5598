/**
 * The verdict over seeds in its shortest form, for a stage or a card: `B +8.5 ± 0.4 %` above `messages, 16 seeds`, and what it
 * rests on. The parent sets the font size; `data-better` sets the colour.
 */
import type { Scenario } from '../scenario/generated/types';
import { useRests } from '../state/rests';
import { useRestsWords } from '../words/rests';
import { useVerdictWords } from '../words/verdict';
import '../signs/verdict-figure.css';
import { figureOfRests } from './figureOfRests';

export interface VerdictFigureProps {
  readonly scenario: Scenario;
}

export function VerdictFigure({ scenario }: VerdictFigureProps) {
  useVerdictWords();
  useRestsWords();
  const known = useRests(scenario);
  const { head, about, better, rests } = figureOfRests(scenario, known);
  return (
    <p className="verdict-figure" data-better={better ?? ''} data-waits={known.verdict.known.seeds < 2 || undefined}>
      <b>{head}</b>
      <small>{about}</small>
      {rests !== null && <small>{rests}</small>}
    </p>
  );
}

/** The verdict over seeds as a sentence, or the figure of a single lane. The small line below gives the number of seeds. */
import { actions } from '../../page/actions';
import { useScenario } from '../../state/scenario';
import { useVerdict, type Verdict } from '../../state/verdict';
import { useT } from '../../words';
import { refusalSentence } from '../../words/fields';
import { alone, type Said, say, spoken, useVerdictWords, waiting } from '../../words/verdict';
import './headline.css';
import { NoEffect, useNoEffect } from './NoEffect';

function saidOf({ known, workUnit }: Verdict): Said {
  const { finding, fault, a, figure } = known;
  if (fault !== null)
    return { head: say('fault'), about: typeof fault === 'string' ? fault : refusalSentence(fault), better: null };
  if (finding) return spoken(finding, workUnit, known);
  if (a && a.half !== null) return alone(figure, a, workUnit, known);
  return waiting(known);
}

/** Switches without effect have no verdict. */
export function Headline() {
  const found = useNoEffect();
  return found ? <NoEffect found={found} headed /> : <OverSeeds />;
}

function OverSeeds() {
  const t = useT();
  useVerdictWords();
  const document = useScenario((state) => state.document);
  const verdict = useVerdict(document);
  const { seeds, of, fault } = verdict.known;
  const { head, about, better, waits } = saidOf(verdict);
  const isOver = seeds === of || fault !== null;
  return (
    <div className="headline" data-better={better ?? ''} data-waits={waits} data-over={isOver}>
      {/* No line ends inside its figure. */}
      <p className="headline-head">{head.replace(/ (?=[±%])|(?<=±) /g, '\u00a0')}</p>
      <p className="headline-about">
        <span title={about}>{about}</span>{' '}
        <button
          type="button"
          onClick={actions.many.perform}
          aria-keyshortcuts={actions.many.key}
          title={t('action.many.note')}
        >
          {t('action.many')}
        </button>
      </p>
      {/* Announced once, when it is complete. */}
      <span className="visually-hidden" role="status">
        {isOver && `${head} ${about}`}
      </span>
    </div>
  );
}

/** The verdict over seeds as a sentence, or the figure of a single lane. The small line below gives the number of seeds. */
import { actions } from '../../page/actions';
import { RestsOn } from '../../page/RestsOn';
import { replayIn, useReplay } from '../../state/replays';
import { type Rests, useRests } from '../../state/rests';
import { useScenario } from '../../state/scenario';
import { useView } from '../../state/view';
import { useT } from '../../words';
import { refusalSentence } from '../../words/fields';
import { ends, restsWord, useRestsWords } from '../../words/rests';
import { alone, figureOf, type Said, say, spoken, useVerdictWords, waiting } from '../../words/verdict';
import './headline.css';
import { Measured } from './Measured';
import { NoEffect, useNoEffect } from './NoEffect';

function saidOf({ verdict: { known, workUnit }, range, isOpen, seeds, of }: Rests): Said {
  const { finding, fault, a, figure, ejected, seeds: ended } = known;
  if (fault !== null)
    return { head: say('fault'), about: typeof fault === 'string' ? fault : refusalSentence(fault), better: null };
  if (ejected) return { head: say('fault'), about: say('ejected', { n: ejected, of: ended }), better: null };
  if (isOpen) return waiting({ seeds, of });
  if (range && !range.decided) {
    const about = restsWord('range.about', { figure: figureOf(finding, workUnit, known).about });
    return { head: restsWord('range.head', ends(range)), about, better: null };
  }
  if (finding) return spoken(finding, workUnit, known);
  if (a && a.half !== null) return alone(figure, a, workUnit, known);
  return waiting(known);
}

/** Switches without effect have no verdict. */
export function Headline() {
  const found = useNoEffect();
  const isRecorded = useScenario(({ document }) => document.recording !== undefined);
  const hash = useScenario(({ document }) => replayIn(document));
  const replay = useReplay(hash);
  if (isRecorded) return <Measured head="measured" about={hash === null ? 'measured.about' : 'measured.replay'} />;
  if (replay?.fidelity.nothing_follows) return <Measured head="unlike" about="unlike.about" />;
  return found ? <NoEffect found={found} headed /> : <OverSeeds />;
}

function OverSeeds() {
  const t = useT();
  useVerdictWords();
  const document = useScenario((state) => state.document);
  useRestsWords();
  const embed = useView((view) => view.embed);
  const rests = useRests(document);
  const { basis, range } = rests;
  const { seeds, of, fault } = rests.verdict.known;
  const { head, about, better, waits } = saidOf(rests);
  const isOver = (seeds === of && !rests.isOpen) || fault !== null;
  return (
    <div className="headline" data-better={better ?? ''} data-waits={waits} data-over={isOver}>
      {/* No line ends inside its figure. */}
      <p className="headline-head">{head.replace(/ (?=[±%])|(?<=±) /g, '\u00a0')}</p>
      <p className="headline-about">
        <span title={about}>{about}</span>{' '}
        {!embed && (
          <button
            type="button"
            onClick={actions.many.perform}
            aria-keyshortcuts={actions.many.key}
            title={t('action.many.note')}
          >
            {t('action.many')}
          </button>
        )}
      </p>
      {basis && fault === null && (
        <RestsOn machine={document.machine} basis={basis} range={range} seeds={rests.verdict.known.seeds} />
      )}
      {/* Announced once, when it is complete. */}
      <span className="visually-hidden" role="status">
        {isOver && `${head} ${about}`}
      </span>
    </div>
  );
}

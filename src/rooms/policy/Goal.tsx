/** The open challenge: its goal, practice on public seeds, and the score on others. */
import { useEffect, useState } from 'react';
import { linkTo } from '../../page/address';
import { NO_AUTHOR } from '../../scenario/author';
import type { ChallengeId } from '../../scenario/challenges';
import { cancelAll, runAll } from '../../state/batch';
import { openScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useCopy } from '../../ui/useCopy';
import { language } from '../../words';
import { count, duration, signed } from '../../words/format';
import { type Attempt, attemptsAt, clearAttempts, record } from './attempts';
import { Coded } from './Coded';
import { type Challenge, challengeOf, codeOf, documentOf, jobsOf, type Result, resultsOf, starsOf } from './challenge';
import { nameOf } from './kept';
import { policyWord as word } from './words';
import './goal.css';

interface Props {
  readonly id: ChallengeId;
  readonly source: string;
  /** Values of its knobs. */
  readonly knobs: Readonly<Record<string, number>> | undefined;
  /** The source has no errors. */
  readonly isReady: boolean;
  /** Opens the text of an attempt. */
  readonly onOpen: (source: string) => void;
}

/** The runs of a source with practice or scoring seeds. */
interface Runs {
  readonly kind: 'practice' | 'scoring';
  readonly seeds: readonly number[];
  readonly results: readonly (Result | null)[];
  readonly state: 'running' | 'done' | 'cancelled';
}

/** Opens a challenge, with the open source in lane B if it has no errors. */
export async function openChallenge(id: ChallengeId, policy: Parameters<typeof documentOf>[1]): Promise<void> {
  try {
    const challenge = await challengeOf(id);
    const title = challenge.title[language()];
    openScenario('cluster', documentOf(challenge, policy), 'step', { author: { ...NO_AUTHOR, title } });
    look({ challenge: id });
  } catch {
    look({ loadFailed: true });
  }
}

export function Goal({ id, source, knobs, isReady, onOpen }: Props) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [runs, setRuns] = useState<Runs | null>(null);
  const [attempts, setAttempts] = useState(() => attemptsAt(id));
  const { copied, copy } = useCopy();
  useEffect(() => {
    setRuns(null);
    setAttempts(attemptsAt(id));
    challengeOf(id)
      .then(setChallenge)
      .catch(() => look({ loadFailed: true }));
    return () => cancelAll('challenge');
  }, [id]);
  if (!challenge) return null;
  const policy = { name: nameOf(source), source, ...(knobs && { knobs }) };
  const start = (kind: Runs['kind']) => {
    const seeds = challenge[kind];
    void runAll('challenge', jobsOf(challenge, policy, seeds), ({ outcomes, state }) => {
      const results = resultsOf(challenge, seeds, outcomes);
      setRuns({ kind, seeds, results, state });
      const complete = results.filter((one) => one !== null);
      if (state !== 'done' || complete.length < seeds.length) return;
      record(id, challenge, policy, kind, complete);
      setAttempts(attemptsAt(id));
    });
  };
  const lang = language();
  const isRunning = runs?.state === 'running';
  return (
    <section className="goal" aria-label={challenge.title[lang]}>
      <h2>{challenge.title[lang]}</h2>
      <p>{challenge.text[lang]}</p>
      <p className="goal-seeds">{word('goal.seeds', { n: challenge.scoring.length })}</p>
      <p className="goal-ways">
        <button type="button" className="button" disabled={!isReady || isRunning} onClick={() => start('practice')}>
          {word('goal.practise', { n: challenge.practice.length })}
        </button>
        <button
          type="button"
          className="button strong"
          disabled={!isReady || isRunning}
          onClick={() => start('scoring')}
        >
          {word('goal.judge')}
        </button>
        {isRunning && (
          <button type="button" className="button" onClick={() => cancelAll('challenge')}>
            {word('goal.stop')}
          </button>
        )}
      </p>
      {runs?.state === 'done' && runs.kind === 'scoring' && (
        <Score challenge={challenge} runs={runs} copied={copied} onCopy={(code) => void copy(`${linkTo()} ${code}`)} />
      )}
      <details className="goal-help">
        <summary>{word('goal.help')}</summary>
        <p>
          <Coded text={challenge.help[lang]} />
        </p>
      </details>
      {runs && <Table challenge={challenge} runs={runs} />}
      {attempts.length > 0 && (
        <Attempts
          attempts={attempts}
          onOpen={onOpen}
          onClear={() => {
            clearAttempts(id);
            setAttempts(attemptsAt(id));
          }}
        />
      )}
    </section>
  );
}

interface AttemptsProps {
  readonly attempts: readonly Attempt[];
  readonly onOpen: (source: string) => void;
  readonly onClear: () => void;
}

/** The attempts that the browser keeps, the newest first. */
function Attempts({ attempts, onOpen, onClear }: AttemptsProps) {
  return (
    <div className="goal-table goal-attempts">
      <table>
        <thead>
          <tr>
            <th scope="col">{word('attempts')}</th>
            <th scope="col">{word('goal.practice')}</th>
            <th scope="col">{word('attempts.worst')}</th>
            <th scope="col">{word('attempts.code')}</th>
            <th scope="col">{word('attempts.stars')}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ version, policy, practised, score, isEjected }) => (
            <tr key={version}>
              <th scope="row">
                <button type="button" className="policy-first" onClick={() => onOpen(policy.source)}>
                  {word('attempts.version', { version, name: policy.name })}
                </button>
              </th>
              <td>{practised ? word('attempts.of', { met: practised.met, n: practised.of }) : '–'}</td>
              <td>
                {isEjected
                  ? word('goal.ejected')
                  : score
                    ? word('attempts.both', { p99: duration(score.p99Ns), lost: percent(score.lostPct) })
                    : '–'}
              </td>
              <td>{score ? <code>{score.code}</code> : '–'}</td>
              <td>
                {score ? (
                  <>
                    <span aria-hidden="true">{starsText(score.stars)}</span>
                    <span className="visually-hidden">{score.stars}</span>
                  </>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="goal-seeds">
        {word('attempts.kept')}{' '}
        <button type="button" className="policy-first" onClick={onClear}>
          {word('attempts.clear')}
        </button>
      </p>
    </div>
  );
}

/** Lost work: 1.1 %, or −0.2 % if some was gained. */
const percent = (value: number): string => word('goal.percent', { n: signed(value).replace('+', '') });

/** A value beside its limit, which is in the middle of the bar. */
function Bar({ value, limit }: { readonly value: number; readonly limit: number }) {
  const share = Math.min(1, Math.max(0, value / (2 * limit)));
  return (
    <svg className="goal-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect data-over={value > limit || undefined} width={100 * share} y="2" height="8" rx="2" />
      <path d="M50 0V12" />
    </svg>
  );
}

function Table({ challenge: { goal }, runs }: { readonly challenge: Challenge; readonly runs: Runs }) {
  return (
    <div className="goal-table" data-many={runs.seeds.length > 4 || undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">{word(`goal.${runs.kind}`)}</th>
            <th scope="col">{word('goal.p99', { limit: duration(goal.wait_p99_us * 1000) })}</th>
            <th scope="col">{word('goal.lost', { limit: count(goal.work_lost_pct) })}</th>
            <th scope="col">{word('goal.met')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.seeds.map((seed, i) => {
            const result = runs.results[i];
            return (
              <tr key={seed}>
                <th scope="row">{word('goal.seed', { seed })}</th>
                {result ? (
                  <>
                    <td>
                      <Bar value={result.p99Ns} limit={goal.wait_p99_us * 1000} /> {duration(result.p99Ns)}
                    </td>
                    <td>
                      <Bar value={result.lostPct} limit={goal.work_lost_pct} /> {percent(result.lostPct)}
                    </td>
                    <td>{word(result.isEjected ? 'goal.ejected' : result.isMet ? 'goal.yes' : 'goal.no')}</td>
                  </>
                ) : (
                  <td colSpan={3}>{runs.state === 'running' ? '…' : '–'}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface ScoreProps {
  readonly challenge: Challenge;
  readonly runs: Runs;
  readonly copied: boolean | null;
  readonly onCopy: (code: string) => void;
}

const starsText = (stars: number): string => [1, 2, 3].map((star) => (star <= stars ? '★' : '☆')).join('');

function Score({ challenge, runs, copied, onCopy }: ScoreProps) {
  const results = runs.results.filter((one) => one !== null);
  // A run failed.
  if (results.length < runs.seeds.length) return <p role="status">{word('goal.failed')}</p>;
  const stars = starsOf(challenge, results);
  const code = codeOf(results);
  const met = results.filter(({ isMet }) => isMet).length;
  return (
    <div className="goal-score" role="status">
      <p>
        <b className="goal-stars" aria-hidden="true">
          {starsText(stars)}
        </b>{' '}
        {word('goal.stars', { stars, met, n: results.length })}
      </p>
      <p className="goal-code">
        <span>
          {word('goal.code')} <code>{code}</code>
        </span>
        <button type="button" className="button" onClick={() => onCopy(code)}>
          <Icon name="share" /> {word(copied ? 'goal.copied' : 'goal.link')}
        </button>
      </p>
      <p className="goal-seeds">{word('goal.means', { half: count(challenge.goal.work_lost_pct / 2) })}</p>
    </div>
  );
}

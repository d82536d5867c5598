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
import { count, duration } from '../../words/format';
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
}

/** The runs of a source with practice or scoring seeds. */
interface Attempt {
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

export function Goal({ id, source, knobs, isReady }: Props) {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const { copied, copy } = useCopy();
  useEffect(() => {
    setAttempt(null);
    challengeOf(id)
      .then(setChallenge)
      .catch(() => look({ loadFailed: true }));
    return () => cancelAll('challenge');
  }, [id]);
  if (!challenge) return null;
  const policy = { name: nameOf(source), source, ...(knobs && { knobs }) };
  const start = (kind: Attempt['kind']) => {
    const seeds = challenge[kind];
    void runAll('challenge', jobsOf(challenge, policy, seeds), ({ outcomes, state }) =>
      setAttempt({ kind, seeds, results: resultsOf(challenge, seeds, outcomes), state }),
    );
  };
  const lang = language();
  const isRunning = attempt?.state === 'running';
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
      {attempt?.state === 'done' && attempt.kind === 'scoring' && (
        <Score
          challenge={challenge}
          attempt={attempt}
          copied={copied}
          onCopy={(code) => void copy(`${linkTo()} ${code}`)}
        />
      )}
      {attempt && <Table challenge={challenge} attempt={attempt} />}
    </section>
  );
}

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

function Table({ challenge: { goal }, attempt }: { readonly challenge: Challenge; readonly attempt: Attempt }) {
  return (
    <div className="goal-table" data-many={attempt.seeds.length > 4 || undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">{word(`goal.${attempt.kind}`)}</th>
            <th scope="col">{word('goal.p99', { limit: duration(goal.wait_p99_us * 1000) })}</th>
            <th scope="col">{word('goal.lost', { limit: count(goal.work_lost_pct) })}</th>
            <th scope="col">{word('goal.met')}</th>
          </tr>
        </thead>
        <tbody>
          {attempt.seeds.map((seed, i) => {
            const result = attempt.results[i];
            return (
              <tr key={seed}>
                <th scope="row">{word('goal.seed', { seed })}</th>
                {result ? (
                  <>
                    <td>
                      <Bar value={result.p99Ns} limit={goal.wait_p99_us * 1000} /> {duration(result.p99Ns)}
                    </td>
                    <td>
                      <Bar value={result.lostPct} limit={goal.work_lost_pct} />{' '}
                      {word('goal.percent', {
                        n: result.lostPct
                          .toFixed(1)
                          .replace(/^-0\.0$/, '0.0')
                          .replace('-', '\u2212'),
                      })}
                    </td>
                    <td>{word(result.isEjected ? 'goal.ejected' : result.isMet ? 'goal.yes' : 'goal.no')}</td>
                  </>
                ) : (
                  <td colSpan={3}>{attempt.state === 'running' ? '…' : '–'}</td>
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
  readonly attempt: Attempt;
  readonly copied: boolean | null;
  readonly onCopy: (code: string) => void;
}

const STARS = [1, 2, 3] as const;

function Score({ challenge, attempt, copied, onCopy }: ScoreProps) {
  const results = attempt.results.filter((one) => one !== null);
  // A run failed.
  if (results.length < attempt.seeds.length) return <p role="status">{word('goal.failed')}</p>;
  const stars = starsOf(challenge, results);
  const code = codeOf(results);
  const met = results.filter(({ isMet }) => isMet).length;
  return (
    <div className="goal-score" role="status">
      <p>
        <b className="goal-stars" aria-hidden="true">
          {STARS.map((star) => (star <= stars ? '★' : '☆')).join('')}
        </b>{' '}
        {word('goal.stars', { stars, met, n: results.length })}
      </p>
      <p>
        {word('goal.code')} <code>{code}</code>{' '}
        <button type="button" className="button" onClick={() => onCopy(code)}>
          <Icon name="share" /> {word(copied ? 'goal.copied' : 'goal.link')}
        </button>
      </p>
      <p className="goal-seeds">{word('goal.means', { half: count(challenge.goal.work_lost_pct / 2) })}</p>
    </div>
  );
}

import type { Origin, Recorded, Score } from './generated/types';
import { REPORT } from './report';
import './guess.css';
import type { Words } from './sentences';
import { useWords, word } from './words';

interface Counted {
  readonly right: number;
  readonly open: number;
  readonly of: number;
}

const { skill } = REPORT;

/** The record that counts comes first. */
const ORIGINS = ['looked_up_later', 'made_from'] as const satisfies readonly Origin[];
const KINDS = ['all', 'gains', 'zeros', 'losses', 'sizes'] as const;
type Kind = (typeof KINDS)[number];

/** All signs of a score. */
export function signsOf({ gains, zeros, losses }: Score): Counted & { readonly wrong: number } {
  const sum = (of: 'right' | 'open' | 'wrong' | 'of') => gains[of] + zeros[of] + losses[of];
  return { right: sum('right'), open: sum('open'), wrong: sum('wrong'), of: sum('of') };
}

const counts = (score: Score): Readonly<Record<Kind, Counted>> => ({
  all: signsOf(score),
  gains: score.gains,
  zeros: score.zeros,
  losses: score.losses,
  sizes: score.gain_sizes,
});

/** Who says it, with the results of a record: the model twice, and two rules without a model. */
function rowsOf({ today, at_first_sight: first }: Recorded) {
  const of = counts(today);
  const rule = (right: Partial<Record<Kind, number>>) => (kind: Kind) =>
    kind === 'sizes' && right.sizes === undefined ? null : { right: right[kind] ?? 0, open: 0, of: of[kind].of };
  const helps = { all: today.every_patch_helps, gains: today.every_patch_helps };
  const nothing = {
    all: today.nothing_changes,
    zeros: today.nothing_changes,
    sizes: today.gain_sizes.nothing_changes,
  };
  return [
    { who: 'today', count: (kind: Kind): Counted | null => of[kind] },
    { who: 'first', count: (kind: Kind): Counted | null => counts(first)[kind] },
    { who: 'helps', count: rule(helps) },
    { who: 'nothing', count: rule(nothing) },
  ] as const;
}

/** The score of the model beside that of a guess, apart by how the tables came to the model. */
export function Guess() {
  const w = useWords();
  return (
    <section className="guess" aria-labelledby="guess-title">
      <div className="guess-head">
        <h3 id="guess-title">{w('guess.title')}</h3>
        <p className="guess-key">
          <i className="guess-part is-right" /> {w('guess.right')} <i className="guess-part is-open" />{' '}
          {w('guess.open')}
        </p>
      </div>
      <table>
        {ORIGINS.map((origin) => (
          <tbody key={origin} data-origin={origin}>
            <tr className="guess-origin">
              <th scope="rowgroup">{w(`origin.${origin}`)}</th>
              {KINDS.map((kind) => (
                <th scope="col" key={kind}>
                  {w(`guess.${kind}`)} <small>{counts(skill[origin].today)[kind].of}</small>
                </th>
              ))}
            </tr>
            {rowsOf(skill[origin]).map(({ who, count }) => (
              <tr key={who} data-who={who}>
                <th scope="row">{w(`guess.${who}`)}</th>
                {KINDS.map((kind) => {
                  const counted = count(kind);
                  return <td key={kind}>{counted ? <Bar {...counted} /> : w('guess.none')}</td>;
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className="guess-more">{moreText(w)}</p>
      <p className="guess-more">{ruleText(w)}</p>
    </section>
  );
}

function Bar({ right, open, of }: Counted) {
  const share = (part: number) => `${(100 * part) / Math.max(1, of)}%`;
  return (
    <span className="guess-cell">
      <span className="guess-bar" aria-hidden="true">
        <i className="guess-part is-right" style={{ inlineSize: share(right) }} />
        <i className="guess-part is-open" style={{ inlineSize: share(open) }} />
      </span>
      <span className="n">
        <span>{word('guess.share', { percent: Math.round((100 * right) / Math.max(1, of)) })}</span>
        <i className="guess-between"> · </i>
        <span>{right}</span>
      </span>
    </span>
  );
}

/** Order and sizes, and what was measured here. */
function moreText(w: Words): string {
  const { order, sizes } = skill.looked_up_later.today;
  const here = skill.measured_here.today.sizes;
  return w('guess.more', {
    ordered: order.right,
    orders: order.of,
    byLoad: order.more_load_takes_longer,
    sized: sizes.right,
    sizes: sizes.of,
    hereSized: here.right,
    hereSizes: here.of,
  });
}

/** When a sign is right, and what does not count. */
const ruleText = (w: Words): string =>
  w('guess.rule', {
    laterFitted: skill.looked_up_later.fitted_rows,
    laterRepeated: skill.looked_up_later.repeated_rows,
    madeFitted: skill.made_from.fitted_rows,
    madeRepeated: skill.made_from.repeated_rows,
  });

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

const all = ({ gains, zeros, losses }: typeof skill.at_first_sight): Counted => ({
  right: gains.right + zeros.right + losses.right,
  open: gains.open + zeros.open + losses.open,
  of: gains.of + zeros.of + losses.of,
});

/** All rows, and split by the published outcome. */
const parts = (signs: typeof skill.at_first_sight): readonly Counted[] => [
  all(signs),
  signs.gains,
  signs.zeros,
  signs.losses,
];

const KINDS = ['all', 'gains', 'zeros', 'losses'] as const;
const SIZES = parts(skill).map(({ of }) => of);
/** The score of a rule that always gives the same answer. */
const rule = (answers: 'gains' | 'zeros'): readonly Counted[] =>
  KINDS.map((kind, i) => ({
    right: kind === answers ? skill[answers].of : kind === 'all' ? skill[answers].of : 0,
    open: 0,
    of: SIZES[i] ?? 0,
  }));

const ROWS = [
  ['today', parts(skill)],
  ['first', parts(skill.at_first_sight)],
  ['helps', rule('gains')],
  ['nothing', rule('zeros')],
] as const;

/** The score of the model, beside that of a guess: the four kinds of rows, a bar each. */
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
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{w('guess.who')}</span>
            </th>
            {KINDS.map((kind, i) => (
              <th scope="col" key={kind}>
                {w(`guess.${kind}`)} <small>{SIZES[i]}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([who, counts]) => (
            <tr key={who} data-who={who}>
              <th scope="row">{w(`guess.${who}`)}</th>
              {counts.map((count, i) => (
                <td key={KINDS[i]}>
                  <Bar {...count} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="guess-more">{moreText(w)}</p>
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

/** Order and sizes, each beside its trivial rule. */
function moreText(w: Words): string {
  const { order, gain_sizes, sizes } = skill;
  return w('guess.more', {
    ordered: order.right,
    orders: order.of,
    byLoad: order.more_load_takes_longer,
    sized: sizes.right,
    sizes: sizes.of,
    gains: gain_sizes.right,
    gainsOf: gain_sizes.of,
    unchanged: gain_sizes.nothing_changes,
  });
}

/** Tasks moved so far in a part of the machine, by the cause of their move. */
import type { FrameView } from '../../engine/wire/frame';
import { count } from '../../words/format';
import { useT } from '../../words/inspector';
import { Block } from './Block';
import { useThingWords } from './things';
import { movesAt } from './traffic';

interface Props {
  readonly frame: FrameView;
  readonly mine: ReadonlySet<number>;
  readonly others?: ReadonlySet<number>;
  /** Labels of "in" and "out"; with them, moves inside are left out. */
  readonly heads?: readonly [string, string];
}

export function MovesByCause({ frame, mine, others, heads }: Props) {
  const t = useT();
  const word = useThingWords();
  const moves = movesAt(frame, mine, others).filter((one) => !heads || one.in + one.out > 0);
  return (
    <Block title={word('head.moves')}>
      {moves.length === 0 ? (
        <p>{word('noMoves')}</p>
      ) : (
        <table className="figures queue-table">
          <thead>
            <tr>
              <th scope="col">{word('cause')}</th>
              <th scope="col" className="n">
                {heads?.[0] ?? word('in')}
              </th>
              <th scope="col" className="n">
                {heads?.[1] ?? word('out')}
              </th>
              {!heads && (
                <th scope="col" className="n">
                  {word('within')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {moves.map((one) => (
              <tr key={one.cause}>
                <th scope="row">{t(`cause.${one.cause}`)}</th>
                <td className="n">{count(one.in)}</td>
                <td className="n">{count(one.out)}</td>
                {!heads && <td className="n">{count(one.within)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Block>
  );
}

/** The most telling difference of the lanes, in two sentences, with links to its moment and to every step of both lanes. */
import { moveOf } from '../../engine/lanes/telling';
import { headOf, stepsOf } from '../../engine/wire/records';
import { newidleGateNs } from '../../scenario/gates';
import { openLens } from '../../state/decision';
import { useTelling } from '../../state/difference';
import { pause, seek } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { LANE_KEYS } from '../../state/view';
import { Remark } from '../../ui/Remark';
import { useT } from '../../words';
import { moment, percent } from '../../words/format';
import { because, textOf } from '../../words/sentences';
import './telling.css';
import { useWhyWords } from './words';

export function MostTelling() {
  const t = useT();
  const word = useWhyWords();
  const document = useScenario((scenario) => scenario.document);
  const telling = useTelling();
  if (!telling) return null;
  const { kind, distance, of, moves, ns, task, records, kinds, untilNs } = telling;
  const reasons = [0, 1].map((lane) => {
    const head = headOf(records[lane]);
    return head && because(head, stepsOf(head), newidleGateNs(document, lane));
  });
  const [a = '', b = ''] = reasons.map((reason) => (reason ? textOf(reason) : ''));
  const move = (lane: number) => {
    const [head, move] = [headOf(records[lane]), kinds[lane]];
    const way = head && moveOf(head);
    if (!way || !move) return '';
    return word('telling.move', { ...way, kind: t(`decided.${move.kind}`), distance: t(`distance.${move.distance}`) });
  };
  const isAlike = reasons[0]?.key === reasons[1]?.key;
  const share = (lane: 0 | 1) => percent(of[lane] / moves[lane]);
  return (
    <Remark
      label={word('telling.go')}
      way={
        <button
          type="button"
          className="button"
          onClick={() => {
            pause();
            void seek(ns);
          }}
        >
          {word('telling.go')}
        </button>
      }
    >
      {word('telling.kind', {
        kind: t(`decided.${kind}`),
        distance: t(`distance.${distance}`),
        a: share(0),
        b: share(1),
        time: moment(untilNs),
      })}{' '}
      {isAlike
        ? word('telling.alike', { time: moment(ns), task, a: move(0), b: move(1), why: a })
        : word('telling.one', { time: moment(ns), task, a, b })}
      <span className="telling-ways">
        {LANE_KEYS.map((lane, i) => {
          const record = records[i];
          return (
            <button key={lane} type="button" className="button" onClick={() => record && void openLens(lane, record)}>
              {word('telling.steps', { lane: lane.toUpperCase() })}
            </button>
          );
        })}
      </span>
    </Remark>
  );
}

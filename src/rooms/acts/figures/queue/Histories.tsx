/** The recent history of each lane's queue, below its line. */
import { type LaneLags, useLags } from '../../../../page/useLags';
import { LagDrawing, lagChartHeight } from '../../../../signs/LagChart';
import { useDrawing } from '../../../../signs/QueueLine';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS } from '../../../../state/view';
import { exactly } from '../../../../words/format';
import { LitPart } from '../Frame';
import { type Lighting, SMALL } from '../types';
import { type Arrangement, HISTORY_HEAD, originOf } from './arrange';
import type { Queued } from './useQueues';
import { useFigureWords } from './words';

interface Props {
  readonly cpu: number;
  readonly lanes: readonly Queued[];
  readonly at: Arrangement;
  readonly of: Lighting;
}

export function Histories({ cpu, lanes, at, of }: Props) {
  const histories = useLags(
    cpu,
    useScenario((state) => state.document),
  );
  return lanes.map(({ lane, tasks }, i) => {
    const history = histories.find((one) => one.lane === lane);
    if (!history || history.toNs <= history.fromNs) return null;
    return (
      <g key={lane} transform={originOf(at, i)}>
        <LitPart part={LANE_KEYS[lane] ?? 'a'} of={of}>
          <History history={history} tasks={tasks} at={at} />
        </LitPart>
      </g>
    );
  });
}

interface HistoryProps extends Pick<Props, 'at'>, Pick<Queued, 'tasks'> {
  readonly history: LaneLags;
}

/** At the end of the lane. */
function History({ history, tasks, at }: HistoryProps) {
  const words = useFigureWords();
  const drawing = useDrawing();
  const time = exactly(history.toNs - history.fromNs);
  const seen = [...new Set(history.lags.strokes.map(({ task }) => task))];
  return (
    <g transform={`translate(0 ${at.down - 24 - lagChartHeight(at.history, SMALL, true) - HISTORY_HEAD})`}>
      <text className="figure-quiet" x={0} y={SMALL}>
        {words('history', { time, what: words(history.fair ? 'lag' : 'slices') })}
      </text>
      <g transform={`translate(0 ${HISTORY_HEAD})`}>
        <LagDrawing
          {...history}
          drawn={drawing(tasks)}
          runs={words('runs')}
          height={at.history}
          tasks={seen}
          timed
          bare={at.bare}
          width={at.own}
          size={SMALL}
        />
      </g>
    </g>
  );
}

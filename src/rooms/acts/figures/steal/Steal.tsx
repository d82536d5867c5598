/**
 * Run queues as columns, in the place of the machine: the running task in the cell, waiting tasks below it, and above
 * each column the bit of the list that idle CPUs read. The same columns serve the steps of act 3 that are about queues.
 */
import type { Lane, Scenario } from '../../../../scenario/generated/types';
import { valueIn } from '../../../../scenario/resolved';
import { useDrawing } from '../../../../signs/QueueLine';
import { useRun } from '../../../../state/run';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS, type LaneKey } from '../../../../state/view';
import { laneTexts } from '../../../../words/laneWords';
import { Frame, LitPart, NewWord } from '../Frame';
import { LaneTop, topOf } from '../LaneTop';
import type { FigureProps } from '../types';
import { captionOf, columnsOf, placesIn, theftOf, wordAt } from './columns';
import { QueueColumns } from './QueueColumns';
import { useStealWords } from './words';

/** The lane in which the decision of a step was made. */
const DECIDES: Readonly<Record<string, number>> = { gate: 0, bitmap: 1 };
const GAP = 16;
/** The box of the new word, with the room around it; without it, room for the path of a stolen task. */
const WORD = 66;
const EDGE = 10;
/** Least height of a lane beside that box; in less room the text explains the word. */
const LEAST_LANE = 150;
/** Room between the longest queue and that box, for the path of a stolen task. */
const BELOW = 44;

const steals = (config: Lane, scenario: Scenario): boolean => valueIn('steal', config, scenario) !== 'off';

export function Steal({ sight, seen, step, word: newWord, width, height, ...of }: FigureProps) {
  const words = useStealWords();
  const drawing = useDrawing();
  const scenario = useScenario((state) => state.document);
  const feeds = useRun((run) => run.feeds);
  const { decision, machine } = sight;
  // While the run plays, what was last read is newer.
  const frames = decision ? sight.frames : (seen?.frames ?? sight.frames);
  const lanes = frames.flatMap((frame, lane) => {
    const [config, tasks] = [scenario.lanes[lane], feeds[lane]?.tasks];
    if (!config || !tasks) return [];
    const isHere = decision !== null && DECIDES[step] === lane;
    const columns = columnsOf(frame, isHere ? decision.head.cpu : null);
    const listed = steals(config, scenario);
    const theft = isHere && listed ? theftOf(decision.head, decision.steps) : null;
    const about = isHere ? decision.head.cpu : null;
    const { key, params } = captionOf(columns, theft, about);
    const caption = words(key, params);
    return [
      { lane, columns, tasks, listed, theft, about, caption, top: topOf(laneTexts(config, scenario), caption, width) },
    ];
  });
  const word = height - WORD < LEAST_LANE * lanes.length ? undefined : newWord;
  const down = (height - (word ? WORD : EDGE) + GAP) / Math.max(1, lanes.length);
  const top = Math.max(0, ...lanes.map(({ top }) => top.height));
  const most = Math.max(1, ...lanes.flatMap(({ columns }) => columns.map(({ waiting }) => waiting.length)));
  const places = placesIn({ width, height: down - GAP - top, cpus: machine.cpus, most });
  const last = lanes.at(-1);
  const to = last && wordAt(last, places);
  const lowest = (lanes.length - 1) * down + top;
  return (
    <Frame width={width} height={height} label={lanes.map(({ caption }) => caption).join(' ')}>
      {lanes.map(({ lane, tasks, top: own, ...rest }, i) => (
        <g key={lane} transform={`translate(0 ${i * down})`}>
          <LitPart part={LANE_KEYS[lane] ?? 'a'} of={of}>
            <LaneTop lane={LANE_KEYS[lane] as LaneKey} width={width} top={own} />
            <g transform={`translate(0 ${top})`}>
              <QueueColumns {...rest} lane={lane} drawn={drawing(tasks)} places={places} width={width} of={of} />
            </g>
          </LitPart>
        </g>
      ))}
      {word && to && (
        <NewWord
          word={word}
          right={width}
          y={Math.min(height - WORD + 12, lowest + places.end + BELOW)}
          to={[to.x, lowest + to.y]}
        />
      )}
    </Frame>
  );
}

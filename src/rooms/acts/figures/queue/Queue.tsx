/**
 * One run queue in the place of the machine: each task at its clock, with its slice and its deadline; below, the lag of
 * each over time. The same signs serve all steps of act 6 and glide between them.
 */

import { Part } from '../../../../page/Part';
import type { QueuedTask, Scenario } from '../../../../scenario/generated/types';
import { reachOf } from '../../../../signs/line';
import { NumberLineDrawing, numberLineHeight, ringOf, rowOf, scaleOf } from '../../../../signs/NumberLine';
import { useDrawing, useQueueLine } from '../../../../signs/QueueLine';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS, type LaneKey } from '../../../../state/view';
import { kernelWords, schedulerWords } from '../../../../words/laneWords';
import { useT } from '../../../../words/queue';
import { type TurnQueue, turnOf } from '../../../../words/turn';
import { afterFigure } from '../../afterFigure';
import { Frame, LitPart, litProps, NewWord } from '../Frame';
import { LaneTop, type Top, topOf } from '../LaneTop';
import { type FigureProps, type Lighting, SMALL } from '../types';
import { type Arrangement, arrange, originOf } from './arrange';
import { byDeadline, taskNote } from './taskNotes';
import { pickedQueue, type Queued, useQueues } from './useQueues';
import { useFigureWords } from './words';

const Histories = afterFigure(async () => (await import('./Histories')).Histories);

/** The single CPU that all tasks want. */
const CPU = 0;
/** The step about one pick shows only the lane that it was made in, and numbers the deadlines. */
const PICK = 'deadline';
const PICK_LANE = 1;
/** The lane in which the new word of a step is explained. */
const WORD_LANE: Readonly<Record<string, number>> = { queue: 0, weight: 0 };
/** Tasks that have a row (`signs/line.ts`). */
const MOST_ROWS = 8;

/** The titles of a lane, from the longest to the shortest. */
function titlesOf(lane: number, scenario: Scenario, words: ReturnType<typeof useFigureWords>): readonly string[] {
  const config = scenario.lanes[lane];
  if (!config) return [];
  const kernel = kernelWords(config, scenario);
  const scheduler = schedulerWords(config, scenario);
  // The lanes of that step have one kernel.
  if (config.rules?.own_slices === false) {
    return [`${kernel} · ${words('deaf')}`, `${scheduler} · ${words('deaf.short')}`, words('deaf.short')];
  }
  return [kernel, scheduler];
}

export function Queue({ sight, step, word, width, height, ...of }: FigureProps) {
  const t = useT();
  const words = useFigureWords();
  const drawing = useDrawing();
  const scenario = useScenario((state) => state.document);
  const known = useQueues(CPU);
  const picked = step === PICK ? pickedQueue(sight) : null;
  const lanes = known
    .filter(({ lane }) => step !== PICK || lane === PICK_LANE)
    .map((one) => {
      const queue = picked ?? one.queue;
      const turn = turnOf(queue, (task) => drawing(one.tasks)(task).name);
      const caption = turn ? t(turn.key, turn.params) : t('queue.empty');
      return { ...one, queue, caption, titles: titlesOf(one.lane, scenario, words) };
    });
  const leastNs = Math.max(0, ...lanes.map(({ queue }) => reachOf(queue)));
  const topIn = (own: number) => Math.max(0, ...lanes.map(({ titles, caption }) => topOf(titles, caption, own).height));
  const at = arrange({
    width,
    height,
    lanes: lanes.length,
    rows: Math.max(1, ...lanes.map(({ tasks }) => Math.min(MOST_ROWS, tasks.length / 2))),
    top: topIn,
    word: word !== undefined,
  });
  return (
    <Frame
      width={width}
      height={height}
      label={lanes.map(({ titles, caption }) => t('said.of', { of: titles[0] ?? '', said: caption })).join(' ')}
    >
      {lanes.map(({ titles, ...one }, i) => (
        <g key={one.lane} transform={originOf(at, i)}>
          <LitPart part={LANE_KEYS[one.lane] ?? 'a'} of={of}>
            <QueueLane
              {...one}
              at={at}
              top={{ ...topOf(titles, one.caption, at.own), height: topIn(at.own) }}
              room={{ left: (i % at.columns) * at.right, width }}
              ordered={step === PICK}
              leastNs={leastNs}
              word={one.lane === (WORD_LANE[step] ?? 1) ? word : undefined}
              of={of}
            />
          </LitPart>
        </g>
      ))}
      {at.history > 0 && (
        <Part>
          <Histories cpu={CPU} lanes={lanes} at={at} of={of} />
        </Part>
      )}
    </Frame>
  );
}

interface LaneProps extends Queued, Pick<FigureProps, 'word'> {
  readonly at: Arrangement;
  readonly top: Top;
  /** The left edge of the lane, and the width of the figure. */
  readonly room: { readonly left: number; readonly width: number };
  /** Least extent of the line: lanes have one scale. */
  readonly leastNs: number;
  /** The eligible tasks have numbers by deadline. */
  readonly ordered: boolean;
  readonly of: Lighting;
}

function QueueLane({ lane, tasks, queue, at, top, room, leastNs, ordered, word, of }: LaneProps) {
  const words = useFigureWords();
  const { own, row, bare } = at;
  const said = (task: QueuedTask) => {
    const note = taskNote(queue.scheduler, task);
    return note ? words(note.key, { time: note.time }) : '';
  };
  const drawing = useQueueLine(queue, tasks, { said, leastNs });
  const line = { ...drawing, row, bare, width: own, size: SMALL };
  const below = top.height + numberLineHeight(drawing.line, SMALL, row);
  return (
    <>
      <LaneTop lane={LANE_KEYS[lane] as LaneKey} width={own} top={top} />
      <g transform={`translate(0 ${top.height})`}>
        <NumberLineDrawing
          {...line}
          {...(ordered && { order: byDeadline(queue) })}
          rowProps={(task) => litProps(`task-${line.drawn(task).group}`, of)}
        />
      </g>
      {word && (
        <Explained word={word} line={line} queue={queue} top={top.height} y={below + 8} ordered={ordered} room={room} />
      )}
    </>
  );
}

interface ExplainedProps extends Pick<LaneProps, 'room'> {
  readonly word: NonNullable<FigureProps['word']>;
  readonly line: Parameters<typeof scaleOf>[0];
  readonly queue: TurnQueue;
  readonly top: number;
  readonly y: number;
  readonly ordered: boolean;
}

/** The new word, at the task in the last row: at its flag where the word is about deadlines. */
function Explained({ word, line, queue, top, y, ordered, room }: ExplainedProps) {
  const { x, zero } = scaleOf(line);
  const last = line.line.rows.length - 1;
  const stand = line.line.rows[last];
  const isQueued = stand !== undefined && queue.tasks.some(({ task }) => task === stand.task);
  const to = isQueued ? x(ordered ? stand.until : stand.at) : zero;
  return (
    <NewWord
      word={word}
      left={-room.left}
      right={room.width - room.left}
      y={y}
      to={[to, top + rowOf(last, line.size, line.row) + (isQueued ? ringOf(line.row) + 4 : 0)]}
    />
  );
}

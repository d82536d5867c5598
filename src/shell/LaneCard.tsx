/** A lane: its title and its machine. */
import { useRef } from 'react';
import { later, Part } from '../page/Part';
import { LaneFigure } from '../rooms/machine/LaneFigure';
import { machineTable } from '../rooms/machine/table';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { isBare, LANE_KEYS, useView } from '../state/view';
import { Takeaway } from '../ui/Takeaway';
import { useT } from '../words';
import { duration } from '../words/format';
import { laneTexts } from '../words/laneWords';
import { LaneTitle } from './LaneTitle';
import './lane.css';
import { RecordedSign } from '../signs/RecordedSign';
import { useFeatures } from './useFeatures';
import { useMachine } from './useMachine';

/** Apart from the page, since most steps of acts have a figure instead. */
const MachineView = later(async () => (await import('../rooms/machine/MachineView')).MachineView);
const Bubble = later(async () => (await import('../rooms/why/Bubble')).Bubble);
const RecordedWhy = later(async () => (await import('./RecordedWhy')).RecordedWhy);

export function LaneCard({ lane }: { lane: number }) {
  const t = useT();
  const key = LANE_KEYS[lane] ?? 'a';
  const letter = key.toUpperCase();
  const ended = useRun((run) => run.ended[lane] ?? null);
  const scenario = useScenario((state) => state.document);
  const bare = useView(isBare);
  const explained = useView((view) =>
    view.explained?.lane === key && !view.inspecting && !view.lens ? view.explained : null,
  );
  const config = scenario.lanes[lane];
  const features = useFeatures(lane, config);
  const machine = useMachine(lane);
  const own = useRun((run) => run.feeds[lane]);
  const drawing = useRef<HTMLDivElement>(null);
  if (!config) return null;
  const recorded = own?.recorded ?? null;
  const shows = lane === 0 && scenario.recording !== undefined;
  const release = recorded?.release?.split('-')[0] ?? t('lane.recorded.unknown');
  const texts = shows ? [t('lane.recorded', { release })] : laneTexts({ ...config, features }, scenario);
  const [words = ''] = texts;

  return (
    <section className={`panel lane lane-${key}`} aria-label={t('lane.name', { lane: letter })}>
      <header>
        <b className="badge" aria-hidden="true">
          {letter}
        </b>
        {shows && <RecordedSign />}
        <LaneTitle texts={texts} />
        {own && <LaneFigure feed={own} />}
        {machine && !bare && (
          <Takeaway
            title={`${letter} · ${words}`}
            label={t('lane.name', { lane: letter })}
            name={`lane-${key}`}
            of={drawing}
            titled
            table={() => machineTable(machine.feed)}
          />
        )}
        {ended !== null && <span className="lane-done">{t('lane.done', { time: duration(ended) })}</span>}
      </header>
      <div className="lane-machine" ref={drawing}>
        {machine && (
          <Part>
            <MachineView {...machine} />
          </Part>
        )}
      </div>
      {explained && (
        <Part>
          {shows ? (
            recorded && <RecordedWhy explained={explained} recorded={recorded} />
          ) : (
            <Bubble explained={explained} />
          )}
        </Part>
      )}
    </section>
  );
}

/** The lanes of the experiment; with a play button where the page has no console. */

import { later, Part } from '../page/Part';
import { PlayButton } from '../rooms/transport/PlayButton';
import { factsOf } from '../scenario/machines';
import { useScenario } from '../state/scenario';
import { isBare, isDrawn, LANE_KEYS, look, useView } from '../state/view';
import { Segmented } from '../ui/Segmented';
import { useT } from '../words';
import { LaneCard } from './LaneCard';
import { SeekProgress } from './SeekProgress';
import './lanes.css';

const ActFigure = later(async () => (await import('../rooms/acts/ActFigure')).default);

/**
 * On a phone, a machine with more CPUs than this has no room for two lanes side by side: one lane is visible at a time.
 */
const MOST_BESIDE = 32;

export function Lanes() {
  const t = useT();
  const bare = useView(isBare);
  const shown = useView((view) => view.lane);
  const lanes = useScenario(({ document }) => document.lanes.length);
  const large = useScenario(({ document }) => factsOf(document.machine).cpus > MOST_BESIDE) && lanes > 1;
  const drawn = useView(isDrawn);
  const turns = large && lanes > 1 && !drawn;
  return (
    <main
      id="lanes"
      className="lanes"
      tabIndex={-1}
      data-turned={turns ? shown : undefined}
      data-drawn={drawn || undefined}
    >
      {bare && <h1 className="visually-hidden">{t('app.title')}</h1>}
      {drawn ? (
        <Part>
          <ActFigure />
        </Part>
      ) : (
        <>
          <LaneCard lane={0} />
          {lanes > 1 && <LaneCard lane={1} />}
        </>
      )}
      {turns && !bare && (
        <div className="lanes-turn">
          <Segmented
            label={t('lanes.turn')}
            value={shown}
            options={LANE_KEYS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(lane) => look({ lane })}
          />
        </div>
      )}
      {bare && <PlayButton />}
      <SeekProgress />
    </main>
  );
}

/** The lanes of the experiment; with a button of their own where there is no other. */

import { PlayButton } from '../rooms/transport/PlayButton';
import { useScenario } from '../state/scenario';
import { isBare, useView } from '../state/view';
import { useT } from '../words';
import { Approach } from './Approach';
import { LaneCard } from './LaneCard';

export function Lanes() {
  const t = useT();
  const bare = useView(isBare);
  const lanes = useScenario(({ document }) => document.lanes.length);
  return (
    <main id="lanes" className="lanes" tabIndex={-1}>
      {bare && <h1 className="visually-hidden">{t('app.title')}</h1>}
      <LaneCard lane={0} />
      {lanes > 1 && <LaneCard lane={1} />}
      {bare && <PlayButton />}
      <Approach />
    </main>
  );
}

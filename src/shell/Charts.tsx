/** The charts beside the lanes: those that have room. */
import { useEffect, useMemo } from 'react';
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { Card } from '../rooms/charts/Card';
import { experimentOf } from '../rooms/charts/chart';
import { chartsWith, fitting, flexGrowOf, pointedAt, type Room } from '../rooms/charts/fitting';
import { CHARTS } from '../rooms/charts/registry';
import { useRoom } from '../rooms/charts/useRoom';
import type { ChartId } from '../scenario/charts';
import { drewPicture } from '../state/picture';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { useView, viewStore } from '../state/view';
import { useT } from '../words';
import '../rooms/charts/charts.css';

const PanelCard = later(async () => {
  // A step of an act that shows something else has that to load first.
  const { act, lit } = viewStore.getState();
  if (act && lit !== 'panel') await whenIdle();
  return (await import('./Panels')).PanelCard;
});

export interface ChartsProps {
  readonly place: Room['place'];
  /** Only this chart, whatever the room. */
  readonly only?: ChartId;
}

export function Charts({ place, only }: ChartsProps) {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const document = useScenario((state) => state.document);
  const experiment = useMemo(() => experimentOf(document), [document]);
  const lit = useView((view) => (view.act ? view.lit : null));
  const [ref, room] = useRoom(place);
  const pointed = pointedAt(lit, experiment);
  // On a phone a step of an act may show them instead of the machines.
  useEffect(() => {
    if (viewStore.getState().act) drewPicture();
  }, []);
  const ids = only ? [only] : fitting(chartsWith(experiment), room, pointed);
  return (
    <aside
      ref={ref}
      className="charts"
      aria-label={t('charts.label')}
      data-place={room.place}
      data-panel={experiment.panel ?? undefined}
    >
      {ids.map((id) => {
        const { drawing } = CHARTS[id];
        const look = { flexGrow: flexGrowOf(id, pointed), pointed: id === pointed };
        if (drawing === null)
          return (
            <Part key={id} fallback={<section className="panel card panel-card" />}>
              <PanelCard {...look} />
            </Part>
          );
        const unit = drawing.unit(experiment);
        return (
          <Card
            key={id}
            {...look}
            title={t(`chart.${id}`)}
            name={id}
            table={() => drawing.table(feeds, experiment)}
            {...(unit && { unit: t(unit) })}
          >
            <drawing.component feeds={feeds} experiment={experiment} />
          </Card>
        );
      })}
    </aside>
  );
}

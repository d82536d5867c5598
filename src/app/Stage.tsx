/** A presentation: the lanes, the chart that is told of, and what is told. */
import { lazy } from 'react';
import { useT } from '../i18n';
import { useScenario } from '../state/scenario';
import { useView } from '../state/view';
import { Approach } from './Approach';
import { Charts } from './Charts';
import { Dialogs } from './Dialogs';
import { LaneCard } from './LaneCard';
import { Notices } from './Notices';
import { Part } from './Part';
import { PlayButton } from './PlayButton';
import { StateSentence } from './StateSentence';

const CueBar = lazy(async () => ({ default: (await import('./CueBar')).CueBar }));

export function Stage() {
  const t = useT();
  const cue = useView((view) => view.cue) ?? 0;
  const lanes = useScenario(({ document }) => document.lanes.length);
  const chart = useScenario(({ notes }) => {
    const pin = notes[cue - 1]?.pin;
    return pin?.kind === 'chart' ? pin.chart : undefined;
  });
  return (
    <div className="app app-present" data-lanes={lanes} data-cue-chart={chart}>
      <h1 className="visually-hidden">{t('app.title')}</h1>
      <Notices />
      <main id="lanes" className="lanes" tabIndex={-1}>
        <LaneCard lane={0} />
        {lanes > 1 && <LaneCard lane={1} />}
        <PlayButton />
        <Approach />
      </main>
      {chart && <Charts only={chart} />}
      <Part fallback={<section className="panel cue" />}>
        <CueBar />
      </Part>
      <StateSentence />
      <Dialogs />
    </div>
  );
}

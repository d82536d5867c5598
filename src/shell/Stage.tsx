/** A presentation: the lanes, the chart that is told of, and what is told. */

import { CueBar } from '../rooms/present/CueBar';
import { chartsOf } from '../scenario/charts';
import { useScenario } from '../state/scenario';
import { useView } from '../state/view';
import { Charts } from './Charts';
import { Dialogs } from './Dialogs';
import { Lanes } from './Lanes';
import { Notices } from './Notices';
import { StateSentence } from './StateSentence';
import './stage.css';

export default function Stage() {
  const cue = useView((view) => view.cue) ?? 0;
  const lanes = useScenario(({ document }) => document.lanes.length);
  const chart = useScenario(({ notes, document }) => {
    const pin = notes[cue - 1]?.pin;
    return pin?.kind === 'chart' && chartsOf(document).includes(pin.chart) ? pin.chart : undefined;
  });
  return (
    <div className="app app-present" data-lanes={lanes} data-cue-chart={chart}>
      <Notices />
      <Lanes />
      {chart && <Charts place="column" only={chart} />}
      <CueBar />
      <StateSentence />
      <Dialogs />
    </div>
  );
}

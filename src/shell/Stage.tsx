/** A presentation: the cue, the lanes, the chart of the cue, and the controls below. */

import { useEffect } from 'react';
import { linkTo } from '../page/address';
import { later, Part } from '../page/Part';
import type { Talk } from '../page/talk';
import { LegendLine } from '../rooms/machine/LegendLine';
import { CueBar } from '../rooms/present/CueBar';
import { NotesTalk } from '../rooms/present/NotesTalk';
import { chartsOf } from '../scenario/charts';
import { useScenario } from '../state/scenario';
import { isLooking, look, useView } from '../state/view';
import { Charts } from './Charts';
import { Dialogs } from './Dialogs';
import { Lanes } from './Lanes';
import { Notices } from './Notices';
import { StateSentence } from './StateSentence';
import './lens.css';
import './stage.css';

const ActTalk = later(async () => (await import('../rooms/acts/ActTalk')).default);
const LensPanel = later(async () => (await import('../rooms/decision/Panel')).default);
const Code = later(async () => (await import('../rooms/share/Code')).Code);

/** The link without the theme: the projector's theme does not suit a phone. */
const LinkCode = () => <Code link={linkTo({ theme: null })} />;

const bar = (talk: Talk) => (
  <CueBar
    talk={talk}
    legend={<LegendLine />}
    code={
      <Part>
        <LinkCode />
      </Part>
    }
  />
);

/** Leaving the stage focuses the button that opens it. */
function useWayBack(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('.bar-present')?.focus();
    },
    [],
  );
}

export default function Stage() {
  useWayBack();
  const cue = useView((view) => view.cue) ?? 0;
  const act = useView((view) => view.act !== null);
  const looking = useView(isLooking);
  const lanes = useScenario(({ document }) => document.lanes.length);
  const chart = useScenario(({ notes, document }) => {
    const pin = act ? undefined : notes[cue - 1]?.pin;
    return pin?.kind === 'chart' && chartsOf(document).includes(pin.chart) ? pin.chart : undefined;
  });
  return (
    <div className="app app-present" data-lanes={lanes} data-cue-chart={chart}>
      <Notices />
      {act ? (
        <Part onError={() => look({ cue: null })}>
          <ActTalk>{bar}</ActTalk>
        </Part>
      ) : (
        <NotesTalk>{bar}</NotesTalk>
      )}
      <Lanes />
      {looking && (
        <Part>
          <LensPanel />
        </Part>
      )}
      {chart && <Charts place="column" only={chart} />}
      <StateSentence />
      <Dialogs />
    </div>
  );
}

/**
 * Under the lanes: the verdict over seeds, the throughput of both lanes so far, the gain by load. Verdict and gain come
 * once the page is idle (they bring the statistics); their places are theirs from the beginning.
 */
import { whenIdle } from '../../engine/idle';
import { later, Part } from '../../page/Part';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { LiveThroughput } from './LiveThroughput';
import './strip.css';

const Headline = later(async () => {
  await whenIdle();
  return (await import('./Headline')).Headline;
});
const GainByLoad = later(async () => {
  await whenIdle();
  return (await import('./GainByLoad')).GainByLoad;
});

export function VerdictStrip() {
  const t = useT();
  const isRecorded = useScenario(({ document }) => document.recording !== undefined);
  const pair = useScenario(({ document }) => document.lanes.length > 1) && !isRecorded;
  return (
    <section className="verdict-strip" aria-label={t('verdict.label')}>
      <div className="verdict-parts">
        <div className="verdict-part verdict-said">
          <Part>
            <Headline />
          </Part>
        </div>
        {!isRecorded && (
          <div className="verdict-part">
            <LiveThroughput />
          </div>
        )}
        {pair && (
          <div className="verdict-part verdict-gain">
            <Part>
              <GainByLoad />
            </Part>
          </div>
        )}
      </div>
    </section>
  );
}

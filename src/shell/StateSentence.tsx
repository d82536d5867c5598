import { WORKLOAD_FACTS } from '../scenario/catalog';
import { clockNs, hasEnded, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { useT } from '../words';
import { difference } from '../words/compare';
import { moment } from '../words/format';

/** For who cannot see the picture: where the run stands, said whenever it stops. */
export function StateSentence() {
  const t = useT();
  const playing = useRun((run) => run.playing);
  const feeds = useRun((run) => run.feeds);
  const ended = useRun(hasEnded);
  const goods = useScenario(({ document }) => WORKLOAD_FACTS[document.workload.kind].goods);
  const sentence = () => {
    if (feeds.length === 0) return t('state.starting');
    if (playing) return '';
    const { key, params } = difference(feeds[0]?.frame ?? null, feeds[1]?.frame ?? null, goods);
    return t(ended ? 'state.ended' : 'state.paused', { time: moment(clockNs()), difference: t(key, params) });
  };
  return (
    <p className="visually-hidden" role="status">
      {sentence()}
    </p>
  );
}

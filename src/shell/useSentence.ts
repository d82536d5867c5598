/** Describes the state of the run and the results of the lanes in one sentence. */
import { WORKLOAD_FACTS } from '../scenario/catalog';
import { clockNs, hasEnded, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { useT } from '../words';
import { difference } from '../words/compare';
import { refusalSentence } from '../words/fields';
import { moment } from '../words/format';

/** Returns a function that describes the present moment. */
export function useSentence(): () => string {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const refused = useRun((run) => run.refusal[0]);
  const ended = useRun(hasEnded);
  const workUnit = useScenario(({ document }) => WORKLOAD_FACTS[document.workload.kind].workUnit);
  return () => {
    if (feeds.length === 0) return refused ? refusalSentence(refused) : t('state.starting');
    const { key, params } = difference(feeds[0]?.frame ?? null, feeds[1]?.frame ?? null, workUnit);
    return t(ended ? 'state.ended' : 'state.paused', { time: moment(clockNs()), difference: t(key, params) });
  };
}

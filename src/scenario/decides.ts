/** The quantity that decides an experiment. It changes no event. */
import { sameDocument } from './catalog';
import type { Decides, Scenario } from './generated/types';

type Decided = Pick<Scenario, 'decides'>;

export const decidesOf = ({ decides = 'work' }: Decided): Decides => decides;

/** The scenario decided by a quantity. The default is left out, so that equal scenarios are equal documents. */
export function decidedBy<S extends Decided>(scenario: S, decides: Decides): S {
  const { decides: _, ...rest } = scenario;
  return (decides === 'work' ? rest : { ...rest, decides }) as S;
}

/** The quantity belongs to what runs for a time and sleeps, and needs dozens of sleeps or turns. */
export const isSlow = (scenario: Pick<Scenario, 'workload'> & Decided): boolean =>
  decidesOf(scenario) !== 'work' && (scenario.workload.kind === 'hogs' || scenario.workload.kind === 'rtapp');

/** Whether two scenarios have the same events. */
export const sameRun = (a: Scenario, b: Scenario): boolean => sameDocument(decidedBy(a, 'work'), decidedBy(b, 'work'));

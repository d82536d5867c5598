/** The dispatch queues under the lanes, if a policy schedules one. */
import { later, Part } from '../page/Part';
import { useScenario } from '../state/scenario';

const Queues = later(async () => (await import('../rooms/policy/Queues')).default);

export function DispatchQueues() {
  const isScheduled = useScenario(({ document }) => document.lanes.some(({ policy }) => policy !== undefined));
  return (
    isScheduled && (
      <Part>
        <Queues />
      </Part>
    )
  );
}

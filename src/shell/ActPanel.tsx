/** The acts and the published tables, put together. */
import { whenIdle } from '../engine/idle';
import { actions, keysOf } from '../page/actions';
import { later, Part } from '../page/Part';
import Acts from '../rooms/acts/Acts';
import { ActSight } from './ActSight';
import './act.css';

/** The whole report comes with them: when all else is there. */
const Beside = later(async () => {
  await whenIdle();
  return (await import('../rooms/replication/Beside')).Beside;
});

export function ActPanel() {
  return (
    <>
      <ActSight />
      <Acts
        published={(tables) => (
          <Part>
            <Beside tables={tables} />
          </Part>
        )}
        keys={{ next: keysOf(actions.storyNext), back: keysOf(actions.storyBack) }}
      />
    </>
  );
}

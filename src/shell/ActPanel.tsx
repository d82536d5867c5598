/** The acts, with the published tables beside them. */
import { whenIdle } from '../engine/idle';
import { actions, keysOf } from '../page/actions';
import { later, Part } from '../page/Part';
import Acts from '../rooms/acts/Acts';
import { PlayButton } from '../rooms/transport/PlayButton';
import { ActSight } from './ActSight';
import './act.css';

/** Imports the whole report, so it loads after everything else. */
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
        play={<PlayButton />}
        keys={{ next: keysOf(actions.storyNext), back: keysOf(actions.storyBack) }}
      />
    </>
  );
}

/** The acts and the published tables, put together. */
import { lazy } from 'react';
import Story from '../story/Story';
import { whenIdle } from '../ui/idle';
import { actions, keysOf } from './actions';
import { Part } from './Part';

/** The whole report comes with them: when all else is there. */
const Beside = lazy(async () => {
  await whenIdle();
  return { default: (await import('../theatre/Beside')).Beside };
});

export function ActPanel() {
  return (
    <Story
      published={(tables) => (
        <Part>
          <Beside tables={tables} />
        </Part>
      )}
      keys={{ next: keysOf(actions.storyNext), back: keysOf(actions.storyBack) }}
    />
  );
}

/** The acts and the published tables, put together. */
import { lazy } from 'react';
import Story from '../story/Story';
import { whenIdle } from '../ui/idle';
import { type Action, actions } from './actions';
import { Part } from './Part';

/** The whole report comes with them: when all else is there. */
const Beside = lazy(async () => {
  await whenIdle();
  return { default: (await import('../theatre/Beside')).Beside };
});

const keyOf = ({ key, also = [] }: Action): string => [key, ...also].join(' ');

export function ActPanel() {
  return (
    <Story
      published={(tables) => (
        <Part>
          <Beside tables={tables} />
        </Part>
      )}
      keys={{ next: keyOf(actions.storyNext), back: keyOf(actions.storyBack) }}
    />
  );
}

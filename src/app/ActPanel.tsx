/** The acts and the published tables, put together. */
import { lazy, Suspense } from 'react';
import Story from '../story/Story';
import { whenIdle } from '../ui/idle';
import { type Action, actions } from './actions';

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
        <Suspense>
          <Beside tables={tables} />
        </Suspense>
      )}
      keys={{ next: keyOf(actions.storyNext), back: keyOf(actions.storyBack) }}
    />
  );
}

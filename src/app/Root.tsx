import { lazy, Suspense } from 'react';
import { useView, viewStore } from '../state/view';

const Front = lazy(() => import('./Front'));
const Playground = lazy(() => {
  const { act, embed } = viewStore.getState();
  // Its bar comes with it, where it has one.
  if (act === null && !embed) void import('./Experiment');
  return import('./Playground');
});

/** The gallery, or the experiment. */
export function Root() {
  const gallery = useView((view) => view.show === 'gallery');
  return <Suspense>{gallery ? <Front /> : <Playground />}</Suspense>;
}

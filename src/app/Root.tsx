import { lazy, Suspense } from 'react';
import { useView } from '../state/view';

const Front = lazy(() => import('./Front'));
const Playground = lazy(() => import('./Playground'));

/** The gallery, or the experiment. */
export function Root() {
  const gallery = useView((view) => view.show === 'gallery');
  return <Suspense>{gallery ? <Front /> : <Playground />}</Suspense>;
}

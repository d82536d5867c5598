import { useEffect } from 'react';
import { later, Part } from '../page/Part';
import { useView } from '../state/view';
import { LoadFailure } from './LoadFailure';
import { prefetch } from './prefetch';
import { useDrop } from './useDrop';

const Front = later(async () => (await import('./Front')).default);
const Playground = later(async () => {
  const { begin, Playground } = await import('./Playground');
  begin();
  return Playground;
});

/** The gallery, or the experiment. */
export function Root() {
  useDrop();
  const gallery = useView((view) => view.show === 'gallery');
  const loadFailed = useView((view) => view.loadFailed);
  useEffect(() => {
    // The first screen calls it when its lanes move.
    if (!gallery) void prefetch();
  }, [gallery]);
  return (
    <>
      <Part key={String(gallery)}>{gallery ? <Front onMoved={() => void prefetch()} /> : <Playground />}</Part>
      {loadFailed && <LoadFailure />}
    </>
  );
}

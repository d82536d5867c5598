import { useEffect } from 'react';
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { look, useView, viewStore } from '../state/view';
import { Unloaded } from './Unloaded';
import { useDrop } from './useDrop';

const Front = later(async () => (await import('./Front')).default);
const Playground = later(async () => {
  const { begin, Playground } = await import('./Playground');
  begin();
  return Playground;
});

/** What may be opened is loaded once the page shows what it was opened for. An embedded page is there for what it shows. */
function loadAhead(): void {
  if (!viewStore.getState().embed) void whenIdle().then(() => import('./ahead').catch(() => {}));
}

/** The gallery, or the experiment. */
export function Root() {
  useDrop();
  const gallery = useView((view) => view.show === 'gallery');
  const unloaded = useView((view) => view.unloaded !== null);
  useEffect(() => {
    // The first screen says itself when it moves.
    if (!gallery) loadAhead();
  }, [gallery]);
  return (
    <>
      <Part
        key={String(gallery)}
        missing={
          // That of the gallery lies over its still picture.
          !gallery && (
            <main className="notices whole">
              <Unloaded />
            </main>
          )
        }
      >
        {gallery ? <Front onMoved={loadAhead} /> : <Playground />}
      </Part>
      {gallery && unloaded && (
        <div className="notices over">
          <Unloaded onClose={() => look({ unloaded: null })} />
        </div>
      )}
    </>
  );
}

/** Notices that can wait until the page stands. */
import { later, Part } from '../page/Part';
import { useView } from '../state/view';
import { Starting } from './Starting';

const Lost = later(async () => (await import('./Lost')).Lost);

export function LateNotices() {
  const lost = useView((view) => view.lensLost);
  return (
    <>
      <Starting />
      {lost && (
        <Part>
          <Lost />
        </Part>
      )}
    </>
  );
}

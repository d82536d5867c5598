/** Notices that can wait until the page stands. */
import { later, Part } from '../page/Part';
import { useView } from '../state/view';
import { LinkNotice } from './LinkNotice';
import { Starting } from './Starting';

const Lost = later(async () => (await import('./Lost')).Lost);

export function LateNotices() {
  const lost = useView((view) => view.lensLost);
  return (
    <>
      <LinkNotice />
      <Starting />
      {lost && (
        <Part>
          <Lost />
        </Part>
      )}
    </>
  );
}

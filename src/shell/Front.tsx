/** The first screen, in place of the prerendered one. */
import { useLayoutEffect, useRef } from 'react';
import { Dialogs } from './Dialogs';
import { FirstScreen } from './FirstScreen';
import './first-screen.css';

export interface FrontProps {
  /** Called when the lanes move for the first time. */
  readonly onMoved: () => void;
}

export default function Front({ onMoved }: FrontProps) {
  const machine = useRef(document.querySelector('#still .lane-a .front-machine')?.innerHTML ?? '');
  useLayoutEffect(() => {
    document.getElementById('still')?.remove();
  }, []);
  // The prerendered lanes stay until the lanes are loaded.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build of this page wrote it.
  const still = <div className="still" dangerouslySetInnerHTML={{ __html: machine.current }} />;
  return (
    <>
      <FirstScreen still={still} whole onMoved={onMoved} />
      <Dialogs />
    </>
  );
}

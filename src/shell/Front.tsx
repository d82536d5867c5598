/** The first screen, in the place of its still picture. */
import { useLayoutEffect, useRef } from 'react';
import { Dialogs } from './Dialogs';
import { FirstScreen } from './FirstScreen';
import './first-screen.css';

export interface FrontProps {
  /** The lanes have moved for the first time. */
  readonly onMoved: () => void;
}

export default function Front({ onMoved }: FrontProps) {
  const machine = useRef(document.querySelector('#still .lane-a .front-machine')?.innerHTML ?? '');
  useLayoutEffect(() => {
    document.getElementById('still')?.remove();
  }, []);
  // What the build drew stands until the lanes are there.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the page's own.
  const still = <div className="still" dangerouslySetInnerHTML={{ __html: machine.current }} />;
  return (
    <>
      <FirstScreen still={still} whole onMoved={onMoved} />
      <Dialogs />
    </>
  );
}

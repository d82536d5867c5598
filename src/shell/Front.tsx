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
  const machine = useRef(document.querySelector('#prerendered .lane-a .front-machine')?.innerHTML ?? '');
  useLayoutEffect(() => {
    document.getElementById('prerendered')?.remove();
  }, []);
  // The prerendered lanes stay until the lanes are loaded.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build of this page wrote it.
  const placeholder = <div className="machine-placeholder" dangerouslySetInnerHTML={{ __html: machine.current }} />;
  return (
    <>
      <FirstScreen placeholder={placeholder} whole onMoved={onMoved} />
      <Dialogs />
    </>
  );
}

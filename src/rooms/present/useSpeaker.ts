/** Keeps the speaker's window in step with the stage. */
import { useCallback, useEffect, useRef } from 'react';
import { actions } from '../../page/actions';
import type { Talk } from '../../page/talk';
import { clockNs, runStore } from '../../state/run';
import { language } from '../../words';
import { type End, newId, openEnd, readToStage, speakerAddress, type ToSpeaker } from './channel';

/** Real time between two looks at the run's clock (ms). */
const CLOCK_MS = 250;

/** Gives what opens the window; it closes with the stage. */
export function useSpeaker(talk: Talk): () => void {
  const id = useRef('');
  const end = useRef<End<ToSpeaker> | null>(null);
  const latest = useRef(talk);
  const since = useRef(0);
  const tell = useCallback(() => {
    end.current?.say({ type: 'told', talk: latest.current, since: since.current });
    end.current?.say({ type: 'clock', ns: clockNs(), playing: runStore.getState().playing });
  }, []);

  useEffect(() => {
    id.current = newId();
    since.current = Date.now();
    const own = openEnd(id.current, readToStage, (heard): void => {
      if (heard.type === 'hello') tell();
      else if (heard.type === 'play') actions.play.perform();
      else if (heard.by > 0) actions.cueNext.perform();
      else actions.cueBack.perform();
    });
    end.current = own;
    const timer = setInterval(
      () => own.say({ type: 'clock', ns: clockNs(), playing: runStore.getState().playing }),
      CLOCK_MS,
    );
    const leave = () => own.say({ type: 'end' });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      clearInterval(timer);
      leave();
      own.close();
      end.current = null;
    };
  }, [tell]);

  const said = JSON.stringify(talk);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said is what counts, not the object it is in.
  useEffect(() => {
    latest.current = talk;
    tell();
  }, [said, tell]);

  return useCallback(() => {
    const address = speakerAddress(location.href, id.current, language());
    window.open(address, `speaker-${id.current}`, 'popup,width=960,height=640');
  }, []);
}

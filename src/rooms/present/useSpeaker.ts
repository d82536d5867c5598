/** Keeps the speaker's window in step with the stage. */
import { useCallback, useEffect, useRef } from 'react';
import { actions } from '../../page/actions';
import type { Talk } from '../../page/talk';
import { clockNs, runStore } from '../../state/run';
import { language } from '../../words';
import { type End, newId, openEnd, readToStage, speakerAddress, type ToSpeaker } from './channel';

/** Real time between two readings of the clock (ms). */
const CLOCK_MS = 250;

/** The lanes as a picture, drawn in the light theme; null: there are none. */
async function pictureOfLanes(): Promise<string | null> {
  const { picture } = await import('../../ui/export/picture');
  const lanes = document.getElementById('lanes');
  return lanes && picture(lanes, { title: '', source: '', changes: null, link: '', titled: false });
}

/** Returns the function that opens the window. The window closes with the stage. */
export function useSpeaker(talk: Talk, blank: boolean): () => void {
  const id = useRef('');
  const end = useRef<End<ToSpeaker> | null>(null);
  const latest = useRef(talk);
  const since = useRef(0);
  /** The picture that the window has. */
  const shown = useRef('');
  const isBlank = useRef(blank);
  isBlank.current = blank;
  const sendClock = useCallback(
    () =>
      end.current?.send({
        type: 'clock',
        ns: clockNs(),
        playing: runStore.getState().playing,
        blank: isBlank.current,
      }),
    [],
  );
  const sendPicture = useCallback(async () => {
    // Without a picture the window keeps the last one.
    const svg = await pictureOfLanes().catch(() => null);
    if (svg === null || svg === shown.current) return;
    shown.current = svg;
    end.current?.send({ type: 'picture', svg });
  }, []);
  const send = useCallback(() => {
    end.current?.send({ type: 'talk', talk: latest.current, since: since.current });
    sendClock();
  }, [sendClock]);

  useEffect(() => {
    id.current = newId();
    since.current = Date.now();
    const channelEnd = openEnd(id.current, readToStage, (message): void => {
      if (message.type === 'hello') {
        shown.current = '';
        send();
      } else if (message.type === 'turn') (message.by > 0 ? actions.cueNext : actions.cueBack).perform();
      else if (message.type === 'picture') void sendPicture();
      else (message.type === 'play' ? actions.play : actions.cueBlank).perform();
    });
    end.current = channelEnd;
    const timer = setInterval(sendClock, CLOCK_MS);
    const leave = () => channelEnd.send({ type: 'end' });
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      clearInterval(timer);
      leave();
      channelEnd.close();
      end.current = null;
    };
  }, [send, sendClock, sendPicture]);

  const content = JSON.stringify(talk);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content counts, not the identity of the object.
  useEffect(() => {
    latest.current = talk;
    send();
  }, [content, send]);

  return useCallback(() => {
    const address = speakerAddress(location.href, id.current, language());
    window.open(address, `speaker-${id.current}`, 'popup,width=960,height=640');
  }, []);
}

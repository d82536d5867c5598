/** The speaker's window: the picture on the stage, the present and the next cue, notes, and the time of the talk. */
import { useEffect, useRef, useState } from 'react';
import type { Cue } from '../../page/talk';
import { Icon } from '../../ui/Icon';
import { language, useT } from '../../words';
import { moment } from '../../words/format';
import { useWords } from '../../words/notes';
import { type Clock, type End, openEnd, readToSpeaker, type TalkMessage, type ToStage } from './channel';
import './speaker.css';

/** Real time without a message after which the stage counts as closed (ms). */
const SILENT_MS = 3000;

/** Minutes and seconds, and hours from an hour on. */
export function elapsed(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Real time between two pictures of the stage (ms). */
const PICTURE_MS = 1000;

/** Milliseconds from `now` until the next time of day `until` (hh:mm); in the hour after it, negative. */
export function leftUntil(until: string, now: Date): number {
  const [hours = 0, minutes = 0] = until.split(':').map(Number);
  const end = new Date(now);
  end.setHours(hours, minutes, 0, 0);
  const left = end.getTime() - now.getTime();
  const day = 24 * 3_600_000;
  return left < -3_600_000 ? left + day : left > day - 3_600_000 ? left - day : left;
}

const TURNS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };

export function Speaker({ id }: { readonly id: string }) {
  const t = useT();
  const words = useWords();
  const [content, setContent] = useState<TalkMessage | null>(null);
  const [clock, setClock] = useState<Clock | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const [begun, setBegun] = useState<number | null>(null);
  const [until, setUntil] = useState('');
  const [picture, setPicture] = useState('');
  const receivedAt = useRef(Date.now());
  const end = useRef<End<ToStage> | null>(null);

  useEffect(() => {
    const channelEnd = openEnd(id, readToSpeaker, (message): void => {
      receivedAt.current = Date.now();
      if (message.type === 'end') window.close();
      else if (message.type === 'talk') setContent(message);
      else if (message.type === 'picture') setPicture(message.svg);
      else setClock(message);
    });
    end.current = channelEnd;
    channelEnd.send({ type: 'hello' });
    const timer = setInterval(() => setNow(Date.now()), 500);
    const askForPicture = () => channelEnd.send({ type: 'picture' });
    askForPicture();
    const pictures = setInterval(() => document.visibilityState === 'visible' && askForPicture(), PICTURE_MS);
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return;
      const by = TURNS[event.key];
      const isButton = event.target instanceof HTMLElement && event.target.closest('button') !== null;
      if (by) channelEnd.send({ type: 'turn', by });
      else if (event.key === ' ' && !isButton) channelEnd.send({ type: 'play' });
      else if (event.key === 'b' || event.key === '.') channelEnd.send({ type: 'blank' });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      clearInterval(timer);
      clearInterval(pictures);
      channelEnd.close();
    };
  }, [id]);
  useEffect(() => {
    document.title = words('speaker.title');
  });

  if (!content) return <main className="speaker-wait">{words('speaker.wait')}</main>;
  const { talk, since } = content;
  const silent = now - receivedAt.current > SILENT_MS;
  const left = until === '' ? null : leftUntil(until, new Date(now));
  return (
    <main className="speaker">
      <h1 className="visually-hidden">{words('speaker.title')}</h1>
      <header>
        <div className="speaker-time">
          <small>{words('speaker.clock')}</small>
          <b>{new Date(now).toLocaleTimeString(language(), { hour: '2-digit', minute: '2-digit' })}</b>
          <label className="speaker-until">
            <span>{words('speaker.until')}</span>
            <input type="time" value={until} onChange={({ target }) => setUntil(target.value)} />
          </label>
          {left !== null && (
            <small className="speaker-left" data-over={left < 0}>
              {words(left < 0 ? 'speaker.over' : 'speaker.left', { time: elapsed(Math.abs(left)) })}
            </small>
          )}
        </div>
        <div className="speaker-time">
          <small>{words('speaker.elapsed')}</small>
          <b role="timer">{elapsed(now - (begun ?? since))}</b>
          <button type="button" className="button" onClick={() => setBegun(Date.now())}>
            {words('speaker.again')}
          </button>
        </div>
        <div className="speaker-time">
          <small>{words('speaker.run')}</small>
          <b>{clock && moment(clock.ns)}</b>
          <button
            type="button"
            className="button square"
            aria-label={t(clock?.playing ? 'action.pause' : 'action.start')}
            onClick={() => end.current?.send({ type: 'play' })}
          >
            <Icon name={clock?.playing ? 'pause' : 'play'} />
          </button>
        </div>
        <div className="speaker-turn">
          <span>{talk.place}</span>
          <button type="button" className="button" onClick={() => end.current?.send({ type: 'blank' })}>
            {words(clock?.blank ? 'speaker.show' : 'speaker.blank')}
          </button>
          <button
            type="button"
            className="button"
            aria-disabled={talk.isFirst}
            aria-label={words('cue.back')}
            onClick={() => end.current?.send({ type: 'turn', by: -1 })}
          >
            ◂
          </button>
          <button
            type="button"
            className="button strong"
            aria-disabled={talk.isLast}
            onClick={() => end.current?.send({ type: 'turn', by: 1 })}
          >
            {words('speaker.next')} ▸
          </button>
        </div>
      </header>
      {silent && (
        <p className="speaker-silent" role="alert">
          {words('speaker.silent')}
        </p>
      )}
      {clock?.blank && (
        <p className="speaker-silent" role="status">
          {words('speaker.black')}
        </p>
      )}
      <Shown cue={talk.now} name={words('speaker.now')} className="speaker-now" />
      <Picture svg={picture} label={words('speaker.picture')} />
      <section className="speaker-notes" aria-label={words('speaker.notes')}>
        {talk.now.notes.length === 0 ? (
          <p className="speaker-none">{words('speaker.none')}</p>
        ) : (
          talk.now.notes.map((note) => <p key={note}>{note}</p>)
        )}
      </section>
      {talk.next ? (
        <Shown cue={talk.next} name={words('speaker.then')} className="speaker-then" />
      ) : (
        <p className="speaker-then">{words('speaker.last')}</p>
      )}
    </main>
  );
}

/** An image cannot run scripts. */
function Picture({ svg, label }: { readonly svg: string; readonly label: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (svg === '') return;
    const next = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(next);
    return () => URL.revokeObjectURL(next);
  }, [svg]);
  return address === '' ? null : <img className="speaker-picture" src={address} alt={label} />;
}

function Shown({ cue, name, className }: { readonly cue: Cue; readonly name: string; readonly className: string }) {
  return (
    <section className={className} aria-label={name}>
      <small>{name}</small>
      <p>{cue.text}</p>
      {cue.about && <small>{cue.about}</small>}
    </section>
  );
}

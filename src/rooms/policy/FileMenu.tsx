/** The menu of the file: what a person wrote, starters, open and save. */
import { useRef, useState } from 'react';
import { CHALLENGES, type ChallengeId } from '../../scenario/challenges';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { language } from '../../words';
import { bestOf } from './attempts';
import { allKept, nameOf, type Written } from './kept';
import { STARTERS, type StarterId } from './lesson';
import { lessons } from './starters';
import { policyWord as word } from './words';

interface Props {
  readonly name: string;
  /** The open text. */
  readonly current: string;
  readonly onKept: (written: Written) => void;
  readonly onStarter: (id: StarterId) => void;
  readonly onFile: (file: File) => void;
  readonly onSave: () => void;
  readonly onChallenge: (id: ChallengeId) => void;
  /** Gives lane B the kernel's scheduler; null: it has that. */
  readonly onStop: (() => void) | null;
}

const STEPS: readonly (readonly [size: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

/** How long ago: 2 minutes ago. */
function ago(at: number): string {
  const past = Date.now() - at;
  const [size, unit] = STEPS.find(([one]) => past >= one) ?? [60_000, 'minute'];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(past / size), unit);
}

export function FileMenu({ name, current, onKept, onStarter, onFile, onSave, onChallenge, onStop }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const [kept, setKept] = useState(allKept);
  const label = word('file', { name: `${name}.bpf.c` });
  return (
    <>
      <Menu
        label={label}
        start
        onOpen={() => setKept(allKept())}
        sign={
          <span className="policy-file">
            <b>{name}.bpf.c</b>
            <Icon name="chevron" />
          </span>
        }
      >
        {kept.map((written) => (
          <button
            key={written.id}
            type="button"
            aria-current={written.id === current || undefined}
            onClick={() => onKept(written)}
          >
            <b>{nameOf(written.source)}.bpf.c</b>
            <small>{word('yours', { ago: ago(written.at) })}</small>
          </button>
        ))}
        <p className="policy-start">{word('start')}</p>
        {STARTERS.map((id) => (
          <button key={id} type="button" onClick={() => onStarter(id)}>
            <b>{id}</b>
            <small>{lessons()[id].about}</small>
          </button>
        ))}
        <p className="policy-start">{word('challenges')}</p>
        {CHALLENGES.map((id) => (
          <button key={id} type="button" onClick={() => onChallenge(id)}>
            <b>{id}</b>
            <small>
              {word(`challenge.${id}`)}
              {bestOf(id) > 0 && ` ${word('challenge.stars', { stars: bestOf(id) })}`}
            </small>
          </button>
        ))}
        <hr />
        <button type="button" onClick={() => file.current?.click()}>
          {word('open')}
        </button>
        <button type="button" onClick={onSave}>
          {word('save')}
        </button>
        {onStop && (
          <button type="button" onClick={onStop}>
            {word('stop')}
          </button>
        )}
      </Menu>
      <input
        ref={file}
        type="file"
        accept=".c,.h,text/plain"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={word('open')}
        onChange={({ target }) => {
          const [one] = target.files ?? [];
          if (one) onFile(one);
          target.value = '';
        }}
      />
    </>
  );
}

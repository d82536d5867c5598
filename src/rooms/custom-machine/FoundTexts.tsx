/** The texts that were recognised, and what can be done with them; before there are any, the kinds that can be read. */
import type { Found, Kind } from '../../engine/own';
import { t } from '../../words';
import { toolInWords } from './said';
import { ownWords as w } from './words';

const KINDS: readonly Kind[] = ['machine', 'costs', 'domains', 'waits', 'workload', 'containers'];

/** A recognised text, and the file that it is in. */
export interface NamedText {
  readonly part: Found;
  readonly of: string;
}

interface FoundTextsProps {
  readonly found: readonly NamedText[];
  readonly before: readonly Blob[];
  readonly onWork: (text: string) => void;
  /** Null: every text can be read. */
  readonly onLeaveOut: (() => void) | null;
  /** Null: there is no text that was understood. */
  readonly onAdd: (() => void) | null;
  readonly onNone: () => void;
}

export function FoundTexts({ found, before, onWork, onLeaveOut, onAdd, onNone }: FoundTextsProps) {
  return (
    <div className="own-found">
      {found.length === 0 ? (
        <dl className="own-kinds" aria-label={w('kinds')}>
          {KINDS.map((kind) => (
            <div key={kind}>
              <dt>{w(`kind.${kind}`)}</dt>
              <dd>{w(`kind.${kind}.of`)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <ul aria-label={w('found')}>
          {found.map(({ part: { file, name, kind, text }, of }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place
            <li key={`${file}-${i}`}>
              <span aria-hidden="true">✓</span> {t('said.of', { of: toolInWords(name), said: w(`found.${kind}`) })}
              {before.length > 0 && <span className="own-like"> {w('found.in', { name: of })}</span>}
              {kind === 'workload' && text !== null && (
                <>
                  {' '}
                  <button type="button" className="link" onClick={() => onWork(text)}>
                    {w('found.work')}
                  </button>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="own-like">{w('found.joined')}</p>
      <div className="own-found-actions">
        {onAdd && (
          <button type="button" className="button" onClick={onAdd}>
            {w('found.add')}
          </button>
        )}
        {onLeaveOut && (
          <button type="button" className="button" onClick={onLeaveOut}>
            {w('found.leave')}
          </button>
        )}
        {before.length > 0 && (
          <button type="button" className="button" onClick={onNone}>
            {w('found.none')}
          </button>
        )}
      </div>
    </div>
  );
}

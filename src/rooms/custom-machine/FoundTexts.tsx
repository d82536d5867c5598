/** The texts that were recognised, and the choice to add another one about the same machine. */
import type { Found } from '../../engine/own';
import { ownWords as w } from './words';

interface FoundTextsProps {
  readonly found: readonly Found[];
  readonly before: readonly Blob[];
  /** Null: there is no text that was understood. */
  readonly onAdd: (() => void) | null;
  readonly onNone: () => void;
}

export function FoundTexts({ found, before, onAdd, onNone }: FoundTextsProps) {
  if (found.length === 0) return null;
  return (
    <div className="own-found">
      <ul aria-label={w('found')}>
        {found.map(({ file, name, kind }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place
          <li key={`${file}-${i}`}>
            <span aria-hidden="true">✓</span> <code>{name}</code> {w(`found.${kind}`)}
          </li>
        ))}
      </ul>
      <p className="own-like">{w('found.joined')}</p>
      {onAdd && (
        <button type="button" className="button" onClick={onAdd}>
          {w('found.add')}
        </button>
      )}{' '}
      {before.length > 0 && (
        <button type="button" className="button" onClick={onNone}>
          {w('found.none')}
        </button>
      )}
    </div>
  );
}

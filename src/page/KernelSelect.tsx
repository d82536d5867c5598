/** Chooses a kernel: from a list, or by any name that people have for one. */
import { useEffect, useId, useRef, useState } from 'react';
import type { KernelId } from '../scenario/generated/types';
import { kernelTitle, type NamedKernel, namedKernel } from '../scenario/kernelNames';
import { FieldMessage } from '../ui/FieldMessages';
import { useT } from '../words';
import { KERNEL_MENU } from '../words/laneWords';
import { later, Part } from './Part';
import '../ui/field.css';

/** In the list, the place of a name that is typed. */
const NAMED = 'named';

const KernelName = later(async () => (await import('./KernelName')).KernelName);

export interface KernelSelectProps<T extends KernelId | ''> {
  readonly label: string;
  readonly value: T;
  /** An option before the kernels, whose value is empty. */
  readonly first?: string;
  /** The label is for screen readers only. */
  readonly bare?: boolean;
  /** The value is marked. */
  readonly own?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (kernel: T | KernelId) => void;
}

export function KernelSelect<T extends KernelId | ''>(props: KernelSelectProps<T>) {
  const { label, value, first, bare = false, own, error, onChange } = props;
  const t = useT();
  const id = useId();
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [named, setNamed] = useState<NamedKernel | null>(null);
  const isTyped = text !== null;
  // The list and the text field replace each other. The focus stays unless it has left.
  const [hasFocus, setHasFocus] = useState(false);
  useEffect(() => {
    if (hasFocus) control.current?.focus();
    setHasFocus(false);
  }, [hasFocus]);

  const end = () => {
    setText(null);
    setUnknown(null);
  };
  const take = () => {
    const found = namedKernel(text ?? '');
    if (found === null) return setUnknown((text ?? '').trim() || null);
    setNamed(found);
    end();
    onChange(found.kernel);
  };
  const wrong = unknown === null ? error : t('error.kernel', { field: label, value: unknown });
  return (
    <div className="field">
      <label className={bare ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      {isTyped ? (
        <input
          ref={control}
          id={id}
          className="control kernel-name"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={t('kernel.name.example')}
          value={text}
          aria-invalid={unknown !== null}
          onChange={({ target }) => {
            setText(target.value);
            setUnknown(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            // Enter would open the list, which gets the focus; Escape would close what is around it.
            event.preventDefault();
            setHasFocus(true);
            if (event.key === 'Enter') take();
            else end();
          }}
          onBlur={() => (text.trim() === '' ? end() : take())}
        />
      ) : (
        <select
          ref={control}
          id={id}
          className="control"
          data-own={own}
          value={value}
          onBlur={() => setNamed(null)}
          onChange={({ target }) => {
            setNamed(null);
            if (target.value === NAMED) {
              setText('');
              setHasFocus(true);
            } else onChange(target.value as T);
          }}
        >
          {first !== undefined && <option value="">{first}</option>}
          {KERNEL_MENU.map(({ scheduler, kernels }) => (
            <optgroup key={scheduler} label={scheduler}>
              {kernels.map((kernel) => (
                <option key={kernel} value={kernel}>
                  {kernelTitle(kernel)}
                </option>
              ))}
            </optgroup>
          ))}
          <option value={NAMED}>{t('kernel.name')}</option>
        </select>
      )}
      {wrong !== undefined && <FieldMessage text={wrong} />}
      {named !== null && named.remark !== 'exact' && (
        <Part>
          <KernelName named={named} />
        </Part>
      )}
    </div>
  );
}

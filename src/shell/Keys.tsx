/** The keyboard shortcuts, and the legend of the machine. */
import { useState } from 'react';
import { type Action, offered } from '../page/actions';
import { singleKeyShortcutsOff, turnLetters } from '../page/letters';
import { Legend } from '../rooms/machine/Legend';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { useT } from '../words';
import { type KeysKey, useKeyWords } from '../words/keys';
import './keys.css';

/** Names that the page uses elsewhere are in its catalogue, in which every key has a dot. */
const isOwn = (key: Action['name']): key is KeysKey => !key.includes('.');

export function Keys() {
  const t = useT();
  const word = useKeyWords();
  const name = ({ name: key }: Action) => (isOwn(key) ? word(key) : t(key));
  const [off, setOff] = useState(singleKeyShortcutsOff);
  return (
    <Dialog title={t('action.keys')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <label className="keys-letters">
        <input
          type="checkbox"
          checked={!off}
          onChange={({ target }) => {
            turnLetters(target.checked ? 'on' : 'off');
            setOff(!target.checked);
          }}
        />
        <span>
          {word('letters')} <small>{word('lettersNote')}</small>
        </span>
      </label>
      <div className="keys-dialog">
        <dl className="keys">
          {offered().map((action) => (
            <div key={action.name}>
              <dt>
                <kbd>{action.shown ?? action.key}</kbd>
              </dt>
              <dd>{name(action)}</dd>
            </div>
          ))}
        </dl>
        <Legend />
      </div>
    </Dialog>
  );
}

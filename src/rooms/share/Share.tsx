/** The link to copy, and as a QR code. */
import { useState } from 'react';
import { actions } from '../../page/actions';
import { linkTo } from '../../page/address';
import { clockNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { moment } from '../../words/format';
import { Code } from './Code';
import { PosterButton } from './PosterButton';
import { TextDialog } from './TextDialog';
import { useWords } from './words';
import '../../ui/flag.css';

export function Share() {
  const t = useT();
  const words = useWords();
  const [now] = useState(() => Math.floor(clockNs()));
  const [atNow, setAtNow] = useState(false);
  const locked = useScenario((state) => state.locked);
  const [mayEdit, setMayEdit] = useState(!locked);
  const moments = { ...(atNow && { startNs: now }), locked: !mayEdit };
  return (
    <TextDialog
      title={t('action.share')}
      note={words('share')}
      text={linkTo(moments)}
      // A phone does not need the theme for projectors.
      below={<Code link={linkTo({ ...moments, theme: null })} />}
    >
      <label className="flag">
        <input type="checkbox" checked={atNow} onChange={({ target }) => setAtNow(target.checked)} />
        {words('share.now', { time: moment(now) })}
      </label>
      <label className="flag">
        <input
          type="checkbox"
          checked={mayEdit}
          disabled={locked}
          onChange={({ target }) => setMayEdit(target.checked)}
        />
        {words('share.edit')}
      </label>
      <PosterButton link={linkTo(moments)} />
      <button type="button" className="button" onClick={actions.notes.perform} aria-keyshortcuts={actions.notes.key}>
        {t('action.notes')} …
      </button>
    </TextDialog>
  );
}

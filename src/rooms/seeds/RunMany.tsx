/** "Run many": is a difference between the lanes true, over seeds and over the values of a parameter, and where is it largest? */
import { useEffect } from 'react';
import { cancelAll } from '../../state/batch';
import { Dialog } from '../../ui/Dialog';
import { Segmented } from '../../ui/Segmented';
import { useT } from '../../words';
import { Search } from './Search';
import { Seeds } from './Seeds';
import { Sweep } from './Sweep';
import { MODES, seedsStore, useSeeds } from './store';
import { useWords } from './words';
import './seeds.css';

export function RunMany({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const words = useWords();
  const mode = useSeeds((state) => state.mode);
  // Runs end when the dialog is closed.
  useEffect(() => () => cancelAll('seeds'), []);
  return (
    <Dialog title={t('action.many')} closeLabel={t('action.close')} onClose={onClose}>
      <div className="seeds">
        <Segmented
          label={t('action.many')}
          value={mode}
          options={MODES.map((value) => ({ value, label: words(`tab.${value}`) }))}
          onChange={(next) => {
            cancelAll('seeds');
            seedsStore.setState({ mode: next });
          }}
        />
        {mode === 'seeds' ? <Seeds /> : mode === 'sweep' ? <Sweep /> : <Search onOpen={onClose} />}
      </div>
    </Dialog>
  );
}

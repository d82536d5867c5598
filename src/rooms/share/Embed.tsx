/** The iframe to copy, with the origin of the embedding page. */
import { useState } from 'react';
import { linkTo } from '../../page/address';
import { originOf } from '../../scenario/link';
import { DraftField } from '../../ui/DraftField';
import { useT } from '../../words';
import { TextDialog } from './TextDialog';
import { useWords } from './words';

const ANY = '*';

function iframe(embedder: string): string {
  const address = linkTo({ embed: true, embedder }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" width="960" height="540" style="border:0" allow="fullscreen"></iframe>`;
}

export function Embed() {
  const t = useT();
  const words = useWords();
  const [origin, setOrigin] = useState('');
  return (
    <TextDialog title={t('action.embed')} note={words('embed')} text={iframe(origin || ANY)}>
      <DraftField
        label={words('embed.origin')}
        value={origin}
        placeholder="https://example.org"
        accepts={(text) => text.trim() === '' || originOf(text.trim()) !== null}
        complaint={(text) => words('embed.origin.bad', { text: text.trim() })}
        stays={(kept) => kept && t('error.stays', { kept })}
        onChange={(text) => setOrigin(originOf(text) ?? '')}
      />
      <p>{origin === '' ? words('embed.origin.any') : words('embed.origin.one', { origin })}</p>
    </TextDialog>
  );
}

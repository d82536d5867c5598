/** The bubble of a recorded lane, in the box of the bubbles of runs. */
import { type ReactNode, useRef } from 'react';
import type { Recorded } from '../engine/recording/recorded';
import { RecordedBubble } from '../rooms/recording/RecordedBubble';
import { close, focusCpu, useClosing, useEscape, usePlace } from '../rooms/why/box';
import '../rooms/why/bubble.css';
import type { Explained } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';

interface BoxProps {
  readonly explained: Explained;
  readonly cpu: number | null;
  readonly title: string;
  readonly words: ReactNode;
  readonly ways: ReactNode;
}

function Box({ explained, cpu, title, words, ways }: BoxProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  usePlace(box, cpu);
  useEscape(box, explained, cpu);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it gathers words and buttons, no fields.
    <div id="why" ref={box} className="why" role="group" aria-labelledby="why-title" data-left-out>
      <div className="why-words" aria-live="polite">
        <h3 id="why-title">{title}</h3>
        {words}
      </div>
      <p className="why-ways">{ways}</p>
      <button
        type="button"
        className="quiet"
        aria-label={t('action.close')}
        title="Esc"
        onClick={({ detail }) => {
          close();
          if (detail === 0) focusCpu(explained, cpu);
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

export function RecordedWhy({ explained, recorded }: { readonly explained: Explained; readonly recorded: Recorded }) {
  useClosing(explained);
  return (
    <RecordedBubble
      explained={explained}
      recorded={recorded}
      box={(cpu, title, words, ways) => <Box explained={explained} cpu={cpu} title={title} words={words} ways={ways} />}
    />
  );
}

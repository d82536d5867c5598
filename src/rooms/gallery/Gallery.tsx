/** The front door: what there is to be seen, a card each, with a live picture of it. */
import { type ReactNode, useEffect, useState } from 'react';
import { type Subject, Thumbs } from '../../engine/thumbs/thumbs';
import { viewStore } from '../../state/view';
import { Thumb } from './Thumb';
import { useWords } from './words';
import './gallery.css';

export interface Card {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** On what it runs. */
  readonly facts: string;
  /** The fragment that opens it. */
  readonly href: string;
  readonly subject: Subject;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly cards: readonly Card[];
}

export interface GalleryProps {
  readonly sections: readonly Section[];
  /** Beside the title: what can be done everywhere. */
  readonly actions: ReactNode;
}

export function Gallery({ sections, actions }: GalleryProps) {
  const words = useWords();
  const thumbs = useThumbs();
  return (
    <div className="gallery">
      <header className="gallery-head">
        <h1>{words('title')}</h1>
        <p>{words('intro')}</p>
        <div className="header-actions">{actions}</div>
      </header>
      <nav className="gallery-nav" aria-label={words('nav')}>
        {sections.map(({ id, title, cards }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              document.getElementById(id)?.scrollIntoView({ block: 'start' });
              document.getElementById(id)?.focus({ preventScroll: true });
            }}
          >
            {title} <small>{cards.length}</small>
          </button>
        ))}
      </nav>
      <main>
        {sections.map(({ id, title, text, cards }) => (
          <section key={id} id={id} className="gallery-section" tabIndex={-1} aria-label={title}>
            <h2>{title}</h2>
            <p>{text}</p>
            <ul>
              {cards.map((card) => (
                <li key={card.id}>
                  <a className="gallery-card" href={`#${card.href}`} aria-labelledby={`${card.id}-title`}>
                    {thumbs ? <Thumb subject={card.subject} thumbs={thumbs} /> : <span className="thumb" />}
                    <h3 id={`${card.id}-title`}>{card.title}</h3>
                    <p>{card.text}</p>
                    <small>{card.facts}</small>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </div>
  );
}

/** The pool of the pictures, there once the page has been drawn. */
function useThumbs(): Thumbs | null {
  const [thumbs, setThumbs] = useState<Thumbs | null>(null);
  useEffect(() => {
    const own = new Thumbs(() => viewStore.getState().reducedMotion);
    setThumbs(own);
    return () => {
      own.dispose();
      setThumbs(null);
    };
  }, []);
  return thumbs;
}

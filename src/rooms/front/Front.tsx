/** The first screen: an argument, then the list of all experiments. */
import type { ReactNode } from 'react';
import { Hero, type HeroProps } from './Hero';
import { Lists, type ListsProps } from './Lists';
import { type ActLink, Path } from './Path';
import { Ways } from './Ways';
import { useWords } from './words';
import './front.css';

export interface FrontProps extends Omit<HeroProps, 'actHref'>, Pick<ListsProps, 'machines'> {
  /** Null: only the part at the top. */
  readonly experiments: ListsProps['experiments'] | null;
  readonly acts: readonly ActLink[];
  /** The fragment of the published tables. */
  readonly replicationHref: string;
  readonly glossaryHref: string;
  /** The fragment of an experiment with the editor of a scheduler. */
  readonly schedulerHref: string;
  /** Returns to the experiment below the page; null: there is none. */
  readonly onBack: (() => void) | null;
  /** At the end of the bar: the actions of every page. */
  readonly actions: ReactNode;
}

/** Goes to a part of the page; its address is that of the scenario, not of the part. */
function goTo(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: 'start' });
  part?.focus({ preventScroll: true });
}

export function Front({
  acts,
  machine,
  placeholder,
  onMoved,
  experiments,
  machines,
  replicationHref,
  glossaryHref,
  schedulerHref,
  onBack,
  actions,
}: FrontProps) {
  const words = useWords();
  return (
    <div className="front">
      <div className="front-page">
        <header className="front-bar">
          <p className="front-brand">
            <Mark />
            {words('title')}
          </p>
          <nav aria-label={words('nav.label')}>
            <button type="button" onClick={() => goTo('experiments')}>
              {words('nav.experiments')}
            </button>
            <button type="button" onClick={() => goTo('machines')}>
              {words('nav.machines')}
            </button>
            <a href={`#${replicationHref}`}>{words('nav.true')}</a>
            <a href={`#${glossaryHref}`}>{words('nav.glossary')}</a>
            {onBack && (
              <button type="button" onClick={onBack} aria-keyshortcuts="g">
                {words('back')}
              </button>
            )}
          </nav>
          <div className="front-actions">{actions}</div>
        </header>
        <main>
          <Hero machine={machine} placeholder={placeholder} actHref={acts[0]?.href ?? ''} onMoved={onMoved} />
          {experiments && (
            <>
              <Path acts={acts} />
              <Ways schedulerHref={schedulerHref} />
              <Lists experiments={experiments} machines={machines} />
            </>
          )}
        </main>
      </div>
    </div>
  );
}

/** Four CPUs, one of them idle. */
function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 1h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2M13 1h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2M3 11h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2" />
      <rect x="11.75" y="11.75" width="6.5" height="6.5" rx="1.5" />
    </svg>
  );
}

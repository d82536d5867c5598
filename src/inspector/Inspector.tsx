/** A CPU in the kernel's own words: its scheduling domains, its run queue, what it decided lately. */
import '../ui/inspector.css';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { useT } from '../i18n';
import { useRun } from '../state/run';
import { INSPECTOR_TABS, LANE_KEYS, type LaneKey, look, useView, viewStore } from '../state/view';
import { Icon } from '../ui/Icon';
import { Decisions } from './Decisions';
import { Domains } from './Domains';
import { Moves } from './Moves';
import { Queue } from './Queue';
import ThingPanel from './Thing';
import { useInspection } from './useInspection';

export function Inspector() {
  const selection = useView((view) => view.selection);
  const thing = useView((view) => view.thing);
  if (!selection) return null;
  return thing ? (
    <ThingPanel key={JSON.stringify(thing)} lane={selection.lane} thing={thing} />
  ) : (
    <Panel lane={selection.lane} cpu={selection.cpu} />
  );
}

const TAB_KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function Panel({ lane, cpu }: { lane: LaneKey; cpu: number }) {
  const t = useT();
  const tab = useView((view) => view.inspectorTab);
  const index = LANE_KEYS.indexOf(lane);
  const feed = useRun((run) => run.feeds[index]);
  const gone = useRun((run) => run.feeds.length > 0 && cpu >= (run.feeds[index]?.machine.cpus ?? 0));
  const inspection = useInspection(index, cpu);
  /** Where the focus came from when it came in. */
  const before = useRef<HTMLElement | SVGElement | null>(null);

  const close = useCallback(() => {
    look({ inspecting: false, pointed: null });
    before.current?.focus();
  }, []);

  // Another machine may not have this CPU, another scenario not this lane.
  useEffect(() => {
    if (gone) look({ inspecting: false, selection: null, pointed: null });
  }, [gone]);

  // A sheet must not hide the CPU it was opened from.
  useEffect(() => {
    document.querySelector(`[data-lane="${lane}"] [data-cpu="${cpu}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [lane, cpu]);

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || viewStore.getState().dialog !== null) return;
      event.preventDefault();
      close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [close]);

  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const way = TAB_KEYS[event.key];
    const next = way && INSPECTOR_TABS.at((INSPECTOR_TABS.indexOf(tab) + way) % INSPECTOR_TABS.length);
    if (!next) return;
    event.preventDefault();
    look({ inspectorTab: next, pointed: null });
    document.getElementById(`inspector-${next}`)?.focus();
  };

  return (
    <aside
      id="inspector"
      className={`panel inspector lane-${lane}`}
      aria-label={t('inspector.label', { cpu, lane: lane.toUpperCase() })}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) {
          before.current = relatedTarget as HTMLElement;
        }
      }}
    >
      <header>
        <b className="badge" aria-hidden="true">
          {lane.toUpperCase()}
        </b>
        <h2>{t('machine.cpu', { cpu })}</h2>
        {inspection && (
          <span className="inspector-state">{t(inspection.of.idle ? 'inspector.idle' : 'inspector.busy')}</span>
        )}
        <button type="button" className="quiet" aria-label={t('inspector.close')} title="Esc" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className="inspector-tabs" role="tablist" aria-label={t('inspector.tabs')} onKeyDown={onTabKey}>
        {INSPECTOR_TABS.map((value) => (
          <button
            key={value}
            id={`inspector-${value}`}
            type="button"
            role="tab"
            aria-selected={value === tab}
            aria-controls="inspector-panel"
            tabIndex={value === tab ? 0 : -1}
            onClick={() => look({ inspectorTab: value, pointed: null })}
          >
            {t(`inspector.${value}`)}
          </button>
        ))}
      </div>
      <div
        id="inspector-panel"
        className="inspector-body"
        role="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also from the keyboard.
        tabIndex={0}
        aria-labelledby={`inspector-${tab}`}
      >
        {inspection && feed && tab === 'domains' && <Domains of={inspection.of} ns={inspection.ns} />}
        {inspection && feed && tab === 'queue' && <Queue of={inspection.of} tasks={feed.tasks} />}
        {inspection && feed && tab === 'moves' && (
          <Moves lane={lane} machine={feed.machine} records={inspection.records} ns={inspection.ns} />
        )}
        {inspection && feed && tab === 'decisions' && (
          <Decisions
            key={`${lane}${cpu}`}
            records={inspection.records}
            cpu={cpu}
            ns={inspection.ns}
            tasks={feed.tasks}
          />
        )}
      </div>
    </aside>
  );
}

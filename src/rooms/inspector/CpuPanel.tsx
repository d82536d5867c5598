/** A CPU in the kernel's words: its scheduling domains, its run queue, its latest decisions. */
import { type KeyboardEvent, useEffect } from 'react';
import { useRun } from '../../state/run';
import { INSPECTOR_TABS, LANE_KEYS, type LaneKey, look, useView } from '../../state/view';
import { useT } from '../../words/inspector';
import { Decisions } from './Decisions';
import { Domains } from './Domains';
import { Moves } from './Moves';
import { Queue } from './Queue';
import { SheetState } from './Sheet';
import { useInspection } from './useInspection';

const TAB_KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function CpuPanel({ lane, cpu }: { lane: LaneKey; cpu: number }) {
  const t = useT();
  const tab = useView((view) => view.inspectorTab);
  const index = LANE_KEYS.indexOf(lane);
  const feed = useRun((run) => run.feeds[index]);
  const gone = useRun((run) => run.feeds.length > 0 && cpu >= (run.feeds[index]?.machine.units.length ?? 0));
  const inspection = useInspection(index, cpu);

  // Another machine may not have this CPU, another scenario not this lane.
  useEffect(() => {
    if (gone) look({ inspecting: false, selection: null, pointed: null });
  }, [gone]);

  // A sheet must not hide the CPU it was opened from.
  useEffect(() => {
    document.querySelector(`[data-lane="${lane}"] [data-cpu="${cpu}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [lane, cpu]);

  const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
    const way = TAB_KEYS[event.key];
    const end = { Home: 0, End: -1 }[event.key];
    const at = way ? (INSPECTOR_TABS.indexOf(tab) + way) % INSPECTOR_TABS.length : end;
    const next = at === undefined ? undefined : INSPECTOR_TABS.at(at);
    if (!next) return;
    event.preventDefault();
    look({ inspectorTab: next, pointed: null });
    document.getElementById(`inspector-${next}`)?.focus();
  };

  return (
    <>
      {inspection && <SheetState>{t(inspection.of.idle ? 'inspector.idle' : 'inspector.busy')}</SheetState>}
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
        {inspection && feed && tab === 'queue' && <Queue key={`${lane}${cpu}`} of={inspection.of} tasks={feed.tasks} />}
        {inspection && feed && tab === 'moves' && (
          <Moves lane={lane} cpu={cpu} machine={feed.machine} records={inspection.records} ns={inspection.ns} />
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
    </>
  );
}

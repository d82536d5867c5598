import { lazy, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { drawnAs } from '../engine/lanes/pace';
import { onFrame } from '../engine/loop';
import { headAt } from '../engine/wire/records';
import { Part } from '../page/Part';
import type { Ground } from '../rooms/decision/Layer';
import { MachineView } from '../rooms/machine/MachineView';
import { machineTable } from '../rooms/machine/table';
import { CHOICES, KERNELS, MACHINES, PLAIN } from '../scenario/catalog';
import { MECHANISMS, type MechanismKey } from '../scenario/generated/mechanisms';
import type { Features, Lane, Scenario } from '../scenario/generated/types';
import { acts } from '../scenario/needs';
import type { Note } from '../scenario/notes';
import { openLens } from '../state/decision';
import { useDifference } from '../state/difference';
import { featuresAt, reachedBy, setFeatures, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { follow, isBare, LANE_KEYS, look, type Thing, useView } from '../state/view';
import { NoteSign } from '../ui/NoteSign';
import { Takeaway } from '../ui/Takeaway';
import { type MessageKey, useT } from '../words';
import { duration } from '../words/format';
import { laneWords } from '../words/laneWords';
import './lane.css';
import './switches.css';

const LensLayer = lazy(() => import('../rooms/decision/Layer'));

/** The patch series: their switches are shown in front, the others of the kernel's family behind "more". */
const SERIES: readonly MechanismKey[] = ['steal', 'node_restricted', 'cross_node'];
const CLUSTER_SERIES: readonly MechanismKey[] = ['cluster_domain', 'cluster_scan'];

export function LaneCard({ lane }: { lane: number }) {
  const t = useT();
  const key = LANE_KEYS[lane] ?? 'a';
  const letter = key.toUpperCase();
  const feed = useRun((run) => run.feeds[lane]);
  const pace = useRun((run) => drawnAs(run.pace, run.speed));
  const ended = useRun((run) => run.ended[lane] ?? null);
  const scenario = useScenario((state) => state.document);
  const selection = useView((view) => view.selection);
  const inspecting = useView((view) => view.inspecting);
  const pointed = useView((view) => view.pointed);
  const reducedMotion = useView((view) => view.reducedMotion);
  const bare = useView(isBare);
  const followed = useView((view) => view.followed);
  const difference = useDifference();
  const marked = useMemo(() => {
    const record = difference?.records[lane];
    const cpu = record && headAt(record, 0, record.length, 0)?.chosen;
    return difference && cpu != null ? { cpu, ns: difference.ns } : null;
  }, [difference, lane]);
  const looking = useView((view) => view.lens?.lane === key);
  const notes = useScenario((state) => state.notes);
  const overlay = (ground: Ground & CpuNotesProps['ground']) => (
    <>
      <CpuNotes ground={ground} notes={notes} lane={lane} />
      {looking && (
        <Part>
          <LensLayer lane={key} ground={ground} />
        </Part>
      )}
    </>
  );
  const inspectPart = useCallback(
    (thing: Thing, cpu: number) => look({ lane: key, selection: { lane: key, cpu }, thing, inspecting: true }),
    [key],
  );
  const own = scenario.lanes[lane];
  const features = useFeatures(lane, own);
  const drawing = useRef<HTMLDivElement>(null);
  if (!own) return null;
  const words = laneWords({ ...own, features }, scenario);
  // Once more on the CPU that is inspected: into the Inspector.
  const open = (cpu: number) => {
    if (!inspecting || selection?.lane !== key || selection.cpu !== cpu) look({ inspecting: true });
    else document.getElementById('inspector')?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  };

  return (
    <section className={`panel lane lane-${key}`} aria-label={t('lane.name', { lane: letter })}>
      <header>
        <b className="badge" aria-hidden="true">
          {letter}
        </b>
        <h2 title={words}>{words}</h2>
        {feed && !bare && (
          <Takeaway
            title={`${letter} · ${words}`}
            label={t('lane.name', { lane: letter })}
            name={`lane-${key}`}
            of={drawing}
            titled
            table={() => machineTable(feed)}
          />
        )}
        {ended !== null && <span className="lane-done">{t('lane.done', { time: duration(ended) })}</span>}
      </header>
      {!bare && <Switches lane={lane} features={features} scenario={scenario} />}
      <div className="lane-machine" ref={drawing}>
        {feed && (
          <MachineView
            feed={feed}
            lane={key}
            pace={pace}
            selected={selection?.lane === key ? selection.cpu : null}
            onSelect={(cpu) => look({ lane: key, selection: { lane: key, cpu }, thing: null })}
            onOpen={open}
            pointed={selection?.lane === key ? pointed : null}
            followed={followed}
            onFollow={follow}
            onMove={(task, ns) => void openLens(key, { task, ns })}
            onWaking={(task) => void openLens(key, { task, ns: feed.frame?.ns ?? 0 })}
            onPart={bare ? undefined : inspectPart}
            overlay={overlay}
            marked={marked}
            reducedMotion={reducedMotion}
          />
        )}
      </div>
    </section>
  );
}

interface CpuNotesProps {
  /** Where the CPUs are drawn. */
  readonly ground: { readonly cpus: readonly { readonly x: number; readonly y: number; readonly w: number }[] };
  readonly notes: readonly Note[];
  readonly lane: number;
}

/** A sign at each CPU that something is noted of. */
function CpuNotes({ ground, notes, lane }: CpuNotesProps) {
  return notes.map(({ pin, text }, i) => {
    const box = pin.kind === 'cpu' && pin.lane === lane ? ground.cpus[pin.cpu] : undefined;
    if (!box) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place in the list.
      <span key={i} className="cpu-note" style={{ insetInlineStart: box.x + box.w - 6, insetBlockStart: box.y }}>
        <NoteSign text={text} />
      </span>
    );
  });
}

/** The switches in force in a lane; follows the flips as the run passes them. */
function useFeatures(lane: number, own: Lane | undefined): Features {
  const [passed, setPassed] = useState(PLAIN as Features);
  useEffect(() => {
    if (!own) return;
    const read = () => setPassed(featuresAt(own, reachedBy(lane)));
    read();
    return own.flips ? onFrame(read) : undefined;
  }, [lane, own]);
  return passed;
}

function Switches({ lane, features, scenario }: { lane: number; features: Features; scenario: Scenario }) {
  const t = useT();
  const family = KERNELS[scenario.kernel];
  const opposite = scenario.lanes[1 - lane];
  const rules = scenario.lanes[lane]?.rules ?? {};
  const otherNow = useFeatures(1 - lane, opposite);
  const other = opposite ? otherNow : features;
  const known = MECHANISMS.filter((one) => one.family === 'both' || one.family === family);
  const series = MACHINES[scenario.machine].clusters ? [...CLUSTER_SERIES, ...SERIES] : SERIES;
  const front = known.filter(({ key }) => series.includes(key));
  const behind = known.filter(({ key }) => !series.includes(key));
  const pill = ({ key }: (typeof MECHANISMS)[number]) => (
    <Pill
      key={key}
      name={key}
      value={features[key]}
      differs={features[key] !== other[key]}
      idle={features[key] !== PLAIN[key] && !acts(key, { features, rules }, scenario)}
      onChange={(value) => void setFeatures(lane, { [key]: value })}
    />
  );
  const changedBehind = behind.filter(({ key }) => features[key] !== PLAIN[key]).length;

  return (
    <fieldset className="switches" aria-label={t('lane.switches', { lane: lane === 0 ? 'A' : 'B' })}>
      {front.map(pill)}
      <More label={t('lane.more')} changed={changedBehind}>
        {behind.map(pill)}
      </More>
    </fieldset>
  );
}

/** What is seldom switched, behind a word; a click elsewhere or Esc closes it. */
function More({ label, changed, children }: { label: string; changed: number; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      const away = event instanceof KeyboardEvent ? event.key === 'Escape' : !element?.contains(event.target as Node);
      if (element?.open && away) element.open = false;
    };
    window.addEventListener('pointerdown', close);
    window.addEventListener('keydown', close);
    return () => {
      window.removeEventListener('pointerdown', close);
      window.removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details ref={details} className="more">
      <summary className="pill">
        {label}
        {changed > 0 && <b>{changed}</b>}
      </summary>
      <div className="more-list">{children}</div>
    </details>
  );
}

interface PillProps {
  readonly name: MechanismKey;
  readonly value: boolean | string;
  readonly differs: boolean;
  /** It is switched, and can do nothing on this machine and kernel. */
  readonly idle: boolean;
  readonly onChange: (value: boolean | string) => void;
}

/** One switch: pressed or not, or a choice. */
function Pill({ name, value, differs, idle, onChange }: PillProps) {
  const t = useT();
  const label = t(`mechanism.${name}`);
  const remarks = [idle && t('lane.idle.here'), differs && t('lane.differs')].filter(Boolean).join(t('lane.list'));
  const note = [t(`mechanism.${name}.note`), remarks && `(${remarks})`].filter(Boolean).join(' ');
  const choices = CHOICES[name];
  if (!choices) {
    return (
      <button
        type="button"
        className="pill"
        aria-pressed={value === true}
        data-differs={differs}
        data-idle={idle}
        title={note}
        onClick={() => onChange(!value)}
      >
        <i aria-hidden="true" />
        {label}
      </button>
    );
  }
  return (
    <label className="pill choice" data-on={value !== 'off'} data-differs={differs} data-idle={idle} title={note}>
      <i aria-hidden="true" />
      <span>{label}</span>
      <select value={String(value)} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`choice.${choice}` as MessageKey)}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * *Your scheduler*: the source of a sched_ext scheduler beside the lanes, checked while a person types, and run in
 * lane B.
 */
import type { EditorView } from '@codemirror/view';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { policyWords, type Word } from '../../engine/policy';
import { knobsOf, textOf, withValues } from '../../scenario/knobs';
import { fitsLink, policyOf } from '../../scenario/policies';
import { useKernel } from '../../state/kernel';
import { scenarioStore, useScenario } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { save } from '../../ui/export/files';
import { Icon } from '../../ui/Icon';
import { useFocusBack } from '../../ui/useFocusBack';
import { useT } from '../../words';
import { Coded } from './Coded';
import { Ejected } from './Ejected';
import { lightLines, openEditor, type Said, showProblems, stateOf } from './editor';
import { exported } from './exported';
import { FileMenu } from './FileMenu';
import { Goal, openChallenge } from './Goal';
import { allKept, keep, nameOf, type Written } from './kept';
import type { StarterId } from './lesson';
import { sentenceOf } from './problem';
import { releaseOf } from './release';
import { Knobs } from './Sliders';
import { lessons, sourceOf } from './starters';
import { useCheck } from './useCheck';
import { useInspected } from './useInspected';
import { PLACE, useLane } from './useLane';
import { useLit } from './useLit';
import { Values } from './Values';
import { sentences, usePolicyWords, policyWord as word } from './words';
import '../../ui/button.css';
import './policy.css';

/** The starter that opens if nothing was kept. */
const FIRST: StarterId = 'fifo';

/** A lesson opens with its starter where it leaves room for the source. */
const wide = window.matchMedia('(min-width: 1200px) and (min-height: 700px)');

/** Longest file that is opened (bytes). */
const MOST_BYTES = 1 << 20;

/** A source is kept after this pause in typing (ms). */
const PAUSE_MS = 400;

const newId = (): string => `${Date.now().toString(36)}.${Math.random().toString(36).slice(2, 8)}`;

const close = () => look({ coding: false, challenge: null });

/** A source as the text that is kept, or as a new one. */
const written = (source: string): Written =>
  allKept().find((one) => one.source === source) ?? { id: newId(), source, from: null, at: Date.now() };

/** What lane B runs; null: the kernel's own scheduler. */
function running(): Written | null {
  const source = policyOf(scenarioStore.getState().document, PLACE)?.source;
  return source === undefined ? null : written(source);
}

/** Loaded before the editor opens, so that it opens with its text. */
const starter: Written = { id: newId(), source: await sourceOf(FIRST), from: FIRST, at: 0 };
const firstOpen = (): Written => running() ?? allKept()[0] ?? starter;

export default function Policy() {
  const t = useT();
  usePolicyWords();
  const kernel = useKernel('b');
  const release = releaseOf(kernel);
  const dropped = useView((view) => view.droppedSource);
  const pane = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const words = useRef<readonly Word[]>([]);
  const [first] = useState(firstOpen);
  const file = useRef<Written>(first);
  const [source, setSource] = useState(first.source);
  const [from, setFrom] = useState(first.from);
  const [notice, setNotice] = useState<ReactNode>(null);
  useFocusBack(pane);

  const check = useCheck(source, release);
  const said = useMemo(
    () => (check.checked?.problems ?? []).map((one): Said => ({ ...one, sentence: sentenceOf(one) })),
    [check.checked],
  );
  const moved = useCallback((to: string) => setNotice(word('kernel.moved', { kernel: to })), []);
  const lane = useLane(source, check, moved);
  const inspected = useInspected(PLACE);
  const exit = lane.isLive ? inspected?.exit : null;
  const set = lane.isLive ? lane.policy?.knobs : undefined;
  const knobs = useMemo(
    () => knobsOf(source, check.knobs).map((knob) => ({ ...knob, value: set?.[knob.name] ?? knob.value })),
    [source, check.knobs, set],
  );
  const run = useRef(lane.run);
  run.current = lane.run;
  const challenge = useView((state) => state.challenge);
  const codeLine = useView((state) => state.codeLine);
  useEffect(() => {
    if (codeLine === null) return;
    goTo(view.current, { line: codeLine, column: 1 });
    look({ codeLine: null });
  }, [codeLine]);
  const lit = useLit(lane.isLive);
  const faulty = exit ? exit.line || exit.queued_line : 0;
  useEffect(() => {
    if (view.current) lightLines(view.current, lit, faulty);
  }, [lit, faulty]);

  // What is typed is kept after a pause, and at once when the page or the editor goes.
  const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keepNow = useCallback(() => {
    if (pending.current === undefined) return;
    clearTimeout(pending.current);
    pending.current = undefined;
    if (!keep(file.current)) setNotice(word('not.kept'));
  }, []);
  const change = useCallback(
    (next: string) => {
      file.current = { ...file.current, source: next, at: Date.now() };
      setSource(next);
      clearTimeout(pending.current);
      pending.current = setTimeout(keepNow, PAUSE_MS);
    },
    [keepNow],
  );

  const given = useCallback(
    (text: string) => ({
      source: text,
      label: word('source'),
      words: () => words.current,
      phrases: sentences().phrases,
      onChange: change,
    }),
    [change],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once; other texts replace its state.
  useEffect(() => {
    if (!host.current) return;
    view.current = openEditor(host.current, stateOf(given(file.current.source)));
    view.current.focus();
    // Keys that a person types here are not those of the page.
    host.current.addEventListener('keydown', (event) => event.stopPropagation());
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      run.current();
    };
    // Before the editor, which would insert a line.
    host.current.addEventListener('keydown', press, true);
    addEventListener('pagehide', keepNow);
    return () => {
      removeEventListener('pagehide', keepNow);
      keepNow();
      view.current?.destroy();
    };
  }, []);

  useEffect(() => {
    const isCurrent = { now: true };
    policyWords(release)
      .then((all) => {
        if (isCurrent.now) words.current = all;
      })
      // Without the words the editor completes nothing.
      .catch(() => {});
    return () => {
      isCurrent.now = false;
    };
  }, [release]);

  useEffect(() => {
    if (view.current && check.isCurrent) showProblems(view.current, said);
  }, [said, check.isCurrent]);

  /** Opens another text; the present one is kept. */
  const open = useCallback(
    (next: Written) => {
      keepNow();
      file.current = next;
      setSource(next.source);
      setFrom(next.from);
      setNotice(null);
      view.current?.setState(stateOf(given(next.source)));
      view.current?.focus();
    },
    [given, keepNow],
  );
  const start = async (id: StarterId) => {
    try {
      open({ id: newId(), source: await sourceOf(id), from: id, at: 0 });
    } catch {
      look({ loadFailed: true });
    }
  };
  const openFile = useCallback(
    async (one: File) => {
      if (one.size > MOST_BYTES) {
        setNotice(word('too.long', { name: one.name, size: `${(one.size / MOST_BYTES).toFixed(1)} MB` }));
        return;
      }
      try {
        const opened = { id: newId(), source: await one.text(), from: null, at: Date.now() };
        open(opened);
        if (!keep(opened)) setNotice(word('not.kept'));
      } catch {
        setNotice(word('not.read', { name: one.name }));
      }
    },
    [open],
  );
  const openRunning = () => {
    const other = running();
    if (other) open(other);
  };
  useEffect(() => {
    if (!dropped) return;
    look({ droppedSource: null });
    void openFile(dropped);
  }, [dropped, openFile]);

  const name = nameOf(source);
  const isReady = check.isCurrent && !said.some(({ severity }) => severity === 'error');
  const isTooLong = useScenario(({ document }) => !fitsLink(document));
  const saveFile = () => {
    const hooks = words.current.filter(({ kind }) => kind === 'hook').map((one) => one.name);
    save(new Blob([exported(withValues(source, knobs), name, hooks)], { type: 'text/x-csrc' }), `${name}.bpf.c`);
  };

  return (
    <aside
      ref={pane}
      className="policy"
      aria-label={word('title')}
      // The editor would insert the text of a file.
      onDropCapture={(event) => {
        const one = event.dataTransfer.files[0];
        if (!one) return;
        event.preventDefault();
        event.stopPropagation();
        void openFile(one);
      }}
    >
      <header className="policy-head">
        <FileMenu
          name={name}
          current={file.current.id}
          onKept={open}
          onStarter={(id) => void start(id)}
          onFile={(one) => void openFile(one)}
          onSave={saveFile}
          onChallenge={(id) => void openChallenge(id, isReady ? { name, source, ...(set && { knobs: set }) } : null)}
          onStop={lane.policy && lane.stop}
        />
        <Status check={check} said={said} source={source} onFirst={(one) => goTo(view.current, one)} />
        {!lane.isLive && (
          <button
            type="button"
            className="button strong policy-run"
            title={word('run.keys')}
            disabled={!isReady}
            onClick={lane.run}
          >
            {word('run')}
          </button>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={t('action.close')}
          title={t('action.close')}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      {notice !== null && (
        <p className="policy-notice" role="alert">
          {notice}
        </p>
      )}
      {exit && inspected && (
        <Ejected exit={exit} ns={inspected.ns} onLine={(line) => goTo(view.current, { line, column: 1 })} />
      )}
      {challenge !== null && (
        <Goal id={challenge} source={source} knobs={set} isReady={isReady} onOpen={(text) => open(written(text))} />
      )}
      {!exit && challenge === null && from !== null && <Lesson key={from} id={from} />}
      <div ref={host} className="policy-code" />
      <Knobs
        knobs={knobs}
        onChange={(knob, value) => {
          if (lane.isLive) lane.setKnob(knob.name, value);
          else view.current?.dispatch({ changes: { from: knob.from, to: knob.to, insert: textOf(knob, value) } });
        }}
      />
      {lane.isLive && inspected && <Values inspected={inspected} without={knobs.map(({ name }) => name)} />}
      <p className="policy-release">
        {word('release', { release })}
        {lane.isLive && ` · ${word('follows')}`}
        {lane.policy && !lane.isLive && (
          <>
            {` · ${word('other')} `}
            <button type="button" className="policy-first" onClick={() => openRunning()}>
              {word('open.other')}
            </button>
          </>
        )}
        {isTooLong && ` · ${word('no.link')}`}
      </p>
    </aside>
  );
}

/** Puts the cursor at a problem. */
function goTo(view: EditorView | null, { line, column }: Pick<Said, 'line' | 'column'>): void {
  if (!view) return;
  const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
  view.dispatch({ selection: { anchor: Math.min(at.from + column - 1, at.to) }, scrollIntoView: true });
  view.focus();
}

const errorsOf = (count: number): string => word(count === 1 ? 'errors.one' : 'errors.many', { count });
const warningsOf = (count: number): string => word(count === 1 ? 'warnings.one' : 'warnings.many', { count });

interface StatusProps {
  readonly check: ReturnType<typeof useCheck>;
  readonly said: readonly Said[];
  readonly source: string;
  readonly onFirst: (problem: Said) => void;
}

/** What the check says, in a few words. */
function Status({ check, said, source, onFirst }: StatusProps) {
  const errors = said.filter(({ severity }) => severity === 'error').length;
  const [first] = said;
  const lines = source.split('\n').filter((line) => line.trim() !== '').length;
  const text = check.failed
    ? word('not.checked')
    : !check.checked
      ? word('checking')
      : first
        ? [errors > 0 && errorsOf(errors), said.length > errors && warningsOf(said.length - errors)]
            .filter(Boolean)
            .join(word('and'))
        : word(lines === 1 ? 'checked.one' : 'checked.many', { count: lines });
  return (
    <p className="policy-status" role="status" data-errors={errors > 0}>
      {first ? (
        <button type="button" className="policy-first" title={word('first')} onClick={() => onFirst(first)}>
          {text}
        </button>
      ) : (
        text
      )}
    </p>
  );
}

function Lesson({ id }: { readonly id: StarterId }) {
  const lesson = lessons()[id];
  const head = useId();
  return (
    <details className="policy-lesson" open={wide.matches} aria-labelledby={head}>
      <summary id={head}>{lesson.title}</summary>
      <div className="policy-lesson-text">
        <h3>{word('lesson')}</h3>
        <p>
          <Coded text={lesson.does} />
        </p>
        <h3>{word('watch')}</h3>
        <p>
          <Coded text={lesson.watch} />
        </p>
        <h3>{word('change')}</h3>
        <p>
          <Coded text={lesson.change} />
        </p>
      </div>
    </details>
  );
}

/** Takes a stretch of the run to the tools that show traces: the Perfetto UI, or whatever reads the kernel's text. */
import { useEffect, useRef, useState } from 'react';
import { answers, hand, PERFETTO } from '../../engine/trace/perfetto';
import type { TraceFormat } from '../../engine/trace/questions';
import { MOST_BYTES, TooLong, type Tracing, writeTrace } from '../../engine/trace/trace';
import { shownSpan } from '../../page/span';
import { useTitle } from '../../page/title';
import { clockNs } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { save } from '../../ui/export/files';
import { NumberField } from '../../ui/NumberField';
import { Segmented } from '../../ui/Segmented';
import { fieldTexts } from '../../words/fields';
import { count, moment } from '../../words/format';
import { traceWords as w } from './traceWords';
import './trace.css';
import '../../ui/field.css';

/** Beside those for the Perfetto UI. */
const TEXTS = ['schedstat', 'domains', 'txt'] as const satisfies readonly TraceFormat[];
const NS_OF_US = 1000;
const MIB = 2 ** 20;

/** The visible interval of the timeline, or the whole run so far (µs). */
function stretchAtFirst(): { fromUs: number; untilUs: number } {
  const { fromNs, toNs } = shownSpan() ?? { fromNs: 0, toNs: clockNs() };
  const fromUs = Math.max(0, Math.floor(fromNs / NS_OF_US));
  return { fromUs, untilUs: Math.max(fromUs + 1, Math.ceil(Math.min(toNs, Math.max(clockNs(), 1)) / NS_OF_US)) };
}

export function Trace() {
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const [lane, setLane] = useState<LaneKey>('a');
  const [{ fromUs, untilUs }, setStretch] = useState(stretchAtFirst);
  const [said, setSaid] = useState<{ readonly text: string; readonly bad?: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const tracing = useRef<Tracing | null>(null);
  useEffect(() => () => tracing.current?.cancel(), []);
  const from = { min: 0, max: untilUs - 1 };
  const until = { min: fromUs + 1, max: document.limit_ms * 1000 };
  const lanes = LANE_KEYS.slice(0, document.lanes.length);
  const title = useTitle();
  const name = (format: TraceFormat) => `${preset}-${lane}.${format}`;

  /** Writes the trace; null if it fails, and then the reason is shown. */
  const write = async (format: TraceFormat): Promise<Blob | null> => {
    tracing.current?.cancel();
    setBusy(true);
    setSaid({ text: w('trace.writing', { time: moment(0), size: '0' }) });
    const tracer = writeTrace(
      {
        scenario: document,
        lane: lanes.indexOf(lane),
        title,
        format,
        fromNs: fromUs * NS_OF_US,
        untilNs: untilUs * NS_OF_US,
      },
      (nowNs, bytes) => setSaid({ text: w('trace.writing', { time: moment(nowNs), size: (bytes / MIB).toFixed(1) }) }),
    );
    tracing.current = tracer;
    try {
      const blob = await tracer.finished;
      if (blob) setSaid({ text: w('trace.written', { size: (blob.size / MIB).toFixed(2) }) });
      return blob;
    } catch (thrown) {
      const text =
        thrown instanceof TooLong
          ? w('trace.tooLong', { most: count(MOST_BYTES / MIB), time: moment(thrown.nowNs) })
          : w('trace.failed');
      setSaid({ text, bad: true });
      return null;
    } finally {
      if (tracing.current === tracer) {
        tracing.current = null;
        setBusy(false);
      }
    }
  };
  const download = async (format: TraceFormat) => {
    const blob = await write(format);
    if (blob) save(blob, name(format));
  };
  const open = async () => {
    // Browsers open a window only in response to a click, so it opens before the trace is ready.
    const opened = window.open(PERFETTO);
    if (!opened) {
      setSaid({ text: w('trace.noWindow'), bad: true });
      return;
    }
    const [blob, ready] = await Promise.all([write('pftrace'), answers(opened)]);
    if (!blob) return;
    if (ready) hand(opened, await blob.arrayBuffer(), `${title} ${lane.toUpperCase()}`, name('pftrace'));
    else setSaid({ text: w('trace.noAnswer', { address: PERFETTO }), bad: true });
  };
  const cancel = () => {
    tracing.current?.cancel();
    setSaid(null);
  };

  return (
    <div className="trace">
      <p>{w('trace.about')}</p>
      <div className="trace-fields">
        {lanes.length > 1 && (
          <Segmented
            label={w('trace.lane')}
            value={lane}
            options={lanes.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={setLane}
          />
        )}
        <NumberField
          {...fieldTexts(w('trace.from'), from)}
          {...from}
          value={fromUs}
          onChange={(value) => setStretch({ fromUs: value, untilUs })}
        />
        <NumberField
          {...fieldTexts(w('trace.until'), until)}
          {...until}
          value={untilUs}
          onChange={(value) => setStretch({ fromUs, untilUs: value })}
        />
        <button
          type="button"
          className="button"
          onClick={() => setStretch({ fromUs: 0, untilUs: Math.max(1, Math.ceil(clockNs() / NS_OF_US)) })}
        >
          {w('trace.all')}
        </button>
      </div>
      <p className="unit">{w('trace.private')}</p>
      <div className="dialog-actions">
        <span role={said?.bad ? 'alert' : 'status'}>{said?.text}</span>
        {busy && (
          <button type="button" className="button" onClick={cancel}>
            {w('trace.cancel')}
          </button>
        )}
        {TEXTS.map((format) => (
          <button key={format} type="button" className="button" disabled={busy} onClick={() => void download(format)}>
            {w(`trace.${format}`)}
          </button>
        ))}
        <button type="button" className="button" disabled={busy} onClick={() => void download('pftrace')}>
          {w('trace.file')}
        </button>
        <button type="button" className="button strong" disabled={busy} onClick={() => void open()}>
          {w('trace.open')}
        </button>
      </div>
    </div>
  );
}

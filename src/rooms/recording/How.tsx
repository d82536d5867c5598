/** How to make a recording: three commands, and what each lacks. */
import { useCopy } from '../../ui/useCopy';
import { recordingWords as w } from './words';

const WAYS = [
  ['how.perf', 'perf sched record -m 8192 -- sleep 1; perf script --ns --header -I > trace.txt'],
  ['how.trace-cmd', 'trace-cmd record -e sched -e irq sleep 1; trace-cmd report -t > trace.txt'],
  [
    'how.perfetto',
    'perfetto -o trace.pftrace -t 1s sched/sched_switch sched/sched_waking sched/sched_wakeup_new sched/sched_migrate_task sched/sched_process_exit',
  ],
] as const;

/** A command with a button that copies it. */
export function Command({ text }: { readonly text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className="recording-command">
      <code>{text}</code>
      <button type="button" className="button" onClick={() => void copy(text)}>
        {w(copied === null ? 'copy' : copied ? 'copied' : 'copy.failed')}
      </button>
    </div>
  );
}

export function How() {
  return (
    <section className="recording-how">
      <h3>{w('how')}</h3>
      <p>
        {w('how.long')} {w('how.root')}
      </p>
      {WAYS.map(([key, command]) => (
        <div key={key}>
          <Command text={command} />
          <p className="recording-quiet">{w(key)}</p>
        </div>
      ))}
    </section>
  );
}

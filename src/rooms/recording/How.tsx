/** How to make a recording: three commands, and what each lacks. */
import { useCopy } from '../../ui/useCopy';
import { recordingWords as w } from './words';

/** The options of a command line cannot name the other data sources. */
const PERFETTO = `perfetto --txt -c - -o trace.pftrace <<'END'
duration_ms: 1000
buffers { size_kb: 262144 }
data_sources { config { name: "linux.ftrace" ftrace_config {
  buffer_size_kb: 16384
  ftrace_events: "sched/sched_switch"
  ftrace_events: "sched/sched_waking"
  ftrace_events: "sched/sched_wakeup_new"
  ftrace_events: "sched/sched_migrate_task"
  ftrace_events: "sched/sched_process_exit"
  compact_sched { enabled: true }
} } }
data_sources { config { name: "linux.process_stats" process_stats_config {
  scan_all_processes_on_start: true
} } }
data_sources { config { name: "linux.system_info" } }
END`;

const WAYS = [
  ['how.perf', 'perf sched record -m 8192 -- sleep 1; perf script --ns --header -I > trace.txt'],
  ['how.trace-cmd', 'trace-cmd record -e sched -e irq sleep 1; trace-cmd report -t > trace.txt'],
  ['how.perfetto', PERFETTO],
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

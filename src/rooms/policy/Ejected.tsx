/** Why a policy was ejected: what the kernel calls it, the task, where it was queued and by which line. */
import type { ExitReport } from '../../scenario/generated/types';
import { seek } from '../../state/run';
import { duration, moment } from '../../words/format';
import { Coded } from './Coded';
import { meaningOf, reasonOf } from './fault';
import { queueName } from './queueName';
import { policyWord as word } from './words';
import './ejected.css';

/** `SCX_EXIT_ERROR_STALL` */
const STALL = 1026;

/** The sentences, in order. */
export function sentencesOf(exit: ExitReport): readonly string[] {
  const { task, queued, at_ns, cause_at_ns } = exit;
  const hook = exit.hook ?? '';
  const at = moment(cause_at_ns);
  const isStall = exit.kind === STALL;
  const what =
    isStall && task !== null
      ? word('stalled', { task, time: duration(at_ns - cause_at_ns) })
      : word(hook === '' ? 'failed' : 'failed.in', { reason: reasonOf(exit.kind, exit.reason), msg: exit.msg, hook });
  const where =
    task === null
      ? null
      : queued !== undefined && queued !== null && exit.queued_line > 0
        ? word('queued.by', { at, line: exit.queued_line, task, queue: queueName(queued) })
        : isStall
          ? word('queued.none', { at, task })
          : null;
  const line = !isStall && exit.line > 0 ? word('failed.line', { line: exit.line }) : null;
  return [what, isStall ? null : meaningOf(exit.msg), line, where].filter((one) => one !== null);
}

interface Props {
  readonly exit: ExitReport;
  /** The moment that the lane has reached (ns). */
  readonly ns: number;
  /** Shows a line of the source. */
  readonly onLine?: (line: number) => void;
}

export function Ejected({ exit, ns, onLine }: Props) {
  const line = exit.line || exit.queued_line;
  return (
    <section className="ejected" aria-label={word('ejected', { time: moment(exit.at_ns) })}>
      <h3>
        <span aria-hidden="true" className="ejected-sign">
          ◆
        </span>{' '}
        {word('ejected', { time: moment(exit.at_ns) })}
      </h3>
      {sentencesOf(exit).map((sentence) => (
        <p key={sentence}>
          <Coded text={sentence} />
        </p>
      ))}
      <p className="ejected-then">{word('ejected.then')}</p>
      <p className="ejected-ways">
        {ns < exit.at_ns ? (
          <button type="button" className="button" onClick={() => void seek(exit.at_ns)}>
            {word('back', { time: moment(exit.at_ns) })}
          </button>
        ) : (
          <button type="button" className="button strong" onClick={() => void seek(exit.cause_at_ns)}>
            {word('cause')}
          </button>
        )}
        {onLine && line > 0 && (
          <button type="button" className="button" onClick={() => onLine(line)}>
            {word('to.line', { line })}
          </button>
        )}
      </p>
    </section>
  );
}

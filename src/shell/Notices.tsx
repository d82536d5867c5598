/** Notices over the lanes: a fault, a problem of the link, a refusal, a moment before the tasks have started. */

import { later, Part } from '../page/Part';
import { recover, runStore, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { type Dialog, look, useView } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import { refusalSentence } from '../words/fields';
import { Notice } from './Notice';
import { Starting } from './Starting';
import './notices.css';

const RecordedNotice = later(async () => (await import('../rooms/recording/RecordedNotice')).RecordedNotice);
const SourceRefused = later(async () => (await import('../rooms/policy/SourceRefused')).SourceRefused);
const LinkNotice = later(async () => (await import('./LinkNotice')).LinkNotice);

const dismiss = (): void => runStore.setState({ refusal: [] });

/** Fields show their own refusals while they are open. */
const BESIDE = /^(machine|seed|decides|(lanes\[\d\]\.)?kernel|lanes\[\d\]\.cpus|workload\.\w+)$/;
/** Refusals that an open dialog shows itself. */
const BESIDE_IN: Readonly<Partial<Record<Dialog, RegExp>>> = {
  settings: /^(cpus|limit_ms|warmup_ms|(workload|groups\[\d+\]|tasks\[\d+\])\.\w+)$/,
  rules: /^lanes\[\d\]\.rules\.\w+$/,
  model: /^((tunables|costs)\.\w+|lanes\[\d\]\.rules\.\w+)$/,
};

export function Notices() {
  const t = useT();
  const fault = useRun((run) => run.fault);
  const dialog = useView((view) => view.dialog);
  const editing = useView((view) => view.editing);
  const isBeside = (field: string) =>
    (editing && BESIDE.test(field)) || (dialog !== null && BESIDE_IN[dialog]?.test(field) === true);
  const isReplayMissing = useRun((run) => run.awaits !== null);
  const refusal = useRun((run) =>
    run.refusal.find(({ field, fault }) => !isBeside(field) && fault.kind !== 'no_replay'),
  );
  const isRecorded = useScenario(({ document }) => document.recording !== undefined);
  const missing = useRun((run) => run.feeds[0]?.recorded === null) && isRecorded;
  const refused = useView((view) => view.refusedEdit);
  const linkProblem = useView((view) => view.linkProblem);
  const decisionLost = useView((view) => view.decisionNotFound);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are interactive.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button fires a click.
    <div
      className="notices"
      // The dismissed notice had the focus.
      onClick={() =>
        requestAnimationFrame(
          () => document.activeElement === document.body && document.getElementById('lanes')?.focus(),
        )
      }
    >
      {fault !== null && (
        <div className="notice alarm" role="alert">
          <Icon name="alarm" />
          <p>{t('fault.sentence', { message: fault })}</p>
          <button type="button" className="button strong" onClick={() => void recover()}>
            {t('action.restart')}
          </button>
        </div>
      )}
      {linkProblem && (
        <Part>
          <LinkNotice problem={linkProblem} />
        </Part>
      )}
      <Starting />
      {(missing || isReplayMissing) && (
        <Part>
          <RecordedNotice />
        </Part>
      )}
      {refused && <Notice text={t('notice.locked')} onClose={() => look({ refusedEdit: false })} />}
      {decisionLost && <Notice text={t('notice.decisionLost')} onClose={() => look({ decisionNotFound: false })} />}
      {refusal?.fault.kind === 'source' ? (
        <Part>
          <SourceRefused error={refusal}>{(text) => <Notice text={text} onClose={dismiss} />}</SourceRefused>
        </Part>
      ) : (
        refusal && <Notice text={refusalSentence(refusal)} onClose={dismiss} />
      )}
    </div>
  );
}

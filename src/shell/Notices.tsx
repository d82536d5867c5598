/** What cannot be missed: a fault, a link, a refusal, and a moment at which there is nothing to be seen yet. */

import { whenIdle } from '../engine/idle';
import { actions } from '../page/actions';
import { later, Part } from '../page/Part';
import type { LinkProblem } from '../scenario/link';
import { runStore, useRun } from '../state/run';
import { type Dialog, look, useView } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import { fieldName, problemSentence, refusalSentence } from '../words/fields';
import { count } from '../words/format';
import { Unloaded } from './Unloaded';
import './notices.css';

/** Said once the page stands. */
const LateNotices = later(async () => {
  await whenIdle();
  return (await import('./LateNotices')).LateNotices;
});

/** Fields show their own refusals while they are open. */
const BESIDE = /^(machine|kernel|seed|workload\.\w+)$/;
/** Those of a dialog, too, while it is open. */
const BESIDE_IN: Readonly<Partial<Record<Dialog, RegExp>>> = {
  settings: /^((lanes\[\d\]\.)?cpus|limit_ms|warmup_ms|(workload|groups\[\d+\]|tasks\[\d+\])\.\w+)$/,
  rules: /^lanes\[\d\]\.rules\.\w+$/,
  model: /^((tunables|costs)\.\w+|lanes\[\d\]\.rules\.\w+)$/,
};

function linkSentence(problem: LinkProblem, t: ReturnType<typeof useT>): string {
  switch (problem.kind) {
    case 'newer':
      return t('link.problem.newer', { version: problem.version });
    case 'part':
      return t('link.problem.part', { part: problem.part });
    case 'cut':
      return t('link.problem.cut');
    case 'origin':
      return t('link.problem.origin', { text: problem.text });
    case 'range': {
      const { field, value, range } = problem.problem;
      return range
        ? t('link.problem.range', { field: fieldName(field), value, min: count(range.min), max: count(range.max) })
        : problemSentence(problem.problem);
    }
  }
}

export function Notices() {
  const t = useT();
  const fault = useRun((run) => run.fault);
  const dialog = useView((view) => view.dialog);
  const editing = useView((view) => view.editing);
  const isBeside = (field: string) =>
    (editing && BESIDE.test(field)) || (dialog !== null && BESIDE_IN[dialog]?.test(field) === true);
  const refusal = useRun((run) => run.refusal.find((error) => !isBeside(error.field)));
  const linkProblem = useView((view) => view.linkProblem);
  const unloaded = useView((view) => view.unloaded !== null);
  return (
    <div className="notices">
      {fault !== null && (
        <div className="notice alarm" role="alert">
          <Icon name="alarm" />
          <p>{t('fault.sentence', { message: fault })}</p>
          <button type="button" className="button strong" onClick={actions.restart.perform}>
            {t('action.restart')}
          </button>
        </div>
      )}
      {unloaded && <Unloaded onClose={() => look({ unloaded: null })} />}
      <Part>
        <LateNotices />
      </Part>
      {linkProblem && (
        <Notice
          text={linkSentence(linkProblem, t)}
          onClose={() => look({ linkProblem: null })}
          label={t('error.dismiss')}
        />
      )}
      {refusal && (
        <Notice
          text={refusalSentence(refusal)}
          onClose={() => runStore.setState({ refusal: [] })}
          label={t('error.dismiss')}
        />
      )}
    </div>
  );
}

function Notice({ text, label, onClose }: { text: string; label: string; onClose: () => void }) {
  return (
    <div className="notice" role="status">
      <p>{text}</p>
      <button type="button" className="quiet" aria-label={label} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

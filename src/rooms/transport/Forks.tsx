/** The tree of forks as a railway map: a line a branch, on the axis of the time bar. */

import { type Branch, treeOf } from '../../scenario/forks';
import { MECHANISMS } from '../../scenario/generated/mechanisms';
import type { Features } from '../../scenario/generated/types';
import { useScenario } from '../../state/scenario';
import { deleteBranch, showBranch } from '../../state/switching';
import { LANE_KEYS } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import { duration } from '../../words/format';
import { useWords } from '../../words/panels';
import { useExtent } from './extent';
import './forks.css';

const ROW = 26;

/** The switches that a branch changes. */
function changes(features: Features, before: Features, t: ReturnType<typeof useT>): string {
  return MECHANISMS.filter(({ key }) => features[key] !== before[key])
    .map(({ key }) => {
      const on = features[key] !== false && features[key] !== 'off';
      return `${on ? '+' : '−'} ${t(`mechanism.${key}`)}`;
    })
    .join(t('lane.list'));
}

const lastFeatures = ({ path }: Branch): Features => path.flips?.at(-1)?.features ?? path.features;

export function Forks() {
  const t = useT();
  const word = useWords();
  const extent = useExtent();
  const lanes = useScenario(({ document }) => document.lanes);
  const forks = useScenario((state) => state.forks);
  const branches = treeOf(lanes, forks);
  if (branches.every(({ parent, shown }) => parent === null && shown.length > 0)) return null;
  /** A branch that leads to one on the screen cannot go. */
  const carries = (row: number): boolean =>
    (branches[row]?.shown.length ?? 0) > 0 || branches.some(({ parent }, i) => parent === row && carries(i));
  const x = (ns: number) => Math.min(100, (ns / extent) * 100);
  return (
    <section className="forks" aria-label={word('forks.label')}>
      <div className="forks-map" style={{ blockSize: branches.length * ROW }}>
        <svg width="100%" height={branches.length * ROW} aria-hidden="true">
          {branches.map((branch, row) => {
            const y = (row + 0.5) * ROW;
            // The first of them is whole, too.
            const from = branch.fromNs > 0 ? `${x(branch.fromNs)}%` : 5;
            const lane = branch.shown[0] === undefined ? 'none' : LANE_KEYS[branch.shown[0]];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its row.
              <g key={row} className={`fork-${lane}`}>
                {branch.parent !== null && (
                  <line className="fork-joint" x1={from} x2={from} y1={(branch.parent + 0.5) * ROW} y2={y} />
                )}
                <line x1={from} x2="100%" y1={y} y2={y} />
                <circle cx={from} cy={y} r={3.5} />
              </g>
            );
          })}
        </svg>
        {branches.map((branch, row) => {
          // A branch from the start is described by its differences from the first branch.
          const before = branches[branch.parent ?? 0] ?? branch;
          const time = branch.parent === null ? word('forks.root') : duration(branch.fromNs);
          const changed = changes(lastFeatures(branch), lastFeatures(before), t);
          const label = changed === '' ? time : word('forks.branch', { time, changes: changed });
          const at = x(branch.fromNs);
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its row.
              key={row}
              className="fork-name"
              style={{
                insetBlockStart: row * ROW,
                ...(at > 60 ? { insetInlineEnd: `${100 - at}%` } : { insetInlineStart: `${at}%` }),
              }}
            >
              {label}
            </span>
          );
        })}
      </div>
      <ul className="forks-list">
        {branches.map((branch, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its row.
          <li key={row} style={{ blockSize: ROW }}>
            {lanes.map((_, lane) => {
              const letter = LANE_KEYS[lane]?.toUpperCase() ?? '';
              return (
                <button
                  key={letter}
                  type="button"
                  className={`fork-show lane-${LANE_KEYS[lane]}`}
                  aria-pressed={branch.shown.includes(lane)}
                  aria-label={word('forks.show', { lane: letter, branch: row + 1 })}
                  title={word('forks.show', { lane: letter, branch: row + 1 })}
                  onClick={() => showBranch(lane, branch.path)}
                >
                  {letter}
                </button>
              );
            })}
            <button
              type="button"
              className="fork-delete"
              disabled={carries(row)}
              aria-label={word('forks.delete', { branch: row + 1 })}
              title={word('forks.delete', { branch: row + 1 })}
              onClick={() => deleteBranch(branch.path)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

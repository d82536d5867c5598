/** Few tasks: what the level alone costs, and what the look adds to it; the kernel without the level is 100 %. */
import { inTenths, spreadOf } from '../measure';
import { Bars } from './Bars';
import { useTwo } from './two';
import type { ResultProps } from './types';

/** Messages of the level alone and of level and look, relative to the kernel without the level: means over the seeds. */
export function levelAndLook(seen: NonNullable<ResultProps['seen']>) {
  const [level = [], look = []] = seen.beside;
  const ratios = level.flatMap(([plain, alone], seed) => {
    const both = look[seed]?.[1];
    return plain && alone && both
      ? [[alone.messages_per_s / plain.messages_per_s, both.messages_per_s / plain.messages_per_s] as const]
      : [];
  });
  const [alone, both] = [0, 1].map((i) => spreadOf(ratios.map((pair) => pair[i] ?? 1))?.mean);
  return alone !== undefined && both !== undefined && ratios.length === level.length ? { alone, both } : null;
}

export function LowResults({ seen, ...lighting }: ResultProps) {
  const w = useTwo();
  const found = seen && levelAndLook(seen);
  if (!found) return <p className="acts-hint">{w('low.running')}</p>;
  const { alone, both } = found;
  const text = (share: number) => `${inTenths(share)}\u00a0%`;
  return (
    <Bars
      title={w('low.title')}
      unit={w('low.unit')}
      bars={[
        { name: w('low.plain'), value: 1, text: text(1), part: 'plain' },
        { lane: 'a', name: w('low.level'), value: alone, text: text(alone) },
        { lane: 'b', name: w('low.both'), value: both, text: text(both) },
      ]}
      of={lighting}
    >
      <p className="figure-remark">{w('low.remark')}</p>
    </Bars>
  );
}

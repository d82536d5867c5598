/** Cache lines moved so far, and their rate per millisecond. */
import type { FrameView } from '../../engine/wire/frame';
import { count, significant } from '../../words/format';
import { Block, Pairs } from './Block';
import { useThingWords } from './things';

interface Props {
  readonly frame: FrameView;
  readonly of: readonly (readonly [string, number])[];
}

export function Lines({ frame, of }: Props) {
  const word = useThingWords();
  const perMs = (n: number) => significant(frame.ns > 0 ? (n / frame.ns) * 1e6 : 0);
  return (
    <Block title={word('head.traffic')}>
      <Pairs of={of.map(([name, n]) => [name, word('lines', { n: count(n), rate: perMs(n) })] as const)} />
    </Block>
  );
}

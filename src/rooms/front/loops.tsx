/**
 * The main idea of each act as a small drawing: 236 by 76 units, animated by `loops.css` only. Without animation each
 * is a complete picture.
 */
import { type ReactElement, useId } from 'react';
import { useWords } from './words';
import './loops.css';
import './loops-motion.css';

const TRIANGLE = 'M0 -13 14.5 11.5H-14.5Z';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** The seven lines between eight fields. */
const between = (x: number, y: number, width: number, height: number): string =>
  numbers(7)
    .map((i) => `M${x + width * (i + 1)} ${y}v${height}`)
    .join('');

/** The fields that are read, of the eight of the first line. */
const READ = [1, 2, 4, 5];

/** A cache line moves back and forth between two CPUs that each use one field of it. */
function OneLine() {
  const words = useWords();
  return (
    <>
      <rect className="l-ground" x={0} y={2} width={66} height={72} rx={8} />
      <rect className="l-ground" x={170} y={2} width={66} height={72} rx={8} />
      <path className="l-wire" d="M60 36H176" />
      <rect className="l-cpu group-0" x={8} y={9} width={50} height={54} rx={5} />
      <rect className="l-cpu group-1" x={178} y={9} width={50} height={54} rx={5} />
      <path className="l-shape group-0 l1-left" d={TRIANGLE} transform="translate(33 37)" />
      <circle className="l-shape group-1 l1-right" cx={203} cy={36} r={13} />
      <g className="l1-line">
        <rect className="l-line" x={88} y={25} width={60} height={22} rx={2} />
        <rect className="l-field group-0" x={103} y={26} width={7.5} height={20} />
        <rect className="l-field group-1" x={110.5} y={26} width={7.5} height={20} />
        <path className="l-fields" d={between(88, 25, 7.5, 22)} />
      </g>
      <text x={118} y={66} textAnchor="middle">
        {words('act.1.line')}
      </text>
    </>
  );
}

/** Between one CPU and all of them, a level appears. */
function Level() {
  return (
    <>
      <rect className="l-box" x={1} y={4} width={234} height={15} rx={3} />
      <g className="l2-level">
        {numbers(6).map((i) => (
          <rect
            key={i}
            className={`l-box${i === 2 ? ' l-near' : ''}`}
            x={1 + i * 39.4}
            y={29}
            width={37}
            height={16}
            rx={4}
          />
        ))}
      </g>
      {numbers(24).map((i) => (
        <rect
          key={i}
          className={`l-bit${Math.floor(i / 4) === 2 ? ' l2-near' : ''}`}
          x={1 + i * 9.85}
          y={55}
          width={7.6}
          height={15}
          rx={1.5}
        />
      ))}
    </>
  );
}

/** An idle CPU takes a task that waits on another one. */
function Steal() {
  const id = useId();
  return (
    <>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect className="l-hatch" width={2} height={6} />
      </pattern>
      <g className="l3-idle">
        <rect className="l-wasted" x={1} y={6} width={68} height={62} rx={5} style={{ fill: `url(#${id})` }} />
      </g>
      <rect className="l-cpu group-1 l3-filled" x={1} y={6} width={68} height={62} rx={5} />
      <rect className="l-cpu l-over group-2" x={142} y={6} width={92} height={62} rx={5} />
      <path className="l-bar" d="M150 60h22" />
      <path className="l-shape group-2" d={TRIANGLE} transform="translate(166 36)" />
      <circle className="l-shape group-3" cx={196} cy={40} r={8} />
      <g className="l3-arrow">
        <path className="l-steal-edge" d="M140 37H88" />
        <path className="l-steal" d="M140 37H88" />
        <path className="l-ink" d="M90 27 74 37l16 10z" />
      </g>
      <circle className="l-shape group-1 l3-task" cx={218} cy={40} r={8} />
    </>
  );
}

/** A task that went to another node reaches back for its memory. */
function Home() {
  const words = useWords();
  return (
    <>
      <rect className="l-ground" x={0} y={2} width={100} height={72} rx={8} />
      <rect className="l-ground" x={136} y={2} width={100} height={72} rx={8} />
      <rect className="l-cpu l-idle" x={8} y={9} width={84} height={34} rx={5} />
      <rect className="l-cpu group-5" x={144} y={9} width={84} height={34} rx={5} />
      <rect className="l-memory group-5" x={8} y={52} width={84} height={17} rx={3} />
      <rect className="l-memory" x={144} y={52} width={84} height={17} rx={3} />
      <path className="l-reach group-5" d="M92 60.5H186V26" pathLength={1} />
      <circle className="l-shape group-5 l4-task" cx={186} cy={26} r={10} />
      <text x={50} y={65} textAnchor="middle">
        {words('act.4.memory')}
      </text>
    </>
  );
}

/** A field that is written moves to another line than those that are read. */
function Neighbours() {
  const line = (y: number) => (
    <>
      <rect className="l-line" x={1} y={y} width={234} height={24} rx={2} />
      <path className="l-fields" d={between(1, y, 29.25, 24)} />
    </>
  );
  return (
    <>
      {READ.map((i) => (
        <rect key={i} className="l-field group-4" x={1.5 + i * 29.25} y={9} width={28.5} height={23} />
      ))}
      {line(8)}
      {line(46)}
      <g className="l5-field">
        <rect className="l-field group-1" x={89.25} y={9} width={28.5} height={23} />
      </g>
      <path className="l-way l5-way" d="M103.5 33v6h58.5v5" pathLength={1} />
    </>
  );
}

/** Of the tasks left of the average, the one with the earliest flag runs, and so moves to the right. */
function Turns() {
  const flag = (x: number, y: number) => <path className="l-ink" d={`M${x} ${y + 8}v-16l10 5l-10 5z`} />;
  const slice = (group: number, x: number, y: number, width: number) => (
    <rect className={`l-slice group-${group}`} x={x} y={y - 4} width={width} height={8} />
  );
  return (
    <>
      <rect className="l-may" x={0} y={2} width={118} height={72} />
      <path className="l-line" d="M118 0V76" />
      {slice(0, 84, 16, 96)}
      {flag(180, 16)}
      <circle className="l-shape group-0" cx={84} cy={16} r={8} />
      {slice(1, 150, 60, 64)}
      {flag(214, 60)}
      <circle className="l-shape group-1" cx={150} cy={60} r={8} />
      {slice(2, 98, 38, 38)}
      {flag(136, 38)}
      <g className="l6-task">
        <circle className="l-next" cx={98} cy={38} r={13} />
        <path className="l-shape group-2" d={TRIANGLE} transform="translate(98 39) scale(.6)" />
      </g>
    </>
  );
}

/** By act. */
export const LOOPS: readonly (() => ReactElement)[] = [OneLine, Level, Steal, Home, Neighbours, Turns];

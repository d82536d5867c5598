/** The decision on the machine: an SVG layer over the drawing of the lane it was made in. */
import { useMemo } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import { glyphOf } from '../../signs/answers';
import type { LaneKey } from '../../state/view';
import { fitting, textWidth } from '../../ui/fitting';
import type { Rect } from '../../ui/geometry';
import { type Group, looksOf, marksOf } from './marks';
import { presentStep, useDecision, useLevels } from './useDecision';
import { type DecisionKey, useLensWords } from './words';
import './layer.css';

/** The required properties of the drawing below the layer. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly text: number;
  readonly cpus: readonly (Rect & { readonly node: number; readonly unit: number })[];
  readonly nodes: readonly (Rect & { readonly node: number })[];
}

const rect = (box: Rect, by: number) => ({
  x: box.x - by,
  y: box.y - by,
  width: box.w + 2 * by,
  height: box.h + 2 * by,
});

/** The box around several. */
function around(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return { x, y, w: Math.max(...boxes.map((b) => b.x + b.w)) - x, h: Math.max(...boxes.map((b) => b.y + b.h)) - y };
}

/** How far text reaches over its line and below it, in heights of a text: Chinese letters are the tallest. */
const ASCENT = 1.2;
const DESCENT = 0.25;
/** From the side of a box to its text, in heights of a text: the name of a CPU is close. */
const INSET = 0.2;

/** A ring around the numbers of the looks at a CPU, at the upper left of its cell, or over it if that is narrow. */
function ringAt(box: Rect, numbers: readonly number[], size: number): (Rect & { readonly text: string }) | null {
  const h = size * 1.6;
  const text = [numbers.join('·'), String(numbers.at(-1))].find((one) => ringWidth(one, size) <= box.w + 6);
  if (!text || box.h < h - 6) return null;
  const w = ringWidth(text, size);
  const inset = Math.min(5, (box.w - w) / 2);
  return { x: box.x + inset, y: box.y + Math.min(5, (box.h - h) / 2), w, h, text };
}

/** What names a CPU below its cell: a narrow cell is close to others, so its number stands alone. */
const nameOf = ({ w }: Rect, size: number, name: string, cpu: number | null): readonly [string, ...string[]] =>
  w < size * 4 ? [String(cpu)] : [name, String(cpu)];

/** The room in a box on one side of a name that is `wide` and has its middle at `x`. */
const freeBeside = (box: Rect, x: number, wide: number, side: 'start' | 'end'): number =>
  side === 'start' ? x - wide / 2 - box.x : box.x + box.w - x - wide / 2;

/** The ring over a small cell leaves no room for the number of its CPU. */
const isUnnumbered = ({ w, h }: Rect, size: number): boolean => w < size * 6 || h < size * 3;

const ringWidth = (text: string, size: number): number => Math.max(size * 1.6, textWidth(text, size) + size * 0.8);

export default function Layer({ ground, lane }: { readonly ground: Ground; readonly lane: LaneKey }) {
  const word = useLensWords();
  const decision = useDecision(lane);
  const levels = useLevels(decision);
  const present = decision ? presentStep(decision) : 0;
  const marks = useMemo(
    () => decision && marksOf(decision.head, decision.steps, present, levels),
    [decision, present, levels],
  );
  if (!decision || !marks) return null;
  const { head, rows, steps, lens } = decision;
  const size = ground.text;
  const done = present >= steps.length;
  const from = ground.cpus[marks.decider];
  const to = ground.cpus[steps[present]?.cpu ?? -1];
  const end = marks.chosen === null ? undefined : ground.cpus[marks.chosen];
  const rings = looksOf(rows, lens.step, head.chosen).flatMap((one) => {
    const box = ground.cpus[one.cpu];
    const ring = box && ringAt(box, one.numbers, size);
    return ring ? [{ ...one, ...ring }] : [];
  });
  const widthOfName = (box: Rect): number =>
    isUnnumbered(box, size)
      ? textWidth(nameOf(box, size, word('cpu', { cpu: head.chosen ?? '' }), head.chosen)[0], size)
      : 0;
  const isFar = ground.cpus[marks.decider]?.unit !== ground.cpus[marks.chosen ?? -1]?.unit;
  return (
    <svg
      className="decision-layer"
      width={ground.width}
      height={ground.height}
      viewBox={`0 0 ${ground.width} ${ground.height}`}
      aria-hidden="true"
      data-done={done}
      data-row={lens.step}
    >
      {marks.nodes.map(({ first, load: compared, chosen }) => {
        const box = ground.nodes.find(({ node }) => node === ground.cpus[first]?.node);
        if (!box) return null;
        const cells = around(ground.cpus.filter(({ node }) => node === box.node));
        // Below its CPUs, or if there is no room, on its lower edge; the name of the chosen CPU is not covered.
        const room = box.y + box.h - cells.y - cells.h >= size;
        const isHere = end !== undefined && ground.cpus[marks.chosen ?? -1]?.node === box.node;
        const beside = end && end.x + end.w / 2 > box.x + box.w / 2 ? 'start' : 'end';
        const load = word('node.load', { load: compared });
        const named = end && isHere && !room ? widthOfName(end) : 0;
        const free = end && named > 0 ? freeBeside(box, end.x + end.w / 2, named, beside) - size * INSET : box.w;
        return (
          <g key={first} className="decision-group" data-node={first} data-busiest={chosen}>
            <rect {...rect(box, -2)} rx={8} />
            {(named === 0 || textWidth(load, size) <= free) && (
              <Label
                box={{ ...box, h: box.h - size * (room ? (isHere ? 0 : 1.6) : 0.75) }}
                size={size}
                ground={ground}
                texts={[load]}
                side={room ? 'middle' : beside}
              />
            )}
          </g>
        );
      })}
      {marks.groups.map((group) => {
        const boxes = group.cpus.flatMap((cpu) => ground.cpus[cpu] ?? []);
        if (boxes.length === 0) return null;
        const box = around(boxes);
        const alone = group.cpus.length === 1;
        const cpus = writeCpuList(group.cpus);
        return (
          <g key={cpus} className="decision-group" data-group={cpus} data-busiest={group.busiest}>
            {alone ? (
              <Figures box={box} size={size} group={group} />
            ) : (
              <>
                <rect {...rect(box, 4)} rx={7} />
                <Label box={box} size={size} ground={ground} texts={groupTexts(group, word)} />
              </>
            )}
          </g>
        );
      })}
      {marks.bitmap.map((cpu) => {
        const box = ground.cpus[cpu];
        return (
          box && (
            <rect key={cpu} className="decision-bit" data-bit={cpu} x={box.x} y={box.y - 1} width={box.w} height={4} />
          )
        );
      })}
      {done && head.kind === 'wake' && from && end && from !== end && (
        <g className="decision-line" data-far={isFar}>
          <path d={lineOf(from, end)} />
          <path d={lineOf(from, end)} />
        </g>
      )}
      {from && to && from !== to && <path className="decision-look" d={lineOf(from, to)} />}
      {end && <rect className="decision-chosen" {...rect(end, 3)} rx={7} />}
      {end && isUnnumbered(end, size) && (
        <Label
          box={end}
          size={size}
          ground={ground}
          texts={nameOf(end, size, word('cpu', { cpu: head.chosen ?? '' }), head.chosen)}
        />
      )}
      {rings.map(({ cpu, text, when, chosen, x, y, w, h }) => (
        <g key={cpu} className="decision-ring" data-when={when} data-tried={cpu} data-chosen={chosen || undefined}>
          <rect x={x} y={y} width={w} height={h} rx={h / 2} />
          <text
            x={x + w / 2}
            y={y + h / 2 + size * 0.05}
            fontSize={size}
            textAnchor="middle"
            dominantBaseline="central"
          >
            {text}
          </text>
        </g>
      ))}
    </svg>
  );
}

const lineOf = (from: Rect, to: Rect): string =>
  `M${from.x + from.w / 2} ${from.y + from.h / 2}L${to.x + to.w / 2} ${to.y + to.h / 2}`;

function groupTexts(group: Group, word: ReturnType<typeof useLensWords>): string[] {
  const kind = word(`group.${group.answer}` as DecisionKey);
  const load = group.load === null ? '' : word('group.load', { load: group.load });
  const full = word('group.figures', { kind, running: group.running, idle: group.idle, load });
  const short = `${kind} ${group.running}/${group.idle}`;
  const busiest = (text: string) => (group.busiest ? word('group.busiest', { text }) : text);
  return [busiest(full), busiest(short), short, `${group.running}/${group.idle}`];
}

/** The counts of a group with one CPU are in its box, beside the number. */
function Figures({ box, size, group: { answer, running, idle } }: { box: Rect; size: number; group: Group }) {
  const counts = `${running}/${idle}`;
  const text = box.h >= size && fitting([`${glyphOf(answer)} ${counts}`, counts, glyphOf(answer)], box.w - 4, size);
  return (
    text && (
      <text className="decision-label" x={box.x + 3} y={box.y + box.h - 4} fontSize={size}>
        {text}
      </text>
    )
  );
}

/** The fraction of a text that is left of its anchor. */
const BEFORE = { start: 0, middle: 0.5, end: 1 } as const;

interface LabelProps {
  readonly box: Rect;
  readonly size: number;
  /** The drawing, which the text stays inside. */
  readonly ground: { readonly width: number; readonly height: number };
  /** The first that fits is written. */
  readonly texts: readonly string[];
  /** Where on the line. */
  readonly side?: 'start' | 'middle' | 'end';
}

/** The first text that fits under the lower edge of a box: over it are names. */
function Label({ box, size, ground, texts, side = 'middle' }: LabelProps) {
  const text = fitting(texts, Math.max(box.w, size * 5), size);
  const wide = textWidth(text ?? '', size);
  const before = wide * BEFORE[side];
  const inset = size * INSET;
  const x = { start: box.x + inset, middle: box.x + box.w / 2, end: box.x + box.w - inset }[side];
  return (
    text && (
      <text
        className="decision-label"
        x={Math.max(before, Math.min(x, ground.width - wide + before))}
        y={Math.min(Math.max(box.y + box.h + size * 1.1, size * ASCENT), ground.height - size * DESCENT)}
        fontSize={size}
        textAnchor={side}
      >
        {text}
      </text>
    )
  );
}

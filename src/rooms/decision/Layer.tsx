/** The decision on the machine: an SVG layer over the drawing of the lane it was made in. */
import { useMemo } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import type { LaneKey } from '../../state/view';
import { fitting, textWidth } from '../../ui/fitting';
import type { Rect } from '../../ui/geometry';
import { type Group, glyphOf, marksOf, toneOf } from './marks';
import { useDecision, useLevels } from './useDecision';
import { type DecisionKey, useLensWords } from './words';
import './layer.css';

/** The required properties of the drawing below the layer. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly text: number;
  readonly cpus: readonly (Rect & { readonly node: number })[];
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

const width = (text: string, size: number): number => Math.max(textWidth(text, size) + 5, size * 1.3);
const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

/** The CPU's number is in the upper right of its cell: digits and a margin, in heights of a text. */
const NUMBER = 2;

/** How far text reaches over its line, in heights of a text: Chinese letters are the tallest. */
const ASCENT = 1.2;

/**
 * A tag at the upper left of a cell, beside its number and above the running task: the longest of `texts` that fits, or
 * none. It is never smaller than readable.
 */
function tagAt(box: Rect, texts: readonly string[], size: number): (Rect & { readonly text: string }) | null {
  const h = size * 1.25;
  if (box.h < h + 2) return null;
  const numbered = box.w >= 30 && box.h >= size * 2.6;
  const text = texts.find((one) => width(one, size) <= box.w - 4 - (numbered ? NUMBER * size : 0));
  return text === undefined ? null : { x: box.x + 2, y: box.y + 2, w: width(text, size), h, text };
}

export default function Layer({ lane, ground }: { lane: LaneKey; ground: Ground }) {
  const decision = useDecision();
  return decision?.lens.lane === lane ? <Drawing ground={ground} /> : null;
}

function Drawing({ ground }: { ground: Ground }) {
  const word = useLensWords();
  const decision = useDecision();
  const levels = useLevels(decision);
  const step = decision?.lens.step ?? 0;
  const marks = useMemo(
    () => decision && marksOf(decision.head, decision.steps, step, levels),
    [decision, step, levels],
  );
  if (!decision || !marks) return null;
  const size = ground.text;
  const present = decision.steps[step];
  const done = step >= decision.steps.length;
  const from = ground.cpus[marks.decider];
  const to = present ? ground.cpus[present.cpu] : undefined;
  const roles = new Map<number, DecisionKey>();
  if (marks.about !== null) roles.set(marks.about, decision.head.kind === 'wake' ? 'tag.previous' : 'tag.source');
  if (marks.target !== null) roles.set(marks.target, 'tag.target');
  roles.set(marks.decider, 'tag.decider');
  if (marks.chosen !== null) roles.set(marks.chosen, 'tag.chosen');
  const tried = marks.tried.flatMap((one) => {
    const box = ground.cpus[one.cpu];
    const glyph = glyphOf(one.answer);
    const tag = box && tagAt(box, [`${one.place}${glyph}`, glyph], size);
    return tag ? [{ ...one, ...tag }] : [];
  });
  // A role is written on the lower edge of its CPU if that is free; its frame is drawn in any case.
  const placedRoles: (Rect & { readonly cpu: number; readonly key: DecisionKey; readonly text: string })[] = [];
  for (const [cpu, key] of roles) {
    const box = ground.cpus[cpu];
    const text = box && box.h >= size * 2.6 ? fitting([word(key)], box.w + 4, size) : null;
    if (!box || !text) continue;
    const [w, h] = [width(text, size), size * 1.25];
    const place = { x: box.x + box.w / 2 - w / 2, y: box.y + box.h - h / 2, w, h };
    if ([...tried, ...placedRoles].every((other) => apart(place, other)))
      placedRoles.push({ ...place, cpu, key, text });
  }
  return (
    <svg
      className="decision-layer"
      width={ground.width}
      height={ground.height}
      viewBox={`0 0 ${ground.width} ${ground.height}`}
      aria-hidden="true"
      data-done={done}
    >
      {marks.nodes.map(({ first, load, chosen }) => {
        const box = ground.nodes.find(({ node }) => node === ground.cpus[first]?.node);
        if (!box) return null;
        const cells = around(ground.cpus.filter(({ node }) => node === box.node));
        // Below its CPUs, or if there is no room, at the end of its upper edge; the name is at the beginning.
        const room = box.y + box.h - cells.y - cells.h >= size;
        return (
          <g key={first} className="decision-group" data-node={first} data-busiest={chosen}>
            <rect {...rect(box, -2)} rx={8} />
            <Label
              box={{ ...box, h: room ? box.h - size * 1.6 : -size * 0.75 }}
              size={size}
              texts={[word('node.load', { load })]}
              end={!room}
            />
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
                <Label box={box} size={size} texts={groupTexts(group, word)} />
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
      {from && to && from !== to && (
        <path
          className="decision-look"
          d={`M${from.x + from.w / 2} ${from.y + from.h / 2}L${to.x + to.w / 2} ${to.y + to.h / 2}`}
        />
      )}
      {[...roles].map(([cpu, key]) => {
        const box = ground.cpus[cpu];
        return box && <rect key={cpu} className="decision-role" data-role={key} {...rect(box, 1.5)} rx={5} />;
      })}
      {marks.tried.map(({ cpu, answer, when }) => {
        const box = ground.cpus[cpu];
        return (
          box && (
            <rect
              key={cpu}
              className="decision-cpu"
              data-when={when}
              data-tone={toneOf(answer)}
              {...rect(box, 0)}
              rx={4}
            />
          )
        );
      })}
      {placedRoles.map(({ cpu, key, text, x, y, w, h }) => (
        <Tag key={cpu} x={x + w / 2} y={y + h / 2} size={size} text={text} kind="role" role={key} />
      ))}
      {tried.map(({ cpu, text, answer, when, x, y, w, h }) => (
        <Tag
          key={cpu}
          x={x + w / 2}
          y={y + h / 2}
          size={size}
          text={text}
          kind={when}
          tone={toneOf(answer)}
          cpu={cpu}
        />
      ))}
    </svg>
  );
}

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

/** The first text that fits under the lower edge of a box: over it are names. */
interface LabelProps {
  readonly box: Rect;
  readonly size: number;
  /** The first that fits is written. */
  readonly texts: readonly string[];
  /** At the end of the line, not in its middle. */
  readonly end?: boolean;
}

function Label({ box, size, texts, end = false }: LabelProps) {
  const text = fitting(texts, Math.max(box.w, size * 5), size);
  return (
    text && (
      <text
        className="decision-label"
        x={end ? box.x + box.w - size : box.x + box.w / 2}
        y={Math.max(box.y + box.h + size * 1.1, size * ASCENT)}
        fontSize={size}
        textAnchor={end ? 'end' : 'middle'}
      >
        {text}
      </text>
    )
  );
}

interface TagProps {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly kind: string;
  readonly tone?: string;
  readonly role?: string;
  readonly cpu?: number;
}

/** The reason for the fill of a tag. */
function lookOf(kind: string, tone: string | undefined, role: string | undefined): string | undefined {
  if (role === 'tag.chosen') return 'good';
  if (kind === 'present') return 'present';
  return kind === 'past' && tone !== 'plain' ? tone : undefined;
}

function Tag({ x, y, size, text, kind, tone, role, cpu }: TagProps) {
  const w = width(text, size);
  const h = size * 1.25;
  return (
    <g className="decision-tag" data-kind={kind} data-look={lookOf(kind, tone, role)} data-role={role} data-tried={cpu}>
      <rect x={x - w / 2} y={y - h / 2} width={w} height={h} rx={Math.min(h / 2, 5)} />
      <text x={x} y={y + size * 0.05} fontSize={size} textAnchor="middle" dominantBaseline="central">
        {text}
      </text>
    </g>
  );
}

/** The static part of the drawing: the machine itself, as SVG. Drawn once per layout. */
import { memo } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import { FULL_CAPACITY } from '../../scenario/generated/topology';
import { fitting, textWidth } from '../../ui/fitting';
import { center, type Point, type Rect } from '../../ui/geometry';
import { useT } from '../../words';
import type { Layout, LinkWire, NodeBox, UnitBox } from './boxes';
import { type Manner, planCell } from './cell';
import type { Lit } from './lit';

const box = (r: Rect) => ({ x: r.x, y: r.y, width: r.w, height: r.h });
const line = (points: readonly Point[]): string => points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');

/** A name in the middle of a box, if it fits. */
function BoxText({ rect, text, size, className }: { rect: Rect; text: string; size: number; className: string }) {
  if (rect.h < size || textWidth(text, size) > rect.w - 4) return null;
  const c = center(rect);
  return (
    <text className={className} fontSize={size} x={c.x} y={c.y + size * 0.35} textAnchor="middle">
      {text}
    </text>
  );
}

/** The name of a unit at its outer edge, and that of its tag above the tag, if there is room for both. */
function UnitNames({ unit, text }: { unit: UnitBox; text: number }) {
  const t = useT();
  const { label, tag, toBar } = unit;
  if (!label || label.h < text) return null;
  const list = writeCpuList(unit.cpus).replaceAll('-', '–');
  const name = fitting([t('machine.cluster', { cpus: list }), list], label.w, text);
  if (!name) return null;
  const tagName = t('machine.l3tag');
  const fits = tag && textWidth(name, text) + textWidth(tagName, text) + text <= label.w;
  const [outer, inner] = toBar === 'right' ? [label.x, label.x + label.w] : [label.x + label.w, label.x];
  const [start, end] = toBar === 'right' ? (['start', 'end'] as const) : (['end', 'start'] as const);
  const y = label.y + label.h * 0.8;
  return (
    <>
      <text className="m-name" fontSize={text} x={outer} y={y} textAnchor={start}>
        {name}
      </text>
      {fits && (
        <text className="m-soft" fontSize={text} x={inner} y={y} textAnchor={end}>
          {tagName}
        </text>
      )}
    </>
  );
}

function Unit({ unit, text, dim }: { unit: UnitBox; text: number; dim: boolean }) {
  return (
    <g data-dim={dim || undefined}>
      {unit.framed && <rect className="m-unit" {...box(unit)} rx={unit.label ? 8 : 5} />}
      <UnitNames unit={unit} text={text} />
      {unit.tag && <rect className="m-cache" {...box(unit.tag)} rx={Math.min(4, unit.tag.w / 3)} />}
      <path className="m-wire" d={line(unit.wire)} />
    </g>
  );
}

/** The names of nodes, from the longest; every node has one of the same length. */
function useNodeNames(nodes: readonly NodeBox[], text: number, alone: boolean): readonly string[] {
  const t = useT();
  const names = nodes.map(({ number, socket, cpus }) => {
    const list = writeCpuList(cpus).replaceAll('-', '\u2013');
    const name = t('machine.node', { id: number });
    const short = t('machine.nodeShort', { id: number });
    const owner = alone ? `${t('machine.socket', { id: socket })} · ` : '';
    return [`${owner}${name} · CPU ${list}`, `${name} · CPU ${list}`, `${short} · ${list}`, name, short, ''];
  });
  const fits = (rule: number): boolean =>
    nodes.every(({ title }, i) => title.h >= text && textWidth(names[i]?.[rule] ?? '', text) <= title.w);
  const rule = names[0]?.findIndex((_, i) => fits(i)) ?? -1;
  return names.map((all) => all[rule] ?? '');
}

function Node({ node, text, name }: { node: NodeBox; text: number; name: string }) {
  return (
    <>
      <rect className="m-node" {...box(node)} rx={10} />
      {name && (
        <text className="m-name" fontSize={text} x={node.title.x + 1} y={node.title.y + node.title.h * 0.7}>
          {name}
        </text>
      )}
    </>
  );
}

/** A node's bar: what its units share. `tagged`: they have the tags of the L3, the bar its data. */
function Bar({ node, text, dim, tagged }: { node: NodeBox; text: number; dim: boolean; tagged: boolean }) {
  const t = useT();
  const name = t(node.barKind === 'memory' ? 'machine.memory' : tagged ? 'machine.l3data' : 'machine.l3');
  return (
    <g data-dim={dim || undefined}>
      <rect
        className={node.barKind === 'l3' ? 'm-cache' : 'm-memory'}
        {...box(node.bar)}
        rx={Math.min(6, node.bar.w / 3)}
      />
      {node.barLabel && <BoxText rect={node.barLabel} text={name} size={text} className="m-name" />}
      {node.toHub && <path className="m-link" d={line(node.toHub)} />}
    </g>
  );
}

const linkClass = (link: LinkWire): string => (link.kind === 'die' ? 'm-link m-die' : 'm-link');

/** Boxes, wires and names; CPUs are {@link Cpus}. */
export const Structure = memo(function Structure({ layout, lit }: { layout: Layout; lit: Lit | null }) {
  const t = useT();
  const { text } = layout;
  const sockets = new Set(layout.nodes.map(({ socket }) => socket));
  const alone = sockets.size > 1 && sockets.size === layout.nodes.length;
  const names = useNodeNames(layout.nodes, text, alone);
  const tagged = layout.units.some(({ tag }) => tag);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable.
    <g aria-hidden="true">
      {layout.sockets.map((s) => (
        <g key={s.socket}>
          <rect className="m-socket" {...box(s)} rx={10} />
          {s.title.h >= text && s.title.w >= textWidth(t('machine.socket', { id: s.socket }), text) && (
            <text className="m-soft" fontSize={text} x={s.title.x + 1} y={s.title.y + s.title.h * 0.7}>
              {t('machine.socket', { id: s.socket })}
            </text>
          )}
        </g>
      ))}
      {layout.hub && (
        <g data-dim={lit !== null || undefined}>
          <rect className="m-cache" {...box(layout.hub)} rx={4} />
        </g>
      )}
      {layout.nodes.map((n, i) => (
        <Node key={`${n.socket}-${n.node}`} node={n} text={text} name={names[i] ?? ''} />
      ))}
      {layout.nodes.map((n) => (
        <Bar
          key={`${n.socket}-${n.node}`}
          node={n}
          text={text}
          dim={lit !== null && !lit.bars.has(n.node)}
          tagged={tagged}
        />
      ))}
      {layout.units.map((u) => (
        <Unit key={u.unit} unit={u} text={text} dim={lit !== null && !lit.units.has(u.unit)} />
      ))}
      {layout.links.map((l, i) => (
        <path
          key={`${l.a}-${l.b}`}
          className={linkClass(l)}
          data-dim={(lit !== null && !lit.links.has(i)) || undefined}
          d={line(l.points)}
        />
      ))}
    </g>
  );
});

/** A part of the machine that can be inspected, and a CPU in it. */
export type Part =
  | { readonly kind: 'unit'; readonly unit: number }
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'link'; readonly a: number; readonly b: number };

interface Place {
  readonly part: Part;
  readonly cpu: number;
  readonly name: string;
  readonly rect: Rect | null;
  readonly path: string | null;
}

/** Units, nodes and links as things that can be chosen: clear shapes below the cells. */
export const Parts = memo(function Parts({
  layout,
  onPart,
}: {
  layout: Layout;
  onPart: (part: Part, cpu: number) => void;
}) {
  const t = useT();
  const places: readonly Place[] = [
    ...layout.nodes.map(
      (n): Place => ({
        part: { kind: 'node', node: n.node },
        cpu: n.cpus[0] ?? 0,
        name: t('machine.node', { id: n.number }),
        rect: n,
        path: null,
      }),
    ),
    ...layout.units
      .filter(({ framed }) => framed)
      .map(
        (u): Place => ({
          part: { kind: 'unit', unit: u.unit },
          cpu: u.cpus[0] ?? 0,
          name: t('machine.cluster', { cpus: writeCpuList(u.cpus) }),
          rect: u,
          path: null,
        }),
      ),
    ...layout.links.map(
      (l): Place => ({
        part: { kind: 'link', a: l.a, b: l.b },
        cpu: layout.nodes.find(({ node }) => node === l.a)?.cpus[0] ?? 0,
        name: t('machine.link', { a: l.a, b: l.b }),
        rect: null,
        path: line(l.points),
      }),
    ),
  ];
  return places.map(({ part, cpu, name, rect, path }, i) => (
    // biome-ignore lint/a11y/useSemanticElements: SVG cannot contain a button element.
    <g
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a machine stay in their order.
      key={i}
      className="m-part"
      data-part={part.kind}
      role="button"
      tabIndex={i === 0 ? 0 : -1}
      aria-label={name}
      onClick={() => onPart(part, cpu)}
      onKeyDown={(event) => {
        const way = PART_KEYS[event.key];
        if (!way && event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        if (!way) onPart(part, cpu);
        else {
          const all = [...(event.currentTarget.parentElement?.querySelectorAll<SVGGElement>('.m-part') ?? [])];
          all.at((i + way) % all.length)?.focus();
        }
      }}
    >
      <title>{name}</title>
      {rect && <rect {...box(rect)} rx={4} />}
      {path && <path d={path} />}
    </g>
  ));
});

const PART_KEYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Whether a click came from a touch. */
export const isByFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';

/** Width of the mark of a capacity (px). */
const CAPACITY_W = 3;

const cpuTitle = (t: ReturnType<typeof useT>, cpu: number, capacity: number | undefined): string =>
  capacity === undefined ? t('machine.cpu', { cpu }) : t('machine.cpu.capacity', { cpu, capacity });

/** The capacity of a CPU relative to the fastest, as a bar beside its cell. */
function Capacity({ cell, of }: { cell: Rect; of: number | undefined }) {
  if (of === undefined) return null;
  const h = Math.max(1, (cell.h * of) / FULL_CAPACITY);
  const d = `M${cell.x - CAPACITY_W / 2} ${cell.y + cell.h}v${-h}`;
  return <path className="m-capacity" d={d} strokeWidth={CAPACITY_W} />;
}

/** The cells: empty outlines with their numbers; each can be focused and selected. */
export const Cpus = memo(function Cpus({
  layout,
  manner,
  selected,
  pointed,
  lit,
  capacities,
  onOpen,
}: {
  layout: Layout;
  manner: Manner;
  selected: number | null;
  pointed: number | null;
  lit: Lit | null;
  /** By CPU, the fastest having `FULL_CAPACITY`; empty if unknown. */
  capacities: readonly number[];
  /** Without it, CPUs are not interactive. */
  onOpen: ((cpu: number, byFinger: boolean) => void) | undefined;
}) {
  const t = useT();
  const plan = planCell(layout.cell, manner, String(layout.cpus.length - 1).length);
  const first = layout.cpus.findIndex(Boolean);
  return layout.cpus.map((c) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has the role of a button if it has an action.
    <g
      key={c.cpu}
      className="m-cpu"
      data-cpu={c.cpu}
      {...(onOpen ? { role: 'button', 'aria-pressed': selected === c.cpu } : { role: 'img' })}
      tabIndex={onOpen && (c.cpu === (selected ?? first) ? 0 : -1)}
      data-pointed={pointed === c.cpu || undefined}
      data-dim={(lit !== null && !lit.cpus.has(c.cpu)) || undefined}
      aria-label={t('machine.cpu', { cpu: c.cpu })}
      onClick={({ nativeEvent }) => onOpen?.(c.cpu, isByFinger(nativeEvent))}
      onKeyDown={(event) => {
        if (!onOpen || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        event.stopPropagation();
        onOpen(c.cpu, false);
      }}
    >
      <title>{cpuTitle(t, c.cpu, capacities[c.cpu])}</title>
      <rect {...box(c)} rx={plan.radius} />
      <Capacity cell={c} of={capacities[c.cpu]} />
      {plan.number && (
        <text fontSize={manner.text} x={c.x + plan.number.x} y={c.y + plan.number.y} textAnchor="end">
          {c.cpu}
        </text>
      )}
    </g>
  ));
});

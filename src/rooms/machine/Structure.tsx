/** What stands still: the machine itself, as SVG. Drawn once per layout. */
import { memo } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import { fitting, textWidth } from '../../ui/fitting';
import { useT } from '../../words';
import type { Layout, LinkWire, NodeBox, UnitBox } from './boxes';
import { planCell } from './cell';
import { center, type Point, type Rect } from './geometry';

const box = (r: Rect) => ({ x: r.x, y: r.y, width: r.w, height: r.h });
const line = (points: readonly Point[]): string => points.map((p, i) => `${i === 0 ? 'M' : 'L'}${p.x} ${p.y}`).join('');

/** Chinese is read upright in a column, other scripts turned on their side. */
const STACKED = /\p{Script=Han}/u;

/** A text along the longer side of a box, if it fits. */
function BoxText({ rect, text, size, className }: { rect: Rect; text: string; size: number; className: string }) {
  const upright = rect.h > rect.w;
  const along = upright ? rect.h : rect.w;
  const across = upright ? rect.w : rect.h;
  const c = center(rect);
  if (upright && STACKED.test(text)) {
    // Character under character; what is not Chinese stays together.
    const lines = text.split(' ').flatMap((part) => (STACKED.test(part) ? [...part] : [part]));
    const each = size * 1.12;
    if (lines.length * each > along - 2 || Math.max(...lines.map((one) => textWidth(one, size))) > across) return null;
    return (
      <text className={className} fontSize={size} textAnchor="middle" dominantBaseline="central">
        {lines.map((one, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
          <tspan key={i} x={c.x} y={c.y + (i - (lines.length - 1) / 2) * each}>
            {one}
          </tspan>
        ))}
      </text>
    );
  }
  if (across < size || textWidth(text, size) > along - 4) return null;
  return (
    <text
      className={className}
      fontSize={size}
      x={c.x}
      y={c.y}
      textAnchor="middle"
      dominantBaseline="central"
      transform={upright ? `rotate(90 ${c.x} ${c.y})` : undefined}
    >
      {text}
    </text>
  );
}

function Unit({ unit, text }: { unit: UnitBox; text: number }) {
  const t = useT();
  const size = text * 0.9;
  const list = writeCpuList(unit.cpus);
  const label = unit.label && fitting([t('machine.cluster', { cpus: list }), list], unit.label.w, size);
  return (
    <g>
      {unit.framed && <rect className="m-unit" {...box(unit)} rx={5} />}
      {label && unit.label && (
        <text className="m-soft" fontSize={size} x={unit.label.x + 1} y={unit.label.y + unit.label.h * 0.66}>
          {label}
        </text>
      )}
      {unit.tag && (
        <>
          <rect className="m-cache" {...box(unit.tag)} rx={Math.min(3, unit.tag.w / 3)} />
          <BoxText rect={unit.tag} text={t('machine.l3tag')} size={size} className="m-soft" />
        </>
      )}
      <path className="m-wire" d={line(unit.wire)} />
    </g>
  );
}

function Node({ node, text, alone }: { node: NodeBox; text: number; alone: boolean }) {
  const t = useT();
  const list = writeCpuList(node.cpus);
  const name = t('machine.node', { id: node.node });
  const short = t('machine.nodeShort', { id: node.node });
  const socket = alone ? `${t('machine.socket', { id: node.socket })} · ` : '';
  const title = fitting(
    [`${socket}${name} · CPU ${list}`, `${name} · CPU ${list}`, `${short} · ${list}`, name, short],
    node.title.w,
    text,
  );
  return (
    <g>
      <rect className="m-node" {...box(node)} rx={8} />
      {title && (
        <text className="m-title" fontSize={text} x={node.title.x + 1} y={node.title.y + node.title.h * 0.62}>
          {title}
        </text>
      )}
      <rect className={node.barKind === 'l3' ? 'm-cache' : 'm-memory'} {...box(node.bar)} rx={4} />
      <BoxText
        rect={node.bar}
        text={t(node.barKind === 'l3' ? 'machine.l3data' : 'machine.memory')}
        size={Math.min(text, Math.max(node.bar.w < node.bar.h ? node.bar.w * 0.8 : node.bar.h * 0.8, 8.5))}
        className="m-strong"
      />
      {node.toHub && <path className="m-link" d={line(node.toHub)} />}
    </g>
  );
}

const linkClass = (link: LinkWire): string => (link.kind === 'die' ? 'm-link m-die' : 'm-link');

/** Boxes, wires and names; CPUs are {@link Cpus}. */
export const Structure = memo(function Structure({ layout }: { layout: Layout }) {
  const t = useT();
  const { text } = layout;
  const perSocket = new Map<number, number>();
  for (const n of layout.nodes) perSocket.set(n.socket, (perSocket.get(n.socket) ?? 0) + 1);
  const named = perSocket.size > 1;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused.
    <g aria-hidden="true">
      {layout.sockets.map((s) => (
        <g key={s.socket}>
          <rect className="m-socket" {...box(s)} rx={10} />
          <text className="m-soft" fontSize={text} x={s.title.x + 1} y={s.title.y + s.title.h * 0.62}>
            {t('machine.socket', { id: s.socket })}
          </text>
        </g>
      ))}
      {layout.hub && (
        <>
          <rect className="m-cache" {...box(layout.hub)} rx={4} />
          <BoxText rect={layout.hub} text={t('machine.hub')} size={text} className="m-strong" />
        </>
      )}
      {layout.nodes.map((n) => (
        <Node key={n.node} node={n} text={text} alone={named && perSocket.get(n.socket) === 1} />
      ))}
      {layout.units.map((u) => (
        <Unit key={u.unit} unit={u} text={text} />
      ))}
      {layout.links.map((l) => (
        <path key={`${l.a}-${l.b}`} className={linkClass(l)} d={line(l.points)} />
      ))}
    </g>
  );
});

/** What of the machine can be looked at beside its CPUs, and a CPU in it. */
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
    ...layout.nodes.flatMap((n): Place[] => {
      const common = {
        part: { kind: 'node' as const, node: n.node },
        cpu: n.cpus[0] ?? 0,
        name: t('machine.node', { id: n.node }),
        path: null,
      };
      return [
        { ...common, rect: n.title },
        { ...common, rect: n.bar },
      ];
    }),
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
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand inside an SVG.
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

/** The cells: empty outlines with their numbers; each can be focused and selected. */
export const Cpus = memo(function Cpus({
  layout,
  selected,
  pointed,
  onSelect,
}: {
  layout: Layout;
  selected: number | null;
  pointed: number | null;
  onSelect: (cpu: number) => void;
}) {
  const t = useT();
  const plan = planCell(layout.cell.w, layout.cell.h, layout.text);
  return layout.cpus.map((c) => (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand inside an SVG.
    <g
      key={c.cpu}
      className="m-cpu"
      data-cpu={c.cpu}
      role="button"
      tabIndex={c.cpu === (selected ?? 0) ? 0 : -1}
      data-pointed={pointed === c.cpu || undefined}
      aria-pressed={selected === c.cpu}
      aria-label={t('machine.cpu', { cpu: c.cpu })}
      onClick={() => onSelect(c.cpu)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onSelect(c.cpu);
      }}
    >
      <title>{t('machine.cpu', { cpu: c.cpu })}</title>
      <rect {...box(c)} rx={plan.radius} />
      {plan.number && (
        <text fontSize={plan.number.text} x={c.x + plan.number.x} y={c.y + plan.number.y} textAnchor="end">
          {c.cpu}
        </text>
      )}
    </g>
  ));
});

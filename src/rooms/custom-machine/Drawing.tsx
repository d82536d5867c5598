/** Draws the machine that was read: nested boxes, a cell for each CPU. */
import type { CSSProperties } from 'react';
import { writeCpuList } from '../../scenario/cpuList';
import { FULL_CAPACITY } from '../../scenario/generated/topology';
import type { CoreBox, NodeBox, Parts } from './parts';
import { ownWords as w } from './words';
import './drawing.css';

function Core({ core, capacities }: { readonly core: CoreBox; readonly capacities: readonly number[] }) {
  return (
    <span className="own-core">
      {core.cpus.map((cpu) => {
        const capacity = capacities[cpu];
        const full = capacity === undefined ? 0 : (100 * capacity) / FULL_CAPACITY;
        return (
          <span key={cpu} className="own-cpu" data-cpu={cpu} style={{ '--own-full': `${full}%` } as CSSProperties}>
            {cpu}
          </span>
        );
      })}
    </span>
  );
}

function Node({ node, parts }: { readonly node: NodeBox; readonly parts: Parts }) {
  return (
    <section className="own-node">
      <header>
        <b>
          {parts.sockets > 1 && `${w('socket', { id: node.socket })} · `}
          {w('node', { id: node.number })}
        </b>
        <span className="own-list">{w('cpus', { list: writeCpuList(node.cpus).replaceAll('-', '–') })}</span>
      </header>
      <div className="own-caches">
        {node.caches.map((cache) => (
          <div key={cache.id} className="own-cache">
            <div className="own-clusters">
              {cache.clusters.map((cluster) => (
                <div key={cluster.id} className={cluster.isCluster ? 'own-cluster' : 'own-alone'}>
                  {cluster.cores.map((core) => (
                    <Core key={core.id} core={core} capacities={parts.capacities} />
                  ))}
                </div>
              ))}
            </div>
            <small>L3 {cache.id}</small>
          </div>
        ))}
      </div>
    </section>
  );
}

/** More CPUs than this are drawn smaller. */
const MANY_CPUS = 64;

/** Number of nodes side by side if they fit: four are arranged two by two. */
const columnsOf = (nodes: number): number => (nodes === 4 ? 2 : Math.min(nodes, 3));

export function Drawing({ parts }: { readonly parts: Parts }) {
  return (
    <figure
      className="own-drawing"
      aria-label={w('drawing')}
      data-dense={parts.cpus > MANY_CPUS || undefined}
      style={{ '--own-columns': columnsOf(parts.boxes.length) } as CSSProperties}
    >
      {parts.boxes.map((node) => (
        <Node key={`${node.socket}-${node.number}`} node={node} parts={parts} />
      ))}
    </figure>
  );
}

/** Experiments and machines as one list with a text filter and topic filters. */
import { type ReactNode, useId, useState } from 'react';
import { look } from '../../state/view';
import { FigureTable } from '../../ui/FigureTable';
import { TOPICS, type Topic } from './topics';
import { useWords } from './words';
import './lists.css';

export interface ExperimentRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The act about the experiment; null: none. */
  readonly act: string | null;
  readonly machine: string;
  readonly href: string;
  readonly topics: ReadonlySet<Topic>;
  /** What B gains by load. */
  readonly gain: ReactNode;
}

/** Machines with one name, by their number of CPUs. */
export interface MachineRow {
  readonly name: string;
  /** Boxes of the small drawing: its clusters, nodes or sockets. */
  readonly units: number;
  readonly sizes: readonly {
    readonly id: string;
    readonly title: string;
    readonly cpus: number;
    readonly href: string;
    readonly topics: ReadonlySet<Topic>;
  }[];
}

export interface ListsProps {
  readonly experiments: readonly ExperimentRow[];
  readonly machines: readonly MachineRow[];
}

export function Lists({ experiments, machines }: ListsProps) {
  const words = useWords();
  const id = useId();
  const [text, setText] = useState('');
  const [topic, setTopic] = useState<Topic | null>(null);
  const wanted = text.trim().toLowerCase();
  const isWanted = (topics: ReadonlySet<Topic>, ...said: readonly string[]) =>
    (topic === null || topics.has(topic)) && said.some((one) => one.toLowerCase().includes(wanted));
  const ofExperiments = experiments.filter((one) =>
    isWanted(one.topics, one.title, one.text, one.machine, one.act ?? ''),
  );
  const ofMachines = machines.flatMap((row) => {
    const sizes = row.sizes.filter((size) => isWanted(size.topics, size.title));
    return sizes.length > 0 ? [{ ...row, sizes }] : [];
  });
  const sizes = ofMachines.reduce((sum, row) => sum + row.sizes.length, 0);
  const chip = (own: Topic | null) => (
    <button type="button" key={own ?? 'all'} aria-pressed={topic === own} onClick={() => setTopic(own)}>
      {words(`topic.${own ?? 'all'}`)}
    </button>
  );
  return (
    <div className="front-lists">
      <search className="front-find">
        <label>
          <span className="visually-hidden">{words('list.filter')}</span>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M9 3.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13 13l4 4" />
          </svg>
          <input
            type="search"
            value={text}
            placeholder={words('list.filter')}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields. */}
        <div className="front-chips" role="group" aria-label={words('list.topics')}>
          {chip(null)}
          {TOPICS.map(chip)}
        </div>
        <span className="visually-hidden" role="status">
          {(topic !== null || wanted !== '') &&
            words('list.found', { experiments: ofExperiments.length, machines: sizes })}
        </span>
      </search>
      <section id="experiments" tabIndex={-1} aria-labelledby={`${id}-experiments`}>
        <h2 id={`${id}-experiments`}>
          {words('nav.experiments')} <small>{ofExperiments.length}</small>
        </h2>
        <FigureTable
          className="front-table"
          sections={[{ key: 'experiments', rows: ofExperiments }]}
          rowKey={(one) => one.id}
          columns={[
            {
              head: words('list.name'),
              cell: (one) => (
                <>
                  <a href={`#${one.href}`} title={one.text} aria-describedby={`${id}-${one.id}`}>
                    {one.title}
                  </a>
                  <span id={`${id}-${one.id}`} hidden>
                    {one.text}
                  </span>
                  <small className="front-under">{one.machine}</small>
                </>
              ),
            },
            { head: words('list.act'), cell: (one) => one.act, className: 'second' },
            { head: words('list.machine'), cell: (one) => one.machine, className: 'front-where' },
            { head: words('list.gain'), cell: (one) => one.gain, attributes: () => ({ className: 'front-gain' }) },
          ]}
        />
        {ofExperiments.length === 0 && <p className="front-none">{words('list.none')}</p>}
      </section>
      <section id="machines" tabIndex={-1} aria-labelledby={`${id}-machines`}>
        <h2 id={`${id}-machines`}>
          {words('nav.machines')} <small>{sizes}</small>
        </h2>
        <FigureTable
          className="front-table"
          sections={[{ key: 'machines', rows: ofMachines }]}
          rowKey={({ name }) => name}
          above={
            <tr>
              <th scope="row" colSpan={2}>
                <OwnUnits />
                <button type="button" onClick={() => look({ dialog: 'own' })}>
                  {words('list.own')}
                </button>{' '}
                <small>{words('list.own.how')}</small>
              </th>
            </tr>
          }
          columns={[
            {
              head: words('list.machine.name'),
              cell: ({ name, units }) => (
                <>
                  <Units count={units} />
                  {name}
                </>
              ),
            },
            {
              head: words('list.cpus'),
              cell: (row) =>
                row.sizes.map(({ id: key, cpus, title, href }) => (
                  <a key={key} href={`#${href}`} aria-label={title}>
                    {cpus}
                  </a>
                )),
              className: 'front-sizes',
            },
          ]}
        />
        {ofMachines.length === 0 && <p className="front-none">{words('list.none')}</p>}
      </section>
    </div>
  );
}

const COLUMNS = 4;
const MOST_ROWS = 3;

/** A machine as high as a word: a box for each of its units, smaller ones if there are many. */
function Units({ count }: { readonly count: number }) {
  const smaller = Math.ceil(Math.sqrt(count / (COLUMNS * MOST_ROWS)));
  const columns = COLUMNS * smaller;
  const [w, h] = [columns * 12 - 2, Math.ceil(count / columns) * 10 - 2];
  return (
    <svg className="front-units" viewBox={`0 0 ${w} ${h}`} height={(h * 46) / w} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => `${i % columns},${Math.floor(i / columns)}`).map((place) => {
        const [x = 0, y = 0] = place.split(',').map(Number);
        return <rect key={place} x={x * 12} y={y * 10} width={10} height={8} rx={2} />;
      })}
    </svg>
  );
}

/** A custom machine that does not exist yet. */
function OwnUnits() {
  return (
    <svg className="front-units front-units-own" viewBox="0 0 46 18" height={18} aria-hidden="true">
      <rect x={1} y={1} width={20} height={16} rx={3} />
      <path d="M11 5v8M7 9h8" />
    </svg>
  );
}

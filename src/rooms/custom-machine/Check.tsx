/** Compares the domains that a kernel built with those that the simulator builds, level by level. */
import { useState } from 'react';
import { type CheckedLevel, shellCommands } from '../../engine/own';
import { KernelSelect } from '../../page/KernelSelect';
import { readCpuList } from '../../scenario/cpuList';
import type { KernelId, OwnMachine } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { t } from '../../words';
import { Command, Source, type useSource } from './Source';
import { differenceInWords, saidInWords } from './said';
import { useReading } from './useReading';
import { ownWords as w } from './words';

/** More boxes than this are indistinguishable. */
const MOST_BOXES = 64;
/** Maximum number of differences shown for a level. */
const MOST_SHOWN = 3;

/** The domains of a level: a box for each, with a width proportional to its CPUs. */
function Bars({
  lists,
  ids,
  label,
}: {
  readonly lists: readonly string[];
  readonly ids: number;
  readonly label: string;
}) {
  const sizes = lists.map((list) => readCpuList(list, ids).cpus.size);
  const said = lists.length === 0 ? w('level.none') : w('level.some', { count: lists.length });
  return (
    <span role="img" className="own-bars" aria-label={t('said.of', { of: label, said })}>
      {sizes.length > MOST_BOXES ? (
        <span className="own-bar" style={{ flexGrow: 1 }}>
          {said}
        </span>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: a domain is its place
        sizes.map((size, i) => <span key={i} className="own-bar" style={{ flexGrow: size }} title={lists[i]} />)
      )}
      {sizes.length === 0 && <span className="own-bar own-bar-none" />}
    </span>
  );
}

function Level({ level, ids }: { readonly level: CheckedLevel; readonly ids: number }) {
  const same = level.differs.length === 0;
  const shown = level.differs.slice(0, MOST_SHOWN);
  const rest = level.differs.length - shown.length;
  return (
    <tr data-same={same}>
      <th scope="row">{level.name}</th>
      <td>
        <Bars lists={level.built} ids={ids} label={w('check.ours')} />
      </td>
      <td>
        <Bars lists={level.seen} ids={ids} label={w('check.yours')} />
      </td>
      <td className="own-verdict">
        <span aria-hidden="true">{same ? '✓' : '✕'}</span>{' '}
        {same ? (
          w('check.same', { cpus: level.same.replaceAll('-', '–') })
        ) : (
          <>
            <b>{w('check.differs')}</b> {shown.map((one) => differenceInWords(one)).join(w('check.and'))}
            {rest > 0 && w('check.more', { count: rest })}
            {level.same !== '' && w('check.elsewhere', { cpus: level.same.replaceAll('-', '–') })}
          </>
        )}
      </td>
    </tr>
  );
}

interface CheckProps {
  readonly machine: OwnMachine;
  readonly source: ReturnType<typeof useSource>;
}

export function Check({ machine, source }: CheckProps) {
  const [kernel, setKernel] = useState<KernelId | ''>('');
  const { answer, fault, reading } = useReading(source.given, { as: 'domains', like: machine.like, machine, kernel });
  const read = answer?.kind === 'domains' && 'read' in answer ? answer.read : null;
  const { ids } = factsOf(machine);
  const agree = read?.rows.filter(({ differs }) => differs.length === 0).length ?? 0;
  return (
    <details className="own-section" open={source.given !== null || undefined}>
      <summary>{w('check')}</summary>
      <div className="own-section-body">
        <div>
          <p>{w('check.how')}</p>
          <Command text="cat /proc/schedstat" />
          <Command text={shellCommands().domains} />
          <Source label={w('check.text')} source={source} fault={fault} />
        </div>
        <div aria-live="polite" aria-busy={reading}>
          <KernelSelect<KernelId | ''>
            label={w('check.kernel')}
            value={kernel}
            first={w('check.kernel.file')}
            onChange={setKernel}
          />
          {read && (
            <>
              <p>
                <b>{w('check.agree', { agree, all: read.rows.length })}</b> {w('check.by', { kernel: read.kernel })}
              </p>
              {read.notes.map((note) => (
                <p key={note.sentence} className="own-like">
                  {saidInWords(note)}
                </p>
              ))}
              <div className="own-scroll">
                <table className="own-levels">
                  <thead>
                    <tr>
                      <th scope="col">{w('check.level')}</th>
                      <th scope="col">{w('check.ours')}</th>
                      <th scope="col">{w('check.yours')}</th>
                      <th scope="col" className="own-verdict">
                        {w('check.verdict')}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {read.rows.map((level) => (
                      <Level key={level.name} level={level} ids={ids} />
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </div>
      </div>
    </details>
  );
}

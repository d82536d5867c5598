/** The figures of the report of a run, and the scenario document they come from. */
import { useRef, useState } from 'react';
import { linkTo } from '../../page/address';
import { KernelName } from '../../page/KernelName';
import { LaneHeads } from '../../page/LaneTable';
import { later, Part } from '../../page/Part';
import { schedstatText } from '../../page/schedstatFigures';
import { useTitle } from '../../page/title';
import { kernelsOf, WORKLOAD_FACTS } from '../../scenario/catalog';
import { completed, documentText, namesIn, type SparseScenario } from '../../scenario/document';
import type { FieldError } from '../../scenario/generated/types';
import type { NamedKernel } from '../../scenario/kernelNames';
import { presetOf } from '../../scenario/presetOf';
import { useReports } from '../../state/reports';
import { openScenario, scenarioStore, useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { save } from '../../ui/export/files';
import { Segmented } from '../../ui/Segmented';
import { useCopy } from '../../ui/useCopy';
import { useT } from '../../words';
import { machineName } from '../../words/machines';
import { documentFault } from './documentFault';
import { textFault, textOf } from './documentFile';
import { readDocument } from './readDocument';
import { figureGroups, figuresMarkdown } from './rows';
import { figureWords as w } from './words';
import '../../ui/figures-table.css';
import './figures.css';

const TABS = ['table', 'document', 'trace'] as const;

const Trace = later(async () => (await import('./Trace')).Trace);

export function Figures() {
  const t = useT();
  const [tab, setTab] = useState<(typeof TABS)[number]>('table');
  return (
    <Dialog title={t('action.figures')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <Segmented
        label={t('action.figures')}
        value={tab}
        options={TABS.map((value) => ({ value, label: w(`figures.${value}`) }))}
        onChange={setTab}
      />
      {tab === 'table' && <Table />}
      {tab === 'document' && <ScenarioDocument />}
      {tab === 'trace' && (
        <Part onError={() => setTab('table')}>
          <Trace />
        </Part>
      )}
    </Dialog>
  );
}

function Table() {
  const t = useT();
  const shown = useReports();
  const scenario = useScenario((state) => state.document);
  const title = useTitle();
  const groups = figureGroups(shown, WORKLOAD_FACTS[scenario.workload.kind].workUnit);
  const { copied, copy } = useCopy();
  const source = `**${title}** · ${machineName(scenario.machine)} · Linux ${kernelsOf(scenario)} · ${linkTo()}`;
  return (
    <>
      {scenario.warmup_ms > 0 && <p className="unit">{w('figures.warmup', { ms: scenario.warmup_ms })}</p>}
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="figures-scroll" tabIndex={0} aria-label={w('figures.table')}>
        <table className="figures all">
          <LaneHeads reports={shown} />
          {groups
            .filter(({ rows }) => rows.length > 0)
            .map(({ title, rows }) => (
              <tbody key={title}>
                <tr>
                  <th scope="rowgroup" colSpan={shown.length + 1} className="group">
                    {title}
                  </th>
                </tr>
                {rows.map(({ label, values }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    {shown.map(({ lane }, i) => (
                      <td className="n" key={lane}>
                        {values[i]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
        </table>
      </section>
      <div className="dialog-actions">
        <span role="status">{copied !== null && t(copied ? 'dialog.copied' : 'dialog.copy.failed')}</span>
        <button
          type="button"
          className="button"
          disabled={shown.length === 0}
          onClick={() => void copy(schedstatText(shown))}
        >
          {t('figures.copy.schedstat')}
        </button>
        <button
          type="button"
          className="button strong"
          disabled={shown.length === 0}
          onClick={() => void copy(figuresMarkdown(groups, source))}
        >
          {w('figures.copy')}
        </button>
      </div>
    </>
  );
}

function ScenarioDocument() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const [text, setText] = useState(() => documentText(scenario));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  /** Whether it was loaded; `missing`: what reads it could not be. */
  const [loaded, setLoaded] = useState<boolean | 'missing'>(false);
  /** The names of kernels in it that are not exactly kernels of the table. */
  const [names, setNames] = useState<readonly NamedKernel[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy();

  const load = async () => {
    const fault = textFault(text);
    const read = fault ? { text, errors: [fault] } : await readDocument(text);
    if (read === null) return;
    setErrors(read.errors);
    setLoaded(read.errors.length === 0);
    if (read.errors.length > 0) return;
    const sparse = JSON.parse(read.text) as SparseScenario;
    const next = completed(sparse);
    setNames(namesIn(sparse));
    look({ startNs: null });
    const { preset, notes, author } = scenarioStore.getState();
    openScenario(presetOf(next, preset), next, 'step', { notes, author });
    setText(documentText(next));
  };
  const change = (next: string) => {
    setText(next);
    setErrors([]);
    setLoaded(false);
    setNames([]);
  };
  const choose = (chosen: string | FieldError) => {
    if (typeof chosen === 'string') change(chosen);
    else setErrors([chosen]);
  };
  const answered = copied === null ? null : t(copied ? 'dialog.copied' : 'dialog.copy.failed');
  const outcome = loaded === 'missing' ? t('loadFailed.sentence') : loaded ? w('figures.loaded') : answered;

  return (
    <>
      <textarea
        rows={16}
        spellCheck={false}
        value={text}
        aria-label={w('figures.document')}
        aria-invalid={errors.length > 0}
        aria-describedby="document-errors"
        onChange={({ target }) => change(target.value)}
      />
      <ul id="document-errors" className="document-errors" role="alert">
        {errors.map((error) => (
          <li key={`${error.field} ${error.message}`}>{documentFault(error)}</li>
        ))}
      </ul>
      {names.map((named) => (
        <KernelName key={named.name} named={named} />
      ))}
      <div className="dialog-actions">
        <span role="status">{outcome}</span>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={async ({ target }) => {
            const chosen = target.files?.[0];
            target.value = '';
            if (chosen) choose(await textOf(chosen));
          }}
        />
        <button type="button" className="button" onClick={() => file.current?.click()}>
          {w('figures.file')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => save(new Blob([text], { type: 'application/json' }), 'scenario.json')}
        >
          {w('figures.download')}
        </button>
        <button type="button" className="button" onClick={() => void copy(text)}>
          {t('action.copy')}
        </button>
        <button type="button" className="button strong" onClick={() => load().catch(() => setLoaded('missing'))}>
          {w('figures.load')}
        </button>
      </div>
    </>
  );
}

/** What changed between two kernels: each rule with its two values, its source, and the experiment where it shows most. */
import { useState } from 'react';
import { KernelSelect } from '../../page/KernelSelect';
import { KERNELS, kernelOf } from '../../scenario/catalog';
import { RULE_SOURCES } from '../../scenario/generated/sources';
import type { KernelId, Scenario } from '../../scenario/generated/types';
import { releaseOf } from '../../scenario/kernelNames';
import { changedRules, valueIn } from '../../scenario/rules';
import { shownIn } from '../../scenario/shown';
import { scenarioStore } from '../../state/scenario';
import { look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { FieldMessages } from '../../ui/FieldMessages';
import { useKernelWords } from '../../words/kernels';
import { useT } from '../../words/rules';
import { sourceText } from '../../words/sources';
import { NONE, Value } from './RuleValue';
import { useSearch } from './search';
import './rules.css';
import './table-dialog.css';

const ALL = Object.keys(KERNELS) as KernelId[];

/** The kernels of the lanes, or that of both and the newest one. */
function first({ lanes, kernel }: Scenario): readonly [KernelId, KernelId] {
  const [a = kernel, b = a] = lanes.map((lane) => kernelOf({ kernel }, lane));
  if (a !== b) return [a, b];
  const [before = a, newest = a] = ALL.slice(-2);
  return a === newest ? [before, newest] : [a, newest];
}

export function Changes() {
  const t = useT();
  const [pair, setPair] = useState(() => first(scenarioStore.getState().document));
  const [one, other] = pair;
  const [older, newer] = ALL.indexOf(one) <= ALL.indexOf(other) ? pair : [other, one];
  const rules = changedRules(older, newer);
  const { field, found, none } = useSearch(rules);
  const said = t(rules.length === 1 ? 'changes.count.one' : 'changes.count', { count: rules.length });
  const close = () => look({ dialog: null });
  return (
    <Dialog title={t('changes.title')} closeLabel={t('action.close')} onClose={close}>
      <div className="table-dialog">
        <FieldMessages>
          <div className="table-bar changes-bar">
            <KernelSelect label={t('changes.one')} value={one} onChange={(kernel) => setPair([kernel, other])} />
            <KernelSelect label={t('changes.other')} value={other} onChange={(kernel) => setPair([one, kernel])} />
            {field}
          </div>
        </FieldMessages>
        <About kernels={one === other ? [one] : [older, newer]} />
        <p>
          <b role="status">{rules.length === 0 ? t('changes.none') : said}</b>
        </p>
        {none}
        {found.length > 0 && (
          // A scrolling region has to be reachable by key.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          <section className="table-scroll" tabIndex={0} aria-label={t('changes.title')}>
            <table className="wide-table rules-table">
              <thead>
                <tr>
                  <th scope="col">{t('rules.rule')}</th>
                  {[older, newer].map((kernel) => (
                    <th scope="col" key={kernel}>
                      {releaseOf(kernel)}
                    </th>
                  ))}
                  <th scope="col">{t('settings.source')}</th>
                  <th scope="col">{t('changes.experiment')}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((rule) => {
                  const shown = shownIn(rule.key, older, newer);
                  return (
                    <tr key={rule.key}>
                      <th scope="row">
                        {t(`rule.${rule.key}`)} <code>{rule.key}</code>
                      </th>
                      {[older, newer].map((kernel) => (
                        <td key={kernel} className="rules-lane" data-label={releaseOf(kernel)}>
                          <span>
                            {valueIn(rule, kernel) === undefined ? NONE : <Value rule={rule} kernel={kernel} />}
                          </span>
                        </td>
                      ))}
                      <td className="table-source">{sourceText(RULE_SOURCES[rule.key])}</td>
                      <td className="changes-shown">
                        {'nowhere' in shown ? (
                          t(`changes.${shown.nowhere}`)
                        ) : (
                          <a href={`./${shown.link}`} onClick={close}>
                            {t('changes.see')}{' '}
                            <span className="visually-hidden">{t('changes.show', { rule: rule.key })}</span>
                          </a>
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** One sentence on each kernel. */
function About({ kernels }: { readonly kernels: readonly KernelId[] }) {
  const words = useKernelWords();
  return (
    <p className="unit">
      {kernels.map((kernel) => (
        <span key={kernel}>
          <b>{releaseOf(kernel)}</b> {words(`kernel.${kernel}`)}{' '}
        </span>
      ))}
    </p>
  );
}

/** The page of assignments. Its address holds the assignment, so the link of the experiment stands back. */
import { remembered } from '../page/remembered';
import { Assignment } from '../rooms/assignment/Assignment';
import { documentOf, FRAGMENT } from '../rooms/assignment/link';
import { Open } from '../rooms/assignment/Open';
import { openAssignment, said, useAssignment } from '../rooms/assignment/store';
import { w } from '../rooms/assignment/words';
import { LegendLine } from '../rooms/machine/LegendLine';
import { Transport } from '../rooms/transport/Transport';
import { startRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { look } from '../state/view';
import { Icon } from '../ui/Icon';
import { loadLanguage, setLanguage, t } from '../words';
import { Lanes } from './Lanes';
import '../rooms/acts/acts.css';
import './act.css';
import './console.css';
import './assignment-page.css';

const LANG_TAGS = { en: 'en', zh: 'zh-CN' } as const;

/** Opens the assignment of the address. */
export async function openAssignments() {
  const { theme, lang } = remembered();
  const chosen = lang ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  if (theme) document.documentElement.dataset.theme = theme;
  document.documentElement.lang = LANG_TAGS[chosen];
  await loadLanguage(chosen);
  await setLanguage(chosen);
  look({ theme, lang });
  startRun({ play: false });
  // Another assignment, or the page of an experiment.
  window.addEventListener('hashchange', () => location.reload());
  const fault = await documentOf(location.hash)
    .then(async (text) => {
      if (text !== null) await openAssignment(text);
      return null;
    })
    .catch((thrown: Error) => w('faulty', { fault: thrown.message }));
  return <AssignmentPage fault={fault} />;
}

const leave = () => {
  if (location.hash === FRAGMENT) location.reload();
  else location.hash = FRAGMENT;
};

function AssignmentPage({ fault }: { readonly fault: string | null }) {
  const assignment = useAssignment((state) => state.assignment);
  const lanes = useScenario(({ document }) => document.lanes.length);
  const isSeen = useAssignment(({ at, answers, assignment: of }) => {
    const kind = of?.tasks[at]?.ask.kind;
    return (kind !== 'predict' && kind !== 'curve') || answers[at]?.mark !== null;
  });
  if (assignment === null)
    return (
      <div className="app-assignments">
        <button
          type="button"
          className="button"
          onClick={() => {
            history.pushState(null, '', location.pathname + location.search);
            location.reload();
          }}
        >
          {t('action.gallery')}
        </button>
        <Open fault={fault} />
      </div>
    );
  return (
    <div className="app" data-lanes={lanes} data-act="true" data-drawer="closed" data-assignment="true">
      <header className="app-bar assignment-bar">
        <Icon name="gallery" />
        <h1>{said(assignment.title)}</h1>
        <span>{w('kept')}</span>
      </header>
      <Assignment onLeave={leave} />
      <Lanes />
      <div className="under-lanes">
        <LegendLine />
      </div>
      <div className="console">{isSeen && <Transport />}</div>
    </div>
  );
}

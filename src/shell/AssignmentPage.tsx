/** The page of assignments. Its address holds the assignment, so the link of the experiment stands back. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Look, remembered } from '../page/remembered';
import { Assignment } from '../rooms/assignment/Assignment';
import { openCourse } from '../rooms/assignment/course';
import type { Draft } from '../rooms/assignment/draft';
import { Editor, firstDraft } from '../rooms/assignment/Editor';
import { documentOf, FRAGMENT } from '../rooms/assignment/link';
import { Open } from '../rooms/assignment/Open';
import { ELEMENT } from '../rooms/assignment/scorm';
import { faultOf, keepIn, openAssignment, said, useAssignment } from '../rooms/assignment/store';
import { w } from '../rooms/assignment/words';
import { LegendLine } from '../rooms/machine/LegendLine';
import type { SourceFieldProps } from '../rooms/policy/SourceField';
import { Transport } from '../rooms/transport/Transport';
import { startRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { look } from '../state/view';
import { Icon } from '../ui/Icon';
import { loadLanguage, setLanguage, t } from '../words';
import { ClassMachine } from './ClassMachine';
import { LaneCard } from './LaneCard';
import { Lanes } from './Lanes';
import { prefetch } from './prefetch';
import '../rooms/acts/acts.css';
import './act.css';
import './console.css';
import './assignment-page.css';

const LANG_TAGS = { en: 'en', zh: 'zh-CN' } as const;

const CodeField = lazy(async () => ({ default: (await import('../rooms/policy/SourceField')).SourceField }));

const Worksheets = lazy(async () => ({ default: (await import('../rooms/acts/Worksheets')).Worksheets }));

/** Only tasks with a scheduler load the editor. */
const SourceField = (props: SourceFieldProps) => (
  <Suspense>
    <CodeField {...props} />
  </Suspense>
);

/** The assignment of a package for a course system. */
const embedded = document.getElementById(ELEMENT)?.textContent ?? null;

/** Opens the assignment of the address, or of the package. */
export async function openAssignments() {
  const last = remembered();
  // The page that led here; an address alone has none.
  const from = history.state as Partial<Look> | null;
  const [theme, lang] = [from?.theme ?? last.theme, from?.lang ?? last.lang];
  const chosen = lang ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  if (theme) document.documentElement.dataset.theme = theme;
  document.documentElement.lang = LANG_TAGS[chosen];
  await loadLanguage(chosen);
  await setLanguage(chosen);
  look({ theme, lang });
  startRun({ play: false });
  const course = embedded === null ? null : openCourse();
  if (course) keepIn(course);
  // Another assignment, or the page of an experiment.
  window.addEventListener('hashchange', () => location.reload());
  const fault = await (embedded === null ? documentOf(location.hash) : Promise.resolve(embedded))
    .then(async (text) => {
      if (text !== null) await openAssignment(text);
      return null;
    })
    .catch(faultOf);
  return <AssignmentPage fault={fault} />;
}

const leave = () => {
  if (location.hash === FRAGMENT) location.reload();
  else location.hash = FRAGMENT;
};

function AssignmentPage({ fault }: { readonly fault: string | null }) {
  const assignment = useAssignment((state) => state.assignment);
  const keeping = useAssignment((state) => state.keeping);
  const lanes = useScenario(({ document }) => document.lanes.length);
  const isSeen = useAssignment(({ at, answers, assignment: of }) => {
    const kind = of?.tasks[at]?.ask.kind;
    return (kind !== 'predict' && kind !== 'curve') || answers[at]?.mark !== null;
  });
  const [editing, setEditing] = useState<Draft | null>(null);
  // The page where an assignment is chosen has no picture.
  useEffect(() => void (assignment === null ? prefetch(Promise.resolve()) : prefetch()), [assignment]);
  if (editing !== null)
    return (
      <div className="app-editor">
        <Editor
          first={editing}
          SourceField={SourceField}
          lanes={
            <div className="lanes app-editor-lanes">
              {Array.from({ length: lanes }, (_, lane) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
                <LaneCard key={lane} lane={lane} />
              ))}
            </div>
          }
          onClose={() => location.reload()}
        />
      </div>
    );
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
        <Open
          fault={fault}
          onEdit={() => setEditing(firstDraft(w('edit.untitled')))}
          Machine={ClassMachine}
          worksheets={
            <Suspense>
              <Worksheets />
            </Suspense>
          }
        />
      </div>
    );
  return (
    <div className="app" data-lanes={lanes} data-act="true" data-drawer="closed" data-assignment="true">
      <header className="app-bar assignment-bar">
        <Icon name="gallery" />
        <h1>{said(assignment.title)}</h1>
        <span>{w(`kept.${keeping}`)}</span>
      </header>
      <Assignment onLeave={embedded === null ? leave : null} SourceField={SourceField} />
      <Lanes />
      <div className="under-lanes">
        <LegendLine />
      </div>
      <div className="console">{isSeen && <Transport />}</div>
    </div>
  );
}

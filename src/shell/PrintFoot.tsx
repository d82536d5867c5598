/** The footer of a printed page: the scenario, the state of the lanes, the link. Keeps the size of the page on paper. */
import { useContext, useEffect, useReducer } from 'react';
import { flushSync } from 'react-dom';
import { useTitle } from '../page/title';
import { aboutOf } from '../scenario/author';
import { useScenario } from '../state/scenario';
import { useView } from '../state/view';
import { TakeawayContext } from '../ui/Takeaway';
import { useSentence } from './useSentence';
import './print.css';

/** The room of a drawing on a landscape sheet of A4 or Letter (px): the whole width, or beside the text of an act. */
const ROOM = { w: 960, h: 390 };
const ROOM_BESIDE_TEXT = { w: 590, h: 480 };
/** The room of the text beside it. */
const TEXT = { w: 350, h: 490 };
const LEAST_ZOOM = 0.35;

/** The largest zoom with which the text of the step fits beside its drawing. */
function zoomOfText(page: HTMLElement): number {
  const copy = page.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('.acts-nav, .sketch-foot')) element.remove();
  Object.assign(copy.style, { display: 'block', visibility: 'hidden', minBlockSize: '0', padding: '0' });
  page.append(copy);
  let zoom = 1;
  for (; zoom > LEAST_ZOOM; zoom -= 0.05) {
    copy.style.inlineSize = copy.style.maxInlineSize = `${TEXT.w / zoom}px`;
    if (copy.offsetHeight <= TEXT.h / zoom) break;
  }
  copy.remove();
  return zoom;
}

/** Keeps the size of the drawings and scales them to the sheet, since a resized drawing would not be redrawn in time. */
function fitToSheet(): void {
  const acting = document.querySelector('.app[data-act="true"]') !== null;
  const drawings = ['lanes', ...(acting ? ['drawer'] : [])].flatMap((id) => document.getElementById(id) ?? []);
  const sizes = drawings.map((drawing) => [drawing, drawing.getBoundingClientRect()] as const);
  const { w, h } = acting ? ROOM_BESIDE_TEXT : ROOM;
  const width = Math.max(1, ...sizes.map(([, size]) => size.width));
  const height = Math.max(
    1,
    sizes.reduce((sum, [, size]) => sum + size.height, 0),
  );
  for (const [{ style }, size] of sizes) {
    style.setProperty('--print-inline', `${size.width}px`);
    style.setProperty('--print-block', `${size.height}px`);
  }
  const { style } = document.documentElement;
  style.setProperty('--print-zoom', String(Math.min(w / width, h / height)));
  const page = document.querySelector<HTMLElement>('.acts-step[data-current="true"] > .acts-page');
  if (page) style.setProperty('--print-text-zoom', String(zoomOfText(page)));
}

/** On paper nothing can be opened. Returns a function that closes what was closed. */
function openDetails(): () => void {
  const closed = document.querySelectorAll<HTMLDetailsElement>('.acts-step[data-current="true"] details:not([open])');
  for (const details of closed) details.open = true;
  return () => {
    for (const details of closed) details.open = false;
  };
}

export function PrintFoot() {
  const source = useContext(TakeawayContext);
  const title = useTitle();
  const about = useScenario((state) => aboutOf(state.author));
  // Elsewhere the printed page shows the verdict.
  const embed = useView((view) => view.embed);
  const isAct = useView((view) => view.act !== null);
  const sentence = useSentence();
  const [, sayAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let restore = () => {};
    const prepare = () => {
      restore = openDetails();
      fitToSheet();
      // While the run plays, the sentence has to describe the printed moment.
      flushSync(sayAgain);
    };
    const end = () => restore();
    window.addEventListener('beforeprint', prepare);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', prepare);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return (
    source && (
      <footer className="print-foot">
        {/* The title of a page with an act names the act and its step. */}
        <b>{isAct ? document.title : title}</b>
        {about && <p>{about}</p>}
        {embed && <p className="print-sentence">{sentence()}</p>}
        <p className="print-source">{source.source()}</p>
        {source.changes && <p>{source.changes.all}</p>}
        <p className="print-link">{source.link()}</p>
      </footer>
    )
  );
}

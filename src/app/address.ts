/** Keeps the address bar and the stores in step: the link is the document. */
import { setLanguage } from '../i18n';
import { decode, encode, type LinkView, PLAIN_VIEW } from '../scenario/link';
import { openScenario, scenarioStore } from '../state/scenario';
import { look, viewStore } from '../state/view';

function currentFragment(): string {
  const { preset, document, forks, notes } = scenarioStore.getState();
  return encode(document, preset, viewStore.getState(), forks, notes);
}

/** Steps of this visit before the present entry of the history. */
const depth = (): number => (history.state as { depth?: number } | null)?.depth ?? 0;

/** Whether going back stays on this page. */
export const canUndo = (): boolean => depth() > 0;

/** The address of the scenario as it stands, seen through `view`. */
export function linkTo(view: Partial<LinkView> = {}): string {
  const { preset, document: scenario, forks, notes } = scenarioStore.getState();
  const { theme, lang, startNs } = viewStore.getState();
  const seen = { ...PLAIN_VIEW, theme, lang, startNs, ...view };
  return `${location.href.replace(/#.*/, '')}#${encode(scenario, preset, seen, forks, notes)}`;
}

function open(): void {
  const { preset, scenario, forks, notes, view, problem } = decode(location.hash);
  look({ ...view, linkProblem: problem });
  openScenario(preset, scenario, 'history', forks, notes);
}

function readerLanguage(): 'en' | 'zh' {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function dress(): Promise<void> {
  const { theme, lang, embed } = viewStore.getState();
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.dataset.embed = String(embed);
  const language = lang ?? readerLanguage();
  root.lang = language === 'zh' ? 'zh-CN' : 'en';
  return setLanguage(language);
}

/** Opens what the address says and follows both from then on; there are words once it is done. Returns the end. */
export async function followAddress(): Promise<() => void> {
  open();
  await dress();
  /** What the address says is being opened: it says it already. */
  let opening = false;
  const stops = [
    scenarioStore.subscribe(({ gesture, document, forks, notes }, before) => {
      const same = document === before.document && forks === before.forks && notes === before.notes;
      if (gesture === 'history' || same) return;
      const address = `#${currentFragment()}`;
      if (address === location.hash) return;
      if (gesture === 'drag') history.replaceState(history.state, '', address);
      else history.pushState({ depth: depth() + 1 }, '', address);
    }),
    viewStore.subscribe((view, before) => {
      if (opening) return;
      const address = `#${currentFragment()}`;
      if (view.show !== before.show && address !== location.hash) {
        // A page over the playground is a step: going back leaves it, leaving it is not another.
        if (view.show) history.pushState({ depth: depth() + 1 }, '', address);
        else history.replaceState(history.state, '', address);
      }
      if (view.theme === before.theme && view.lang === before.lang) return;
      void dress();
      history.replaceState(history.state, '', `#${currentFragment()}`);
    }),
  ];
  // A typed or followed fragment arrives as `popstate` too.
  const reopen = () => {
    if (location.hash === `#${currentFragment()}`) return;
    opening = true;
    open();
    opening = false;
    void dress();
  };
  window.addEventListener('popstate', reopen);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('popstate', reopen);
  };
}

// Every screen of the page, and how to open it: for `npm run shots` and the walk test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

/** Windows (px): a laptop, a projector of 2010, a phone. */
export const SIZES = {
  1440: { width: 1440, height: 900 },
  1024: { width: 1024, height: 768 },
  390: { width: 390, height: 844 },
};
/** Windows in which every step of an act has to be legible: also half of a laptop's screen, and a phone on its side. */
export const ACT_SIZES = { ...SIZES, 720: { width: 720, height: 900 }, 844: { width: 844, height: 390 } };
/** A full-HD projector, for the stage. */
export const STAGE_SIZES = { ...SIZES, 1920: { width: 1920, height: 1080 } };

export const THEMES = ['light', 'dark', 'projector'];
export const LANGUAGES = ['en', 'zh'];

const NOTES = 'notes=4ms:B looks next door first.;b5:This one stays.;throughput:And in figures.';

const EDIT = /^(Edit|编辑)$/;
const SEARCH = /^(Where does B lose\?|B 在哪里变差？)$/;
const OWN = /^(Your machine …|你的机器……)$/;

/** The output of tools on a machine of eight CPUs in two caches: its parts, its domains, its costs, a workload. */
const LSCPU = JSON.stringify({
  cpus: Array.from({ length: 8 }, (_, cpu) => ({
    cpu,
    core: cpu,
    socket: 0,
    node: 0,
    'l1d:l1i:l2:l3': `${cpu}:${cpu}:${cpu}:${cpu >> 2}`,
  })),
});
const SCHEDSTAT = [
  'version 17',
  'timestamp 4294892296',
  ...Array.from({ length: 8 }, (_, cpu) => [
    `cpu${cpu} 0 0 1 2 3 4 5 6 7`,
    `domain0 MC ${cpu < 4 ? '0f' : 'f0'}${' 0'.repeat(45)}`,
    `domain1 NUMA ff${' 0'.repeat(45)}`,
  ]).flat(),
].join('\n');
const LATENCIES = Array.from({ length: 8 }, (_, a) =>
  Array.from({ length: 8 }, (_, b) => (b >= a ? '' : a >> 2 === b >> 2 ? '41.2' : '97.9')).join(),
).join('\n');
const RTAPP = JSON.stringify({
  tasks: {
    video: { loop: -1, run: 2000, timer: { ref: 'tick', period: 8000 } },
    batch: { instance: 3, priority: 10, loop: -1, cpus: [0, 1], phases: { a: { loop: 2, run: 5000, sleep: 500 } } },
  },
  global: { duration: 1 },
});

/** The fragment of an assignment among the examples. */
const assignment = (name) => {
  const text = readFileSync(join(import.meta.dirname, `../../examples/assignments/${name}.json`), 'utf8');
  return `assignment=${deflateRawSync(JSON.stringify(JSON.parse(text))).toString('base64url')}`;
};

const NEXT = /^(Next question|下一题)$/;
const MAKE = /^(Make an assignment here|在此编写作业)$/;

/**
 * `bare`: the fragment has no other parts. `fragment`: parts of the link without `#v3&`; `opens`: the actions that open the screen: texts to drop on the page,
 * then a key, then buttons, then a CPU to inspect (`in`: its lane).
 */
export const SCREENS = [
  { name: 'front', fragment: 'show=gallery' },
  { name: 'experiment', fragment: 'p=cluster' },
  { name: 'experiment-steal', fragment: 'p=steal' },
  { name: 'experiment-numa', fragment: 'p=numa-test' },
  { name: 'experiment-lines', fragment: 'p=task-group' },
  { name: 'experiment-large', fragment: 'p=big&t=20ms' },
  { name: 'experiment-classroom', fragment: 'p=classroom' },
  { name: 'experiment-notes', fragment: `p=cluster&t=2ms&${NOTES}` },
  { name: 'experiment-container', fragment: 'p=container' },
  { name: 'experiment-container-edit', fragment: 'p=container&t=280ms', opens: { buttons: [EDIT] } },
  { name: 'experiment-hybrid', fragment: 'p=turns&machine=core-ultra5-225u-14&cpus=all' },
  { name: 'experiment-largest', fragment: 'p=cluster&machine=epyc-9654-384' },
  { name: 'experiment-rtapp', fragment: 'p=classroom&t=1ms', opens: { drops: [RTAPP], buttons: [/^(Run it|运行)$/] } },
  { name: 'inspector-container', fragment: 'p=container&t=280ms', opens: { inspect: 1, in: 'a' } },
  { name: 'inspector', fragment: 'p=cluster&t=3ms', opens: { inspect: 5 } },
  {
    name: 'experiment-author',
    fragment:
      'p=cluster&t=2ms&title=Week%203&question=Why%20is%20CPU%205%20idle%3F&text=Play%20to%204%20ms.;Then%20look.',
  },
  { name: 'experiment-author-edit', fragment: 'p=cluster&t=2ms&title=Week%203', opens: { buttons: [EDIT] } },
  { name: 'glossary', fragment: 'p=cluster&t=1ms&show=glossary' },
  { name: 'act-1', fragment: 'act=1.1' },
  { name: 'act-1-line', fragment: 'act=1.3' },
  { name: 'act-1-directory', fragment: 'act=1.5' },
  { name: 'act-1-lens', fragment: 'act=1.8' },
  { name: 'act-1-question', fragment: 'act=1.9' },
  { name: 'act-2-tree', fragment: 'act=2.1' },
  { name: 'act-2-lens', fragment: 'act=2.3' },
  { name: 'act-2-game', fragment: 'act=2.4' },
  { name: 'act-2-sketch', fragment: 'act=2.7' },
  { name: 'act-3', fragment: 'act=3.2' },
  { name: 'act-3-steal', fragment: 'act=3.4' },
  { name: 'act-4', fragment: 'act=4.4' },
  { name: 'act-4-home', fragment: 'act=4.8' },
  { name: 'act-5-table', fragment: 'act=5.4' },
  { name: 'act-6', fragment: 'act=6.1' },
  { name: 'act-6-account', fragment: 'act=6.4' },
  { name: 'act-6-deadline', fragment: 'act=6.5' },
  { name: 'replication', fragment: 'p=cluster&t=1ms&show=replication' },
  { name: 'many', fragment: 'p=cluster&t=1ms', opens: { key: 'm' } },
  { name: 'many-search', fragment: 'p=cluster&t=1ms', opens: { key: 'm', buttons: [SEARCH] } },
  { name: 'model', fragment: 'p=cluster&t=1ms', opens: { key: 'c' } },
  { name: 'rules', fragment: 'p=cluster&t=1ms', opens: { key: 'k' } },
  { name: 'changes', fragment: 'p=cluster&t=1ms', opens: { key: 'b' } },
  { name: 'figures', fragment: 'p=cluster&t=1ms', opens: { key: 'i' } },
  { name: 'notes', fragment: `p=cluster&t=1ms&${NOTES}`, opens: { key: 'o' } },
  { name: 'keys', fragment: 'p=cluster&t=1ms', opens: { key: '?' } },
  { name: 'share', fragment: 'p=cluster&t=1ms', opens: { buttons: [/^(Share|分享)$/] } },
  { name: 'own', fragment: 'show=gallery', opens: { buttons: [OWN] } },
  { name: 'own-built', fragment: 'show=gallery', opens: { buttons: [OWN, /^(Build one by hand|手工搭建一台)$/] } },
  { name: 'own-checked', fragment: 'p=steal&t=1ms', opens: { drops: [LSCPU, SCHEDSTAT] } },
  { name: 'own-costs', fragment: 'p=steal&t=1ms', opens: { drops: [LSCPU, LATENCIES] } },
  { name: 'work', fragment: 'p=classroom&t=1ms', opens: { drops: [RTAPP] } },
  { name: 'stage', fragment: `p=cluster&${NOTES}&cue=1`, sizes: STAGE_SIZES },
  { name: 'stage-act', fragment: 'act=2.6&cue=0', sizes: STAGE_SIZES },
  { name: 'embedded', fragment: 'p=cluster&embed=1' },
  { name: 'embed', fragment: 'p=cluster&t=1ms', opens: { buttons: [/^(More|更多)$/, /^(Embed|嵌入)$/] } },
  {
    name: 'recording',
    fragment: 'p=cluster&t=1ms',
    opens: { buttons: [/^(More|更多)$/, /^(Open a recording…|打开录制…)$/] },
  },
  { name: 'panel', fragment: 'p=steal&t=1ms', opens: { key: 'e' } },
  { name: 'settings', fragment: 'p=cluster&t=1ms', opens: { buttons: [EDIT, /^(More settings|更多设置)$/] } },
  { name: 'assignment', fragment: assignment('clusters'), bare: true },
  { name: 'assignment-curve', fragment: assignment('nice'), bare: true, opens: { buttons: [NEXT] } },
  { name: 'assignments', fragment: 'assignment', bare: true },
  { name: 'assignment-editor', fragment: 'assignment', bare: true, opens: { buttons: [MAKE] } },
];

export const sizesOf = ({ sizes = SIZES }) => Object.keys(sizes);

/** The link of a screen in a language and a theme. */
export const linkOf = ({ fragment, bare }, { lang, theme }) =>
  bare ? `./#${fragment}` : `./#v3&${fragment}&lang=${lang}&theme=${theme}`;

/** Goes to a screen. A fragment without other parts takes the language and the theme from the page before it. */
async function goTo(page, address, screen, look) {
  await page.goto(new URL(linkOf(screen, look), address).href);
  if (!screen.bare) return;
  await page.evaluate((state) => history.replaceState(state, ''), look);
  await page.reload();
}

/** Opens a screen and waits until it is stable. */
export async function openScreen(page, address, screen, { size, lang, theme }) {
  if (size) await page.setViewportSize({ ...ACT_SIZES, ...STAGE_SIZES }[size]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A dialog of the previous screen would cover the buttons.
  await page.goto('about:blank');
  await goTo(page, address, screen, { lang, theme });
  await settled(page);
  const { drops = [], key, buttons = [], inspect, in: lane = 'b' } = screen.opens ?? {};
  for (const text of drops) {
    await page.evaluate(drop, text);
    await page.locator('dialog[open] :is(.own-cpu, .own-tasks)').first().waitFor();
  }
  if (key) await page.keyboard.press(key);
  for (const button of buttons) await page.getByRole('button', { name: button }).click();
  if (inspect !== undefined) {
    const cpu = page.locator(`.lane-${lane} .m-cpu[data-cpu="${inspect}"]`);
    await cpu.focus();
    await cpu.press('Enter');
    await cpu.press('Enter');
  }
  if (screen.opens) await page.waitForTimeout(300);
  await settled(page);
}

/** Changes the theme of the open screen, as the link does. */
export async function dressScreen(page, address, screen, { lang, theme }) {
  if (screen.bare) return openScreen(page, address, screen, { lang, theme });
  await page.goto(new URL(linkOf(screen, { lang, theme }), address).href);
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
  await settled(page);
}

/** Runs in the page: drops a file with this text on it. */
function drop(text) {
  const files = new DataTransfer();
  files.items.add(new File([text], 'dropped.txt'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
}

/** Waits until the screen is visible and two frames have shown it. */
async function settled(page) {
  // On a phone a step of an act may show its table instead of the lanes.
  const isThere = (parts) => page.locator(parts).filter({ visible: true }).first().waitFor();
  await isThere('main, dialog[open], #drawer');
  await isThere('canvas, table, .act-figure, .assignment-open, .assignment-editor, dialog[open], #drawer ol');
  await page.waitForLoadState('networkidle');
  // A run has reached its moment; a step of an act reports that itself.
  await page.waitForFunction(
    () =>
      document.querySelector('.acts[data-arrived=false], [aria-busy=true]') === null &&
      !/(starting|正在启动)/.test(document.querySelector('.visually-hidden[role=status]')?.textContent ?? ''),
  );
  await page.waitForFunction(
    () =>
      navigator.connection?.saveData ||
      [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded'),
  );
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((next) => requestAnimationFrame(next));
  });
}

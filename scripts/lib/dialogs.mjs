// Measures how long a slow machine takes to open a dialog while both lanes play.

/** The slowdown of its CPU. */
export const DIALOG_CPU_TIMES = 6;

/**
 * The key that opens each dialog; or the text of a file to drop. `fragment`: an experiment that has the dialog, if not
 * every one does.
 */
export const DIALOGS = [
  { name: 'figures', key: 'i' },
  { name: 'many', key: 'm' },
  { name: 'model', key: 'c' },
  { name: 'rules', key: 'k' },
  { name: 'changes', key: 'b' },
  { name: 'notes', key: 'o' },
  { name: 'keys', key: '?' },
  { name: 'share', selector: '.bar-actions [aria-label=Share]' },
  { name: 'embed', button: 'Embed' },
  { name: 'settings', selector: '.more-settings', after: 'x' },
  { name: 'own', text: 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1' },
  { name: 'work', text: '{"tasks":{"video":{"loop":-1,"run":2000,"sleep":500}},"global":{"duration":1}}' },
  { name: 'recording', button: 'Open a recording…' },
  { name: 'panel', key: 'e', fragment: '#v3&p=steal&autoplay=1' },
];

/** Prefetching has ended when nothing was loaded for this time (ms). */
const QUIET_MS = 4000;

/** Runs in the page: opens a dialog, and resolves to the time until its first picture (ms). */
const timeOf = ({ key, selector, button, text }) =>
  new Promise((resolve) => {
    const since = performance.now();
    // The frame that contains it has been drawn when the next one begins.
    const look = () => {
      if (document.querySelector('dialog[open]')?.checkVisibility())
        requestAnimationFrame(() => resolve(performance.now() - since));
      else requestAnimationFrame(look);
    };
    if (key) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    if (selector) document.querySelector(selector).click();
    if (button) [...document.querySelectorAll('button')].find((one) => one.textContent === button).click();
    if (text) {
      const files = new DataTransfer();
      files.items.add(new File([text], 'dropped.txt'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: files, cancelable: true }));
    }
    requestAnimationFrame(look);
  });

/**
 * Opens every dialog over the page at `address`, which plays, with its CPU slowed `cpuTimes` times; resolves to the
 * time of each and its CPU time in the page's thread (ms), by name.
 */
const opened = async (browser, address, cpuTimes) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  try {
    await page.goto(address);
    await page.locator('.m-cpu').first().waitFor();
    // The prefetch would slow down the measurement.
    const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').length);
    for (let before = -1; before !== (await loaded()); ) {
      before = await loaded();
      await page.waitForTimeout(QUIET_MS);
    }
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    };
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuTimes });
    const times = {};
    for (const way of DIALOGS) {
      if (way.fragment) {
        await page.goto(new URL(way.fragment, address).href);
        await page.waitForTimeout(QUIET_MS);
      }
      if (way.after) {
        await page.keyboard.press(way.after);
        await page.locator(way.selector).waitFor();
      }
      const before = await worked();
      const ms = await page.evaluate(timeOf, way);
      times[way.name] = { ms, cpuMs: (await worked()) - before };
      await page.locator('dialog[open]').press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'hidden', timeout: 60_000 });
    }
    return times;
  } finally {
    await page.context().close();
  }
};

/**
 * By the name of each dialog: `ms`, the time to open it on a slow machine, and `workMs`, its CPU time on this machine
 * times the slowdown, which other load on the machine hardly changes.
 */
export const dialogMs = async (browser, address) => {
  const slowed = await opened(browser, address, DIALOG_CPU_TIMES);
  const plain = await opened(browser, address, 1);
  return Object.fromEntries(
    Object.entries(slowed).map(([name, { ms }]) => [name, { ms, workMs: plain[name].cpuMs * DIALOG_CPU_TIMES }]),
  );
};

// `npm run shots`: a picture of every screen in every size, theme and language, and a contact sheet.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem, root, say, seconds } from './lib/process.mjs';
import { dressScreen, LANGUAGES, openScreen, SCREENS, STAGE_SIZES, sizesOf, THEMES } from './lib/screens.mjs';

/** Number of pages that are open at the same time. */
const AT_ONCE = 2;
export const FOLDER = join(root, 'shots');

const OPTIONS = '--only NAME[,NAME] --size 1440|1024|390|1920 --theme light|dark|projector --lang en|zh';

/** The screens selected by the options; a name also selects the screens whose names begin with it. */
export function chosen(args) {
  let values;
  try {
    const text = { type: 'string' };
    values = parseArgs({ args, options: { only: text, size: text, theme: text, lang: text } }).values;
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}. Known options: ${OPTIONS}.`);
  }
  const oneOf = (all, asked, fits = (one, wanted) => one === wanted) => {
    if (asked === undefined) return all;
    const wanted = asked.split(',');
    const unknown = wanted.find((name) => !all.some((one) => fits(one, name)));
    if (unknown !== undefined) throw new Problem(`There is no "${unknown}" among ${all.join(', ')}.`);
    return all.filter((one) => wanted.some((name) => fits(one, name)));
  };
  const names = oneOf(
    SCREENS.map(({ name }) => name),
    values.only,
    (name, wanted) => name === wanted || name.startsWith(`${wanted}-`),
  );
  return {
    screens: SCREENS.filter(({ name }) => names.includes(name)),
    sizes: oneOf(Object.keys(STAGE_SIZES), values.size),
    themes: oneOf(THEMES, values.theme),
    languages: oneOf(LANGUAGES, values.lang),
  };
}

const fileOf = ({ screen, size, theme, lang }) => `${screen.name}-${size}-${theme}-${lang}.png`;

/** The contact sheet: a row for each screen and size, a column for each theme and language. */
function sheet(shots) {
  const cell = (shot) => {
    const file = fileOf(shot);
    const name = `${shot.theme} ${shot.lang}`;
    return `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}"><span>${name}</span></a>`;
  };
  const nameOf = ({ screen, size }) => `${screen.name} ${size}`;
  const row = (name) =>
    `<h2>${name}</h2>\n<div>${shots
      .filter((shot) => nameOf(shot) === name)
      .map(cell)
      .join('\n')}</div>`;
  return `<!doctype html>
<meta charset="utf-8">
<title>${shots.length} pictures</title>
<style>
  body { font: 15px/22px system-ui, sans-serif; margin: 24px; background: #e9ecef; color: #14191f; }
  h2 { font-size: 17px; margin: 32px 0 8px; }
  div { display: flex; flex-wrap: wrap; gap: 16px; }
  a { color: inherit; text-decoration: none; }
  img { display: block; height: 300px; background: #fff; box-shadow: 0 0 0 1px #cbd1d8; }
  span { font-size: 13px; }
</style>
${[...new Set(shots.map(nameOf))].map(row).join('\n')}
`;
}

/** Takes all pictures of the page in `dist/`. */
export async function shots(args, chromiumPath) {
  const { screens, sizes, themes, languages } = chosen(args);
  const turns = screens.flatMap((screen) =>
    sizesOf(screen)
      .filter((size) => sizes.includes(size))
      .flatMap((size) => languages.map((lang) => ({ screen, size, lang }))),
  );
  const [{ chromium }, { preview }] = await Promise.all([import('@playwright/test'), import('vite')]);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({ executablePath: chromiumPath });
  const address = `http://127.0.0.1:${server.httpServer.address().port}/`;
  const since = performance.now();
  const taken = [];
  const missed = [];
  const take = async ({ screen, size, lang }) => {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    try {
      for (const [i, theme] of themes.entries()) {
        if (i === 0) await openScreen(page, address, screen, { size, lang, theme });
        else await dressScreen(page, address, screen, { lang, theme });
        const shot = { screen, size, theme, lang };
        await page.screenshot({ path: join(FOLDER, fileOf(shot)) });
        taken.push(shot);
      }
    } catch (error) {
      missed.push(`${screen.name} ${size} ${lang}: ${error.message.split('\n')[0]}`);
    } finally {
      await page.close();
    }
  };
  const waiting = turns.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const turn of waiting) await take(turn);
    }),
  );
  await browser.close();
  await server.close();
  const order = turns.flatMap((turn) => themes.map((theme) => fileOf({ ...turn, theme })));
  taken.sort((a, b) => order.indexOf(fileOf(a)) - order.indexOf(fileOf(b)));
  writeFileSync(join(FOLDER, 'index.html'), sheet(taken));
  say(`${taken.length} pictures in ${seconds(since)}, all on one sheet: shots/index.html`);
  if (missed.length > 0) throw new Problem(`Not taken:\n${missed.join('\n')}`);
}

// Draws the icons of the web app manifest from public/favicon.svg (`node scripts/icons.mjs`). A maskable icon fills its
// square, with the logo inside the safe zone.
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { chromium } from '@playwright/test';

const logo = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8');
const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH });
const page = await browser.newPage({ colorScheme: 'light' });

/** `part`: the width of the logo as a fraction. */
async function draw(name, size, part, ground) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>
    body { margin: 0; block-size: 100vb; display: grid; place-items: center; background: ${ground}; }
    svg { inline-size: ${part * 100}%; }
  </style>${logo}`);
  const path = new URL(`../public/${name}-${size}.png`, import.meta.url).pathname;
  await page.screenshot({ path, omitBackground: true });
}

for (const size of [192, 512]) {
  await draw('icon', size, 1, 'transparent');
  await draw('icon-maskable', size, 0.56, '#fff');
}
await browser.close();

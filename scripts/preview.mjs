// Takes the picture that a shared link shows, from the first screen: `node scripts/preview.mjs ADDRESS`, where ADDRESS is a
// running page (`npm run dev`).
import { argv, env } from 'node:process';
import { chromium } from '@playwright/test';

/** The size that index.html states. */
const viewport = { width: 1200, height: 630 };

const browser = await chromium.launch({ executablePath: env.CHROMIUM_PATH });
const page = await browser.newPage({ viewport, colorScheme: 'light', locale: 'en' });
await page.goto(argv[2] ?? 'http://localhost:5173/');
await page.waitForFunction(() => Number(document.querySelector('#root .front-lanes')?.dataset.ns) > 4.05e6, null, {
  timeout: 120_000,
});
await page.screenshot({ path: new URL('../public/preview.png', import.meta.url).pathname });
await browser.close();

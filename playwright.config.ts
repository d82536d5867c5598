import { defineConfig } from '@playwright/test';

// Another port if two runs share a machine.
const port = Number(process.env.BROWSER_PORT ?? 4187);
// A sub-path, since the build has to work from any path.
const baseURL = `http://127.0.0.1:${port}/talks/scheduler/`;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: '.',
  testMatch: '{src,tests}/**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A shared machine may stall a page for many seconds, which is no failure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A test that passes at the second attempt is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    baseURL,
    // Traced only at a retry: a trace of every run would take half of the time. `--trace on` forces one.
    trace: 'on-first-retry',
    // A service worker would answer in place of the network; the tests of it allow it.
    serviceWorkers: 'block',
    launchOptions: executablePath ? { executablePath } : {},
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1440, height: 900 } } }],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort --base /talks/scheduler/`,
    url: baseURL,
    reuseExistingServer: false,
  },
});

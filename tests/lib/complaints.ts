import type { Page } from '@playwright/test';

/** All errors and warnings of the browser while the page was open. */
export const complaints = (page: Page): string[] => {
  const list: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') list.push(message.text());
  });
  page.on('pageerror', (error) => list.push(String(error)));
  page.on('requestfailed', (request) => list.push(`${request.url()} failed`));
  page.on('response', (response) => {
    if (response.status() >= 400) list.push(`${response.url()} answered ${response.status()}`);
  });
  return list;
};

/** Resolves when the page is idle. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Older versions of Safari lack it. `timeout`: a page that plays is hardly ever idle.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 200);
  });

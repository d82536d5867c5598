/** Comes true when the page has nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has had it for a short time only. `timeout`: a run that plays hardly leaves the page idle.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 200);
  });

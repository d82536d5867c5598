/** Styles that did not come. Whoever imports them asks for them but once: a part that is opened later would stand there without. */

const lost = new Set<HTMLLinkElement>();
globalThis.addEventListener?.(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  },
  true,
);

const askedAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.onload = () => resolve();
    again.onerror = () => reject(new Error(`no styles at ${link.href}`));
    lost.delete(link);
    link.replaceWith(again);
  });

let coming: Promise<unknown> | null = null;

/** Asks again for what was lost; rejects where it does not come this time either. */
export async function styled(): Promise<void> {
  if (lost.size > 0)
    coming ??= Promise.all([...lost].map(askedAgain)).finally(() => {
      coming = null;
    });
  await coming;
}

// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { edit, scenarioStore } from '../state/scenario';
import { look, viewStore } from '../state/view';
import { type Acts, actsComeFrom } from './acts';
import { canUndo, followAddress, linkTo, openLink, undo } from './address';

/** Resolves the pending import of the acts, or of one act. */
let resolveImport = () => {};
const awaited = () => new Promise<void>((resolve) => (resolveImport = resolve));
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

/** Resolves all pending imports, one after the other. */
async function allCome(): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    resolveImport();
    await settled();
  }
}

const ACT = '#v3&act=1.3';
const room: Pick<Acts, 'openAct'> = {
  async openAct({ act, step }, link) {
    await awaited();
    if (link?.isCurrent?.() !== false) look({ act: { act, step, own: true } });
  },
};

/** Navigates to another address, or back to a history entry that has a state. */
function goTo(hash: string, state: object | null = null): void {
  history.replaceState(state, '', hash);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

beforeAll(async () => {
  actsComeFrom(async () => {
    await awaited();
    return room as Acts;
  });
  history.replaceState(null, '', '#v3&p=classroom');
  await followAddress();
});

test.each(['room', 'act'])('going back while the %s loads keeps the address that was gone back to', async (what) => {
  goTo('#v3&p=classroom');
  await settled();
  goTo(ACT);
  await settled();
  if (what === 'act') {
    resolveImport();
    await settled();
  }
  goTo('#v3&p=classroom');
  await allCome();
  expect([location.hash, viewStore.getState().act]).toEqual(['#v3&p=classroom', null]);
  expect(scenarioStore.getState().preset).toBe('classroom');
});

test('a scenario that is opened meanwhile stays, and later changes are in the address', async () => {
  goTo(ACT);
  goTo('#v3&p=steal');
  await allCome();
  expect(viewStore.getState().act).toBe(null);
  expect(scenarioStore.getState().document).toEqual(PRESETS.steal);
  look({ lang: 'zh' });
  expect(location.hash).toBe('#v3&p=steal&lang=zh');
});

test('a changed theme survives going back, and a followed link overrides it', async () => {
  goTo('#v3&p=classroom&theme=light');
  await settled();
  look({ lang: 'zh' });
  goTo('#v3&p=steal', {});
  await settled();
  expect(location.hash).toBe('#v3&p=steal&lang=zh');
  goTo('#v3&p=steal&theme=dark');
  await settled();
  expect(location.hash).toBe('#v3&p=steal&theme=dark');
  goTo('#v3&p=classroom&theme=light&lang=zh', {});
  await settled();
  expect(location.hash).toBe('#v3&p=classroom&theme=light&lang=zh');
});

test('going back closes the dialog of the page that is left, and keeps a dialog in which something is undone', async () => {
  goTo('#v3&p=classroom');
  look({ dialog: 'notes', dropped: [new File([], 'machine.txt')] });
  goTo('#v3&p=classroom&seed=7');
  await settled();
  expect(viewStore.getState().dialog).toBe('notes');
  goTo('#v3&p=classroom&show=gallery');
  await settled();
  expect(viewStore.getState()).toMatchObject({ show: 'gallery', dialog: null, dropped: null });
});

test('closing a page over the playground goes back to the entry before it, or stays if there is none', async () => {
  goTo('#v3&p=classroom');
  await settled();
  const back = vi.spyOn(history, 'back').mockImplementation(() => goTo('#v3&p=classroom'));
  look({ show: 'replication' });
  expect(location.hash).toBe('#v3&p=classroom&show=replication');
  look({ theme: 'dark' });
  look({ show: null });
  expect(back).toHaveBeenCalledTimes(1);
  expect(location.hash).toBe('#v3&p=classroom&theme=dark');
  goTo('#v3&p=classroom&show=replication');
  await settled();
  look({ show: null });
  expect(back).toHaveBeenCalledTimes(1);
  expect(location.hash).toBe('#v3&p=classroom');
});

describe('a drag', () => {
  const WRITES = ['pushState', 'replaceState'] as const;
  const pairs = (n: number, gesture: 'drag' | 'step') =>
    edit(
      (document) => ({ ...document, workload: { ...PRESETS.classroom.workload, pairs: n } as Scenario['workload'] }),
      gesture,
    );
  const dragged = () => {
    for (let n = 6; n <= 60; n += 1) pairs(n, 'drag');
  };
  afterEach(() => void vi.restoreAllMocks());

  test('changes the address once, when it rests; a copied link has the present state', async () => {
    goTo('#v3&p=classroom');
    const replace = vi.spyOn(history, 'replaceState');
    dragged();
    expect(linkTo()).toMatch(/60/);
    expect(replace).not.toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(replace).toHaveBeenCalledTimes(1);
    expect(location.hash).toMatch(/60/);
  });

  test('is part of the entry that the next step goes back to', () => {
    goTo('#v3&p=classroom');
    const push = vi.spyOn(history, 'pushState').mockImplementation(() => {});
    dragged();
    pairs(7, 'step');
    expect(location.hash).toMatch(/60/);
    expect(push.mock.calls[0]?.[2]).toMatch(/7/);
  });

  test('is kept if it is undone before it rests', async () => {
    goTo('#v3&p=classroom');
    history.replaceState({ depth: 1 }, '');
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    dragged();
    undo();
    expect([back.mock.calls.length, location.hash]).toEqual([1, expect.stringMatching(/60/)]);
    goTo('#v3&p=classroom');
    await settled();
  });

  test('is not written into an address that was opened meanwhile', async () => {
    goTo('#v3&p=classroom');
    dragged();
    goTo('#v3&p=steal');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(location.hash).toBe('#v3&p=steal');
  });

  test.each(WRITES)('and a step reach all subscribers, even if %s fails', async (how) => {
    goTo('#v3&p=classroom');
    vi.spyOn(history, how).mockImplementation(() => {
      throw new DOMException('too often', 'SecurityError');
    });
    const heard = vi.fn();
    const stop = scenarioStore.subscribe(heard);
    pairs(8, 'step');
    pairs(9, 'drag');
    stop();
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

test('a second step back waits for the first, since it may leave the page', () => {
  goTo('#v3&p=classroom');
  history.replaceState({ depth: 1 }, '');
  const back = vi.spyOn(history, 'back').mockImplementation(() => {});
  undo();
  undo();
  expect(back).toHaveBeenCalledTimes(1);
  expect(canUndo()).toBe(false);
  window.dispatchEvent(new PopStateEvent('popstate'));
  undo();
  expect(back).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new PopStateEvent('popstate'));
  vi.restoreAllMocks();
});

test('openLink rejects if the browser refuses to change the address, and opens nothing', async () => {
  goTo('#v3&p=classroom');
  await settled();
  vi.spyOn(history, 'replaceState').mockImplementation(() => {
    throw new DOMException('too often', 'SecurityError');
  });
  await expect(openLink('#v3&p=steal')).rejects.toThrow();
  vi.restoreAllMocks();
  await openLink('#v3&p=steal');
  expect(scenarioStore.getState().preset).toBe('steal');
});

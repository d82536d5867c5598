// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { PRESETS } from '../scenario/presets';
import { scenarioStore } from '../state/scenario';
import { look, viewStore } from '../state/view';
import { type Acts, actsComeFrom } from './acts';
import { followAddress } from './address';

/** Lets the room of the acts come, or an act of it. */
let come = () => {};
const awaited = () => new Promise<void>((resolve) => (come = resolve));
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

/** All that is awaited comes, one after the other. */
async function allCome(): Promise<void> {
  for (let i = 0; i < 2; i += 1) {
    come();
    await settled();
  }
}

const ACT = '#v2&act=1&step=2';
const room: Pick<Acts, 'openAct'> = {
  async openAct({ act, step }, link) {
    await awaited();
    if (link?.isCurrent?.() !== false) look({ act: { act, step, own: true } });
  },
};

/** Somebody goes to another address, or back to one. */
function goTo(hash: string): void {
  history.replaceState(null, '', hash);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

beforeAll(async () => {
  actsComeFrom(async () => {
    await awaited();
    return room as Acts;
  });
  history.replaceState(null, '', '#v2&p=classroom');
  await followAddress();
});

test.each(['room', 'act'])('who goes back while the %s loads stays where they went', async (what) => {
  goTo('#v2&p=classroom');
  await settled();
  goTo(ACT);
  await settled();
  if (what === 'act') {
    come();
    await settled();
  }
  goTo('#v2&p=classroom');
  await allCome();
  expect([location.hash, viewStore.getState().act]).toEqual(['#v2&p=classroom', null]);
  expect(scenarioStore.getState().preset).toBe('classroom');
});

test('what is opened meanwhile stays, and what is changed then is in the address', async () => {
  goTo(ACT);
  goTo('#v2&p=steal');
  await allCome();
  expect(viewStore.getState().act).toBe(null);
  expect(scenarioStore.getState().document).toEqual(PRESETS.steal);
  look({ lang: 'zh' });
  expect(location.hash).toBe('#v2&p=steal&lang=zh');
});

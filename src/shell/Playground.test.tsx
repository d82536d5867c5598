// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { look, viewStore } from '../state/view';
import { begin } from './Playground';

vi.mock('../rooms/embed/api', () => {
  throw new Error('no network');
});
vi.mock('../state/run', async (original) => ({ ...(await original<object>()), startRun: () => {} }));
afterEach(() => void vi.unstubAllGlobals());

test('an embedded page without what hears the page around it says that something is missing', async () => {
  vi.stubGlobal('parent', {});
  look({ embed: true });
  begin();
  await vi.waitFor(() => expect(viewStore.getState().unloaded).toEqual({}));
});

// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PRESETS } from '../scenario/presets';
import { basisStore, findBasis } from '../state/rests';
import { openScenario } from '../state/scenario';
import { ModelTab } from './ModelTab';

afterEach(cleanup);

test('the model tab shows the costs that decide between the lanes, with their values and grades', async () => {
  openScenario('cluster', PRESETS.cluster);
  await findBasis(PRESETS.cluster);
  const { deciding } = [...basisStore.getState().known.values()][0]?.costs ?? {};
  render(<ModelTab />);
  const rows = [...document.querySelectorAll('.model-deciding dl > div')].map((row) => row.textContent);
  expect(rows).toHaveLength(Object.keys(deciding ?? {}).length);
  expect(rows).toContainEqual(expect.stringMatching(/^Cache line last used in the same cluster20 ns fitted$/));
  expect(screen.getByRole('heading', { name: 'The costs that decide between A and B' })).toBeDefined();
});

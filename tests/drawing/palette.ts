import { CAUSES, DISTANCES } from '../../src/scenario/generated/vocab';
import { HUES, type Palette } from '../../src/signs/palette';

const hues = Array.from({ length: HUES }, (_, i) => i);

/** A palette whose colours are their own names. */
export const namedPalette: Palette = {
  page: 'page',
  panel: 'panel',
  raised: 'raised',
  ink: 'ink',
  ink2: 'ink2',
  ink3: 'ink3',
  edge1: 'edge1',
  edge2: 'edge2',
  edge3: 'edge3',
  alarm: 'alarm',
  alarmTint: 'alarmTint',
  focus: 'focus',
  group: hues.map((i) => `group${i}`),
  groupTint: hues.map((i) => `tint${i}`),
  groupEdge: hues.map((i) => `edge${i}`),
  cause: CAUSES.map((cause) => `cause-${cause}`),
  onCause: CAUSES.map((cause) => `on-${cause}`),
  distance: DISTANCES.map((distance) => `distance-${distance}`),
  font: 'sans-serif',
  text: 12,
  stroke: 1,
};

import { sameDocument } from './catalog';
import type { Scenario } from './generated/types';
import { isChanged, PRESET_IDS, PRESETS, type PresetId } from './presets';

/** The preset of a document: the preset with another load, else a similar preset, else `otherwise`. */
export function presetOf(document: Scenario, otherwise: PresetId): PresetId {
  const isKin = (preset: PresetId) =>
    PRESETS[preset].machine === document.machine && PRESETS[preset].workload.kind === document.workload.kind;
  const ids = [otherwise, ...PRESET_IDS];
  return (
    ids.find((preset) => sameDocument(PRESETS[preset], document)) ??
    ids.find((preset) => isKin(preset) && !isChanged(preset, document)) ??
    ids.find(isKin) ??
    otherwise
  );
}

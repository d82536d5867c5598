import { sameDocument } from './catalog';
import type { Scenario, Workload } from './generated/types';
import { isChanged, PRESET_IDS, PRESETS, type PresetId } from './presets';

/** The preset of a document: the preset with another load, else a similar preset, else `otherwise`. */
export function presetOf(document: Scenario, otherwise: PresetId): PresetId {
  const { machine, workload } = document;
  // Two workloads of rt-app have nothing in common but the format.
  const isLike = (other: Workload) =>
    other.kind === workload.kind && (workload.kind !== 'rtapp' || sameDocument(other, workload));
  const isKin = (preset: PresetId) => PRESETS[preset].machine === machine && isLike(PRESETS[preset].workload);
  const ids = [otherwise, ...PRESET_IDS];
  return (
    ids.find((preset) => sameDocument(PRESETS[preset], document)) ??
    ids.find((preset) => isKin(preset) && !isChanged(preset, document)) ??
    ids.find(isKin) ??
    otherwise
  );
}

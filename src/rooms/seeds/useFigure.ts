import { type FigureKey, figuresOf } from '../../engine/batch/figures';
import { useScenario } from '../../state/scenario';
import { useSeeds } from './store';

/** The figures that apply to the scenario, and the selected one. */
export function useFigure(): { readonly figure: FigureKey; readonly known: readonly FigureKey[] } {
  const chosen = useSeeds((state) => state.figure);
  const document = useScenario((state) => state.document);
  const known = figuresOf(document);
  return { figure: chosen && known.includes(chosen) ? chosen : (known[0] ?? 'rate'), known };
}

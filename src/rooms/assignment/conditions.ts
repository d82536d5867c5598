/** A condition in words. */
import type { Condition } from '../../engine/assignments';
import { type AssignmentKey, w } from './words';

export const conditionOf = (one: Condition): string =>
  w('condition', {
    figure: w(`figure.${one.figure}` as AssignmentKey),
    of: w(`of.${one.of}`),
    is: w(`is.${one.is}`),
    value: one.value,
  });

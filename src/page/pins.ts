/** The targets of notes: their names, and how to show them. */

import { factsOf } from '../scenario/machines';
import type { Pin } from '../scenario/notes';
import { seek } from '../state/run';
import { useScenario } from '../state/scenario';
import { LANE_KEYS, look, useView } from '../state/view';
import { useT } from '../words';
import { moment } from '../words/format';
import { useWords } from '../words/notes';

/** Returns a function that names the target of a note. */
export function usePlace() {
  const t = useT();
  const words = useWords();
  return (pin: Pin): string => {
    switch (pin.kind) {
      case 'moment':
        return moment(pin.ns);
      case 'cpu':
        return words('cpu', { cpu: pin.cpu, lane: LANE_KEYS[pin.lane]?.toUpperCase() ?? '' });
      case 'chart':
        return t(`chart.${pin.chart}`);
    }
  };
}

/** Returns a function that tests whether the target of a note is on the page. */
export function useIsThere(): (pin: Pin) => boolean {
  const embed = useView((view) => view.embed);
  const cpus = useScenario(({ document }) => factsOf(document.machine).ids);
  const lanes = useScenario(({ document }) => document.lanes.length);
  return (pin) => (pin.kind === 'chart' ? !embed : pin.kind === 'moment' || (pin.cpu < cpus && pin.lane < lanes));
}

/** Shows the target of a note. */
export function goTo(pin: Pin): void {
  switch (pin.kind) {
    case 'moment':
      void seek(pin.ns);
      break;
    case 'cpu': {
      const lane = LANE_KEYS[pin.lane] ?? 'a';
      look({ lane, selection: { lane, cpu: pin.cpu } });
      break;
    }
    case 'chart':
      look({ panel: 'charts', drawer: true });
      bring(`[data-chart="${pin.chart}"]`);
  }
}

/** How long to wait for the charts (ms). */
const PATIENCE_MS = 10_000;

/**
 * Scrolls to a chart once it exists. The chart gets the focus if the clicked element had it, since that element
 * disappears.
 */
function bring(chart: string): void {
  const led = document.activeElement !== document.body;
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const target = document.querySelector<HTMLElement>(chart);
    if (!target) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    target.scrollIntoView({ block: 'nearest' });
    if (!led || document.activeElement !== document.body) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  requestAnimationFrame(look);
}

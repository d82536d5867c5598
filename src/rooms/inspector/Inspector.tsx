/** What is selected, in the kernel's own words: a CPU, or a thing that is not one. */
import { useView } from '../../state/view';
import { CpuPanel } from './CpuPanel';
import { ThingPanel } from './ThingPanel';
import './inspector.css';

export function Inspector() {
  const selection = useView((view) => view.selection);
  const thing = useView((view) => view.thing);
  if (!selection) return null;
  return thing ? (
    <ThingPanel key={JSON.stringify(thing)} lane={selection.lane} thing={thing} />
  ) : (
    <CpuPanel lane={selection.lane} cpu={selection.cpu} />
  );
}

/** Renders the first screen to static HTML: the build writes it into the page, in both languages. */
import { renderToStaticMarkup } from 'react-dom/server';
import { layout } from '../rooms/machine/layout';
import { Structure } from '../rooms/machine/Structure';
import type { MachineDescription } from '../scenario/generated/types';
import { setLanguage } from '../words';
import { FirstScreen } from './FirstScreen';

export { PRESETS } from '../scenario/presets';

/** The machine of a lane, in the shapes for a wide and for a narrow page (px); it is scaled to its place. */
const SHAPES = [
  { name: 'wide', w: 680, h: 213 },
  { name: 'narrow', w: 358, h: 156 },
];
const TEXT = 12;

function Machine({ machine }: { readonly machine: MachineDescription }) {
  return (
    <>
      {SHAPES.map(({ name, w, h }) => (
        <svg key={name} className={`prerendered-machine ${name}`} viewBox={`0 0 ${w} ${h}`} aria-hidden="true">
          <Structure layout={layout(machine, w, h, TEXT)} lit={null} />
        </svg>
      ))}
    </>
  );
}

export async function prerender(lang: 'en' | 'zh', machine: MachineDescription): Promise<string> {
  await setLanguage(lang);
  return renderToStaticMarkup(<FirstScreen placeholder={<Machine machine={machine} />} whole={false} />);
}

import { readFileSync } from 'node:fs';

/** Every style sheet begins with the order of the layers: whichever is loaded first decides it, and the minifier leaves it to one. */
export function layersFirst() {
  const [order] = /^@layer .*;$/m.exec(readFileSync('src/ui/layers.css', 'utf8')) ?? [];
  if (order === undefined) throw new Error('src/ui/layers.css tells no order of the layers');
  return {
    name: 'layers-first',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css') && String(file.source).includes('@layer '))
          file.source = order + String(file.source);
      }
    },
  };
}

import { readFileSync } from 'node:fs';

/**
 * Puts the order of the cascade layers at the beginning of every style sheet: the first loaded sheet decides it, and
 * the minifier keeps it in one only.
 */
export function layersFirst() {
  const [order] = /^@layer .*;$/m.exec(readFileSync('src/ui/layers.css', 'utf8')) ?? [];
  if (order === undefined) throw new Error('src/ui/layers.css has no order of the layers');
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

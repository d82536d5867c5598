/** Assignments in a link: the document, deflated, in the fragment. */
import { loadPacking } from '../../scenario/link';
import { pack, unpack } from '../../scenario/link/packing';

/** The fragment without a document opens the page where one is chosen. */
export const FRAGMENT = '#assignment';

/** The address of an assignment. */
export async function linkOf(document: object): Promise<string> {
  await loadPacking();
  return `${location.href.replace(/#.*/, '')}${FRAGMENT}=${pack(document)}`;
}

/** The document of an address; null: it has none. Throws if it is damaged. */
export async function documentOf(hash: string): Promise<string | null> {
  const packed = hash.startsWith(`${FRAGMENT}=`) ? hash.slice(FRAGMENT.length + 1) : '';
  if (packed === '') return null;
  await loadPacking();
  return JSON.stringify(unpack(packed));
}

/** The package of an assignment for a course system: SCORM 1.2 with one SCO, which is the page in one file. */
import type { Assignment } from '../../engine/assignments';
import { said } from './store';

/** The element with the assignment of a package. */
export const ELEMENT = 'assignment';

/** The page in one file, beside the page or this page itself; null: this copy of the page has none. */
export async function pageInOneFile(): Promise<string | null> {
  if (document.querySelector('script[type="module"]:not([src])')) return thisPage();
  try {
    const answer = await fetch(new URL('playground.html', document.baseURI));
    const text = await answer.text();
    // A server may answer with another page.
    return answer.ok && text.includes('<script type="module">') ? text : null;
  } catch {
    return null;
  }
}

/** This page as it was opened. */
function thisPage(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const { name } of [...copy.attributes]) if (name !== 'lang') copy.removeAttribute(name);
  copy.querySelector(`#${ELEMENT}`)?.remove();
  const root = copy.querySelector('#root');
  root?.replaceChildren();
  // What components have put beside the root.
  for (const child of [...(copy.querySelector('body')?.children ?? [])])
    if (child !== root && child.localName !== 'script') child.remove();
  return `<!doctype html>\n${copy.outerHTML}`;
}

/** The page with an assignment in it, as data that is not run. */
export function withAssignment(page: string, handedOut: object): string {
  const json = JSON.stringify(handedOut).replaceAll('<', '\\u003c');
  const end = page.lastIndexOf('</body>');
  return `${page.slice(0, end)}<script type="application/json" id="${ELEMENT}">${json}</script>\n${page.slice(end)}`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that XML does not allow.
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');

export const manifestOf = ({ id }: Assignment, title: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="scheduler-playground.${id}" version="1"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="item" identifierref="page" isvisible="true">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
`;

/** The zip of an assignment that is handed out. */
export async function packageOf(handedOut: Assignment, page: string): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import('fflate');
  return zipSync({
    'imsmanifest.xml': strToU8(manifestOf(handedOut, said(handedOut.title))),
    'index.html': strToU8(withAssignment(page, handedOut)),
  });
}

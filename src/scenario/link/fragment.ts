/** A fragment and its parts as text, by name. */
/** The format that this page writes. `upgrade.ts` knows the first one that a release wrote. */
export const LINK_VERSION = 3;

export type Parts = ReadonlyMap<string, string>;

export interface Fragment {
  readonly version: number;
  readonly parts: Parts;
  /** Parts without a value. */
  readonly bare: ReadonlySet<string>;
  /** A version that never existed; null: none. */
  readonly stranger: string | null;
}

const escapeText = (value: string): string =>
  encodeURIComponent(value).replace(/%(2C|3A|3B|3D|40|2F)/g, (code) => decodeURIComponent(code));

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type WrittenPart = readonly [name: string, value: string];

export const writtenPart = ([name, value]: WrittenPart): string => `${name}=${escapeText(value)}`;

export const joined = (parts: readonly WrittenPart[]): string =>
  [`v${LINK_VERSION}`, ...parts.map(writtenPart)].join('&');

/** Half of a character, for instance at the end of a shortened link. It cannot be encoded again. */
const HALF = /\p{Surrogate}/gu;

export function split(fragment: string): Fragment {
  const parts = new Map<string, string>();
  const bare = new Set<string>();
  let version = LINK_VERSION;
  let stranger: string | null = null;
  for (const piece of fragment.replace(/^#/, '').replace(HALF, '\uFFFD').split('&')) {
    const versioned = /^v(\d{1,6})$/.exec(piece);
    if (versioned && Number(versioned[1]) > 0) version = Number(versioned[1]);
    else if (versioned) stranger ??= piece;
    else if (piece !== '') {
      const equals = piece.indexOf('=');
      const name = equals < 0 ? piece : piece.slice(0, equals);
      if (equals < 0) bare.add(name);
      parts.set(name, equals < 0 ? '1' : unescapeText(piece.slice(equals + 1)));
    }
  }
  return { version, parts, bare, stranger };
}

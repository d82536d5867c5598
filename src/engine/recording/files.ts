/** Files of recordings and replays that the browser keeps, by the hash of their bytes. Nothing is sent anywhere. */

const NAME = 'recordings';
/** Most files that are kept; the oldest goes first. */
const MOST = 8;

interface Kept {
  readonly file: Blob;
  /** What is known of it, as JSON. */
  readonly said?: string;
}

/** Files of this session: a browser may refuse to keep any. */
const session = new Map<string, Kept>();

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(NAME);
  const database = await finished(request);
  return database.transaction(NAME, mode).objectStore(NAME);
}

async function kept(hash: string): Promise<Kept | null> {
  const held = session.get(hash);
  if (held) return held;
  try {
    return (await finished<Kept | undefined>((await store('readonly')).get(hash))) ?? null;
  } catch {
    return null;
  }
}

/** The file with a hash; null: the browser does not have it. */
export const keptFile = async (hash: string): Promise<Blob | null> => (await kept(hash))?.file ?? null;

/** What is known of the file with a hash; null: nothing. */
export const keptSaid = async (hash: string): Promise<string | null> => (await kept(hash))?.said ?? null;

export async function keepFile(hash: string, file: Blob, said?: string): Promise<void> {
  session.set(hash, { file, ...(said !== undefined && { said }) });
  try {
    const files = await store('readwrite');
    const all = (await finished(files.getAll())) as { at: number }[];
    const keys = await finished(files.getAllKeys());
    const old = keys.map((key, i) => ({ key, at: all[i]?.at ?? 0 })).toSorted((a, b) => b.at - a.at);
    for (const { key } of old.slice(MOST - 1)) files.delete(key);
    await finished(files.put({ file, said, at: Date.now() }, hash));
  } catch {
    // It stays for this session.
  }
}

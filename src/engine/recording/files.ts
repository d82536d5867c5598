/** Files of recordings that the browser keeps, by the hash of their bytes. Nothing is sent anywhere. */

const NAME = 'recordings';
/** Most files that are kept; the oldest goes first. */
const MOST = 4;

/** Files of this session: a browser may refuse to keep any. */
const session = new Map<string, Blob>();

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

/** The file with a hash; null: the browser does not have it. */
export async function keptFile(hash: string): Promise<Blob | null> {
  const held = session.get(hash);
  if (held) return held;
  try {
    const kept: { file?: Blob } | undefined = await finished((await store('readonly')).get(hash));
    return kept?.file ?? null;
  } catch {
    return null;
  }
}

export async function keepFile(hash: string, file: Blob): Promise<void> {
  session.set(hash, file);
  try {
    const files = await store('readwrite');
    const kept = (await finished(files.getAll())) as { at: number }[];
    const keys = await finished(files.getAllKeys());
    const old = keys.map((key, i) => ({ key, at: kept[i]?.at ?? 0 })).toSorted((a, b) => b.at - a.at);
    for (const { key } of old.slice(MOST - 1)) files.delete(key);
    await finished(files.put({ file, at: Date.now() }, hash));
  } catch {
    // It stays for this session.
  }
}

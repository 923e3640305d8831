/**
 * Stores an import that is not saved yet in IndexedDB: its file, and what the person has done with it. So the person can
 * continue it on another day. Each person and campus has its own, and nothing of it is sent to the server (decision
 * 0073).
 */
import { answerOf, ended, ownerOf } from './seen-store.ts';
import { currentSession } from './session.ts';

/** `work` is undefined until the person has done something with the file. */
export type UnfinishedImport<Work> = { file: File; at: number; work: Work | undefined };

/** An older unfinished import is deleted. */
export const unfinishedDays = 7;

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('qasid-imports', 1);
    request.onupgradeneeded = () => {
      for (const name of ['files', 'works']) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

type Stores = { files: IDBObjectStore; works: IDBObjectStore; key: [owner: string, panel: string] };

/** Changes the import of this panel. If the browser refuses, the import cannot be continued later. */
async function change(panel: string, write: (stores: Stores) => void): Promise<void> {
  const session = currentSession();
  if (!session) return;
  try {
    const transaction = (await open()).transaction(['files', 'works'], 'readwrite');
    const [files, works] = [transaction.objectStore('files'), transaction.objectStore('works')];
    write({ files, works, key: [ownerOf(session), panel] });
    await ended(transaction);
  } catch {
    // The import works without it.
  }
}

export const storeImportFile = (panel: string, file: File): Promise<void> =>
  change(panel, ({ files, works, key }) => {
    files.put({ file, at: Date.now() }, key);
    works.delete(key);
  });

export const storeImportWork = (panel: string, work: unknown): Promise<void> =>
  change(panel, ({ works, key }) => works.put(work, key));

export const dropImport = (panel: string): Promise<void> =>
  change(panel, ({ files, works, key }) => {
    files.delete(key);
    works.delete(key);
  });

/** The unfinished import of this panel. Also deletes those that are too old, of every person. */
export async function readImport<Work>(panel: string): Promise<UnfinishedImport<Work> | undefined> {
  let found: Promise<[{ file: File; at: number } | undefined, Work | undefined]> | undefined;
  await change(panel, ({ files, works, key }) => {
    const oldest = Date.now() - unfinishedDays * 86_400_000;
    const all = files.openCursor();
    all.onsuccess = () => {
      const { result: one } = all;
      if (!one) return;
      if (one.value.at < oldest) {
        works.delete(one.primaryKey);
        one.delete();
      }
      one.continue();
    };
    found = Promise.all([answerOf(files.get(key)), answerOf(works.get(key))]);
  });
  const [chosen, work] = (await found) ?? [];
  return chosen && { ...chosen, work };
}

/** What the browser stores: seen data and unfinished imports (decision 0073). */
import type { Page } from '@playwright/test';

export type StoredData = {
  sessions: unknown[];
  seen: { owner: string; queryKey: unknown[]; data: unknown }[];
};

export const readStoredData = (page: Page): Promise<StoredData> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('qasid-seen', 2);
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction(['kept', 'seen']);
          const sessions = transaction.objectStore('kept').getAll();
          const seen = transaction.objectStore('seen').getAll();
          transaction.oncomplete = () => {
            opened.result.close();
            resolve({ sessions: sessions.result, seen: seen.result });
          };
        };
      }),
  );

/** As if all unfinished imports had been left this many milliseconds earlier. */
export const makeImportsOlder = (page: Page, by: number): Promise<void> =>
  page.evaluate(
    (by) =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('qasid-imports', 1);
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction('files', 'readwrite');
          const all = transaction.objectStore('files').openCursor();
          all.onsuccess = () => {
            all.result?.update({ ...all.result.value, at: all.result.value.at - by });
            all.result?.continue();
          };
          transaction.oncomplete = () => {
            opened.result.close();
            resolve();
          };
        };
      }),
    by,
  );

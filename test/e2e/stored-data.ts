/** What the browser remembers of seen data (decision 0073). */
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

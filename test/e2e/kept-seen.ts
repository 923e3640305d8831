/** What the browser remembers of seen data (decision 0073). */
import type { Page } from '@playwright/test';

export type Kept = { kept: unknown[]; seen: { owner: string; queryKey: unknown[]; data: unknown }[] };

export const keptIn = (page: Page): Promise<Kept> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open('qasid-seen', 1);
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction(['kept', 'seen']);
          const kept = transaction.objectStore('kept').getAll();
          const seen = transaction.objectStore('seen').getAll();
          transaction.oncomplete = () => {
            opened.result.close();
            resolve({ kept: kept.result, seen: seen.result });
          };
        };
      }),
  );

import type { ImportKind } from '#shared/calls/imports.ts';
import { importFailures, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { download } from '../../lib/download.ts';
import { toastError } from '../../ui/toast.ts';

/** Downloads a sample workbook. The code that writes workbooks is loaded on demand. */
export async function saveSample(kind: ImportKind): Promise<void> {
  try {
    const { sampleWorkbook } = await import('#shared/sheets/write/sample-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    download(await toBlob(await sampleWorkbook(kind)), importWords.sampleName(commonWords.product, kind));
  } catch {
    // The code is missing after an update, or the server is off. Reloading the page helps.
    toastError(toasts.errorTitle, importFailures.notStarted);
  }
}

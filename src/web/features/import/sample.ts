import type { ImportKind } from '#shared/calls/imports.ts';
import { importFailures, importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { download } from '../../lib/download.ts';
import { toastError } from '../../ui/toast.ts';

/** The workbook to begin with; the part that writes workbooks is loaded when it is asked for. */
export async function saveSample(kind: ImportKind): Promise<void> {
  try {
    const { sampleWorkbook } = await import('#shared/sheets/write/sample-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    download(await toBlob(await sampleWorkbook(kind)), importWords.sampleName(commonWords.product, kind));
  } catch {
    // A new version took the old parts away, or the server is off: a reload brings them.
    toastError(toasts.errorTitle, importFailures.notStarted);
  }
}

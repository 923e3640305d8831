/** Reads a file apart from the page, so that a hostile one can hurt only this worker, which the page may end. */
import { readFile } from '#shared/sheets/files/read-file.ts';
import { SheetFailure } from '#shared/sheets/sheet-result.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { ReadReport, ReadRequest } from './reading.ts';

const report = (message: ReadReport): void => self.postMessage(message);

/** The file may be gone since it was chosen, or be held open by another program. */
async function open(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new SheetFailure(fileFailures.unreadable);
  }
}

async function read({ file }: ReadRequest): Promise<ReadReport> {
  try {
    const bytes = await open(file);
    const result = await readFile({ name: file.name, bytes }, (rowsDone) =>
      report({ kind: 'progress', rowsDone }),
    );
    return { kind: 'done', result };
  } catch (failure) {
    // Anything else that is thrown here comes of a file that no reader understands.
    const sentence = failure instanceof SheetFailure ? failure.message : fileFailures.damaged;
    return { kind: 'failed', sentence };
  }
}

// A failure of the reading itself is a report, so nothing is left to catch here.
self.addEventListener('message', (event: MessageEvent<ReadRequest>) => void read(event.data).then(report));

import { readXlsx } from 'hucre/xlsx';
import { createSheetCheck } from '#shared/sheets/check.ts';
import { readRaw } from '#shared/sheets/files/read-raw.ts';
import { openBook } from '#shared/sheets/open-book.ts';
import type { CheckedSheet, ReadAnswer, Reader, ReadOrder } from './reader.ts';
import { readBySecond } from './second-reader.ts';

type File = { name: string; bytes: Uint8Array<ArrayBuffer> };

async function checkSheet(file: File): Promise<CheckedSheet> {
  const book = await openBook(file, { kind: 'bills', remembered: [] });
  const check = createSheetCheck(book, { month: 11, year: 2026, country: 'PK' });
  // Some of the workbooks have fees and no total.
  for (const { kind, key } of check.summary().questions)
    if (kind === 'noTotal') check.answerSheet(key, 'none');
  return { bills: [...check.rowsToSave()], left: check.left(), summary: check.summary() };
}

const read: Record<Reader, (file: File) => Promise<unknown>> = {
  cells: async ({ bytes }) => (await readRaw(bytes)).book.sheets[0]?.rows,
  bills: checkSheet,
  second: async ({ name, bytes }) => readBySecond(bytes, /\.(?:csv|txt)$/.test(name)),
  library: ({ bytes }) => readXlsx(bytes),
};

async function open(path: string): Promise<File> {
  const answer = await fetch(`/vouchers/${path}`);
  if (!answer.ok) throw new Error(`${path} is not there`);
  return { name: path, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function answer({ reader, path }: ReadOrder): Promise<ReadAnswer> {
  try {
    const file = await open(path);
    const began = performance.now();
    const value = await read[reader](file);
    const milliseconds = performance.now() - began;
    const minutesBehind = new Date(2026, 0, 15).getTimezoneOffset();
    return { text: reader === 'library' ? '' : JSON.stringify(value), milliseconds, minutesBehind };
  } catch (failure) {
    return { failure: String(failure) };
  }
}

self.addEventListener('message', (event: MessageEvent<ReadOrder>) => {
  // A failure of the reading is an answer too.
  void answer(event.data).then((message) => self.postMessage(message));
});

/** Reads a bank file in a worker. A hostile file can harm only this worker, and the page can end the worker. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BankBook } from '#shared/sheets/bank/bank-book.ts';
import { readBankFile } from '#shared/sheets/bank/read-bank-file.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { bankWords } from '#shared/words/bank.ts';
import type { BankCall, BankReport, BankRequest, ReadBank } from './bank-protocol.ts';

let openFile: { name: string; sha256: string; book: BankBook } | undefined;

async function open({ file, place }: Extract<BankRequest, { what: 'open' }>): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const book = new BankBook(await readBankFile(bytes), place);
  // Browsers do not offer Web Crypto to a page over plain HTTP, so a library computes the hash.
  openFile = { name: file.name, sha256: bytesToHex(sha256(bytes)), book };
}

async function answer(ask: BankRequest): Promise<ReadBank> {
  if (ask.what === 'open') await open(ask);
  if (!openFile) throw new SheetFailure(bankWords.unreadable);
  const { book, ...file } = openFile;
  if (ask.what === 'map') book.mapColumn(ask.index, ask.field);
  if (ask.what === 'header') book.chooseHeader(ask.row);
  if (ask.what === 'remember') book.remember(ask.headings);
  if (ask.what === 'answer') book.answer(ask.question, ask.answer);
  if (ask.what === 'order') book.chooseOrder(ask.order);
  return { ...file, opened: book.opened(), ...book.rows(), headings: book.headings() };
}

const report = (message: BankReport): void => self.postMessage(message);

self.addEventListener('message', ({ data: { id, ask } }: MessageEvent<BankCall>) => {
  answer(ask).then(
    (read) => report({ id, read }),
    (failure: unknown) =>
      report({ id, sentence: failure instanceof SheetFailure ? failure.message : bankWords.unreadable }),
  );
});

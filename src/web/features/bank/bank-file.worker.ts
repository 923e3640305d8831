/** Reads a bank file in a worker, so that a hostile file can harm only this worker, which the page can end. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { BankBook } from '#shared/sheets/bank/bank-book.ts';
import { readRaw } from '#shared/sheets/files/read-raw.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { bankWords } from '#shared/words/bank.ts';
import type { BankAsk, BankCall, BankReport, ReadBank } from './bank-protocol.ts';

let held: { name: string; sha256: string; book: BankBook } | undefined;

async function open({ file, remembered }: Extract<BankAsk, { what: 'open' }>): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { book } = await readRaw(bytes);
  // A page over plain HTTP has no Web Crypto.
  held = { name: file.name, sha256: bytesToHex(sha256(bytes)), book: new BankBook(book, remembered) };
}

async function answer(ask: BankAsk): Promise<ReadBank> {
  if (ask.what === 'open') await open(ask);
  if (!held) throw new SheetFailure(bankWords.unreadable);
  const { book, ...file } = held;
  if (ask.what === 'map') book.mapColumn(ask.index, ask.field);
  if (ask.what === 'header') book.chooseHeader(ask.row);
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

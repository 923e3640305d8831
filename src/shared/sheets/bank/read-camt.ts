/** Reads a CAMT.053 statement (ISO 20022) as a sheet with the columns of any bank file. */
import type { Cell } from '../cells.ts';
import { XmlReader } from '../files/xml-reader.ts';
import { statementHeadings } from './read-mt940.ts';

/** The texts of an entry or of one of its transactions, by the names of their elements. */
type Texts = Map<string, string[]>;
type Entry = { texts: Texts; transactions: Texts[] };

const textOf = (texts: Texts, ...names: string[]): string =>
  names
    .flatMap((name) => texts.get(name) ?? [])
    .filter((text) => text !== '' && text !== 'NOTPROVIDED')
    .join(' ');
const firstOf = (texts: Texts, ...names: string[]): string =>
  names.map((name) => textOf(texts, name)).find(Boolean) ?? '';

/** Notes a text under its own name, and under the name of the element around it: `ValDt/Dt`. */
function note(texts: Texts, path: readonly string[], text: string): void {
  for (const name of [path.slice(-1).join('/'), path.slice(-2).join('/')])
    texts.set(name, [...(texts.get(name) ?? []), text]);
}

/** MT940 and CAMT.053 have the same four marks. An entry that is not booked has its status as the mark. */
function markOf(texts: Texts): string {
  const status = firstOf(texts, 'Ntry/Sts', 'Sts/Cd');
  if (status !== '' && status !== 'BOOK') return status;
  const side = firstOf(texts, 'Ntry/CdtDbtInd') === 'CRDT' ? 'C' : 'D';
  if (!/^(?:true|1)$/.test(firstOf(texts, 'RvslInd'))) return side;
  return side === 'D' ? 'RC' : 'RD';
}

const amountOf = (texts: Texts): number => Number(firstOf(texts, 'Ntry/Amt', 'TxDtls/Amt', 'TxAmt/Amt'));

function toRow(entry: Texts, transaction: Texts, amount: number): Cell[] {
  const both: Texts = new Map(
    [...new Set([...entry.keys(), ...transaction.keys()])].map((name) => [
      name,
      [...(transaction.get(name) ?? []), ...(entry.get(name) ?? [])],
    ]),
  );
  const day = firstOf(entry, 'ValDt/Dt', 'ValDt/DtTm', 'BookgDt/Dt', 'BookgDt/DtTm');
  const ofTransaction = firstOf(transaction, 'AcctSvcrRef', 'TxId', 'EndToEndId');
  const reference = ofTransaction || firstOf(entry, 'AcctSvcrRef', 'NtryRef');
  const text = textOf(both, 'Ustrd', 'AddtlTxInf', 'AddtlNtryInf', 'Dbtr/Nm', 'Pty/Nm', 'EndToEndId');
  return [day, amount, markOf(entry), reference, textOf(both, 'CdtrRefInf/Ref'), text];
}

/** An entry for several payments becomes a row for each, if their amounts add up to that of the entry. */
function toRows({ texts, transactions }: Entry): Cell[][] {
  const amount = amountOf(texts);
  const sum = transactions.reduce((sum, one) => sum + Math.round(amountOf(one) * 100), 0);
  if (transactions.length > 1 && sum === Math.round(amount * 100))
    return transactions.map((one) => toRow(texts, one, amountOf(one)));
  const all: Texts = new Map();
  for (const one of transactions)
    for (const [name, list] of one) all.set(name, [...(all.get(name) ?? []), ...list]);
  return [toRow(texts, all, amount)];
}

export const isCamt053 = (text: string): boolean => text.slice(0, 4000).includes('BkToCstmrStmt');

/** The statement as rows of a sheet, below the number of its account. Throws `SheetFailure`. */
export function readCamt053(text: string): Cell[][] {
  const xml = new XmlReader();
  xml.feed(text);
  const path: string[] = [];
  const accounts = new Set<string>();
  const rows: Cell[][] = [];
  let entry: Entry | undefined;
  while (xml.next()) {
    const { name } = xml;
    if (xml.isOpen) {
      path.push(name);
      if (name === 'Ntry') entry = { texts: new Map(), transactions: [] };
      if (name === 'TxDtls') entry?.transactions.push(new Map());
      continue;
    }
    const content = xml.text.trim();
    const place = path.join('/');
    if (content !== '' && entry)
      note((place.includes('/TxDtls/') && entry.transactions.at(-1)) || entry.texts, path, content);
    if (/\/Stmt\/Acct\/Id\/(?:IBAN|Othr\/Id)$/.test(place)) accounts.add(content);
    if (name === 'Ntry' && entry) {
      rows.push(...toRows(entry));
      entry = undefined;
    }
    path.pop();
  }
  return [[...accounts], [...statementHeadings], ...rows];
}

/** Finds the money that an outgoing bank row takes back: a row of the same file, or a stored payment. Pure functions. */
import { addDays } from '#shared/time/dates.ts';
import { digitsIn, plainNumber, type Token, tokensOf } from '../bank-numbers/bank-numbers-rules.ts';
import type { Candidate, Row, Unseen } from '../model.ts';

/** Within this many days a bank takes back a cheque or a transfer. */
export const takenBackWithin = 60;

/** A reference with fewer digits is a branch, and one on more rows is a batch. Neither identifies a transfer. */
const fewestDigits = 4;
const mostRows = 5;
/** A number of ours with fewer digits may be a date or a branch. */
const fewestOfOurs = 5;

/** A stored payment with all that a bank may repeat when it takes the payment back. */
export type Takable = Unseen & { marks: ReadonlySet<string>; isReturned: boolean; bill: Candidate | null };

const marksOf = (tokens: readonly Token[], fewest: number): string[] =>
  tokens.flatMap(({ number }) => (digitsIn(number) >= fewest ? [number] : []));

/** The marks of a payment: its references, and the numbers of its bill. */
export function marksOfPayment(
  references: readonly (string | null)[],
  bill: Pick<Candidate, 'invNo' | 'regNum'> | undefined,
): ReadonlySet<string> {
  const numbers = [bill?.invNo, bill?.regNum].map((number) => plainNumber(number ?? ''));
  return new Set([
    ...references.flatMap((reference) => marksOf(tokensOf(reference ?? '', []), fewestDigits)),
    ...numbers.filter((number) => digitsIn(number) >= fewestOfOurs),
  ]);
}

type InFile = {
  rows: readonly Row[];
  tokens: (row: Row) => readonly Token[];
  isOurs: (number: string) => boolean;
};

/**
 * Pairs outgoing rows with earlier incoming rows of the same amount that share a reference or one of our numbers.
 * Returns both rows of each pair.
 */
export function pairInFile({ rows, tokens, isOurs }: InFile): ReadonlySet<number> {
  const ordered = rows.toSorted((one, other) =>
    (one.day ?? '') < (other.day ?? '') ? -1 : one.day === other.day ? 0 : 1,
  );
  const references = new Map<string, number>();
  for (const { direction, reference } of rows)
    if (direction === 'in') references.set(reference, (references.get(reference) ?? 0) + 1);
  const paired = new Set<number>();
  const incoming = new Map<string, Row[]>();
  for (const row of ordered) {
    if (row.direction === 'in') {
      const isOfOne = (references.get(row.reference) ?? 0) <= mostRows;
      const marks = new Set([
        ...(isOfOne ? marksOf(tokensOf(row.reference, []), fewestDigits) : []),
        ...marksOf(tokens(row), fewestOfOurs).filter(isOurs),
      ]);
      for (const mark of marks) {
        const key = `${row.amount} ${mark}`;
        const before = incoming.get(key);
        if (before) before.push(row);
        else incoming.set(key, [row]);
      }
    }
    if (row.direction !== 'out') continue;
    const found = tokens(row)
      .flatMap(({ number }) => incoming.get(`${row.amount} ${number}`) ?? [])
      .findLast(({ row: of }) => !paired.has(of));
    if (!found) continue;
    paired.add(found.row);
    paired.add(row.row);
  }
  return paired;
}

/** Returns the latest payment that the row takes back, or had taken back before. */
export function findTakable(
  row: Pick<Row, 'amount' | 'day'>,
  tokens: readonly Token[],
  takable: readonly Takable[],
): Takable | undefined {
  const day = row.day ?? '';
  return takable.findLast(
    ({ amount, receivedOn, marks }) =>
      amount === row.amount &&
      receivedOn <= day &&
      day <= addDays(receivedOn, takenBackWithin) &&
      tokens.some(({ number }) => marks.has(number)),
  );
}

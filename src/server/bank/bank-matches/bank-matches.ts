/** Judges the rows of a bank file, when it is checked and again when it is saved. */
import type { BankRow } from '#shared/money/bank.ts';
import { toPaisa } from '#shared/money/money.ts';
import { wordsIn } from '#shared/text/loose-names.ts';
import { addDays } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { listAccountRows } from '../../counter/money-accounts/money-accounts-queries.ts';
import { mayBounce } from '../../counter/payments/payments-rules.ts';
import { mapCurrentBills } from '../../ledger/carried/carried.ts';
import { withCharges } from '../../ledger/ledger.ts';
import { listReturned } from '../../ledger/ledger-queries.ts';
import { mapYielding, runYielding, yieldToEventLoop } from '../../yielding.ts';
import {
  type Counted,
  findCounted,
  plainNumber,
  type RowKeys,
  rowKeysOf,
  shortenAs,
  shortenedIn,
  spellingsOf,
  type Token,
  tokensOf,
} from '../bank-numbers/bank-numbers-rules.ts';
import { listTakable } from '../bank-reversals/bank-reversals-queries.ts';
import {
  findTakable,
  marksOfPayment,
  pairInFile,
  type Takable,
  takenBackWithin,
} from '../bank-reversals/bank-reversals-rules.ts';
import type { Candidate, Row } from '../model.ts';
import {
  listAlike,
  listByInvNo,
  listByRegNum,
  listCandidates,
  listExistingInvNos,
  listSeen,
  listUnseen,
  listUnseenPushed,
  listZeroLengths,
} from './bank-matches-queries.ts';
import {
  bringsMoney,
  Judge,
  type Judged,
  type MatchData,
  partsOf,
  settledWithin,
} from './bank-matches-rules.ts';

type JudgedAccount = { id: number; prefix: string; numbering: 'voucher' | 'student' };
export type Judging = {
  account: JudgedAccount;
  rows: readonly BankRow[];
  today: string;
  /** The other campuses of the school that this person may view. */
  others: readonly Scope[];
  /** Whether to search for similar bills as suggestions. They do not affect the verdicts. */
  hasSuggestions: boolean;
};
/** The rows with their keys and verdicts. */
export type JudgedFile = { rows: Row[]; keys: string[]; judged: Judged[]; judge: Judge };

/** Similar bills are searched in this many of the latest billings, and at most `mostAlike` bills are read. */
const alikeBillings = 12;
const mostAlike = 5000;
/** Only words with at least this many letters are compared with names. */
const fewestLetters = 3;
const rowsAtOnce = 500;

const toRow = ({ amount, balance, ...row }: BankRow): Row => ({
  ...row,
  amount: toPaisa(amount),
  balance: balance === null ? null : toPaisa(balance),
});

const spellAll = (numbers: Iterable<string>, lengths: readonly number[]): string[] => [
  ...new Set([...numbers].flatMap((number) => spellingsOf(number, lengths))),
];

const byPlain = (bills: readonly Candidate[], stored: (bill: Candidate) => string | null) =>
  Map.groupBy(bills, (bill) => plainNumber(stored(bill) ?? ''));

/** Finds bills whose number a spreadsheet has shortened to the number in the row. */
function findShortened(rows: readonly Row[], bills: readonly Candidate[]) {
  const textsOf = ({ number, text }: Row): string[] => [number, text].flatMap(shortenedIn);
  const lengths = new Map(rows.flatMap(textsOf).map((short) => [short.indexOf('e'), short]));
  const byShort = new Map<string, Candidate[]>();
  for (const sample of lengths.values())
    for (const bill of bills)
      for (const number of [bill.invNo, bill.regNum]) {
        if (number === null || !/^\d+$/.test(number)) continue;
        const short = shortenAs(number, sample);
        byShort.set(short, [...(byShort.get(short) ?? []), bill]);
      }
  return (row: Row): Candidate[] => textsOf(row).flatMap((short) => byShort.get(short) ?? []);
}

/**
 * Finds bills with the same amount as a row, and with a name that shares a word with the row's text or with a number
 * that a spreadsheet has shortened.
 */
async function findAlike(scope: Scope, rows: readonly Row[]): Promise<MatchData['alike']> {
  const amounts = [...new Set(rows.map(({ amount }) => amount))];
  const found = await listAlike(scope, { amounts, billings: alikeBillings, most: mostAlike });
  const bills = await withCharges(scope, found);
  const byWord = new Map<string, Candidate[]>();
  for (const bill of bills)
    for (const word of new Set(wordsIn(bill.name)))
      if (word.length >= fewestLetters) byWord.set(word, [...(byWord.get(word) ?? []), bill]);
  const shortened = findShortened(rows, bills);
  return (row) =>
    [...shortened(row), ...wordsIn(row.text).flatMap((word) => byWord.get(word) ?? [])].filter(
      ({ total, amountAfterDueDate }) => total === row.amount || amountAfterDueDate === row.amount,
    );
}

async function findElsewhere(
  others: readonly Scope[],
  numbers: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (numbers.size === 0) return found;
  for (const other of others) {
    const spelled = spellAll(numbers, await listZeroLengths(other, 'invNo'));
    for (const invNo of await listExistingInvNos(other, spelled))
      found.set(plainNumber(invNo), other.campus.name);
  }
  return found;
}

/** Returns the newer bills to which carried bills were carried, by the id of the carried bill. */
async function findCurrentBills(scope: Scope, bills: readonly Candidate[]): Promise<Map<number, Candidate>> {
  const carried = bills.filter(({ status }) => status === 'carried').map(({ id }) => id);
  const at = await mapCurrentBills(scope, carried);
  const newer = await withCharges(scope, await listCandidates(scope, [...new Set(at.values())]));
  const byID = new Map(newer.map((bill) => [bill.id, bill]));
  return new Map(
    [...at].flatMap(([id, now]) => (byID.has(now) ? [[id, byID.get(now) as Candidate] as const] : [])),
  );
}

/** Finds the rows that were already saved for the account, or may have been. */
async function findSeen(
  scope: Scope,
  accountID: number,
  { rows, rowKeys }: { rows: readonly Row[]; rowKeys: readonly RowKeys[] },
): Promise<Counted> {
  const days = new Set(rows.flatMap((row) => (bringsMoney(row) && row.day !== null ? row.day : [])));
  return findCounted(rowKeys, await listSeen(scope, { accountID, days: [...days] }));
}

/**
 * Returns the payments that billers reported for this account shortly before the days of these rows, and their bills.
 */
async function findPushed(
  scope: Scope,
  accountID: number,
  income: readonly Row[],
): Promise<Pick<MatchData, 'pushed' | 'pushedFor'>> {
  const days = income.flatMap(({ day }) => day ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { pushed: new Map(), pushedFor: new Map() };
  const from = addDays(first, -settledWithin);
  const payments = await listUnseenPushed(scope, { accountID, from, to: last });
  const billIDs = [...new Set(payments.map(({ billID }) => billID))];
  const bills = await withCharges(scope, await listCandidates(scope, billIDs));
  return {
    pushed: Map.groupBy(payments, ({ reference }) => plainNumber(reference)),
    pushedFor: new Map(bills.map((bill) => [bill.id, bill])),
  };
}

/** Returns the stored payments that outgoing rows of this account may take back. */
async function findTakables(scope: Scope, accountID: number, rows: readonly Row[]): Promise<Takable[]> {
  const out = rows.filter(({ direction, day }) => direction === 'out' && day !== null);
  const days = out.flatMap(({ day }) => day ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const amounts = [...new Set(out.map(({ amount }) => amount))];
  const from = addDays(first, -takenBackWithin);
  const payments = await listTakable(scope, { accountID, amounts, from, to: last });
  const ids = payments.flatMap(({ billID }) => billID ?? []);
  const bills = await withCharges(scope, await listCandidates(scope, [...new Set(ids)]));
  const byID = new Map(bills.map((bill) => [bill.id, bill]));
  const returned = new Set(
    await listReturned(
      scope,
      payments.map(({ paymentID }) => paymentID),
    ),
  );
  return payments.map(({ billID, reference, bankReference, method, source, ...payment }) => {
    const bill = byID.get(billID ?? 0);
    return {
      ...payment,
      billID: billID ?? 0,
      bill: bill ?? null,
      marks: marksOfPayment([reference, bankReference], bill),
      isReturned: returned.has(payment.paymentID),
      mayBounce: mayBounce({ method, source }),
    };
  });
}

/** Returns the tokens of each part of a row, by the number of the row. */
async function mapTokens(
  scope: Scope,
  prefix: string,
  rows: readonly Row[],
): Promise<(row: Row) => Token[][]> {
  // A biller's number may stand in the statement of any account, with the biller's prefix.
  const accounts = (await listAccountRows(scope)).filter(({ endedAt }) => endedAt === null);
  const prefixes = [...new Set([prefix, ...accounts.map((one) => one.prefix)])].filter(Boolean);
  const tokens = new Map(
    await mapYielding(
      rows,
      (row) => [row.row, partsOf(row).map((part) => tokensOf(part, prefixes))] as const,
    ),
  );
  return ({ row }) => tokens.get(row) ?? [];
}

type Reversals = Pick<MatchData, 'cancelled' | 'takenBack'>;
/** `fresh`: the rows that were not saved before. The money of a saved row is a stored payment. */
type Reversible = {
  rows: readonly Row[];
  fresh: readonly Row[];
  tokens: (row: Row) => Token[];
  byNumber: readonly ReadonlyMap<string, unknown>[];
};

/** Finds the rows of the file that cancel each other, and the stored payments that its rows take back. */
async function findReversals(
  scope: Scope,
  accountID: number,
  { rows, fresh, tokens, byNumber }: Reversible,
): Promise<Reversals> {
  const takable = Map.groupBy(await findTakables(scope, accountID, rows), ({ amount }) => amount);
  return {
    cancelled: pairInFile({
      rows: fresh,
      tokens,
      isOurs: (number) => byNumber.some((bills) => bills.has(number)),
    }),
    takenBack: (row) => findTakable(row, tokens(row), takable.get(row.amount) ?? []),
  };
}

/**
 * Loads all data that the judge needs for these rows. Rows without a matching voucher number are also searched by
 * registration number, in other campuses and by amount.
 */
async function look(
  scope: Scope,
  { account, rows, others, today, hasSuggestions }: Omit<Judging, 'rows'> & { rows: Row[] },
  rowKeys: readonly RowKeys[],
): Promise<MatchData> {
  const { prefix, numbering } = account;
  const tokensAt = await mapTokens(scope, prefix, rows);
  const tokens = (row: Row): Token[] => tokensAt(row).flat();
  const income = rows.filter(bringsMoney);
  const numbers = new Map(income.map((row) => [row.row, tokens(row).map(({ number }) => number)]));
  const all = new Set([...numbers.values()].flat());
  const vouchers = await listByInvNo(scope, spellAll(all, await listZeroLengths(scope, 'invNo')));
  const existing = new Set(vouchers.map(({ invNo }) => plainNumber(invNo ?? '')));
  const isOfStudent = numbering === 'student';
  const left = income.filter(({ row }) => !numbers.get(row)?.some((number) => existing.has(number)));
  const searched = new Set((isOfStudent ? income : left).flatMap(({ row }) => numbers.get(row) ?? []));
  const students = await listByRegNum(scope, {
    regNums: searched.size === 0 ? [] : spellAll(searched, await listZeroLengths(scope, 'regNum')),
    isOpen: !isOfStudent,
  });
  const [ofVouchers, ofStudents] = [await withCharges(scope, vouchers), await withCharges(scope, students)];
  const ids = [...new Set([...ofVouchers, ...ofStudents].map(({ id }) => id))];
  const unseen = await listUnseen(scope, { billIDs: ids, accountID: account.id });
  const counted = await findSeen(scope, account.id, { rows, rowKeys });
  const fresh = rows.filter((_, at) => !counted.seen.has(rowKeys[at]?.key ?? ''));
  const byInvNo = byPlain(ofVouchers, ({ invNo }) => invNo);
  const byRegNum = byPlain(ofStudents, ({ regNum }) => regNum);
  return {
    ...counted,
    byInvNo,
    byRegNum,
    ...(await findReversals(scope, account.id, { rows, fresh, tokens, byNumber: [byInvNo, byRegNum] })),
    currentBills: await findCurrentBills(scope, ofVouchers),
    unseen: Map.groupBy(unseen, ({ billID }) => billID),
    ...(await findPushed(scope, account.id, income)),
    elsewhere: await findElsewhere(others, new Set(left.flatMap(({ row }) => numbers.get(row) ?? []))),
    alike: hasSuggestions ? await findAlike(scope, left) : () => [],
    tokens: tokensAt,
    numbering,
    today,
    closedUntil: scope.campus.closedUntil,
    rules: scope.campus,
  };
}

/** Judges the rows by day, in the order in which the money arrived. Returns them in the order of the file. */
export async function judgeFile(scope: Scope, judging: Judging): Promise<JudgedFile> {
  const rows = judging.rows.map(toRow);
  const rowKeys = await runYielding(rowKeysOf(rows));
  const keys = rowKeys.map(({ key }) => key);
  const judge = new Judge(await look(scope, { ...judging, rows }, rowKeys));
  const order = rows
    .map((_, at) => at)
    .sort((one, other) => {
      const [a = '', b = ''] = [rows[one]?.day ?? '', rows[other]?.day ?? ''];
      return a < b ? -1 : a > b ? 1 : one - other;
    });
  const judged: Judged[] = [];
  for (const [count, at] of order.entries()) {
    judged[at] = judge.judge(rows[at] as Row, keys[at] ?? '');
    if (count % rowsAtOnce === rowsAtOnce - 1) await yieldToEventLoop();
  }
  return { rows, keys, judged, judge };
}

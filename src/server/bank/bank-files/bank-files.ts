/**
 * Checks and saves a bank file with the same `Judge`. A save judges each row again. A row whose verdict has changed
 * since the check is not saved, and the answer lists it. A save is one transaction under the campus lock.
 */

import { hash } from 'node:crypto';
import type { BankDecision, BankFile, JudgedRow, SavedBankFile } from '#shared/calls/bank-files.ts';
import { Failure } from '#shared/failures.ts';
import type { BankHeading, BankRow } from '#shared/money/bank.ts';
import type { PaymentMethod } from '#shared/money/ledger.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import type { DueRules } from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { findAccountRow } from '../../counter/money-accounts/money-accounts-queries.ts';
import {
  afterPayment,
  conflict,
  publish,
  recordMoney,
  todayOf,
  updateAfterMoneyChange,
} from '../../counter/payments/payments.ts';
import { type AllocationRow, listAllocations } from '../../counter/payments/payments-queries.ts';
import { isLive } from '../../counter/payments/payments-rules.ts';
import {
  insertAdjustments,
  listWaivers,
  voidAdjustments,
} from '../../ledger/adjustments/adjustments-queries.ts';
import { needsDelete } from '../../ledger/adjustments/adjustments-rules.ts';
import { mapFacts, withCharges } from '../../ledger/ledger.ts';
import {
  endAllocations,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  listOwed,
  listReturned,
  voidPayments,
} from '../../ledger/ledger-queries.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { type JudgedFile, judgeFile } from '../bank-matches/bank-matches.ts';
import {
  endRows,
  findFile,
  findFileBySave,
  insertBankRows,
  insertFile,
  listCounting,
  listFileRows,
  listWaived,
  setFileUndone,
} from './bank-files-queries.ts';
import { type Payee, type Plan, type Posting, planPostings, toJudgedAnswer } from './bank-files-rules.ts';

type Checking = { accountID: number; rows: BankRow[] };
export type SavingBankFile = Checking & {
  saveID: string;
  file: { name: string; sha256: string };
  headings: BankHeading[];
  decisions: BankDecision[];
};

const methodOf = { bank: 'bank', wallet: 'wallet', biller: 'online' } as const satisfies Record<
  string,
  PaymentMethod
>;

/** Returns the account of the file. Fails if the account cannot have bank files. */
async function needBankAccount(scope: Scope, accountID: number) {
  const account = await findAccountRow(scope, accountID);
  if (!account) throw new Failure('notFound', failureWords.notFound);
  if (account.endedAt !== null) throw conflict(moneyRefusals.accountEnded);
  if (account.kind === 'cash') throw conflict(moneyRefusals.noBankFile);
  return { ...account, method: methodOf[account.kind] };
}
type Account = Awaited<ReturnType<typeof needBankAccount>>;

const needView = ({ rights }: Scope): void => {
  if (!rights.view) throw new Failure('forbidden', failureWords.forbidden);
};

/** Returns a verdict for each row. Saves nothing. */
export async function checkBankFile(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'now'>,
  { accountID, rows, others }: Checking & { others: readonly Scope[] },
): Promise<{ rows: JudgedRow[] }> {
  needView(scope);
  const account = await needBankAccount(scope, accountID);
  const today = todayOf(scope, deps.now().toISOString());
  const found = await judgeFile(scope, { account, rows, today, others, hasSuggestions: true });
  return {
    rows: found.judged.map((judged, at) =>
      toJudgedAnswer(judged, found.rows[at] as (typeof found.rows)[number], scope.campus),
    ),
  };
}

/**
 * Returns the chosen bills with their present amounts. Bills of another campus and deleted bills are missing in the
 * result.
 */
async function mapPayees(scope: Scope, decisions: readonly BankDecision[]): Promise<Map<number, Payee>> {
  const ids = [...new Set(decisions.map(({ billID }) => billID))];
  const bills = await withCharges(scope, await listOwed(scope, ids));
  return new Map(bills.map((bill) => [bill.id, bill]));
}

function plan(
  { rows, keys, judged }: JudgedFile,
  decisions: readonly BankDecision[],
  { bills, rules }: { bills: Map<number, Payee>; rules: DueRules },
): Plan {
  const byRow = new Map(decisions.map((decision) => [decision.row, decision]));
  const decided = rows.flatMap((row, at) => {
    const decision = byRow.get(row.row);
    const is = judged[at];
    return decision && is ? [{ decision, row, key: keys[at] ?? '', judged: is }] : [];
  });
  if (decided.length < decisions.length)
    throw new Failure('invalid', moneyRefusals.rowNotSaved, [
      { path: 'decisions', message: moneyRefusals.rowNotSaved },
    ]);
  return planPostings(decided, bills, rules);
}

type Writing = { account: Account; fileID: number; fileName: string; now: string };

/** Waives the unpaid late fines. Returns the ids of the waivers, by the index of their postings. */
async function waive(
  scope: Scope,
  postings: readonly Posting[],
  { fileID, fileName, now }: Writing,
): Promise<Map<number, number>> {
  const waived = postings.flatMap((posting, at) => (posting.waives > 0 ? [{ ...posting, at }] : []));
  if (waived.length === 0) return new Map();
  const factsOf = await mapFacts(
    scope,
    waived.map(({ bill }) => bill.id),
  );
  for (const { bill, waives: amount } of waived)
    if (!scope.rights.delete && needsDelete(bill, { kind: 'waiver', amount }, factsOf(bill.id).adjustments))
      throw new Failure('forbidden', moneyRefusals.needsDelete);
  const clientIDOf = (at: number): string => `bank ${fileID} ${at}`;
  const day = todayOf(scope, now);
  await insertAdjustments(
    scope,
    waived.map(({ bill, waives, at }) => ({
      ...{ billID: bill.id, kind: 'waiver' as const, ofLateFine: 1, amount: waives, reason: fileName, day },
      ...{ clientID: clientIDOf(at), createdAt: now, createdBy: scope.userID },
    })),
  );
  const ids = await listWaivers(
    scope,
    waived.map(({ at }) => clientIDOf(at)),
  );
  return new Map(waived.map(({ at }) => [at, ids.get(clientIDOf(at)) ?? 0]));
}

/**
 * Stores payments for the rows that are not joined to an existing one. Returns all payments in the order of the
 * postings.
 */
async function pay(
  scope: Scope,
  postings: readonly Posting[],
  { account, now }: Writing,
): Promise<{ id: number; receiptNo: number }[]> {
  const fresh = postings.filter(({ paymentID }) => paymentID === null);
  const first = await findNextReceipt(scope);
  const ids =
    fresh.length === 0
      ? []
      : await insertPayments(
          scope,
          fresh.map(({ row, key, bill }, at) => ({
            ...{ receiptNo: first + at, amount: row.amount, method: account.method, accountID: account.id },
            ...{
              receivedOn: row.day ?? '',
              regNum: bill.regNum,
              billID: bill.id,
              reference: row.reference || row.number || null,
            },
            ...{
              source: 'bank' as const,
              sourceKey: `${account.id} ${key}`,
              createdAt: now,
              createdBy: scope.userID,
            },
          })),
        );
  const settling = fresh.flatMap(({ bill: { id: billID, groupID, name, regNum }, settles: amount }, at) =>
    amount === 0 ? [] : [{ paymentID: ids[at] ?? 0, billID, groupID, name, regNum, amount, createdAt: now }],
  );
  if (settling.length > 0) await insertAllocations(scope, settling);
  let at = -1;
  return postings.map(({ paymentID }) => {
    if (paymentID !== null) return { id: paymentID, receiptNo: 0 };
    at += 1;
    return { id: ids[at] ?? 0, receiptNo: first + at };
  });
}

async function keepRows(
  scope: Scope,
  postings: readonly Posting[],
  {
    account,
    fileID,
    now,
    paymentIDs,
    waivers,
  }: Writing & { paymentIDs: number[]; waivers: Map<number, number> },
): Promise<void> {
  await insertBankRows(
    scope,
    postings.map(({ row, key, match, isByHand }, at) => ({
      ...{ fileID, accountID: account.id, key, day: row.day ?? '', amount: row.amount },
      ...{ reference: row.reference || row.number, text: row.text, match, paymentID: paymentIDs[at] ?? 0 },
      ...{ waiverID: waivers.get(at) ?? null, byHand: Number(isByHand), createdAt: now },
    })),
  );
}

/**
 * Up to this many payments get one entry each in the audit log. If there are more, each billing gets one entry that
 * lists its bills.
 */
const mostSingle = 20;
const settledBillOf = ({ bill: { id: billID, groupID, name, regNum } }: Posting) => ({
  billID,
  groupID,
  name,
  regNum,
});

async function recordPosted(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'recordChange'>,
  {
    posted,
    now: at,
  }: { posted: { posting: Posting; payment: { id: number; receiptNo: number } }[]; now: string },
): Promise<void> {
  if (posted.length <= mostSingle) {
    for (const { posting, payment } of posted) {
      const details = { receiptNo: payment.receiptNo, amount: posting.row.amount };
      await recordMoney(scope, deps, {
        what: 'paymentReceived',
        payment,
        of: [settledBillOf(posting)],
        details,
        now: at,
      });
    }
    return;
  }
  for (const [groupID, list] of Map.groupBy(posted, ({ posting }) => posting.bill.groupID)) {
    const before = Map.groupBy(list, ({ posting }) => posting.bill.status);
    const bills = Object.fromEntries(
      [...before].map(([status, same]) => [status, same.map(({ posting }) => posting.bill.id)]),
    );
    const amount = list.reduce((sum, { posting }) => sum + posting.row.amount, 0);
    const details = { payments: list.length, amount };
    await deps.recordChange(scope, {
      what: 'bankPaymentsPosted',
      at,
      about: { kind: 'group', id: groupID, groupID },
      bills,
      details,
    });
  }
}

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

type Stored = Omit<SavedBankFile, 'fileID'>;

function answerOf({ postings, changed }: Plan, rows: number): Stored {
  const posted = postings.filter(({ act }) => act !== 'join');
  return {
    posted: posted.length,
    sum: toRupees(sumOf(posted.map(({ row }) => row))),
    joined: postings.length - posted.length,
    changed,
    skipped: rows - postings.length,
  };
}

/** Saves the decisions. Repeating the request has no further effect. */
async function save(
  scope: Scope,
  deps: MoneyNeeds,
  { request, others, now }: { request: SavingBankFile; others: readonly Scope[]; now: string },
): Promise<{ answer: SavedBankFile; of: ReturnType<typeof settledBillOf>[] }> {
  const { saveID, file, headings, decisions, accountID, rows } = request;
  const content = hash('sha256', JSON.stringify({ accountID, file, headings, rows, decisions }));
  const again = await findFileBySave(scope, saveID);
  if (again && again.content !== content) throw conflict(failureWords.clientIDUsed);
  if (again) return { answer: { fileID: again.id, ...(JSON.parse(again.answer) as Stored) }, of: [] };
  const account = await needBankAccount(scope, accountID);
  const found = await judgeFile(scope, {
    ...{ account, rows, others, today: todayOf(scope, now) },
    hasSuggestions: false,
  });
  const planned = plan(found, decisions, {
    bills: await mapPayees(scope, decisions),
    rules: scope.campus,
  });
  const { postings, refusal, isAbsent } = planned;
  if (isAbsent) throw new Failure('notFound', failureWords.notFound);
  if (refusal) {
    const path = `decisions.${decisions.findIndex(({ row }) => row === refusal.row)}`;
    throw new Failure('conflict', refusal.message, [{ path, message: refusal.message }]);
  }
  const stored = answerOf(planned, rows.length);
  const fileID = await insertFile(scope, {
    ...{ accountID, name: file.name, sha256: file.sha256, rows: rows.length, sum: sumOf(found.rows) },
    ...{ headings: JSON.stringify(headings), saveID, content, answer: JSON.stringify(stored) },
    ...{ createdAt: now, createdBy: scope.userID },
  });
  const writing = { account, fileID, fileName: file.name, now };
  const waivers = await waive(scope, postings, writing);
  const payments = await pay(scope, postings, writing);
  if (postings.length > 0)
    await keepRows(scope, postings, { ...writing, waivers, paymentIDs: payments.map(({ id }) => id) });
  const posted = postings.flatMap((posting, at) => {
    const payment = payments[at];
    return posting.paymentID === null && payment ? [{ posting, payment }] : [];
  });
  const of = posted.map(({ posting }) => settledBillOf(posting));
  await updateAfterMoneyChange(scope, deps, { of, ...afterPayment(now) });
  await recordPosted(scope, deps, { posted, now });
  const about = { kind: 'bankFile', id: fileID, name: file.name } as const;
  const details = { posted: stored.posted, amount: toPaisa(stored.sum), joined: stored.joined };
  await deps.recordChange(scope, { what: 'bankFileSaved', at: now, about, details });
  return { answer: { fileID, ...stored }, of };
}

export async function saveBankFile(
  scope: Scope,
  deps: MoneyNeeds,
  { others, ...request }: SavingBankFile & { others: readonly Scope[] },
): Promise<SavedBankFile> {
  needView(scope);
  const now = deps.now().toISOString();
  const { answer, of } = await withCampusLock(scope, (scope) =>
    // The scopes of the other campuses use the same transaction, because SQLite has no second connection for them.
    save(scope, deps, { request, others: others.map((other) => ({ ...other, db: scope.db })), now }),
  );
  publish(scope, deps, of);
  return answer;
}

/** Returns a page of the saved bank files. */
export async function showBankFiles(
  scope: Scope,
  { after, take }: { after: number; take: number },
): Promise<{ items: BankFile[]; next: number | null }> {
  const rows = await listFileRows(scope, { after, take: take + 1 });
  const shown = rows.slice(0, take);
  return {
    items: shown.map(({ answer, by, sum, ...row }) => {
      const { posted, joined, sum: postedSum } = JSON.parse(answer) as Stored;
      return { ...row, by: by ?? '', sum: toRupees(sum), posted, joined, postedSum };
    }),
    next: rows.length > take ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Voids the waivers of a file. Returns the bills of the waivers. */
async function takeBackWaived(scope: Scope, fileID: number, now: string) {
  const waived = await listWaived(scope, fileID);
  await voidAdjustments(
    scope,
    waived.map(({ id }) => id),
    { now },
  );
  const bills = await listOwed(
    scope,
    waived.map(({ billID }) => billID),
  );
  return bills.map(({ id: billID, groupID, name, regNum }) => ({ billID, groupID, name, regNum }));
}

/** Undoes a whole file. The payments it made become void, and its rows can be saved again from another file. */
export async function undoBankFile(
  scope: Scope,
  deps: MoneyNeeds,
  id: number,
): Promise<{ voided: number; parted: number }> {
  const now = deps.now().toISOString();
  const { answer, of } = await withCampusLock(scope, async (scope) => {
    const file = await findFile(scope, id);
    if (!file) throw new Failure('notFound', failureWords.notFound);
    if (file.undoneAt !== null) throw conflict(moneyRefusals.fileUndone);
    const counting = await listCounting(scope, id);
    const made = counting.filter(({ source }) => source === 'bank');
    const paymentIDs = made.map(({ paymentID }) => paymentID);
    const [returned] = await listReturned(scope, paymentIDs);
    if (returned !== undefined)
      throw conflict(
        moneyRefusals.fileReturned(made.find((row) => row.paymentID === returned)?.receiptNo ?? 0),
      );
    const settling: AllocationRow[] = (await listAllocations(scope, paymentIDs)).filter(isLive);
    await endAllocations(
      scope,
      settling.map((one) => one.id),
      now,
    );
    const waived = await takeBackWaived(scope, id, now);
    await endRows(
      scope,
      counting.map((row) => row.id),
      now,
    );
    await voidPayments(scope, paymentIDs, { now, reason: file.name });
    const of = [...settling, ...waived];
    await setFileUndone(scope, id, now);
    await updateAfterMoneyChange(scope, deps, { of, now, paidSince: file.createdAt });
    const details = { voided: made.length, parted: counting.length - made.length };
    const about = { kind: 'bankFile', id, name: file.name } as const;
    await deps.recordChange(scope, { what: 'bankFileUndone', at: now, about, details });
    return { answer: details, of };
  });
  publish(scope, deps, of);
  return answer;
}

import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { Payment } from '#shared/calls/payments.ts';
import { largestPage } from '#shared/limits.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { type FetchedFile, fetchFile, send } from '../../lib/send.ts';

/** How to find a family: by a typed or scanned text, or by one of its bills. */
export type Wanted = { text: string } | { billID: number };

export const openBillsQuery = (wanted: Wanted, day: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'open', wanted, day],
    queryFn: ({ signal }) => send('GET /Payments/Find', { query: { ...wanted, day } }, signal),
  });

async function fetchAll(
  query: Omit<InputOf<'GET /Payments'>['query'], 'after' | 'take'>,
  signal: AbortSignal,
): Promise<Payment[]> {
  const all: Payment[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page: AnswerOf<'GET /Payments'> = await send(
      'GET /Payments',
      { query: { ...query, after, take: largestPage } },
      signal,
    );
    all.push(...page.items);
    after = page.next;
  }
  return all;
}

/** The receipts of one day at the counter, the latest first. */
export const receiptsQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'day', day],
    queryFn: ({ signal }) => fetchAll({ from: day, to: day, source: 'counter' }, signal),
  });

/** All payments for a bill, the latest first. */
export const paymentsOfBillQuery = (billID: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'bill', billID],
    queryFn: ({ signal }) => fetchAll({ billID }, signal),
  });

/** The adjustments of a bill, the latest first. */
export const adjustmentsQuery = (billID: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'adjustments', billID],
    queryFn: ({ signal }) => send('GET /GroupContacts/:id/Adjustments', { params: { id: billID } }, signal),
  });

export const dayBookQuery = (day: string) =>
  queryOptions({
    queryKey: [...keys.payments, 'book', day],
    queryFn: ({ signal }) => send('GET /Payments/DayBook', { query: { day } }, signal),
  });

export const receiptQuery = (paymentID: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'receipt', paymentID],
    queryFn: ({ signal }) => send('GET /Payments/:id/Receipt', { params: { id: paymentID } }, signal),
  });

/** Hands out the receipt as a file for printing. The server marks every file after the first as a duplicate. */
export const handOutReceipt = (id: number, given?: number): Promise<FetchedFile> =>
  fetchFile('POST /Payments/:id/Receipt/Print', {
    params: { id },
    body: given === undefined ? {} : { given },
  });

/** The messages about a payment, and whether another message can be sent now. */
export const receiptMessagesQuery = (paymentID: number) =>
  queryOptions({
    queryKey: [...keys.outbox, 'receipt', paymentID],
    queryFn: ({ signal }) => send('GET /Payments/:id/Messages', { params: { id: paymentID } }, signal),
  });

export async function sendReceipt(id: number): Promise<void> {
  const messages = await send('POST /Payments/:id/Messages', { params: { id } });
  queryClient.setQueryData(receiptMessagesQuery(id).queryKey, messages);
}

/** Reloads all data of this page that shows money. Other open pages reload because of a live event. */
const reload = (): Promise<unknown> =>
  Promise.all(
    [keys.payments, keys.families, keys.allBills, keys.groups, keys.found, keys.today, keys.plans].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );

export async function receive(body: InputOf<'POST /Payments'>['body']): Promise<AnswerOf<'POST /Payments'>> {
  const answer = await send('POST /Payments', { body });
  void reload();
  return answer;
}

/**
 * Uses credit to pay bills. The data is reloaded even after a failure, because somebody else may have used the credit.
 */
export async function allocateCredit(
  credits: InputOf<'POST /Payments/Allocate'>['body']['credits'],
): Promise<Payment[]> {
  try {
    return (await send('POST /Payments/Allocate', { body: { credits } })).payments;
  } finally {
    void reload();
  }
}

export async function voidPayment(id: number, reason: string): Promise<void> {
  await send('POST /Payments/:id/Void', { params: { id }, body: { reason } });
  await reload();
}

export async function returnPayment(
  id: number,
  body: InputOf<'POST /Payments/:id/Return'>['body'],
): Promise<void> {
  await send('POST /Payments/:id/Return', { params: { id }, body });
  await reload();
}

export async function countCash(body: InputOf<'POST /Payments/CashCounts'>['body']): Promise<void> {
  const book = await send('POST /Payments/CashCounts', { body });
  queryClient.setQueryData(dayBookQuery(book.day).queryKey, book);
}

export async function adjustBill(
  id: number,
  body: InputOf<'POST /GroupContacts/:id/Adjust'>['body'],
): Promise<void> {
  await send('POST /GroupContacts/:id/Adjust', { params: { id }, body });
  await reload();
}

export async function voidAdjustment(id: number, reason: string): Promise<void> {
  await send('POST /Adjustments/:id/Void', { params: { id }, body: { reason } });
  await reload();
}

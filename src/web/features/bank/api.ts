import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 20;

/** The saved bank files, the latest first. */
export const bankFilesQuery = infiniteQueryOptions({
  queryKey: [...keys.payments, 'bankFiles'],
  queryFn: ({ pageParam, signal }) =>
    send('GET /BankFiles', { query: { after: pageParam, take: pageSize } }, signal),
  initialPageParam: 0,
  getNextPageParam: (last) => last.next ?? undefined,
});

export async function checkFile(accountID: number, rows: BankRow[]): Promise<JudgedRow[]> {
  return (await send('POST /BankFiles/Check', { body: { accountID, rows } })).rows;
}

/** Reloads all data of this page that shows money. Other open pages reload because of a live event. */
const reload = (): Promise<unknown> =>
  Promise.all(
    [keys.payments, keys.families, keys.allBills, keys.groups, keys.found, keys.today, keys.plans].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );

export async function saveFile(
  body: InputOf<'POST /BankFiles'>['body'],
): Promise<AnswerOf<'POST /BankFiles'>> {
  const answer = await send('POST /BankFiles', { body });
  void reload();
  return answer;
}

/** Books a bounced cheque or a returned transfer. */
export async function takeBack(
  id: number,
  body: InputOf<'POST /Payments/:id/Return'>['body'],
): Promise<void> {
  await send('POST /Payments/:id/Return', { params: { id }, body });
  void reload();
}

export async function undoFile(id: number): Promise<AnswerOf<'POST /BankFiles/:id/Undo'>> {
  const answer = await send('POST /BankFiles/:id/Undo', { params: { id } });
  await reload();
  return answer;
}

/** Finds families by a search text, with the amounts that they owe on `day`. */
export const findPayers = (text: string, day: string): Promise<AnswerOf<'GET /Payments/Find'>> =>
  send('GET /Payments/Find', { query: { text, day } });

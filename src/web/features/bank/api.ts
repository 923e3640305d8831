import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { BankRow, JudgedRow } from '#shared/calls/bank-files.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

const pageSize = 20;

/** The statements that were gone through, the latest first. */
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

/** What shows money, and is asked again after it changed here: others hear of it by the live event. */
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

export async function undoFile(id: number): Promise<AnswerOf<'POST /BankFiles/:id/Undo'>> {
  const answer = await send('POST /BankFiles/:id/Undo', { params: { id } });
  await reload();
  return answer;
}

/** Who owes what on the day of a row. */
export const findPayers = (text: string, day: string): Promise<AnswerOf<'GET /Payments/Find'>> =>
  send('GET /Payments/Find', { query: { text, day } });

import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

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

export async function saveFile(
  body: InputOf<'POST /BankFiles'>['body'],
): Promise<AnswerOf<'POST /BankFiles'>> {
  const answer = await send('POST /BankFiles', { body });
  void reloadAfter('POST /BankFiles');
  return answer;
}

/** Books a bounced cheque or a returned transfer. */
export const takeBack = (id: number, body: InputOf<'POST /Payments/:id/Return'>['body']) =>
  sendWrite('POST /Payments/:id/Return', { params: { id }, body });

export const undoFile = (id: number) => sendWrite('POST /BankFiles/:id/Undo', { params: { id } });

/** Finds families by a search text, with the amounts that they owe on `day`. */
export const findPayers = (text: string, day: string): Promise<AnswerOf<'GET /Payments/Find'>> =>
  send('GET /Payments/Find', { query: { text, day } });

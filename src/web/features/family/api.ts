import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export type Who = { billID: number } | { number: string } | { studentID: number };

/** Finds a family by one of its bills, by a number, or by a student. It is null if there is no such family. */
export const familyQuery = (who: Who) =>
  queryOptions({
    queryKey: [...keys.families, who],
    queryFn: async ({ signal }) => {
      try {
        return await send('GET /Families/One', { query: who }, signal);
      } catch (error) {
        if (error instanceof Failure && error.code === 'notFound') return null;
        throw error;
      }
    },
  });

/** Reloads all data that depends on a family's numbers. Call it after a number was changed. */
const reloadAll = (): Promise<unknown> =>
  Promise.all(
    [keys.families, keys.allBills, keys.groups, keys.plans, keys.outbox, keys.students, keys.found].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );

export async function correctNumber(
  body: InputOf<'POST /Families/CorrectNumber'>['body'],
): Promise<AnswerOf<'POST /Families/CorrectNumber'>> {
  const answer = await send('POST /Families/CorrectNumber', { body });
  await reloadAll();
  return answer;
}

export async function undoCorrection(
  correctionID: number,
): Promise<AnswerOf<'POST /Families/UndoCorrection'>> {
  const answer = await send('POST /Families/UndoCorrection', { body: { correctionID } });
  await reloadAll();
  return answer;
}

/** Returns the address of the family's page for this number. */
export const makeLink = async (number: string): Promise<string> =>
  (await send('POST /Families/Link', { body: { number } })).url;

export const revokeLink = (number: string): Promise<unknown> =>
  send('POST /Families/Link/Revoke', { body: { number } });

export async function labelNumber(number: string, label: string): Promise<void> {
  await send('PUT /Families/Label', { body: { number, label } });
  await queryClient.invalidateQueries({ queryKey: keys.families });
}

/** The promises to pay of the family that has these numbers, the latest first. */
export const promisesQuery = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: [...keys.promises, ...numbers],
    queryFn: ({ signal }) =>
      send('GET /Families/Promises', { query: { numbers: numbers.join(',') } }, signal),
    enabled: numbers.length > 0,
  });

const reloadPromises = (): Promise<unknown> =>
  Promise.all(
    [keys.promises, keys.today, keys.reminders, keys.plans].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

export async function notePromise(body: InputOf<'POST /Families/Promises'>['body']): Promise<void> {
  await send('POST /Families/Promises', { body });
  await reloadPromises();
}

export async function withdrawPromise(promiseID: number): Promise<void> {
  await send('POST /Families/Promises/Withdraw', { body: { promiseID } });
  await reloadPromises();
}

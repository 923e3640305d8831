import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

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

export const correctNumber = (body: InputOf<'POST /Families/CorrectNumber'>['body']) =>
  sendWrite('POST /Families/CorrectNumber', { body });

export const undoCorrection = (correctionID: number) =>
  sendWrite('POST /Families/UndoCorrection', { body: { correctionID } });

/** Returns the address of the family's page for this number. */
export const makeLink = async (number: string): Promise<string> =>
  (await send('POST /Families/Link', { body: { number } })).url;

export const revokeLink = (number: string): Promise<unknown> =>
  send('POST /Families/Link/Revoke', { body: { number } });

export const labelNumber = (number: string, label: string) =>
  sendWrite('PUT /Families/Label', { body: { number, label } });

/** The promises to pay of the family that has these numbers, the latest first. */
export const promisesQuery = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: [...keys.promises, ...numbers],
    queryFn: ({ signal }) =>
      send('GET /Families/Promises', { query: { numbers: numbers.join(',') } }, signal),
    enabled: numbers.length > 0,
  });

export const notePromise = (body: InputOf<'POST /Families/Promises'>['body']) =>
  sendWrite('POST /Families/Promises', { body });

export const withdrawPromise = (promiseID: number) =>
  sendWrite('POST /Families/Promises/Withdraw', { body: { promiseID } });

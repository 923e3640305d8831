import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export type Phone = AnswerOf<'GET /Demo/Phones'>['items'][number];
export type Pace = AnswerOf<'GET /Demo'>['pace'];

export const demoQuery = queryOptions({
  queryKey: [...keys.demo, 'sender'],
  queryFn: ({ signal }) => send('GET /Demo', {}, signal),
});

export const phonesQuery = (search: string) =>
  queryOptions({
    queryKey: [...keys.demo, 'phones', search],
    queryFn: ({ signal }) => send('GET /Demo/Phones', { query: { search, take: 200 } }, signal),
    placeholderData: keepPreviousData,
  });

export const phoneQuery = (number: string) =>
  queryOptions({
    queryKey: [...keys.demo, 'phone', number],
    queryFn: ({ signal }) => send('GET /Demo/Phone', { query: { number } }, signal),
  });

export const replyFrom = (number: string, reply: { message: string; media: string }) =>
  sendWrite('POST /Demo/Reply', { body: { number, ...reply } });

export const setPace = (pace: Pace) => sendWrite('PUT /Demo/Pace', { body: { pace } });

export type BillerAnswer = AnswerOf<'POST /Demo/Biller/Ask'>;
export type BillerPayment = InputOf<'POST /Demo/Biller/Pay'>['body'];

export const askAsBiller = (consumerNumber: string): Promise<BillerAnswer> =>
  send('POST /Demo/Biller/Ask', { body: { consumerNumber } });

/** Pays a bill as a biller does. The page reloads nothing here, because live events report the changes. */
export const payAsBiller = (body: BillerPayment): Promise<BillerAnswer> =>
  send('POST /Demo/Biller/Pay', { body });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';
import type { ListPage } from '../../lib/use-pages.ts';

export type Plan = AnswerOf<'POST /Chat/Plan'>;
export type Person = AnswerOf<'POST /Chat/Plan/People'>['items'][number];
export type PlanList = InputOf<'POST /Chat/Plan/People'>['body']['list'];
export type PlanBody = InputOf<'POST /Chat/Plan'>['body'];
export type SendAnswer = AnswerOf<'POST /Chat/SendWhatsAppGroup'>;

/** The preview of a send with this body. It is always loaded anew, because other users send messages too. */
export const planQuery = (body: PlanBody, enabled: boolean) =>
  queryOptions({
    queryKey: [...keys.plans, body],
    queryFn: ({ signal }) => send('POST /Chat/Plan', { body }, signal),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  });

const pageSize = 60;

/** The recipients of a preview, or the people who are left out, in pages for `usePages`. */
export const peoplePages = (body: PlanBody, list: PlanList, search = '') => ({
  queryKey: [...keys.plans, 'people', list, body, search],
  fetchPage: (from: number, signal: AbortSignal): Promise<ListPage<Person>> =>
    send('POST /Chat/Plan/People', { body: { ...body, list, search, from, take: pageSize } }, signal),
  pageSize,
});

/** Stores the number of a bill, so that the family receives the message. */
export const addNumber = (billID: number, number: string) =>
  sendWrite('PUT /GroupContacts/:id', { params: { id: billID }, body: { number } });

export async function sendToGroups(
  body: InputOf<'POST /Chat/SendWhatsAppGroup'>['body'],
): Promise<SendAnswer> {
  const answer = await send('POST /Chat/SendWhatsAppGroup', { body });
  void reloadAfter('POST /Chat/SendWhatsAppGroup');
  return answer;
}

export async function sendToClasses(body: InputOf<'POST /Chat/SendMessage'>['body']): Promise<SendAnswer> {
  const answer = await send('POST /Chat/SendMessage', { body });
  void reloadAfter('POST /Chat/SendMessage');
  return answer;
}

/** Sends a test to one number. Placeholders in the text are not filled. */
export const sendTest = (contacts: string, text: { message: string; media: string }): Promise<SendAnswer> =>
  send('POST /Chat/SendWhatsApp', { body: { contacts, ...text } });

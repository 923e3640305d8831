import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export type Plan = AnswerOf<'POST /Chat/Plan'>;
export type PlanBody = InputOf<'POST /Chat/Plan'>['body'];
export type SendAnswer = AnswerOf<'POST /Chat/SendWhatsAppGroup'>;

/** What a send of this body would do; never taken from memory, as others write too. */
export const planQuery = (body: PlanBody, isWanted: boolean) =>
  queryOptions({
    queryKey: [...keys.plans, body],
    queryFn: ({ signal }) => send('POST /Chat/Plan', { body }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  });

/** Who was told already is another matter now. */
const reload = (): Promise<unknown> =>
  Promise.all([keys.outbox, keys.plans].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

export async function sendToGroups(
  body: InputOf<'POST /Chat/SendWhatsAppGroup'>['body'],
): Promise<SendAnswer> {
  const answer = await send('POST /Chat/SendWhatsAppGroup', { body });
  void reload();
  return answer;
}

export async function sendToClasses(body: InputOf<'POST /Chat/SendMessage'>['body']): Promise<SendAnswer> {
  const answer = await send('POST /Chat/SendMessage', { body });
  void reload();
  return answer;
}

/** To one number alone, as it is written here. */
export const sendTest = (contacts: string, text: { message: string; media: string }): Promise<SendAnswer> =>
  send('POST /Chat/SendWhatsApp', { body: { contacts, ...text } });

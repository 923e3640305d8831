import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

export type Plan = AnswerOf<'POST /Chat/Plan'>;
export type PlanBody = InputOf<'POST /Chat/Plan'>['body'];
export type SendAnswer = AnswerOf<'POST /Chat/SendWhatsAppGroup'>;

/** What a send of this body would do. */
export const planQuery = (body: PlanBody, isWanted: boolean) =>
  queryOptions({
    queryKey: [...keys.plans, body],
    queryFn: ({ signal }) => send('POST /Chat/Plan', { body }, signal),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });

export async function sendToGroups(
  body: InputOf<'POST /Chat/SendWhatsAppGroup'>['body'],
): Promise<SendAnswer> {
  const answer = await send('POST /Chat/SendWhatsAppGroup', { body });
  await queryClient.invalidateQueries({ queryKey: keys.outbox });
  return answer;
}

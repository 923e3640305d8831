/**
 * Checks the WhatsApp number of a sender: whether WhatsApp knows it, whether it belongs to the account, and whether the
 * app gets webhooks.
 */
import { z } from 'zod';
import type { SenderQuality } from '#shared/calls/connection.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { NumberState } from '../port.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { plainText, readLimit } from './parts.ts';
import type { GraphError } from './refusals.ts';

const words = plainText.catch('');

const phone = z.object({
  display_phone_number: z.string(),
  verified_name: words,
  quality_rating: words,
  status: words,
  whatsapp_business_manager_messaging_limit: words,
});
const phoneFields = Object.keys(phone.shape).join();

const account = z.object({
  owner_business_info: z.object({ id: z.string() }).optional().catch(undefined),
});
const phones = z.object({ data: z.array(z.object({ id: z.string() })) });
const apps = z.object({
  data: z.array(z.object({ whatsapp_business_api_data: z.object({ id: z.string() }) })),
});

/**
 * Gives the error code 100 this reason. Graph answers 100 for an unknown id, and 200 to 299 for an id that the token
 * may not see.
 */
const unknownID =
  (reason: Reason) =>
  ({ code }: GraphError) =>
    code === 100 ? { reason } : undefined;

const qualities = new Map<string, SenderQuality>([
  ['GREEN', 'good'],
  ['YELLOW', 'medium'],
  ['RED', 'low'],
]);

/** The states in which a number cannot send. */
const statusErrors = new Map<string, Reason>([
  ['PENDING', makeReason('numberPending')],
  ['UNVERIFIED', makeReason('numberUnverified')],
  ['DISCONNECTED', makeReason('numberDisconnected')],
  ['MIGRATED', makeReason('numberMigrated')],
  ['BANNED', makeReason('numberBanned')],
  ['RESTRICTED', makeReason('numberRestricted')],
  ['RATE_LIMITED', makeReason('numberRateLimited')],
  ['OFFLINE', makeReason('numberOffline')],
  ['DELETED', makeReason('numberDeleted')],
]);

const done = z.object({ success: z.literal(true) });

/**
 * Tells whether the app is subscribed to the webhooks of this account. If it is not, the check subscribes it, because
 * Meta has no page for that. A token that may not read this can still send, so the check then passes.
 */
async function isSubscribed(graph: Graph, sender: Sender): Promise<boolean> {
  const { wabaID, appID } = settingsOf(sender);
  const path = `${wabaID}/subscribed_apps`;
  const answered = answerOf(await graph.ask(sender, { path }), apps);
  if (answered.kind !== 'done') return true;
  const ids = answered.value.data.map(({ whatsapp_business_api_data: { id } }) => id);
  if (appID === '' ? ids.length > 0 : ids.includes(appID)) return true;
  return answerOf(await graph.ask(sender, { method: 'POST', path }), done).kind === 'done';
}

/**
 * Returns the portfolio of the account, and a problem with its webhooks. Refused if the number does not belong to the
 * account.
 */
async function checkAccount(
  graph: Graph,
  sender: Sender,
): Promise<Answered<{ portfolio: string; error: Reason | null }>> {
  const { phoneNumberID, wabaID } = settingsOf(sender);
  const of = (path: string, query?: Record<string, string>) =>
    graph.ask(sender, { path: `${wabaID}${path}`, query });
  const numbers = answerOf(
    await of('/phone_numbers', { fields: 'id', limit: '100' }),
    phones,
    unknownID(makeReason('accountUnknown')),
  );
  if (numbers.kind !== 'done') return numbers;
  if (!numbers.value.data.some(({ id }) => id === phoneNumberID)) {
    return { kind: 'refused', reason: makeReason('accountOther') };
  }
  const [owned, hasApp] = await Promise.all([
    of('', { fields: 'owner_business_info' }),
    isSubscribed(graph, sender),
  ]);
  const owner = answerOf(owned, account);
  // If the portfolio could not be read, the id of the account must not replace it, because the messaging limit would
  // then start again at zero.
  if (owner.kind === 'unreachable') return owner;
  return {
    kind: 'done',
    value: {
      portfolio: (owner.kind === 'done' && owner.value.owner_business_info?.id) || wabaID,
      error: hasApp ? null : makeReason('notSubscribed', { wabaID }),
    },
  };
}

export const createCheck =
  (graph: Graph) =>
  async (sender: Sender): Promise<Answered<NumberState>> => {
    const question = { path: settingsOf(sender).phoneNumberID, query: { fields: phoneFields } };
    const seen = answerOf(await graph.ask(sender, question), phone, unknownID(makeReason('numberUnknown')));
    if (seen.kind !== 'done') return seen;
    const accountState = await checkAccount(graph, sender);
    if (accountState.kind !== 'done') return accountState;
    const { display_phone_number, verified_name, quality_rating, status } = seen.value;
    const { portfolio, error } = accountState.value;
    return {
      kind: 'done',
      value: {
        number: `+${display_phone_number.replace(/\D/g, '')}`,
        name: verified_name,
        quality: qualities.get(quality_rating) ?? '',
        perDay: readLimit(seen.value.whatsapp_business_manager_messaging_limit) ?? null,
        portfolio,
        error: statusErrors.get(status) ?? error,
      },
    };
  };

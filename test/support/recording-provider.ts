/**
 * A provider whose other end is a recorder in the test’s own process, over real HTTP, so that what it has received
 * outlives the program. What becomes of an accepted message follows from its id: delivered at once, most read later.
 * Of some it is asked for news, of others it calls back, as a real one does.
 */
import type { ReceiptState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Policy } from '../../src/server/whatsapp/error-codes.ts';
import type { Receipt, Sender } from '../../src/server/whatsapp/model.ts';
import type {
  Leave,
  OnItsWay,
  Outcome,
  Outgoing,
  Provider,
  ReceiptPoll,
} from '../../src/server/whatsapp/port.ts';

/** What the recorder says; instants are milliseconds from now. */
export type Answer =
  | { kind: 'accepted'; providerID: string; isPolled: boolean }
  | { kind: 'rejected'; reason: Reason; code: string; policy: Policy }
  | { kind: 'later'; in: number }
  | { kind: 'notSent'; reason: Reason };

/** A receipt as the recorder calls back with it, until it is told that it was taken. */
export type Callback = {
  id: number;
  senderID: string;
  providerID: string;
  status: ReceiptState;
  opaque: string;
};

const readAfter = 150;

/** The last state a message with this id comes to, once every receipt is taken. */
export const endOf = (providerID: string): 'read' | 'delivered' =>
  Number(/\d+(?=:a)/.exec(providerID)?.[0]) % 5 === 0 ? 'delivered' : 'read';

export function recordingProvider(recorder: string, now: () => Date): Provider {
  const inMilliseconds = (count: number) => new Date(now().getTime() + count);

  async function send(
    { id: senderID }: Sender,
    { to, text, opaque }: Outgoing,
    leave: Leave,
  ): Promise<Outcome> {
    const kept = await leave();
    if (kept) return kept;
    const body = JSON.stringify({ senderID, to, text, opaque });
    const response = await fetch(recorder, { method: 'POST', body });
    const answer = (await response.json()) as Answer;
    if (answer.kind === 'later') return { kind: 'later', at: inMilliseconds(answer.in) };
    if (answer.kind !== 'accepted') return answer;
    const { kind, providerID, isPolled } = answer;
    return isPolled ? { kind, providerID, pollAfter: 0 } : { kind, providerID };
  }

  function ask(_sender: Sender, { providerID, acceptedAt }: OnItsWay, at: Date): ReceiptPoll {
    const delivered = { providerID, status: 'delivered' as const, at: acceptedAt };
    const readAt = new Date(acceptedAt.getTime() + readAfter);
    if (endOf(providerID) === 'delivered') return { receipts: [delivered], pollAt: null };
    if (readAt > at) return { receipts: [delivered], pollAt: readAt };
    return { receipts: [delivered, { providerID, status: 'read', at: readAt }], pollAt: null };
  }

  return { send, sendsTextAtOnce: () => true, pollReceipts: ask };
}

/** One round of callbacks: those that `take` has stored are not repeated. */
export async function hearCallbacks(
  recorder: string,
  take: (callbacks: (Receipt & { senderID: string })[]) => Promise<void>,
): Promise<void> {
  const response = await fetch(`${recorder}/callbacks`);
  const callbacks = (await response.json()) as Callback[];
  if (callbacks.length === 0) return;
  await take(callbacks.map(({ id: _id, ...said }) => ({ ...said, at: new Date() })));
  await fetch(`${recorder}/callbacks/${callbacks.map(({ id }) => id)}`, { method: 'DELETE' });
}

/**
 * A provider that sends over real HTTP to a recorder in the test's own process, so that the recorded messages outlive
 * the program. The id of an accepted message decides its end: all are delivered at once and most are read later. Some
 * messages are polled, and for others the recorder calls back.
 */
import type { ReceiptState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
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

/** The answer of the recorder; instants are milliseconds from now. */
export type Answer =
  | { kind: 'accepted'; providerID: string; isPolled: boolean }
  | { kind: 'rejected'; reason: Reason; code: string; policy: Policy }
  | { kind: 'later'; in: number }
  | { kind: 'notSent'; reason: Reason };

/** A receipt that the recorder sends until it is confirmed. */
export type Callback = {
  id: number;
  senderID: string;
  providerID: string;
  status: ReceiptState;
  opaque: string;
};

const readAfter = 150;

/** The final state of a message with this id, once every receipt is applied. */
export const endOf = (providerID: string): 'read' | 'delivered' =>
  Number(/\d+(?=:a)/.exec(providerID)?.[0]) % 5 === 0 ? 'delivered' : 'read';

export function recordingProvider(recorder: string, now: () => Date): Provider {
  const inMilliseconds = (count: number) => new Date(now().getTime() + count);

  async function send(
    { id: senderID }: Sender,
    { to, text, opaque }: Outgoing,
    leave: Leave,
  ): Promise<Outcome> {
    const outcome = await leave();
    if (outcome) return outcome;
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

  return { send, pollReceipts: ask };
}

/** Takes one round of callbacks and confirms those that `take` has stored. */
export async function hearCallbacks(
  recorder: string,
  take: (callbacks: (Receipt & { senderID: string })[]) => Promise<void>,
): Promise<void> {
  const response = await fetch(`${recorder}/callbacks`);
  const callbacks = (await response.json()) as Callback[];
  if (callbacks.length === 0) return;
  await take(callbacks.map(({ id: _id, ...update }) => ({ ...update, at: new Date() })));
  await fetch(`${recorder}/callbacks/${callbacks.map(({ id }) => id)}`, { method: 'DELETE' });
}

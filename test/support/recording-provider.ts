/**
 * A provider whose other end is a recorder in the test’s own process, over real HTTP, so that what it has received
 * outlives the program. What becomes of an accepted message follows from its id: delivered at once, most read later.
 */
import type { News, OnItsWay, Outcome, Outgoing, Provider, Sender } from '../../src/server/whatsapp/port.ts';

/** What the recorder says; instants are milliseconds from now. */
export type Answer =
  | { kind: 'accepted'; providerID: string }
  | { kind: 'rejected'; reason: string }
  | { kind: 'later'; in: number }
  | { kind: 'notSent'; reason: string };

const readAfter = 150;

/** The last state a message with this id comes to, once every receipt is taken. */
export const endOf = (providerID: string): 'read' | 'delivered' =>
  Number(/\d+(?=:a)/.exec(providerID)?.[0]) % 4 === 0 ? 'delivered' : 'read';

export function recordingProvider(recorder: string, now: () => Date): Provider {
  const inMilliseconds = (count: number) => new Date(now().getTime() + count);

  async function send(_sender: Sender, { to, text, opaque }: Outgoing): Promise<Outcome> {
    const response = await fetch(recorder, { method: 'POST', body: JSON.stringify({ to, text, opaque }) });
    const answer = (await response.json()) as Answer;
    if (answer.kind === 'later') return { kind: 'later', at: inMilliseconds(answer.in) };
    return answer.kind === 'accepted' ? { ...answer, pollAt: now() } : answer;
  }

  function ask(_sender: Sender, { providerID, acceptedAt }: OnItsWay, at: Date): News {
    const delivered = { providerID, status: 'delivered' as const, at: acceptedAt };
    const readAt = new Date(acceptedAt.getTime() + readAfter);
    if (endOf(providerID) === 'delivered') return { receipts: [delivered], askAgainAt: null };
    if (readAt > at) return { receipts: [delivered], askAgainAt: readAt };
    return { receipts: [delivered, { providerID, status: 'read', at: readAt }], askAgainAt: null };
  }

  return { send, ask };
}

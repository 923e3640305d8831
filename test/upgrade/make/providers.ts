/** Providers for a story: the last digit of a number decides what happens to its message. */
import { makeReason } from '#shared/messages/reasons.ts';
import type { Outcome, Provider } from '../../../src/server/whatsapp/port.ts';
import type { Clock } from './desk.ts';

const hour = 3_600_000;
const day = 24 * hour;

export function storyProviders(clock: Clock) {
  const accepted = { demo: 0, cloud: 0, waha: 0 };
  /** The opaque ids of the messages to the Cloud API, by their provider id. */
  const opaques = new Map<string, string>();
  const later = (milliseconds: number) => new Date(clock.now.getTime() + milliseconds);

  const outcomes: Record<string, () => Outcome> = {
    6: () => ({ kind: 'rejected', reason: makeReason('notOnWhatsApp') }),
    7: () => ({ kind: 'unknown', reason: makeReason('noAnswer') }),
    8: () => ({ kind: 'notSent', reason: makeReason('notConnected') }),
    9: () => ({ kind: 'later', at: later(day) }),
  };
  const demo: Provider = {
    send: async (_sender, { to }) => {
      const outcome = outcomes[to.at(-1) ?? '']?.();
      if (outcome) return outcome;
      accepted.demo += 1;
      return { kind: 'accepted', providerID: `demo.${accepted.demo}`, pollAfter: 0 };
    },
    pollReceipts: (_sender, { providerID, to, acceptedAt: at }) => {
      const [end, pollAt] = [to.at(-1), later(hour)];
      const of = (status: 'sent' | 'delivered' | 'read') => ({ providerID, status, at });
      if (end === '1') return { receipts: [of('delivered'), of('read')], pollAt: null };
      if (end === '2') return { receipts: [of('delivered')], pollAt };
      if (end === '3') return { receipts: [of('sent')], pollAt };
      if (end !== '5') return { receipts: [], pollAt };
      const reason = makeReason('switchedOff');
      return { receipts: [{ providerID, status: 'failed', at, reason }], pollAt: null };
    },
  };

  const numberState = {
    number: '+924235761999',
    name: 'Girls School',
    quality: 'good' as const,
    perDay: 250,
  };
  const sendAs =
    (way: 'cloud' | 'waha'): Provider['send'] =>
    async (_sender, { opaque }) => {
      accepted[way] += 1;
      const providerID = `${way}.${accepted[way]}`;
      opaques.set(providerID, opaque);
      return { kind: 'accepted', providerID };
    };
  const check: Provider['check'] = async () => ({
    kind: 'done',
    value: { ...numberState, portfolio: 'P1', error: null },
  });
  return {
    opaques,
    providers: {
      demo,
      cloud: { send: sendAs('cloud'), check } as Provider,
      waha: { send: sendAs('waha'), check } as Provider,
    },
  };
}

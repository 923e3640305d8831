/** Providers for a story: the last digit of a number decides what happens to its message. */
import type { Providers } from '../../../src/server/whatsapp/port.ts';
import type { Clock } from './desk.ts';

type OnItsWay = { providerID: string; to: string; acceptedAt: Date };

const hour = 3_600_000;
const day = 24 * hour;

export function storyProviders(clock: Clock) {
  const handed = { demo: 0, cloud: 0, waha: 0 };
  /** The opaque ids of the messages to the Cloud API, by their provider id. */
  const opaques = new Map<string, string>();
  const later = (milliseconds: number) => new Date(clock.now.getTime() + milliseconds);

  const demo = {
    send: async (_sender: unknown, { to }: { to: string }) => {
      const end = to.at(-1);
      if (end === '6') return { kind: 'rejected', reason: 'This number is not on WhatsApp' };
      if (end === '7')
        return { kind: 'unknown', reason: 'May have been sent: the provider’s answer did not arrive' };
      if (end === '8')
        return { kind: 'notSent', reason: 'The WhatsApp number of this campus is not connected' };
      if (end === '9') return { kind: 'later', at: later(day) };
      handed.demo += 1;
      return { kind: 'accepted', providerID: `demo.${handed.demo}`, pollAt: clock.now };
    },
    /** The name of this function up to 2026-11-22; it has another name since then. */
    ask: (_sender: unknown, { providerID, to, acceptedAt: at }: OnItsWay) => {
      const [end, askAgainAt] = [to.at(-1), later(hour)];
      const of = (status: 'sent' | 'delivered' | 'read') => ({ providerID, status, at });
      if (end === '1') return { receipts: [of('delivered'), of('read')], askAgainAt: null };
      if (end === '2') return { receipts: [of('delivered')], askAgainAt };
      if (end === '3') return { receipts: [of('sent')], askAgainAt };
      if (end === '5') {
        const reason = 'The phone could not be reached';
        return { receipts: [{ providerID, status: 'failed' as const, at, reason }], askAgainAt: null };
      }
      return { receipts: [], askAgainAt };
    },
    pollReceipts: (sender: unknown, message: OnItsWay) => {
      const { receipts, askAgainAt: pollAt } = demo.ask(sender, message);
      return { receipts, pollAt };
    },
  };

  const known = { number: '+924235761999', name: 'Girls School', quality: 'Good', perDay: 250 };
  const check = async () => ({ kind: 'done', value: { ...known, portfolio: 'P1', trouble: '' } }) as const;
  const sendAs =
    (way: 'cloud' | 'waha') =>
    async (_sender: unknown, { opaque }: { opaque: string }) => {
      handed[way] += 1;
      const providerID = `${way}.${handed[way]}`;
      opaques.set(providerID, opaque);
      return { kind: 'accepted', providerID };
    };
  const look = async () => ({ kind: 'done', value: { state: 'working', qr: '' } }) as const;
  const session = { look, start: look, end: async () => ({ kind: 'done', value: null }) as const };
  const nothing = async () => ({ kind: 'done', value: [] }) as const;
  const templates = { submit: nothing, list: nothing, remove: nothing };
  const cloud = { send: sendAs('cloud'), check, templates };
  const waha = { send: sendAs('waha'), check, session };
  // Each version has another type for providers.
  return { opaques, providers: { demo, cloud, waha } as unknown as Providers };
}

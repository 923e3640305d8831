/**
 * The demo phone behaves like the phones of parents, and nothing leaves the computer. It stores nothing: the receipts
 * of a message depend only on its number and the time since it was accepted, so a restart changes nothing. Numbers that
 * end in 00 are not on WhatsApp, those that end in 99 are switched off, and those that end in 98 never read.
 */
import { createHash } from 'node:crypto';
import type { Pace } from '#shared/calls/demo.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Receipt, Sender } from './model.ts';
import type { OnItsWay, Provider, ProviderDeps, ReceiptPoll } from './port.ts';

export const isOnWhatsApp = (number: string): boolean => !number.endsWith('00');
export const isSwitchedOff = (number: string): boolean => number.endsWith('99');
export const isNeverRead = (number: string): boolean => number.endsWith('98');

/** The longest times in milliseconds: to accept a message, then until it is delivered, then until it is read. */
const paces: Record<Pace, { take: number; deliver: number; read: number }> = {
  instant: { take: 0, deliver: 0, read: 0 },
  quick: { take: 60, deliver: 1500, read: 3000 },
  natural: { take: 1500, deliver: 6000, read: 90_000 },
};
const paceOf = (sender: Pick<Sender, 'pace'>) => paces[sender.pace as Pace] ?? paces.quick;

/**
 * Returns a value from 0.3 to 1 that is always the same for the same words. So phones differ from each other, but each
 * phone always behaves the same.
 */
function fixedShare(...words: string[]): number {
  const byte = createHash('sha256').update(words.join('|')).digest()[0] ?? 0;
  return 0.3 + (0.7 * byte) / 255;
}

/** The mean of `fixedShare`. */
const meanShare = 0.65;

const after = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds);

type Step = { status: Receipt['status']; at: Date; reason?: Reason };

/** Returns all receipts that an accepted message will ever get, in order. */
function stepsOf(sender: Sender, message: OnItsWay): Step[] {
  const pace = paceOf(sender);
  const sentAt = after(message.acceptedAt, pace.deliver * 0.1);
  const deliveredAt = after(message.acceptedAt, pace.deliver * fixedShare('deliver', message.providerID));
  const readAt = after(deliveredAt, pace.read * fixedShare('read', message.providerID));
  if (isSwitchedOff(message.to)) {
    return [
      { status: 'sent', at: sentAt },
      { status: 'failed', at: deliveredAt, reason: makeReason('switchedOff') },
    ];
  }
  const steps: Step[] = [
    { status: 'sent', at: sentAt },
    { status: 'delivered', at: deliveredAt },
  ];
  return isNeverRead(message.to) ? steps : [...steps, { status: 'read', at: readAt }];
}

function pollReceipts(sender: Sender, message: OnItsWay, now: Date): ReceiptPoll {
  const steps = stepsOf(sender, message);
  const happened = steps.filter(({ at }) => at <= now);
  const next = steps.find(({ at }) => at > now);
  return {
    receipts: happened.map((step) => ({ providerID: message.providerID, ...step })),
    pollAt: next?.at ?? null,
  };
}

/** The prefix of the provider ids of the demo phone. */
export const demoIDs = 'demo.';

const createSend =
  ({ runtime }: Pick<ProviderDeps, 'runtime'>): Provider['send'] =>
  async (sender, message, leave) => {
    const pace = paceOf(sender);
    if (pace.take > 0) await runtime.sleep(pace.take * fixedShare('take', message.opaque));
    if (!isOnWhatsApp(message.to)) return { kind: 'rejected', reason: makeReason('notOnWhatsApp') };
    const earlyOutcome = await leave();
    if (earlyOutcome) return earlyOutcome;
    const pollAfter = pace.deliver * 0.1;
    return { kind: 'accepted', providerID: `${demoIDs}${message.opaque}`, pollAfter };
  };

const secondsPerMessage = (sender: Sender): number => (paceOf(sender).take * meanShare) / 1000;

export const demoPhone = (providerDeps: Pick<ProviderDeps, 'runtime'>) =>
  ({ send: createSend(providerDeps), secondsPerMessage, pollReceipts }) satisfies Provider;

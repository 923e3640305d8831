/** Answers to a provider that asks whether a message may leave, and a fake provider that asks as the real ones do. */
import type { Sender } from '../../src/server/whatsapp/model.ts';
import type { Leave, Outcome, Outgoing, Provider } from '../../src/server/whatsapp/port.ts';

export const mayLeave: Leave = async () => undefined;

export const postponed: Outcome = { kind: 'later', at: new Date('2026-11-05T06:00:00.000Z') };
export const mayNotLeave: Leave = async () => postponed;

type Answer = (sender: Sender, message: Outgoing) => Outcome | Promise<Outcome>;

/** Asks whether the message may leave and then answers as the test says. */
export const asking =
  (answer: Answer): Provider['send'] =>
  async (sender, message, leave) =>
    (await leave()) ?? answer(sender, message);

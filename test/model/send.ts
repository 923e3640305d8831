/** A press of Send: which messages must be queued and who is left out, according to the model. */
import type fc from 'fast-check';
import type { SendAnswer } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { type Bill, dayOf, localTime, type Message, type Model } from './model.ts';
import { agree, idsIn, type Real, readRows } from './real.ts';

export type SendOptions = {
  isReminder: boolean;
  isFamily: boolean;
  text: string;
  again: boolean;
  /** Minutes until the send begins; 0 is at once. */
  inMinutes: number;
};

const untold = ['cancelled', 'skipped', 'failed'];

/** The bills about which each number got this text, or may have got it. */
function notifiedBills(model: Model, text: string): Map<string, Set<number>> {
  const notified = new Map<string, Set<number>>();
  for (const { runID, number, bills, status } of model.messages.values()) {
    if (model.runs.get(runID)?.text !== text || untold.includes(status)) continue;
    notified.set(number, new Set([...(notified.get(number) ?? []), ...bills]));
  }
  return notified;
}

type Expected = { queued: string[]; isAllNotified: boolean; hasNobody: boolean };

function expectSend(model: Model, { isReminder, isFamily, text, again }: SendOptions): Expected {
  const bills = [...model.bills.values()].filter(({ isGone, isPaid }) => !isGone && !(isReminder && isPaid));
  const notified = notifiedBills(model, text);
  const isPersonal = text.includes('{{');
  const isNotified = ({ id, number }: Bill) =>
    !again && (isPersonal ? notified.get(number)?.has(id) === true : notified.has(number));
  const isReached = ({ number }: Bill) => !model.optedOut.has(number);
  const left = bills.filter((bill) => isReached(bill) && !isNotified(bill));
  const families = Map.groupBy(left, ({ number }) => number);
  const parts = isFamily || !isPersonal ? [...families.values()] : left.map((bill) => [bill]);
  return {
    queued: parts.map((about) => `${about[0]?.number} ${about.map(({ id }) => id).sort()}`).sort(),
    isAllNotified: left.length === 0 && bills.every((bill) => isReached(bill) && isNotified(bill)),
    hasNobody: bills.length === 0,
  };
}

const minute = 60_000;

async function press(real: Real, options: SendOptions & { clientID: string }): Promise<SendAnswer | Failure> {
  const { isReminder, isFamily, text, again, inMinutes, clientID } = options;
  try {
    return await real.campus.message({
      groupIDs: [real.groupID],
      status: isReminder ? 'unpaid' : 'all',
      family: isFamily,
      message: text,
      again,
      clientID,
      ...(inMinutes > 0 ? { sendAt: localTime(real.clock.now + inMinutes * minute) } : {}),
    });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

const nothing: Omit<Message, 'id' | 'runID' | 'number' | 'bills' | 'owed' | 'status' | 'dueAt'> = {
  attempts: 0,
  waits: 0,
  lease: '',
  sequence: 0,
  cancelledAt: '',
  recalledAt: '',
  overtakenAt: 0,
  isHandedOver: false,
  isDecided: false,
  reason: null,
  tries: new Map(),
  pardoned: 0,
};

let presses = 0;

export class Send implements fc.AsyncCommand<Model, Real> {
  readonly options: SendOptions;
  constructor(options: SendOptions) {
    this.options = options;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const expected = expectSend(model, this.options);
    const options = { ...this.options, clientID: `client-${++presses}` };
    const answer = await press(real, options);
    if (answer instanceof Failure) {
      if (!expected.hasNobody && !expected.isAllNotified) throw answer;
      return agree(model, real);
    }
    if (expected.hasNobody || expected.isAllNotified) throw new Error('a run was made for nobody');
    await this.adopt(model, real, answer.broadcastID);
    const rows = await readRows(real);
    const queued = rows
      .filter(({ broadcastID, status }) => broadcastID === answer.broadcastID && status === 'queued')
      .map(({ number, billIDs }) => `${number} ${idsIn(billIDs).sort()}`)
      .sort();
    if (JSON.stringify(queued) !== JSON.stringify(expected.queued))
      throw new Error(`queued ${queued.join('; ')}, and not ${expected.queued.join('; ')}`);
    // The same clientID again, as after a lost answer, makes no second send.
    const repeated = await press(real, options);
    if (repeated instanceof Failure || repeated.broadcastID !== answer.broadcastID)
      throw new Error('the same press made another run');
    await agree(model, real);
  }

  private async adopt(model: Model, real: Real, runID: number): Promise<void> {
    const { text, isReminder, inMinutes } = this.options;
    const startAt = inMinutes > 0 ? Math.floor((model.now + inMinutes * minute) / minute) * minute : null;
    const rows = (await readRows(real)).filter(({ broadcastID }) => broadcastID === runID);
    const state = rows.some(({ status }) => status === 'queued') ? 'running' : 'done';
    const day = dayOf(model.now);
    const guard = { tries: 0, failed: new Map(), pardoned: 0 };
    model.runs.set(runID, { id: runID, text, isReminder, day, startAt, hasBegun: false, state, ...guard });
    for (const { id, number, billIDs, status } of rows) {
      if (status !== 'queued' && status !== 'skipped') throw new Error(`message ${id} begins as ${status}`);
      const bills = idsIn(billIDs);
      const dueAt = startAt ?? model.now;
      const owed = startAt === null ? [] : bills.filter((billID) => !model.bills.get(billID)?.isPaid);
      const fields = { id, runID, number, bills, owed, status, dueAt };
      model.messages.set(id, { ...nothing, ...fields, tries: new Map() });
    }
  }

  toString = () => `send(${JSON.stringify(this.options)})`;
}

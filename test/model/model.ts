/**
 * The life of a message as docs/message-states.md tells it, in the plainest way: what each event makes of a campus’s
 * outbox, without a database. Instants are milliseconds. It shares no rule with the program.
 */
import type { AttemptOutcome, MessageState, ReceiptState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';

/** Days are as `2026-11-06`. */
export type Bill = { id: number; number: string; isPaid: boolean; isGone: boolean; expiry: string };
export type Try = { outcome: AttemptOutcome; providerID: string | null };
export type Message = {
  id: number;
  runID: number;
  number: string;
  bills: number[];
  /** Those of them that were owed when it was planned for later. */
  owed: number[];
  status: MessageState;
  attempts: number;
  waits: number;
  dueAt: number;
  lease: string;
  /** While sending: the provider may have it. */
  isHandedOver: boolean;
  /** Its number among the tries of its run. */
  sequence: number;
  /** Tells what was cancelled together. */
  cancelledAt: string;
  /** Cancelled while it was on its way, with what has this instant. */
  recalledAt: string;
  /** While skipped: when it had nothing left to speak of; 0 where it was for something else. */
  overtakenAt: number;
  isDecided: boolean;
  /** As the store says it; no event here depends on its words. */
  reason: Reason | null;
  tries: Map<number, Try>;
  /** A person has put it back since this try: what came of it and of those before is no obstacle any more. */
  pardoned: number;
};
export type Run = {
  id: number;
  text: string;
  isReminder: boolean;
  /** When it was made. */
  day: string;
  startAt: number | null;
  hasBegun: boolean;
  state: 'running' | 'paused' | 'done';
  /** How many tries it had. */
  tries: number;
  /** By their numbers: what failed by a fault of ours, and, as false, what a limit put off. */
  failed: Map<number, boolean>;
  /** What failed up to this number counts no more. */
  pardoned: number;
};
/** A try that the provider has, or may have. */
export type Given = { messageID: number; attempt: number; isTold: boolean };
export type Model = {
  now: number;
  bills: Map<number, Bill>;
  optedOut: Set<string>;
  runs: Map<number, Run>;
  messages: Map<number, Message>;
  isStopped: boolean;
  /** The sender was asked to slow down. */
  notBefore: number;
  /** When it was slowed down last, and the refusals since that are not made up for by what went: three for each. */
  slowedAt: string;
  refused: number;
  given: Map<string, Given>;
  /** What the provider has said of each id, and what nobody could make sense of yet. */
  told: Map<string, Set<ReceiptState>>;
  unmatched: { messageID: number; attempt: number; status: ReceiptState }[];
};

export const createModel = (now: number, bills: Bill[]): Model => ({
  now,
  bills: new Map(bills.map((bill) => [bill.id, bill])),
  optedOut: new Set(),
  runs: new Map(),
  messages: new Map(),
  isStopped: false,
  notBefore: 0,
  slowedAt: '',
  refused: 0,
  given: new Map(),
  told: new Map(),
  unmatched: [],
});

export const isPersonal = ({ text }: Pick<Run, 'text'>): boolean => text.includes('{{');
export const nameOf = (messageID: number, attempt: number): string => `p${messageID}.${attempt}`;
export const runOf = (model: Model, { runID }: Message): Run => {
  const run = model.runs.get(runID);
  if (!run) throw new Error(`no run ${runID}`);
  return run;
};

/** As the store writes them. */
export const failuresOf = ({ failed }: Run): string =>
  [...failed]
    .sort(([a], [b]) => a - b)
    .map(([sequence, isFailure]) => (isFailure ? sequence : -sequence))
    .join(',');

export function pardon(run: Run): void {
  run.failed.clear();
  run.pardoned = run.tries;
}

export const queuedOf = (model: Model): Message[] =>
  [...model.messages.values()].filter(({ status }) => status === 'queued');

/** The campus is in Karachi, five hours ahead. */
export const localTime = (instant: number): string =>
  new Date(instant + 5 * 3_600_000).toISOString().slice(0, 16);
export const dayOf = (instant: number): string => localTime(instant).slice(0, 10);

/** A text that names the day to pay by is not sent once that is over, unless it was over when it was written. */
const hasExpired = (model: Model, { text, day }: Run, { expiry }: Bill): boolean =>
  text.includes('{{dueDate}}') && expiry < dayOf(model.now) && expiry >= day;

/** The bills a message may still speak of. */
export function billsLeft(model: Model, message: Message): number[] {
  const run = runOf(model, message);
  return message.bills.filter((id) => {
    const bill = model.bills.get(id);
    const isPaidSince = bill?.isPaid && (run.isReminder || message.owed.includes(id));
    return bill && !bill.isGone && !isPaidSince && !hasExpired(model, run, bill);
  });
}

/** Nothing is left to speak of. */
export const isSpokenOut = (model: Model, message: Message): boolean =>
  billsLeft(model, message).length === 0;

/** One that was put back while its number opted out waits for its turn, and is left out then. */
export const isOutdated = (model: Model, message: Message): boolean =>
  model.optedOut.has(message.number) || isSpokenOut(model, message);

/** Which of the waiting messages a claim must find now. */
export const isClaimable = (model: Model, message: Message): boolean =>
  message.status === 'queued' &&
  message.dueAt <= model.now &&
  runOf(model, message).state === 'running' &&
  !model.isStopped &&
  // It is claimed a moment before its time, and goes at it.
  model.notBefore <= model.now + 100;

const grace = 2 * 3_600_000;

/** Runs whose hour has come begin; one whose hour passed long ago waits for a person. */
export function begin(model: Model): void {
  for (const run of model.runs.values()) {
    if (run.startAt === null || run.hasBegun || run.startAt > model.now) continue;
    run.hasBegun = true;
    if (run.state === 'running' && run.startAt < model.now - grace) run.state = 'paused';
  }
}

export function claim(
  model: Model,
  message: Message,
  { leaseUntil, sequence }: { leaseUntil: string; sequence: number },
): void {
  const left = billsLeft(model, message);
  if (isPersonal(runOf(model, message))) message.bills = left;
  message.status = 'sending';
  message.attempts += 1;
  message.lease = leaseUntil;
  message.isHandedOver = false;
  const run = runOf(model, message);
  run.tries += 1;
  if (sequence !== run.tries) throw new Error(`try ${run.tries} of run ${run.id} has the number ${sequence}`);
  message.sequence = sequence;
  model.refused = Math.max(0, model.refused - 1);
}

/** The provider is about to get it; answers whether it may: not what was cancelled, nor by a claim that was given up. */
export function handOver(
  model: Model,
  message: Message,
  { leaseUntil, attempts }: { leaseUntil: string; attempts: number },
): boolean {
  const isOpen = message.status === 'sending' && message.lease === leaseUntil;
  if (!isOpen || message.recalledAt !== '') return false;
  message.isHandedOver = true;
  const attempt = attempts;
  for (const { messageID, attempt: earlier } of model.given.values()) {
    if (messageID === message.id && earlier > message.pardoned)
      throw new Error(`message ${messageID}: try ${attempt} is given, and the provider may have ${earlier}`);
  }
  model.given.set(nameOf(message.id, attempt), { messageID: message.id, attempt, isTold: false });
  return true;
}

/** Takes back what waits; answers how many. */
export function takeBack(messages: readonly Message[], status: 'cancelled' | 'skipped', at = ''): number {
  for (const message of messages) {
    message.status = status;
    message.cancelledAt = at;
    message.overtakenAt = 0;
  }
  return messages.length;
}

/** Skips what has nothing left to speak of. */
export function overtake(model: Model, messages: readonly Message[]): void {
  takeBack(messages, 'skipped');
  for (const message of messages) message.overtakenAt = model.now;
}

/** Of these, what is on its way is not tried again. */
export function recall(messages: readonly Message[], at: string): void {
  for (const message of messages) if (message.status === 'sending') message.recalledAt = at;
}

/** Puts back what failed or was cancelled, but for what is overtaken; answers how many wait again. */
export function putBack(model: Model, messages: readonly Message[]): number {
  let count = 0;
  for (const message of messages) {
    const run = runOf(model, message);
    const isStillToBegin = run.startAt !== null && !run.hasBegun && run.startAt > model.now;
    message.status = isOutdated(model, message) ? 'skipped' : 'queued';
    message.overtakenAt = model.optedOut.has(message.number) ? 0 : model.now;
    message.dueAt = isStillToBegin ? (run.startAt ?? 0) : model.now;
    message.waits = 0;
    message.isDecided = false;
    message.recalledAt = '';
    message.pardoned = message.attempts;
    if (run.state === 'done') run.state = 'running';
    if (message.status === 'queued') count += 1;
  }
  return count;
}

/** A claim alone was no try: it waits again, or is cancelled with what was cancelled since. */
function unclaim(model: Model, message: Message): void {
  const run = runOf(model, message);
  message.status = message.recalledAt === '' ? 'queued' : 'cancelled';
  message.cancelledAt = message.recalledAt;
  message.dueAt = model.now;
  message.attempts -= 1;
  if (message.sequence > run.pardoned) run.failed.set(message.sequence, false);
  if (run.state === 'done') run.state = 'running';
}

/** Leases that are over, or all of them. */
export function giveUp(model: Model, isAll: boolean): void {
  for (const message of model.messages.values()) {
    if (message.status !== 'sending') continue;
    if (!isAll && Date.parse(message.lease) >= model.now) continue;
    if (!message.isHandedOver) {
      unclaim(model, message);
      continue;
    }
    message.status = 'unknown';
    const { attempts, tries } = message;
    if (!tries.has(attempts)) tries.set(attempts, { outcome: 'unknown', providerID: null });
  }
}

const before: Record<ReceiptState, MessageState[]> = {
  sent: ['queued', 'sending', 'unknown', 'accepted'],
  delivered: ['queued', 'sending', 'unknown', 'accepted', 'sent', 'failed'],
  read: ['queued', 'sending', 'unknown', 'accepted', 'sent', 'failed', 'delivered'],
  failed: ['sending', 'unknown', 'accepted', 'sent'],
};

function raise(
  model: Model,
  message: Message,
  { attempt, status }: { attempt: number; status: ReceiptState },
) {
  if (!before[status].includes(message.status)) return;
  // What arrived has arrived, whichever try it was; the rest is news of the latest only.
  const isOfLatest = attempt === message.attempts;
  if ((status === 'sent' || status === 'failed') && !isOfLatest) return;
  const hasFailed = model.told.get(nameOf(message.id, attempt))?.has('failed');
  if (status === 'sent' && message.status === 'queued' && hasFailed) return;
  message.status = status;
}

/** `isNamed`: the provider sends back what the message was sent with. */
export function hear(
  model: Model,
  given: Given,
  { status, isNamed }: { status: ReceiptState; isNamed: boolean },
) {
  const { messageID, attempt } = given;
  const message = model.messages.get(messageID);
  if (!message) throw new Error(`no message ${messageID}`);
  const providerID = nameOf(messageID, attempt);
  given.isTold = true;
  const known = message.tries.get(attempt);
  if (isNamed && !known?.providerID) message.tries.set(attempt, { outcome: 'accepted', providerID });
  const said = model.told.get(providerID) ?? new Set();
  if (said.has(status)) return;
  model.told.set(providerID, said.add(status));
  model.unmatched.push({ messageID, attempt, status });
  // One that was waiting is understood together with the one that came now.
  match(model, (one) => one.messageID === messageID && one.attempt === attempt);
}

type Unmatched = Model['unmatched'][number];

/** Takes those of the receipts whose try is known by now, each state after the one before it. */
function match(model: Model, isMeant: (one: Unmatched) => boolean): void {
  const isKnown = (one: Unmatched) =>
    isMeant(one) && Boolean(model.messages.get(one.messageID)?.tries.get(one.attempt)?.providerID);
  const known = model.unmatched.filter(isKnown);
  model.unmatched = model.unmatched.filter((one) => !known.includes(one));
  for (const status of ['sent', 'delivered', 'read', 'failed'] as const) {
    for (const one of known) {
      const message = model.messages.get(one.messageID);
      if (message && one.status === status) raise(model, message, one);
    }
  }
}

/** Receipts that came first are looked at again. */
export const lookAgain = (model: Model): void => match(model, () => true);

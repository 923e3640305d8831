/**
 * The states of a message as docs/message-states.md describes them, in the simplest code: what each event does to the
 * outbox of a campus, without a database. Instants are milliseconds. The model shares no rule with the program.
 */
import type { AttemptOutcome, MessageState, ReceiptState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';

/** Days are written as `2026-11-06`. */
export type Bill = { id: number; number: string; isPaid: boolean; isGone: boolean; expiry: string };
type Try = { outcome: AttemptOutcome; providerID: string | null };
export type Message = {
  id: number;
  runID: number;
  number: string;
  bills: number[];
  /** The bills that were owed when the message was scheduled. */
  owed: number[];
  status: MessageState;
  attempts: number;
  waits: number;
  dueAt: number;
  lease: string;
  /** While the state is `sending`: the provider may have the message. */
  isHandedOver: boolean;
  /** The number of its claim among the claims of its send. */
  sequence: number;
  /** The instant of the cancel; messages that were cancelled together share it. */
  cancelledAt: string;
  /** The instant of a cancel that came while the message was being sent. */
  recalledAt: string;
  /** While the state is `skipped`: when its bills were overtaken, or 0 when it was skipped for another reason. */
  overtakenAt: number;
  isDecided: boolean;
  /** The reason as stored; no event of the model depends on it. */
  reason: Reason | null;
  tries: Map<number, Try>;
  /** The last try before a person put the message back. It and earlier tries no longer prevent sending. */
  pardoned: number;
};
export type Run = {
  id: number;
  text: string;
  isReminder: boolean;
  /** The day on which the send was made. */
  day: string;
  startAt: number | null;
  hasBegun: boolean;
  state: 'running' | 'paused' | 'done';
  /** The number of claims so far. */
  tries: number;
  /** By claim number: true when it failed by a fault of ours, false when a limit put it off. */
  failed: Map<number, boolean>;
  /** Failures up to this number no longer count. */
  pardoned: number;
};
/** A try that the provider has or may have. */
export type Given = { messageID: number; attempt: number; isReported: boolean };
export type Model = {
  now: number;
  bills: Map<number, Bill>;
  optedOut: Set<string>;
  runs: Map<number, Run>;
  messages: Map<number, Message>;
  isStopped: boolean;
  /** The sender must not send before this instant, because it was asked to slow down. */
  notBefore: number;
  /** When the sender was last slowed down, and the refusals since then: each counts three, and successes reduce it. */
  slowedAt: string;
  refused: number;
  given: Map<string, Given>;
  /** The receipts for each provider id, and those whose try is not known yet. */
  receiptStates: Map<string, Set<ReceiptState>>;
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
  receiptStates: new Map(),
  unmatched: [],
});

export const isPersonal = ({ text }: Pick<Run, 'text'>): boolean => text.includes('{{');
export const attemptID = (messageID: number, attempt: number): string => `p${messageID}.${attempt}`;
export const runOf = (model: Model, { runID }: Message): Run => {
  const run = model.runs.get(runID);
  if (!run) throw new Error(`no run ${runID}`);
  return run;
};

/** The failures in the format of the store. */
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

/** Local time of the campus in Karachi, five hours ahead of UTC. */
export const localTime = (instant: number): string =>
  new Date(instant + 5 * 3_600_000).toISOString().slice(0, 16);
export const dayOf = (instant: number): string => localTime(instant).slice(0, 10);

/** A text with the due date is not sent once the expiry day is over, unless it was over when the text was written. */
const hasExpired = (model: Model, { text, day }: Run, { expiry }: Bill): boolean =>
  text.includes('{{dueDate}}') && expiry < dayOf(model.now) && expiry >= day;

/** A bill that is settled is left out of a reminder, and of a scheduled text that speaks of what is owed. */
const isPaidSince = ({ isReminder, text }: Run, { owed }: Message, { id, isPaid }: Bill): boolean =>
  isPaid && (isReminder || (text.includes('{{dueDate}}') && owed.includes(id)));

/** The bills that the message may still speak of. */
export function billsLeft(model: Model, message: Message): number[] {
  const run = runOf(model, message);
  return message.bills.filter((id) => {
    const bill = model.bills.get(id);
    return bill && !bill.isGone && !isPaidSince(run, message, bill) && !hasExpired(model, run, bill);
  });
}

/** Whether no bill is left to speak of. */
export const isSpokenOut = (model: Model, message: Message): boolean =>
  billsLeft(model, message).length === 0;

/** Whether the message will be skipped at its turn: its number opted out, or no bill is left. */
export const isOutdated = (model: Model, message: Message): boolean =>
  model.optedOut.has(message.number) || isSpokenOut(model, message);

/** Whether a claim must find the message now. */
export const isClaimable = (model: Model, message: Message): boolean =>
  message.status === 'queued' &&
  message.dueAt <= model.now &&
  runOf(model, message).state === 'running' &&
  !model.isStopped &&
  // A message is claimed a moment before its time and sent at it.
  model.notBefore <= model.now + 100;

const grace = 2 * 3_600_000;

/** Begins sends whose hour has come; those whose hour passed long ago wait for a person. */
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

/**
 * Hands a message over and returns whether that is allowed. It is not for a cancelled message or a claim that was given
 * up.
 */
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
  model.given.set(attemptID(message.id, attempt), { messageID: message.id, attempt, isReported: false });
  return true;
}

/** Cancels or skips waiting messages and returns how many. */
export function takeBack(messages: readonly Message[], status: 'cancelled' | 'skipped', at = ''): number {
  for (const message of messages) {
    message.status = status;
    message.cancelledAt = at;
    message.overtakenAt = 0;
  }
  return messages.length;
}

/** Skips messages without bills to speak of. */
export function overtake(model: Model, messages: readonly Message[]): void {
  takeBack(messages, 'skipped');
  for (const message of messages) message.overtakenAt = model.now;
}

/** Those of these messages that are being sent are not tried again. */
export function recall(messages: readonly Message[], at: string): void {
  for (const message of messages) if (message.status === 'sending') message.recalledAt = at;
}

/** Puts failed or cancelled messages back, except those whose bills were overtaken. Returns how many wait again. */
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

/** A claim alone is not a try. Its message waits again, or is cancelled when a cancel came meanwhile. */
function unclaim(model: Model, message: Message): void {
  const run = runOf(model, message);
  message.status = message.recalledAt === '' ? 'queued' : 'cancelled';
  message.cancelledAt = message.recalledAt;
  message.dueAt = model.now;
  message.attempts -= 1;
  if (message.sequence > run.pardoned) run.failed.set(message.sequence, false);
  if (run.state === 'done') run.state = 'running';
}

/**
 * A bill of claimed messages has changed. Those that were not handed over wait again, a millisecond later, unless they
 * were cancelled.
 */
export function takeBackClaimed(model: Model, billID: number): void {
  for (const message of model.messages.values()) {
    const isOnlyClaimed = message.status === 'sending' && !message.isHandedOver && message.recalledAt === '';
    if (!isOnlyClaimed || !message.bills.includes(billID)) continue;
    const run = runOf(model, message);
    message.status = 'queued';
    message.dueAt = model.now + 1;
    message.attempts -= 1;
    if (run.state === 'done') run.state = 'running';
  }
}

/** Ends leases that are over, or all leases. */
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
  // "delivered" and "read" count for any try of the message, and other receipts only for the latest.
  const isOfLatest = attempt === message.attempts;
  if ((status === 'sent' || status === 'failed') && !isOfLatest) return;
  const hasFailed = model.receiptStates.get(attemptID(message.id, attempt))?.has('failed');
  if (status === 'sent' && message.status === 'queued' && hasFailed) return;
  message.status = status;
}

/** `isNamed`: the receipt carries the opaque id of the message. */
export function hear(
  model: Model,
  given: Given,
  { status, isNamed }: { status: ReceiptState; isNamed: boolean },
) {
  const { messageID, attempt } = given;
  const message = model.messages.get(messageID);
  if (!message) throw new Error(`no message ${messageID}`);
  const providerID = attemptID(messageID, attempt);
  given.isReported = true;
  const existing = message.tries.get(attempt);
  if (isNamed && !existing?.providerID) message.tries.set(attempt, { outcome: 'accepted', providerID });
  const reported = model.receiptStates.get(providerID) ?? new Set();
  if (reported.has(status)) return;
  model.receiptStates.set(providerID, reported.add(status));
  model.unmatched.push({ messageID, attempt, status });
  // A receipt that waited is applied together with the one that came now.
  match(model, (one) => one.messageID === messageID && one.attempt === attempt);
}

type Unmatched = Model['unmatched'][number];

/** Applies receipts whose try is known by now, in the order of their states. */
function match(model: Model, isMeant: (one: Unmatched) => boolean): void {
  const isMatched = (one: Unmatched) =>
    isMeant(one) && Boolean(model.messages.get(one.messageID)?.tries.get(one.attempt)?.providerID);
  const matched = model.unmatched.filter(isMatched);
  model.unmatched = model.unmatched.filter((one) => !matched.includes(one));
  for (const status of ['sent', 'delivered', 'read', 'failed'] as const) {
    for (const one of matched) {
      const message = model.messages.get(one.messageID);
      if (message && one.status === status) raise(model, message, one);
    }
  }
}

/** Looks at early receipts again. */
export const lookAgain = (model: Model): void => match(model, () => true);

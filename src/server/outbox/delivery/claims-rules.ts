/** Decides again, at the moment of sending, which waiting messages may be sent. Pure. */

import { saysOfDay } from '#shared/messages/placeholders.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import type { ReceiptPayment } from '../../recipients/recipients-rules.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import type { FilledTemplate } from '../../whatsapp/model.ts';
import type { MessagingLimit } from '../limits/messaging-limits-rules.ts';
import { type Broadcast, billIDsOf, type Candidate, type LeftOut, type PutOff } from '../model.ts';
import { type BillState, decideMessage, isPersonal, type MessageDecision } from '../skip/skip-rules.ts';

export type CandidateSelection = {
  /**
   * How many messages were judged, counted from the first. The rest waits for the next turn, because enough messages
   * may be sent.
   */
  judged: number;
  go: Candidate[];
  skipped: LeftOut[];
  putOff: PutOff[];
  /**
   * Messages whose text must be rewritten: only some bills of the family are left, or a bill may have been corrected
   * since an earlier attempt, or the text names an amount that was payable on another day.
   */
  rewrite: { message: Candidate; left: number[] }[];
};

/** The facts known at this moment about the recipients of the messages. Instants are ISO text. */
export type CandidateFacts = {
  /** `begins` is the day in the campus for which the texts were written. */
  broadcast: Broadcast & { isNotice: boolean; begins: string; payment: ReceiptPayment | undefined };
  bills: ReadonlyMap<number, BillState>;
  today: string;
  dueFrom: InTimeFrom;
  optedOut: ReadonlySet<string>;
  /**
   * The day by which the family of each number has promised to pay. It is empty for messages that a promise does not
   * hold back.
   */
  promised: ReadonlyMap<string, string>;
  /** When each number may be written to next. It contains only numbers that were written to just now. */
  freeAt: ReadonlyMap<string, string>;
  /** Numbers that were never written to. Undefined when the sender has no daily limit for new numbers. */
  newNumbers: ReadonlySet<string> | undefined;
  /** Numbers that free text reaches now. Undefined when free text reaches every number. */
  open: ReadonlySet<string> | undefined;
  /** Whether a template can reach the numbers outside the window. */
  hasTemplate: boolean;
  /** How many numbers outside the window may be written to. Undefined when there is no limit. */
  messagingLimit: MessagingLimit | undefined;
};

/** How many messages may be sent now, how many new numbers are left today, and when the next day begins. */
export type ClaimLimits = {
  most: number;
  newNumbersLeft: number;
  newNumbersPerDay: number;
  tomorrow: string;
  pairUntil: string;
};

/** Counts the numbers that were accepted earlier in the same claim, because they use up the limits. */
function createClaimQuota({ messagingLimit, newNumbers, freeAt }: CandidateFacts, limits: ClaimLimits) {
  const taken = new Set<string>();
  const newNumbersTaken = new Set<string>();
  const reached = new Set<string>();
  let waiting = 0;

  /**
   * Returns why a message must wait and until when. Returns undefined when it may be sent; its number is then counted.
   */
  const takePlace = (number: string, isOutside: boolean): Omit<PutOff, 'id'> | undefined => {
    const dueAt = freeAt.get(number) ?? (taken.has(number) ? limits.pairUntil : undefined);
    if (limits.pairUntil !== '' && dueAt !== undefined) return { dueAt, reason: makeReason('pairLimit') };
    const isNew = newNumbers?.has(number) === true && !newNumbersTaken.has(number);
    if (isNew && newNumbersTaken.size >= limits.newNumbersLeft)
      return { dueAt: limits.tomorrow, reason: makeReason('newPerDay', { most: limits.newNumbersPerDay }) };
    const isCounted =
      messagingLimit && isOutside && !messagingLimit.reached.has(number) && !reached.has(number);
    if (isCounted && reached.size >= messagingLimit.left) {
      const free = messagingLimit.freeAt[waiting++] ?? messagingLimit.nextFreeAt;
      return { dueAt: free, reason: makeReason('perDay', { most: messagingLimit.most }) };
    }
    if (isNew) newNumbersTaken.add(number);
    if (isCounted) reached.add(number);
    taken.add(number);
    return undefined;
  };
  return { takePlace };
}

/**
 * Returns the bills for which the text is rewritten, if the stored text may be outdated. After an earlier attempt it
 * may be, because a correction does not rewrite a message that is being sent.
 */
function billsToRewrite(message: Candidate, decision: MessageDecision, isFromOtherDay: boolean): number[] {
  if (decision.kind === 'rewrite') return decision.left;
  return isFromOtherDay || message.attempts + message.waits > 0 ? billIDsOf(message) : [];
}

/**
 * Sorts the messages into the lists until enough messages may be sent. Each message is in one list, except that those
 * in `rewrite` are also in `go`.
 */
export function judgeCandidates(
  candidates: readonly Candidate[],
  facts: CandidateFacts,
  limits: ClaimLimits,
): CandidateSelection {
  const selection: CandidateSelection = { judged: 0, go: [], skipped: [], putOff: [], rewrite: [] };
  const { takePlace } = createClaimQuota(facts, limits);
  const { begins, text } = facts.broadcast;
  const isFromOtherDay = begins !== facts.today && saysOfDay(text);
  for (const message of candidates) {
    if (selection.go.length >= limits.most) break;
    selection.judged += 1;
    const { id, number } = message;
    const decision = decideMessage(message, facts.broadcast, facts);
    const isOutside = facts.open?.has(number) === false;
    const promised = facts.promised.get(number);
    if (facts.optedOut.has(number) && !facts.broadcast.isNotice) {
      selection.skipped.push({ id, reason: makeReason('optedOut') });
    } else if (decision.kind === 'skip') {
      selection.skipped.push({ id, reason: decision.reason });
    } else if (promised !== undefined) {
      selection.skipped.push({ id, reason: makeReason('promised', { day: promised }) });
    } else if (isOutside && !facts.hasTemplate) {
      selection.skipped.push({ id, reason: makeReason('windowClosed') });
    } else {
      const wait = takePlace(number, isOutside);
      if (wait) {
        selection.putOff.push({ id, ...wait });
        continue;
      }
      const left = billsToRewrite(message, decision, isFromOtherDay);
      if (left.length > 0 && isPersonal(facts.broadcast)) selection.rewrite.push({ message, left });
      selection.go.push(message);
    }
  }
  return selection;
}

/** WhatsApp returns this payload when a parent presses the stop button. It is handled like a typed word. */
const stopPayload = 'STOP';

/** Fills the template of a broadcast with the values of one message. */
export function fillTemplate(
  { name, language, hasHeader, stopButton }: BroadcastTemplate,
  { params }: Pick<Candidate, 'params'>,
): FilledTemplate {
  const values = JSON.parse(params ?? '[]') as string[];
  return {
    name,
    language,
    values: values.map((text) => ({ text })),
    hasHeader,
    buttons: stopButton ? [stopPayload] : [],
  };
}

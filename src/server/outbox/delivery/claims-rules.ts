/** Decides again, at the moment of sending, which waiting messages may go. Pure. */
import type { InTimeFrom } from '#shared/payable.ts';
import { saysOfDay } from '#shared/placeholders.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { ReceiptPayment } from '../../recipients/recipients-rules.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import type { FilledTemplate } from '../../whatsapp/model.ts';
import type { MessagingLimit } from '../limits/messaging-limits-rules.ts';
import { type Broadcast, billIDsOf, type Candidate, type LeftOut, type PutOff } from '../model.ts';
import { type BillState, type Fate, fateOf, isPersonal } from '../skip/skip-rules.ts';

export type Verdict = {
  /** How many messages were looked at, from the first one on. Once enough may go, the others wait for the next turn. */
  judged: number;
  go: Candidate[];
  skipped: LeftOut[];
  putOff: PutOff[];
  /**
   * Messages whose text is rewritten. Only some bills of the family are left, or an earlier attempt may be older than a
   * correction of a bill, or the text names what is payable on another day.
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
  /** By number the day by which its family has promised to pay; empty where nothing is held for that. */
  promised: ReadonlyMap<string, string>;
  /** When each number may be written to next, for numbers that were written to just now. */
  freeAt: ReadonlyMap<string, string>;
  /** Numbers that were never written to; undefined where the sender has no daily limit for them. */
  strangers: ReadonlySet<string> | undefined;
  /** Numbers that free text reaches now; undefined where it reaches every number. */
  open: ReadonlySet<string> | undefined;
  /** Whether a template can reach the numbers outside the window. */
  hasTemplate: boolean;
  /** How many numbers outside the window may be written to; undefined where there is no limit. */
  messagingLimit: MessagingLimit | undefined;
};

/** How many messages may go now, how many new numbers are left today, and when the next day begins. */
export type ClaimLimits = {
  most: number;
  strangersLeft: number;
  mostStrangers: number;
  tomorrow: string;
  pairUntil: string;
};

/** Counts the numbers taken earlier in the same claim, because they use up the limits for the later ones. */
function createClaimQuota({ messagingLimit, strangers, freeAt }: CandidateFacts, limits: ClaimLimits) {
  const taken = new Set<string>();
  const newNumbers = new Set<string>();
  const reached = new Set<string>();
  let waiting = 0;

  /** Returns why a message has to wait and until when, or undefined when it goes and has taken its place. */
  const takePlace = (number: string, isOutside: boolean): Omit<PutOff, 'id'> | undefined => {
    const dueAt = freeAt.get(number) ?? (taken.has(number) ? limits.pairUntil : undefined);
    if (limits.pairUntil !== '' && dueAt !== undefined) return { dueAt, reason: reasonOf('pairLimit') };
    const isStranger = strangers?.has(number) === true && !newNumbers.has(number);
    if (isStranger && newNumbers.size >= limits.strangersLeft)
      return { dueAt: limits.tomorrow, reason: reasonOf('newPerDay', { most: limits.mostStrangers }) };
    const isCounted =
      messagingLimit && isOutside && !messagingLimit.reached.has(number) && !reached.has(number);
    if (isCounted && reached.size >= messagingLimit.left) {
      const free = messagingLimit.freeAt[waiting++] ?? messagingLimit.nextFreeAt;
      return { dueAt: free, reason: reasonOf('perDay', { most: messagingLimit.most }) };
    }
    if (isStranger) newNumbers.add(number);
    if (isCounted) reached.add(number);
    taken.add(number);
    return undefined;
  };
  return { takePlace };
}

/**
 * Returns the bills for which the text is rewritten, where the stored text may be out of date. A correction does not
 * rewrite the text of a message that is being sent.
 */
function billsToRewrite(message: Candidate, fate: Fate, isOfOtherDay: boolean): number[] {
  if (fate.kind === 'rewrite') return fate.left;
  return isOfOtherDay || message.attempts + message.waits > 0 ? billIDsOf(message) : [];
}

/**
 * Sorts the messages into the lists until enough may go. Each message is in one list, except that those in `rewrite`
 * are also in `go`.
 */
export function judgeCandidates(
  candidates: readonly Candidate[],
  known: CandidateFacts,
  limits: ClaimLimits,
): Verdict {
  const verdict: Verdict = { judged: 0, go: [], skipped: [], putOff: [], rewrite: [] };
  const { takePlace } = createClaimQuota(known, limits);
  const { begins, text } = known.broadcast;
  const isOfOtherDay = begins !== known.today && saysOfDay(text);
  for (const message of candidates) {
    if (verdict.go.length >= limits.most) break;
    verdict.judged += 1;
    const { id, number } = message;
    const fate = fateOf(message, known.broadcast, known);
    const isOutside = known.open?.has(number) === false;
    const promised = known.promised.get(number);
    if (known.optedOut.has(number) && !known.broadcast.isNotice) {
      verdict.skipped.push({ id, reason: reasonOf('optedOut') });
    } else if (fate.kind === 'skip') {
      verdict.skipped.push({ id, reason: fate.reason });
    } else if (promised !== undefined) {
      verdict.skipped.push({ id, reason: reasonOf('promised', { day: promised }) });
    } else if (isOutside && !known.hasTemplate) {
      verdict.skipped.push({ id, reason: reasonOf('windowClosed') });
    } else {
      const wait = takePlace(number, isOutside);
      if (wait) {
        verdict.putOff.push({ id, ...wait });
        continue;
      }
      const left = billsToRewrite(message, fate, isOfOtherDay);
      if (left.length > 0 && isPersonal(known.broadcast)) verdict.rewrite.push({ message, left });
      verdict.go.push(message);
    }
  }
  return verdict;
}

/** The payload that a stop button sends back. It is read as if the parent had typed it. */
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

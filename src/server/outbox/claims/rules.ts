/** Which of the waiting messages may go now, looked at once more at the moment of sending. Pure. */
import type { InTimeFrom } from '#shared/payable.ts';
import { saysOfDay } from '#shared/placeholders.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { ToldPayment } from '../../recipients/rules.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import type { FilledTemplate } from '../../whatsapp/model.ts';
import type { MessagingLimit } from '../messaging-limits/rules.ts';
import { type Broadcast, billIDsOf, type Candidate, type LeftOut, type PutOff } from '../model.ts';
import { type BillState, type Fate, fateOf, isPersonal } from '../skip/rules.ts';

export type Verdict = {
  /** How many were looked at, from the first on: once enough go the others wait for the next turn. */
  judged: number;
  go: Candidate[];
  skipped: LeftOut[];
  putOff: PutOff[];
  /**
   * Of a family's bills only these are left, or it was tried before and a bill may have been mended meanwhile, or it says
   * what is payable today and was written for another day: its text is written anew.
   */
  rewrite: { message: Candidate; left: number[] }[];
};

/** What is known at this moment of those behind the messages. Instants are ISO text. */
export type CandidateFacts = {
  /** `begins`: the day for which its texts were written, in the campus. */
  broadcast: Broadcast & { isNotice: boolean; begins: string; payment: ToldPayment | undefined };
  bills: ReadonlyMap<number, BillState>;
  today: string;
  dueFrom: InTimeFrom;
  optedOut: ReadonlySet<string>;
  /** When each number may be written to next, where it has just been. */
  freeAt: ReadonlyMap<string, string>;
  /** Numbers that were never written to; undefined where nobody counts them. */
  strangers: ReadonlySet<string> | undefined;
  /** Numbers that free text reaches now; undefined where it reaches all. */
  open: ReadonlySet<string> | undefined;
  /** Whether those others can be written to by a template. */
  hasTemplate: boolean;
  /** How many of those others may be written to; undefined where nobody counts them. */
  messagingLimit: MessagingLimit | undefined;
};

/** How many may go now, how much of a day's new numbers is left, and when the next day begins. */
export type ClaimLimits = {
  most: number;
  strangersLeft: number;
  mostStrangers: number;
  tomorrow: string;
  pairUntil: string;
};

/** Who was taken before of the same messages: it counts for those that come after. */
function createClaimQuota({ messagingLimit, strangers, freeAt }: CandidateFacts, limits: ClaimLimits) {
  const taken = new Set<string>();
  const met = new Set<string>();
  const reached = new Set<string>();
  let waiting = 0;

  /** Why it has to wait, and until when; undefined: it goes, and has its seat. */
  const seat = (number: string, isOutside: boolean): Omit<PutOff, 'id'> | undefined => {
    const dueAt = freeAt.get(number) ?? (taken.has(number) ? limits.pairUntil : undefined);
    if (limits.pairUntil !== '' && dueAt !== undefined) return { dueAt, reason: reasonOf('pairLimit') };
    const isStranger = strangers?.has(number) === true && !met.has(number);
    if (isStranger && met.size >= limits.strangersLeft)
      return { dueAt: limits.tomorrow, reason: reasonOf('newPerDay', { most: limits.mostStrangers }) };
    const isCounted =
      messagingLimit && isOutside && !messagingLimit.reached.has(number) && !reached.has(number);
    if (isCounted && reached.size >= messagingLimit.left) {
      const free = messagingLimit.freeAt[waiting++] ?? messagingLimit.nextFreeAt;
      return { dueAt: free, reason: reasonOf('perDay', { most: messagingLimit.most }) };
    }
    if (isStranger) met.add(number);
    if (isCounted) reached.add(number);
    taken.add(number);
    return undefined;
  };
  return { seat };
}

/**
 * The bills that a text is to speak of, where what is stored may say otherwise: what is on its way is not rewritten.
 */
function billsToRewrite(message: Candidate, fate: Fate, isOfOtherDay: boolean): number[] {
  if (fate.kind === 'rewrite') return fate.left;
  return isOfOtherDay || message.attempts + message.waits > 0 ? billIDsOf(message) : [];
}

/** Sorts the messages until enough go; each is in one list only, but those to rewrite, which also go. */
export function judgeCandidates(
  candidates: readonly Candidate[],
  known: CandidateFacts,
  limits: ClaimLimits,
): Verdict {
  const verdict: Verdict = { judged: 0, go: [], skipped: [], putOff: [], rewrite: [] };
  const { seat } = createClaimQuota(known, limits);
  const { begins, text } = known.broadcast;
  const isOfOtherDay = begins !== known.today && saysOfDay(text);
  for (const message of candidates) {
    if (verdict.go.length >= limits.most) break;
    verdict.judged += 1;
    const { id, number } = message;
    const fate = fateOf(message, known.broadcast, known);
    const isOutside = known.open?.has(number) === false;
    if (known.optedOut.has(number) && !known.broadcast.isNotice) {
      verdict.skipped.push({ id, reason: reasonOf('optedOut') });
    } else if (fate.kind === 'skip') {
      verdict.skipped.push({ id, reason: fate.reason });
    } else if (isOutside && !known.hasTemplate) {
      verdict.skipped.push({ id, reason: reasonOf('windowClosed') });
    } else {
      const wait = seat(number, isOutside);
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

/** What a stop button sends back: read as if the parent had written it. */
const stopPayload = 'STOP';

/** The template of a broadcast with one message's values. */
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

/** Pure rules about the customer service window: how many recipients get free text, and how many get a template. */
import { dayIn, instantIn } from '#shared/time/dates.ts';
import { windowWords } from '#shared/words/templates.ts';
import type { Plan } from './api.ts';
import { type Later, nowIn, sayLater, sendAtOf } from './when.ts';

export type Windows = NonNullable<Plan['windows']>;

export function sayDelivery({ open, closed, isApproved }: Windows): string {
  if (isApproved || closed === 0) {
    const ways = [
      closed > 0 ? windowWords.byTemplate(closed) : '',
      open > 0 ? windowWords.asFreeText(open) : '',
    ];
    return windowWords.goes(ways.filter(Boolean));
  }
  if (open === 0) return `${windowWords.reachesNobody(closed)} ${windowWords.forAll}`;
  return `${windowWords.reaches(open, open + closed)} ${windowWords.forTheRest(closed)}`;
}

const oneDay = 24 * 60 * 60;

/** Says when a send will probably end. Undefined if the send takes no longer than a day. */
export function sayEnd(
  { seconds, heldUntil }: Pick<Plan, 'seconds' | 'heldUntil'>,
  { later, timeZone, now }: { later: Later | null; timeZone: string; now: Date },
): string | undefined {
  if (seconds <= oneDay) return undefined;
  const sendAt = sendAtOf(later);
  const plannedStart = sendAt === undefined ? now : instantIn(timeZone, sendAt);
  const begin = heldUntil === null ? plannedStart : new Date(heldUntil);
  const end = new Date(begin.getTime() + seconds * 1000);
  return windowWords.ends(sayLater(nowIn(timeZone, end), dayIn(timeZone, now)));
}

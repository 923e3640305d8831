/** Creates and revokes the link of one family, for a clerk. */

import { Failure } from '#shared/failures.ts';
import { linkBase } from '#shared/people/parent-link.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillsOfNumber } from '../../billing/families/families.ts';
import { needNumber } from '../../chat/chat-rules.ts';
import { type LinkNeeds, linksOf } from '../../recipients/links/links.ts';
import { deleteLink, listLinks } from '../../recipients/links/links-queries.ts';
import { daysAfterLast, keepsLink } from '../../recipients/links/links-rules.ts';
import { recordChange } from '../../trail/trail.ts';

type LinkChange = 'linkMade' | 'linkRevoked';

/** The audit log does not contain the link itself, because anybody who reads the log could then open the page. */
const record = (
  scope: Scope,
  what: LinkChange,
  { number, at }: { number: string; at: Date },
): Promise<void> =>
  recordChange(scope, {
    what,
    at: at.toISOString(),
    about: { kind: 'contact', id: number, name: number },
  });

/** Lists the bills that the family of this number (E.164) may see. The list is empty if its link has expired. */
export async function listBillsShown(scope: Scope, number: string, now: Date) {
  const since = addDays(dayIn(scope.campus.timeZone, now), -daysAfterLast);
  const bills = await listBillsOfNumber(scope, number);
  return bills.some((bill) => keepsLink(bill, since)) ? bills : [];
}

/** Creates a link. Fails if Qasid is not reached by HTTPS, or if the page would be empty. */
export async function makeFamilyLink(scope: Scope, deps: LinkNeeds, typed: string): Promise<{ url: string }> {
  const number = needNumber(typed, scope.campus.country);
  const at = deps.now();
  if (linkBase(deps.config.publicUrl) === undefined)
    throw new Failure('conflict', failureWords.linkNeedsHttps);
  return withCampusLock(scope, async (scope) => {
    if ((await listBillsShown(scope, number, at)).length === 0)
      throw new Failure('conflict', failureWords.linkNeedsBills);
    const [existing] = await listLinks(scope, [number]);
    const url = (await linksOf(scope, deps, [number])).get(number) ?? '';
    if (!existing) await record(scope, 'linkMade', { number, at });
    return { url };
  });
}

export async function revokeLink(
  scope: Scope,
  { now }: Pick<LinkNeeds, 'now'>,
  typed: string,
): Promise<{ revoked: boolean }> {
  const number = needNumber(typed, scope.campus.country);
  return withCampusLock(scope, async (scope) => {
    const revoked = await deleteLink(scope, number);
    if (revoked) await record(scope, 'linkRevoked', { number, at: now() });
    return { revoked };
  });
}

/** What an owner checks in a month. It comes from the audit log, which nobody can change. */
import type { Exceptions } from '#shared/calls/exceptions.ts';
import { Failure } from '#shared/failures.ts';
import { addMonths } from '#shared/money/exceptions.ts';
import { instantIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { insertSeen, listEntries, listSeen } from './exceptions-queries.ts';
import { exceptionCodes, readActs, toException, usualOf } from './exceptions-rules.ts';

const usualMonths = 6;
/** More acts than a school has in a month. */
const most = 5000;
const mostUsual = 20_000;

const startOf = (month: string, { campus }: Scope): string =>
  instantIn(campus.timeZone, `${month}-01T00:00`).toISOString();

export async function showExceptions(scope: Scope, month: string): Promise<Exceptions> {
  const codes = exceptionCodes;
  const [first, since, until] = [-usualMonths, 0, 1].map((by) => startOf(addMonths(month, by), scope));
  const rows = await listEntries(scope, { codes, since: since ?? '', until: until ?? '', take: most });
  const before = await listEntries(scope, { codes, since: first ?? '', until: since ?? '', take: mostUsual });
  return {
    items: readActs(rows).map((act) => toException(act, scope.campus.timeZone)),
    usual: usualOf(readActs(before), usualMonths),
    isCut: rows.length === most,
  };
}

/** Marks entries of the campus as seen. Returns how many were not seen before. Fails if one is no exception. */
export async function seeExceptions(
  scope: Scope,
  { now }: Pick<Deps, 'now'>,
  ids: readonly number[],
): Promise<{ changed: number }> {
  const seenAt = now().toISOString();
  return withCampusLock(scope, async (scope) => {
    const entries = await listSeen(scope, { ids, codes: exceptionCodes });
    if (entries.length < new Set(ids).size) throw new Failure('notFound', failureWords.notFound);
    const unseen = entries.filter(({ entryID }) => entryID === null).map(({ id }) => id);
    if (unseen.length === 0) return { changed: 0 };
    await insertSeen(scope, unseen, { seenAt, seenBy: scope.userID });
    const about = { kind: 'trail' } as const;
    const details = { changed: unseen.length };
    await recordChange(scope, { what: 'exceptionsSeen', at: seenAt, about, details });
    return details;
  });
}

/** The classes of fee heads. The class follows from the name, unless a person has chosen another class. */
import type { FeeHead } from '#shared/calls/fee-heads.ts';
import { classOfFeeHead, type FeeHeadClass, plainFeeHead } from '#shared/money/fee-head-class.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { listHeads, mapChosenClasses, putChosenClass } from './fee-heads-queries.ts';

/** Fee heads are searched in this many of the latest billings. */
const latest = 3;

/**
 * Lists the fee heads of the latest billings and those with a chosen class. Spellings of the same head are listed
 * once.
 */
export async function showFeeHeads(scope: Scope): Promise<FeeHead[]> {
  const classes = await mapChosenClasses(scope);
  const names = await listHeads(scope, latest);
  const heads = new Map<string, FeeHead>();
  for (const name of [...names, ...classes.keys()].sort()) {
    const plain = plainFeeHead(name);
    if (heads.has(plain)) continue;
    heads.set(plain, { name, class: classOfFeeHead(name, classes), byName: classOfFeeHead(name) });
  }
  return [...heads.values()];
}

/** Applies from now on. Earlier imports keep the class that was valid when they were read. */
export async function sayFeeHead(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { name, class: to }: { name: string; class: FeeHeadClass },
): Promise<FeeHead> {
  const byName = classOfFeeHead(name);
  await withCampusLock(scope, async (scope) => {
    const before = classOfFeeHead(name, await mapChosenClasses(scope));
    if (before === to) return;
    await putChosenClass(scope, { name: plainFeeHead(name), chosen: to === byName ? null : to });
    const about = { kind: 'school', id: scope.campusID, name } as const;
    await recordChange(scope, {
      what: 'feeHeadClassed',
      at: deps.now().toISOString(),
      about,
      changes: { class: [before, to] },
    });
  });
  return { name, class: to, byName };
}

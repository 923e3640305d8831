/** The classes of fee heads: by their names, unless a person chose another class. */
import type { FeeHead } from '#shared/calls/fee-heads.ts';
import { classOfFeeHead, type FeeHeadClass, plainFeeHead } from '#shared/fee-head-class.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { listHeads, mapSaidClasses, putSaidClass } from './fee-heads-queries.ts';

/** The number of latest billings in which heads are searched. */
const latest = 3;

/** Lists the heads of the latest billings and those with a chosen class, each once, whatever its spelling. */
export async function showFeeHeads(scope: Scope): Promise<FeeHead[]> {
  const said = await mapSaidClasses(scope);
  const names = await listHeads(scope, latest);
  const heads = new Map<string, FeeHead>();
  for (const name of [...names, ...said.keys()].sort()) {
    const plain = plainFeeHead(name);
    if (heads.has(plain)) continue;
    heads.set(plain, { name, class: classOfFeeHead(name, said), byName: classOfFeeHead(name) });
  }
  return [...heads.values()];
}

/** Applies from now on. Earlier imports keep the class they were read with. */
export async function sayFeeHead(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { name, class: to }: { name: string; class: FeeHeadClass },
): Promise<FeeHead> {
  const byName = classOfFeeHead(name);
  await withCampusLock(scope, async (scope) => {
    const before = classOfFeeHead(name, await mapSaidClasses(scope));
    if (before === to) return;
    await putSaidClass(scope, { name: plainFeeHead(name), said: to === byName ? null : to });
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

import type { PaceSettings, SenderAnswer } from '#shared/calls/senders.ts';
import { noReason, tellReason } from '#shared/messages/reasons.ts';
import { dayIn } from '#shared/time/dates.ts';
import { changesBetween } from '#shared/trail.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { recordChange } from '../../trail/trail.ts';
import { findSender, lockOutbox, updateSender } from './settings-queries.ts';
import { columnsOf, paceOf, testHostOf } from './settings-rules.ts';

export async function showSender(scope: Scope, { now, config }: Deps): Promise<SenderAnswer> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const { provider, number, name, stoppedAt, stopReason, newDay, newCount } = sender;
  return {
    provider,
    number,
    name,
    testHost: testHostOf(provider, config.graphUrl),
    pace: paceOf(sender),
    stopped: stoppedAt === null ? null : { at: stoppedAt, ...tellReason(stopReason ?? noReason) },
    newToday: newDay === dayIn(scope.campus.timeZone, now()) ? newCount : 0,
  };
}

/** Sets the pace. It applies from the next message on, and ends a wait that the old pace has caused. */
export async function changePace(scope: Scope, deps: Deps, pace: PaceSettings): Promise<SenderAnswer> {
  await inTransaction(scope, async (scope) => {
    await lockOutbox(scope);
    const before = await findSender(scope);
    await updateSender(scope, { ...columnsOf(pace), nextAt: '', runsAt: '', sinceRest: 0 });
    const changes = changesBetween(before ? paceOf(before) : {}, pace);
    const at = deps.now().toISOString();
    await recordChange(scope, { what: 'paceChanged', at, about: { kind: 'sender' }, changes });
  });
  deps.bus.publish(scope.campusID, { what: 'sender' });
  deps.wake('sending');
  return showSender(scope, deps);
}

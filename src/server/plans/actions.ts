/** What a send would do, without doing it. */
import type { PlanAnswer, PlanBody } from '#shared/calls/messages.ts';
import { instantIn } from '#shared/dates.ts';
import { secondsAt } from '#shared/pace.ts';
import { countAside, type Found, findRecipients, findStudents } from '../audience/actions.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { findTold, named, planFor } from '../messages/actions.ts';
import { checkText, countReasons, samplesOf } from '../messages/rules.ts';
import { findSender } from '../senders/queries.ts';
import { endOfSending, paceOf, quietUntil, secondsFor } from '../senders/rules.ts';

const mostNamed = 200;

/** Whom the body means: with classes or sections, and neither groups nor bills, their students. */
async function findPlanned(scope: Scope, deps: Deps, body: PlanBody): Promise<Found & { body: PlanBody }> {
  const isOfClasses =
    body.groupIDs.length + body.contactIDs.length === 0 && body.clsIDs.length + body.secIDs.length > 0;
  if (!isOfClasses) return { ...(await findRecipients(scope, deps.now(), body)), body };
  const isWhole = body.clsIDs.length > 0 && body.secIDs.length > 0;
  const recipients = isWhole ? await findStudents(scope, body.clsIDs, body.secIDs) : [];
  return { recipients, only: undefined, body: { ...body, status: 'all', family: false } };
}

/** How long so many messages take, and until when quiet hours hold the first of them. */
async function estimate(
  scope: Scope,
  { providers, now }: Deps,
  { queued, sendAt }: { queued: number; sendAt: string | undefined },
): Promise<Pick<PlanAnswer, 'seconds' | 'heldUntil'>> {
  const sender = await findSender(scope);
  if (!sender || queued === 0) return { seconds: 0, heldUntil: null };
  const pace = paceOf(sender);
  const ofProvider = secondsFor(queued, providers[sender.provider]?.secondsPerMessage?.(sender) ?? 0);
  const at = sendAt === undefined ? now() : instantIn(scope.campus.timeZone, sendAt);
  const heldUntil = quietUntil(pace, scope.campus.timeZone, at);
  const begin = heldUntil ?? at;
  const seconds = Math.max(ofProvider, secondsAt(pace, queued));
  const end = endOfSending(pace, scope.campus.timeZone, { now: begin, seconds });
  return {
    seconds: Math.ceil((end.getTime() - begin.getTime()) / 1000),
    heldUntil: heldUntil?.toISOString() ?? null,
  };
}

/** What a send with this body would do. */
export async function plan(scope: Scope, deps: Deps, asked: PlanBody): Promise<PlanAnswer> {
  checkText(asked.message);
  const { body, ...found } = await findPlanned(scope, deps, asked);
  const { message: text, family, again } = body;
  const told = await findTold(scope, found.recipients, text);
  const plan = await planFor(scope, found, { text, family, again, told });
  const queued = plan.messages.length;
  return {
    queued,
    bills: found.recipients.length,
    families: new Set(plan.messages.map(({ number }) => number)).size,
    aside: await countAside(scope, body, found.recipients.length),
    told: plan.told,
    leftOut: plan.skipped.length,
    reasons: countReasons(plan.skipped),
    skipped: named(plan.skipped.slice(0, mostNamed)),
    samples: samplesOf(plan),
    ...(await estimate(scope, deps, { queued, sendAt: asked.sendAt })),
  };
}

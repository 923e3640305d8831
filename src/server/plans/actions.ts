/** What a send would do, without doing it. */
import type { PlanAnswer, PlanBody } from '#shared/calls/messages.ts';
import { instantIn } from '#shared/dates.ts';
import { secondsAt } from '#shared/pace.ts';
import { countAside, type Found, findRecipients, findStudents } from '../audience/actions.ts';
import type { Scope } from '../auth/scope.ts';
import { findLastPlace } from '../budgets/actions.ts';
import { openSender } from '../connections/rules.ts';
import type { Deps } from '../deps.ts';
import { findTold, named, planFor } from '../messages/actions.ts';
import { checkText, type Plan } from '../messages/rules.ts';
import { findSender, type SenderRow } from '../senders/queries.ts';
import { endOfSending, paceOf, quietUntil, secondsFor } from '../senders/rules.ts';
import { findWay, type Way } from '../windows/actions.ts';
import { countReached, countReasons, countSeveralDates, countWindows, samplesOf } from './rules.ts';

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

/** When the last of those whom free text does not reach may be written to, where a limit holds them up. */
async function findLimitEnd(
  scope: Scope,
  sender: SenderRow,
  { messages, open, begin }: Pick<Plan, 'messages'> & { open: Way['open']; begin: Date },
): Promise<Date> {
  const outside = open ? messages.filter(({ number }) => !open.has(number)) : [];
  const numbers = [...new Set(outside.map(({ number }) => number))];
  const last = await findLastPlace(scope.db, sender, { numbers, begin });
  if (!last) return begin;
  return quietUntil(paceOf(sender), scope.campus.timeZone, last) ?? last;
}

/** How long these messages take, and until when quiet hours hold the first of them. */
async function estimate(
  scope: Scope,
  { providers, vault }: Deps,
  { messages, open, at }: Pick<Plan, 'messages'> & { open: Way['open']; at: Date },
): Promise<Pick<PlanAnswer, 'seconds' | 'heldUntil'>> {
  const sender = await findSender(scope);
  const queued = messages.length;
  if (!sender || queued === 0) return { seconds: 0, heldUntil: null };
  const pace = paceOf(sender);
  const ofProvider = secondsFor(
    queued,
    providers[sender.provider]?.secondsPerMessage?.(openSender(vault, sender)) ?? 0,
  );
  const heldUntil = quietUntil(pace, scope.campus.timeZone, at);
  const begin = heldUntil ?? at;
  const seconds = Math.max(ofProvider, secondsAt(pace, queued));
  const ends = [
    endOfSending(pace, scope.campus.timeZone, { now: begin, seconds }),
    await findLimitEnd(scope, sender, { messages, open, begin }),
  ];
  const end = Math.max(...ends.map((one) => one.getTime()));
  return {
    seconds: Math.ceil((end - begin.getTime()) / 1000),
    heldUntil: heldUntil?.toISOString() ?? null,
  };
}

/** What a send with this body would do. */
export async function plan(scope: Scope, deps: Deps, asked: PlanBody): Promise<PlanAnswer> {
  checkText(asked.message);
  const { body, ...found } = await findPlanned(scope, deps, asked);
  const { recipients } = found;
  const { message: text, family, again, sendAt } = body;
  const at = sendAt === undefined ? deps.now() : instantIn(scope.campus.timeZone, sendAt);
  const told = await findTold(scope, recipients, text);
  const way = await findWay(scope, deps, { words: body, recipients, at });
  const plan = await planFor(scope, found, { text, family, again, told, ...way });
  const { messages } = plan;
  return {
    queued: messages.length,
    ...countReached(plan),
    ...(await countAside(scope, body, recipients.length)),
    told: plan.told,
    severalDates: countSeveralDates(plan, recipients, text),
    leftOut: plan.skipped.length,
    reasons: countReasons(plan.skipped),
    skipped: named(plan.skipped.slice(0, mostNamed)),
    samples: samplesOf(plan),
    windows: countWindows(plan, way),
    ...(await estimate(scope, deps, { messages, open: way.open, at })),
  };
}

/** Prints what happened in the worlds as a table, and what never happened. */

import { type MessageState, messageStates } from '#shared/messages/message-states.ts';
import { bankMatches } from '#shared/money/bank.ts';
import { adjustmentKinds, counterMethods } from '#shared/money/ledger.ts';
import { legal } from './rules.ts';
import { stepKinds } from './scenario.ts';
import { refusalCodes, storms } from './weather.ts';

/**
 * Transitions that worlds should show. A message is skipped after a try only by hand, which needs a campus without a
 * provider. Only with PostgreSQL can another process have rescued a try before its answer.
 */
const isExpected = (from: MessageState, to: MessageState): boolean =>
  to === 'skipped' ? from === 'queued' : !(from === 'unknown' && to === 'accepted');

const expected = (): string[] => [
  ...messageStates.flatMap((from) =>
    legal[from].filter((to) => isExpected(from, to)).map((to) => `step ${from} → ${to}`),
  ),
  ...stepKinds.map((kind) => `step: ${kind}`),
  ...new Set(
    storms.map(({ kind }) =>
      lost.has(kind) ? `fault ${kind}` : kind === 'reject' ? 'code 131016' : `accepted ${kind}`,
    ),
  ),
  ...refusalCodes.map((code) => `code ${code}`),
  ...['may', 'lacksRight', 'elsewhere', 'signedOut'].map((standing) => `deed ${standing}`),
  ...[
    ...['signed in', 'a used link is refused', 'a right was taken away', 'a right was given'],
    ...['the last administrator stays', 'a key is told to wait'],
  ].map((what) => `office: ${what}`),
  ...['sent', 'suspended', 'resumed', 'refused by the messages of a day', 'its grace begins', 'removed'].map(
    (what) => `school: ${what}`,
  ),
  ...['group', 'bill', 'template'].flatMap((kind) => [`bin: ${kind} undone`, `bin: ${kind} restored`]),
  ...['backup: made', 'backup: put back'],
  ...[...counterMethods.map((method) => `${method} received`), ...adjustmentKinds].map(
    (what) => `money: ${what}`,
  ),
  ...[
    ...['void', 'bounced', 'refund', 'credit set against a bill'],
    ...['paid by a sheet', 'carried to a newer bill', 'pushed', 'pushed again'],
  ].map((what) => `money: ${what}`),
  // The campus has bills in one campus only, and a batch belongs to nobody.
  ...bankMatches.filter((match) => match !== 'otherCampus').map((match) => `bank: ${match}`),
  ...[
    ...['saved', 'saved again', 'saved by two at once', 'killed in between', 'changed meanwhile'],
    ...['joined', 'a late fine is waived', 'undone', 'undone at once', 'a family pays twice'],
  ].map((what) => `bank: ${what}`),
];
/** WhatsApp accepts nothing of these faults. */
const lost = new Set(['html', 'hang', 'cutBefore']);

/** Fewer times than this counts as rare. */
const few = 20;

export function tell(covered: ReadonlyMap<string, number>): string {
  const names = [...new Set([...expected(), ...covered.keys()])].sort();
  const lines = names.map((name) => `${String(covered.get(name) ?? 0).padStart(9)}  ${name}`);
  const missing = expected().filter((name) => !covered.has(name));
  const rare = expected().filter((name) => covered.has(name) && (covered.get(name) ?? 0) < few);
  return [
    'what happened, and how often:',
    ...lines,
    `never happened (${missing.length}): ${missing.join(', ') || 'nothing is missing'}`,
    `less than ${few} times (${rare.length}): ${rare.join(', ') || 'none'}`,
  ].join('\n');
}

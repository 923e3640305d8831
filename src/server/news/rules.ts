/** What a provider's events ask for before they are done. Pure. */
import type { RunTemplate } from '../db/outbox-tables.ts';
import { saysStop } from '../whatsapp/error-codes.ts';
import type { HookEvent } from '../whatsapp/events.ts';

/** What a provider says in whole seconds may have come at the end of that second. */
export const asOf = (at: Date): Date => (at.getMilliseconds() === 0 ? new Date(at.getTime() + 999) : at);

/** Nobody has written in time to come: by a clock that goes wrong a window would stay open, and a wish outlive later ones. */
export const notAfter = <E extends Exclude<HookEvent, { kind: 'receipt' }>>(event: E, now: Date): E =>
  'at' in event && event.at > now ? { ...event, at: now } : event;

/** May note an opt-out, or queue a notice: that is done in turn within a campus. */
const isInTurn = (event: HookEvent): boolean =>
  event.kind === 'inbound' ||
  event.kind === 'preference' ||
  event.kind === 'numberChanged' ||
  (event.kind === 'receipt' && saysStop(event.receipt.code));

const isOfSender = (event: HookEvent): boolean =>
  event.kind !== 'category' && (event.kind !== 'receipt' || event.receipt.policy !== undefined);

/** Whom others must leave alone meanwhile: the whole campus includes its sender. */
export const holdsOf = (
  events: readonly HookEvent[],
): { campus: boolean; sender: boolean; limit: boolean } => ({
  limit: events.some(({ kind }) => kind === 'limit'),
  campus: events.some(isInTurn),
  sender: events.some(isOfSender),
});

/** The runs that go by this template. */
export const runsOf = <T extends { template: string | null }>(
  runs: readonly T[],
  named: Pick<RunTemplate, 'name' | 'language'>,
): T[] =>
  runs.filter(({ template }) => {
    const { name, language } = JSON.parse(template ?? '{}') as Partial<RunTemplate>;
    return name === named.name && language === named.language;
  });

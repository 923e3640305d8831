/** What every webhook handler is given, and the handlers by the kind of event they handle. */
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { SenderRow } from '../numbers/tables.ts';
import type { WebhookEvent } from '../whatsapp/webhooks.ts';

export type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>;

/** `deps` and `scope` are those of the transaction, `now` is its time. */
export type HandlerContext = { deps: Deps; scope: Scope; sender: SenderRow; now: string };

/** A handler is idempotent: an event that comes again changes nothing. */
type Handler<K extends WebhookEvent['kind']> = (context: HandlerContext, event: EventOf<K>) => Promise<void>;

/** An event of any kind but a receipt. */
export type SingleEvent = Exclude<WebhookEvent, { kind: 'receipt' }>;

/** Receipts are handled together, since their order says nothing; every other event by itself. */
export type Handlers = { [K in SingleEvent['kind']]: Handler<K> } & {
  receipts: (context: HandlerContext, events: readonly EventOf<'receipt'>[]) => Promise<void>;
};

/** The context of webhook handlers, and the type of the handlers by kind of event. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import type { SenderRow } from '../senders/tables.ts';
import type { WebhookEvent } from '../whatsapp/webhooks.ts';

type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>;

/**
 * `deps` and `scope` belong to one transaction. `now` is its time as ISO text. Events are published and workers are
 * woken after the commit.
 */
export type HandlerContext = {
  deps: Deps;
  scope: Scope;
  now: string;
  publish: (event: LiveEvent) => void;
};

export type SenderContext = HandlerContext & { sender: SenderRow };

/** A handler is idempotent: a repeated event changes nothing. */
type Handler<K extends WebhookEvent['kind']> = (context: SenderContext, event: EventOf<K>) => Promise<void>;

/** An event of any kind except a receipt. */
export type SingleEvent = Exclude<WebhookEvent, { kind: 'receipt' }>;

/** The handlers of single events. Receipts are handled together, because their order has no meaning. */
export type Handlers = { [K in SingleEvent['kind']]: Handler<K> };

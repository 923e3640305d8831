/** The context of webhook handlers, and the handlers by kind of event. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../auth/scope.ts';
import type { WorkerName } from '../bus.ts';
import type { ReceivedMessage } from '../parents/model.ts';
import type { SenderRow } from '../senders/tables.ts';
import type { Receipt } from '../whatsapp/model.ts';
import type { WebhookEvent } from '../whatsapp/webhooks.ts';

export type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>;

type Person = { number: string; others: readonly string[] };

/**
 * `asOf`: when the parent asked for it; a later wish overrides it. `others`: further numbers of the same person, to
 * which it also applies.
 */
type OptOutWish = { number: string; others?: readonly string[] | undefined; note: string; asOf: Date };

/**
 * What handlers change in the outbox, for one campus and in the transaction of their scope. It is passed in, so that
 * handlers do not import the outbox.
 */
export type OutboxPort = {
  /** Updates the messages of these receipts. An opt-out in a receipt is applied too. */
  applyReceipts: (sender: SenderRow, receipts: readonly Receipt[]) => Promise<void>;
  /**
   * The number that the school wrote to, found by an id or spelling of WhatsApp, and other numbers of the same person.
   */
  findPerson: (named: { said: string; userID?: string | undefined }) => Promise<Person>;
  /** False if the number itself has opted out before. */
  recordOptOut: (wish: OptOutWish) => Promise<boolean>;
  removeOptOut: (wish: OptOutWish) => Promise<void>;
  /** Queues a text that is not about a bill, also to a number that has opted out. */
  sendNotice: (notice: { number: string; text: string }) => Promise<void>;
  pauseByTemplate: (template: { name: string; language: string; reason: Reason }) => Promise<void>;
  resumeAfterApproval: () => Promise<void>;
  /** Different people in 24 hours, for all numbers that share the sender's limit; null means no limit. */
  changeLimit: (sender: SenderRow, perDay: number | null) => Promise<void>;
};

/** The automatic reactions to a parent's message; passed in like the outbox. */
export type ParentsPort = { follow: (message: ReceivedMessage) => Promise<void> };

/**
 * `scope` belongs to the transaction, and `now` is its time as ISO text. Events are published and workers are woken
 * after the commit.
 */
export type HandlerContext = {
  scope: Scope;
  now: string;
  chance: () => number;
  publish: (event: LiveEvent) => void;
  wake: (worker: WorkerName) => void;
  outbox: OutboxPort;
  parents: ParentsPort;
};

export type SenderContext = HandlerContext & { sender: SenderRow };

/** A handler is idempotent: a repeated event changes nothing. */
type Handler<K extends WebhookEvent['kind']> = (context: SenderContext, event: EventOf<K>) => Promise<void>;

/** An event of any kind except a receipt. */
export type SingleEvent = Exclude<WebhookEvent, { kind: 'receipt' }>;

/** Receipts are handled together, because their order has no meaning. Every other event is handled by itself. */
export type Handlers = { [K in SingleEvent['kind']]: Handler<K> } & {
  receipts: (context: SenderContext, events: readonly EventOf<'receipt'>[]) => Promise<void>;
};

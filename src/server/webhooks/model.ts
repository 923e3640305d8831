/** What every webhook handler is given, and the handlers by the kind of event they handle. */
import type { LiveEvent } from '#shared/calls/live.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../auth/scope.ts';
import type { WorkerName } from '../bus.ts';
import type { SenderRow } from '../numbers/tables.ts';
import type { ReceivedMessage } from '../parents/model.ts';
import type { Receipt } from '../whatsapp/model.ts';
import type { WebhookEvent } from '../whatsapp/webhooks.ts';

export type EventOf<K extends WebhookEvent['kind']> = Extract<WebhookEvent, { kind: K }>;

type Person = { number: string; others: readonly string[] };

/**
 * `asOf`: when the parent asked for it; what was asked for after that holds. `others`: further numbers of the same
 * person, for which it holds too.
 */
type OptOutWish = { number: string; others?: readonly string[] | undefined; note: string; asOf: Date };

/**
 * What handlers change in the outbox, for one campus and in the transaction of their scope. It is handed in: a handler
 * can be read without the outbox.
 */
export type OutboxPort = {
  /** Moves the messages that these receipts are of. What parents ask by a receipt is heeded. */
  applyReceipts: (sender: SenderRow, receipts: readonly Receipt[]) => Promise<void>;
  /** The number that was written to, of whomever WhatsApp calls so, and others of the same person. */
  findPerson: (named: { said: string; userID?: string | undefined }) => Promise<Person>;
  /** False where it was noted before of the number itself. */
  recordOptOut: (wish: OptOutWish) => Promise<boolean>;
  removeOptOut: (wish: OptOutWish) => Promise<void>;
  /** Queues a text that is not about a bill, also to a number that asked for no messages. */
  sendNotice: (notice: { number: string; text: string }) => Promise<void>;
  pauseByTemplate: (template: { name: string; language: string; reason: Reason }) => Promise<void>;
  resumeAfterApproval: () => Promise<void>;
  /** Different people in 24 hours, of all numbers that share the sender's limit; null: no limit. */
  changeLimit: (sender: SenderRow, perDay: number | null) => Promise<void>;
};

/** What the program does by itself about what a parent wrote; handed in as the outbox is. */
export type ParentsPort = { follow: (message: ReceivedMessage) => Promise<void> };

/**
 * `scope` is that of the transaction, `now` its time as ISO text. What is published is told, and who is woken looks,
 * once it is committed.
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

/** A handler is idempotent: an event that comes again changes nothing. */
type Handler<K extends WebhookEvent['kind']> = (context: SenderContext, event: EventOf<K>) => Promise<void>;

/** An event of any kind but a receipt. */
export type SingleEvent = Exclude<WebhookEvent, { kind: 'receipt' }>;

/** Receipts are handled together, since their order says nothing; every other event by itself. */
export type Handlers = { [K in SingleEvent['kind']]: Handler<K> } & {
  receipts: (context: SenderContext, events: readonly EventOf<'receipt'>[]) => Promise<void>;
};

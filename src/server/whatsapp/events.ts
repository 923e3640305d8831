/** What a provider tells us by calling: one kind for each thing the product acts on. Numbers are E.164 with a plus. */
import type { Receipt } from './port.ts';
import type { TemplateStatus } from './templates.ts';

/** Media of a parent's message that is to be fetched by its id. */
export type MediaSent = { id: string; type: string; name: string };

export type HookEvent =
  | { kind: 'receipt'; receipt: Receipt }
  /** `text` says in words what has none: a reaction, a kind that cannot be shown. */
  | {
      kind: 'inbound';
      providerID: string;
      number: string;
      /** WhatsApp hides the number from us: in its place stands WhatsApp's own name for whoever wrote. */
      isHidden?: true;
      text: string;
      at: Date;
      media?: MediaSent;
      /** A button that was pressed: what it was given to send back. */
      payload?: string;
    }
  | {
      kind: 'template';
      name: string;
      language: string;
      status: TemplateStatus;
      /** In a clerk's words; empty where there is none. */
      reason: string;
      at: Date;
    }
  | { kind: 'category'; name: string; language: string; category: string; at: Date }
  /** By WhatsApp's own switch, of marketing messages. */
  | { kind: 'preference'; number: string; wish: 'stop' | 'resume'; at: Date }
  | { kind: 'numberChanged'; from: string; to: string; at: Date }
  /** Of the whole account or number. `policy`: what is to be done about it; none: it is only shown. */
  | { kind: 'trouble'; reason: string; policy?: 'retrySender' | 'pauseSender' | 'fixToken' }
  | { kind: 'quality'; quality: string }
  /** Different people in 24 hours; null: no limit. */
  | { kind: 'limit'; perDay: number | null }
  /** A linked phone was linked, or lost. */
  | { kind: 'session'; state: 'working' | 'failed' | 'scan' };

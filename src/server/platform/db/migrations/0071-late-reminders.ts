/**
 * Adds the last day on which a waiting reminder may be sent, and the time at which the hour of a campus was set. A
 * changed hour applies only to later times, so the change itself sends nothing.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0071-late-reminders';

const columns = (): string[] => [
  'alter table broadcast add column "lastDay" text',
  'alter table reminder_setting add column "hourSetAt" text',
];

export const statements = (engine: Engine): string[] => inDialect(engine, columns);

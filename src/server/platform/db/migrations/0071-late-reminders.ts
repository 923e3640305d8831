/**
 * A reminder that waits is not sent after the days for which it was written. A campus's hour holds from when it was
 * said: a change of it sends nothing at once.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0071-late-reminders';

const columns = (): string[] => [
  'alter table broadcast add column "lastDay" text',
  'alter table reminder_setting add column "hourSetAt" text',
];

export const statements = (engine: Engine): string[] => inDialect(engine, columns);

/** Types that the modules of reminders share. */
import type { Template } from '#shared/calls/templates.ts';

/** A template that is sent automatically. `createdAt` is when a person switched it on. */
export type RunningRule = { templateID: number; sendOn: string; startsOn: string; createdAt: string };

/** A rule that is switched on, with its template as it is now. */
export type StoredRule = { rule: RunningRule; template: Template };

/** Why all reminders of a campus are held: a person holds them, or its data are a copy. */
export type HeldBy = 'person' | 'copy';

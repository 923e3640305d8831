/** Of the retry by a person; which tries are made again by themselves: `completer/rules.ts`. */
import { reasonOf } from '#shared/reasons.ts';

/** How it is stored that a number has no WhatsApp: by the provider's code, or where there is none by our reason. */
export const notOnWhatsApp = { code: '131026', reason: reasonOf('notOnWhatsApp') } as const;

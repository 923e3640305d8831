/** For the retry by a person. Automatic retries are in `delivery/completer-rules.ts`. */
import { reasonOf } from '#shared/reasons.ts';

/** How the store marks that a number is not on WhatsApp: by the code of the provider, or else by our reason. */
export const notOnWhatsApp = { code: '131026', reason: reasonOf('notOnWhatsApp') } as const;

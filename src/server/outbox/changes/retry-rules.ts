/** Facts for the retry by a person. Automatic retries are in `delivery/completer-rules.ts`. */
import { makeReason } from '#shared/messages/reasons.ts';

/**
 * The stored mark for a number that is not on WhatsApp: the code of the provider, or our reason if there is no code.
 */
export const notOnWhatsApp = { code: '131026', reason: makeReason('notOnWhatsApp') } as const;

import { makeReason, type Reason } from '#shared/messages/reasons.ts';

/** A reason in a provider's own words, for which we have no code. */
export const providerReason = (text: string): Reason => makeReason('other', { text });

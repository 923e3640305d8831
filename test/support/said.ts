import { type Reason, reasonOf } from '#shared/reasons.ts';

/** A reason in a provider's own words, for which we have no code. */
export const said = (text: string): Reason => reasonOf('other', { text });

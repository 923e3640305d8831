import { type Reason, reasonOf } from '#shared/reasons.ts';

/** What a provider of a test says, which no code of ours says. */
export const said = (text: string): Reason => reasonOf('other', { text });

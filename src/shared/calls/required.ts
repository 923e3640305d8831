import { z } from 'zod';

/** Of a schema: `sentence` where the value is left out. */
export const whereMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
});

/** A text that may not be left out nor be blank; `sentence` is what the spec says when it is. */
export const required = (most: number, sentence: string) =>
  z.string(whereMissing(sentence)).trim().min(1, sentence).max(most);

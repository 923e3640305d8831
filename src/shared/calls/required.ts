import { z } from 'zod';

/** The error option of a schema: `sentence` is the error if the value is missing. */
export const whereMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
});

/** A text that must not be missing or blank. `sentence` is the error text of the specification. */
export const required = (most: number, sentence: string) =>
  z.string(whereMissing(sentence)).trim().min(1, sentence).max(most);

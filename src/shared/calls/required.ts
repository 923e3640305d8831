import { z } from 'zod';

/** For a schema: `sentence` is its error if the value is missing. */
export const whereMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
});

/** A text that must not be missing or blank. `sentence` is the spec's error for that. */
export const required = (most: number, sentence: string) =>
  z.string(whereMissing(sentence)).trim().min(1, sentence).max(most);

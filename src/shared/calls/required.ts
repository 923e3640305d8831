import { z } from 'zod';

/** A text that may not be left out nor be blank; `sentence` is what the spec says when it is. */
export const required = (most: number, sentence: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? sentence : undefined) })
    .trim()
    .min(1, sentence)
    .max(most);

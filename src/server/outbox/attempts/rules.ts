/** Correlation id: names a try in what the provider sends back, so that a receipt finds its message. Pure. */
import type { Claimed } from '../model.ts';

/**
 * Names the message and the try in the provider's receipts, without a word about a person. `word` is the sender's own:
 * another installation, and this one before it was put back from a copy, has the same ids and another word.
 */
export const opaqueOf = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>, word: string): string =>
  `m2:${id}:a${attempts}:${word}`;

/** Before senders had a word it was `m1`, and none. */
const opaqueShape = /^(?:m1:(\d{1,15}):a(\d{1,9})|m2:(\d{1,15}):a(\d{1,9}):([\da-z]{8,64}))$/;

export type Named = Pick<Claimed, 'id' | 'attempts'> & { word: string };

/** The message, the try and the word that an opaque text names; undefined when it is none of ours. */
export function readOpaque(opaque: string): Named | undefined {
  const [text, oldID, oldAttempts, id = oldID, attempts = oldAttempts, word = ''] =
    opaqueShape.exec(opaque) ?? [];
  return text === undefined ? undefined : { id: Number(id), attempts: Number(attempts), word };
}

/** The correlation id of an attempt: the provider sends it back, so that a receipt finds its message. Pure. */
import type { Claimed } from '../model.ts';

/**
 * Names the message and the attempt in the receipts of the provider, and says nothing about a person. `word` is the
 * receipt secret of the sender. Another installation, or this one before a restore, can have the same ids but has
 * another secret.
 */
export const opaqueOf = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>, word: string): string =>
  `m2:${id}:a${attempts}:${word}`;

/** `m1` is the form from before receipt secrets, so it has none. */
const opaqueShape = /^(?:m1:(\d{1,15}):a(\d{1,9})|m2:(\d{1,15}):a(\d{1,9}):([\da-z]{8,64}))$/;

export type Named = Pick<Claimed, 'id' | 'attempts'> & { word: string };

/**
 * Reads the message, the attempt and the receipt secret from an opaque text; undefined when the text is not from this
 * program.
 */
export function readOpaque(opaque: string): Named | undefined {
  const [text, oldID, oldAttempts, id = oldID, attempts = oldAttempts, word = ''] =
    opaqueShape.exec(opaque) ?? [];
  return text === undefined ? undefined : { id: Number(id), attempts: Number(attempts), word };
}

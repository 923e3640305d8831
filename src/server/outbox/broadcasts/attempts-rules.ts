/** The correlation id of an attempt: the provider sends it back, so that a receipt finds its message. Pure. */
import type { Claimed } from '../model.ts';

/**
 * Identifies the message and the attempt in the receipts of the provider, without personal data. The receipt secret
 * belongs to the sender: another installation, or this one before a restore, can use the same ids, but not the same
 * secret.
 */
export const opaqueOf = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>, receiptSecret: string): string =>
  `m2:${id}:a${attempts}:${receiptSecret}`;

/** `m1` is the older form, without a receipt secret. */
const opaqueShape = /^(?:m1:(\d{1,15}):a(\d{1,9})|m2:(\d{1,15}):a(\d{1,9}):([\da-z]{8,64}))$/;

export type ParsedOpaque = Pick<Claimed, 'id' | 'attempts'> & { receiptSecret: string };

/**
 * Reads the message, the attempt and the receipt secret from an opaque text; undefined when the text is not from this
 * program.
 */
export function readOpaque(opaque: string): ParsedOpaque | undefined {
  const [text, oldID, oldAttempts, id = oldID, attempts = oldAttempts, receiptSecret = ''] =
    opaqueShape.exec(opaque) ?? [];
  return text === undefined ? undefined : { id: Number(id), attempts: Number(attempts), receiptSecret };
}

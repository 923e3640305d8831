/** What is kept of a secret that is only ever compared. */
import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. Whoever reads it in a table or a backup cannot get in with it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

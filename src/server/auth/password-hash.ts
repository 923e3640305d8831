/**
 * Hashes of passwords: scrypt, as `salt:key` in lower-case hex. The parameters and the form are those of better-auth
 * 1.7, which made the hashes until November 2026, so these stay valid.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Runtime } from '../runtime.ts';

/** `N`: rounds, `r`: block size, `p`: parallel blocks. A hash takes 32 MB and about 0.1 s. */
const cost = { N: 16_384, r: 16, p: 1 };
const keyBytes = 64;
const saltBytes = 16;
/** The limit must be above the 128·N·r bytes that scrypt needs. */
const maxmem = 2 * 128 * cost.N * cost.r;

/** The salt is used as the text of its hex digits. NFKC: the same password from another keyboard is the same. */
function keyOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export async function makeHash(
  { passwords, randomBytes }: Pick<Runtime, 'passwords' | 'randomBytes'>,
  password: string,
): Promise<string> {
  if (passwords) return passwords.hash(password);
  const salt = randomBytes(saltBytes).toString('hex');
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
}

/** False if the hash cannot be read. */
export async function matchesHash(
  { passwords }: Pick<Runtime, 'passwords'>,
  password: string,
  hash: string,
): Promise<boolean> {
  if (passwords) return passwords.verify({ hash, password });
  const [salt = '', hex = ''] = hash.split(':');
  const stored = Buffer.from(hex, 'hex');
  const key = await keyOf(password, salt);
  return stored.length === keyBytes && timingSafeEqual(key, stored);
}

/** Encrypts secrets with AES-256-GCM, so that the database or a backup of it does not reveal them. */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { Vault } from '../../deps.ts';
import type { Runtime } from '../../runtime.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** `raw` is the key, 32 bytes. The result is base64 of iv, tag and ciphertext. */
export function createVault(raw: Buffer, { randomBytes }: Pick<Runtime, 'randomBytes'>): Vault {
  // The key object is created once. With the raw bytes, each `seal` and `open` would take four times as long.
  const key = createSecretKey(raw);
  const seal = (text: string): string => {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv(algorithm, key, iv);
    const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), locked]).toString('base64');
  };
  const open = (sealed: string): string | undefined => {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < ivBytes + tagBytes) return undefined;
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  };
  return { seal, open };
}

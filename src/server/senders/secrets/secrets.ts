/** Finds the key of the vault: in the environment, or in a file beside the data that is created once. */
import { chmod, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Vault } from '../../deps.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { explainStart, StartFailure } from '../../platform/db/start-failure.ts';
import type { Runtime } from '../../runtime.ts';
import { createVault } from './secrets-rules.ts';

const shape = /^[\da-f]{64}$/i;

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the key file completely or not at all. If two processes do so at the same time, the key of the first one
 * stays.
 */
async function makeKey(path: string, { randomBytes }: Runtime): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`;
  await writeFile(part, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  await chmod(part, 0o600);
  try {
    await link(part, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The file systems of memory sticks do not support links.
    if (code === 'EPERM' || code === 'ENOTSUP') await rename(part, path);
    else if (code !== 'EEXIST') throw error;
  }
  await rm(part, { force: true });
}

/** Returns the key in the data folder, and creates it at the first start. */
async function findKey(dataDir: string, path: string, runtime: Runtime): Promise<string | undefined> {
  try {
    makeFolder(dataDir);
    if ((await readKey(path)) === undefined) await makeKey(path, runtime);
    return await readKey(path);
  } catch (error) {
    const explained = explainStart(error, path);
    if (explained instanceof StartFailure) throw explained;
    const reason = error instanceof Error ? error.message : error;
    throw new StartFailure(`${path} cannot be used: ${reason}. DATA_DIR says where it is.`);
  }
}

/**
 * Opens the vault. Fails with a readable message when the key cannot be used. It does not create another key, because
 * then all sealed secrets would be unreadable.
 */
export async function openVault(
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
  runtime: Runtime,
): Promise<Vault> {
  if (secretKey) return createVault(Buffer.from(secretKey, 'hex'), runtime);
  const path = join(dataDir, 'secret.key');
  const key = await findKey(dataDir, path, runtime);
  if (key === undefined || !shape.test(key)) {
    throw new StartFailure(
      `${path} does not hold the key of the secrets any more. No backup holds it: put back the copy that you keep elsewhere. Without one, remove the file, connect WhatsApp again, and let people with two-factor sign in by a recovery code or npm run user -- reset NAME.`,
    );
  }
  return createVault(Buffer.from(key, 'hex'), runtime);
}

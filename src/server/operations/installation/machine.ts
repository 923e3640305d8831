/** Facts about the computer on which the program runs. */
import { realpathSync } from 'node:fs';
import { readFile, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { everyAddress, withEnvironment } from '../../config.ts';
import type { Machine } from '../../deps.ts';

/** Resolves links and mapped drives in the path. A path that does not exist yet is returned unchanged. */
function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/**
 * Virtual network interfaces of Windows, containers and virtual machines. Other computers cannot be reached through
 * them.
 */
const inner = /^(veth|docker|br-|virbr|vmnet|vboxnet|vEthernet|utun|tun|tap|wg|tailscale)/i;

function listAddresses(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !inner.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address);
}

const troubles: Readonly<Record<string, 'taken' | 'forbidden'>> = {
  EADDRINUSE: 'taken',
  EACCES: 'forbidden',
};

/** Tests a port by listening on it for a moment. */
function tryPort(port: number): Promise<'free' | 'taken' | 'forbidden'> {
  const { promise, resolve } = Promise.withResolvers<'free' | 'taken' | 'forbidden'>();
  const server = createServer();
  server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(troubles[code] ?? 'forbidden'));
  server.listen({ port, host: everyAddress, exclusive: true }, () => server.close(() => resolve('free')));
  return promise;
}

export const thisMachine: Machine = {
  platform: process.platform,
  freeBytes: async (folder) => {
    // The folder may not exist yet.
    const disk = await statfs(folder).catch(() => undefined);
    return disk && disk.bavail * disk.bsize;
  },
  place: async (folder) => {
    const { OneDrive, OneDriveConsumer, OneDriveCommercial } = withEnvironment({});
    return {
      platform: process.platform,
      folder: realPath(folder),
      synced: [OneDrive, OneDriveConsumer, OneDriveCommercial].filter((path) => path !== undefined),
      mounts: process.platform === 'linux' ? await readFile('/proc/self/mounts', 'utf8').catch(() => '') : '',
    };
  },
  addresses: listAddresses,
  tryPort,
};

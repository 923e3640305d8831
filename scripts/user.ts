// `npm run user -- reset NAME` prints a one-time link for a user who cannot sign in, and turns off two-factor. Anyone
// who may read the data folder may run it.
import { addressOfLink, resetUserNamed } from '../src/server/auth/links/links.ts';
import { domainOf, readConfig } from '../src/server/config.ts';
import { openExistingStore } from '../src/server/platform/db/open-store.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { createBus } from '../src/server/platform/live/bus.ts';
import { computer } from '../src/server/runtime.ts';

const usage = 'Give the name of the user who lost the password or second factor: npm run user -- reset NAME';

function readArguments([verb, userName, ...more]: readonly string[]): string {
  if (verb !== 'reset' || !userName || more.length > 0) throw new StartFailure(usage);
  return userName;
}

async function reset(userName: string): Promise<string> {
  process.umask(0o077);
  const config = readConfig(undefined, []);
  const store = await openExistingStore(config);
  try {
    const { now } = computer;
    const bus = createBus(computer, store.notify);
    const link = await resetUserNamed({ store, bus, runtime: computer, now }, userName);
    await bus.close();
    if (!link) throw new StartFailure(`There is no user "${userName}".`);
    return [
      `Open this link once to choose a new password for ${userName}: ${addressOfLink(domainOf(config), link)}`,
      `The link works until ${link.expiresAt}, while Qasid runs. The old password, two-factor and every session of ${userName} have ended.`,
    ].join('\n');
  } finally {
    await store.close();
  }
}

try {
  process.stdout.write(`${await reset(readArguments(process.argv.slice(2)))}\n`);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

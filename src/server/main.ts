import { sayInstallationWarning, startWarningWords } from '#shared/words/installation.ts';
import { usualTimeZone } from './backups/actions.ts';
import { readConfig } from './config.ts';
import { StartFailure } from './db/start-failure.ts';
import { findWarnings } from './installation/actions.ts';
import { type Running, start } from './start.ts';

// What it writes, whoever starts it, is for its own user.
process.umask(0o077);

/** Milliseconds. A round that takes longer than a provider may is not waited for. */
const patience = 50_000;
/** One Ctrl-C may arrive several times, by the terminal and by npm; a later one means: now. */
const sameStop = 2000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let running: Running | undefined;
let stoppedAt: number | undefined;
const stop = () => {
  // While it starts nothing is on its way: what a start writes, it writes whole or not at all.
  if (!running) process.exit(0);
  if (stoppedAt !== undefined && Date.now() - stoppedAt > sameStop) process.exit(1);
  if (stoppedAt !== undefined) return;
  stoppedAt = Date.now();
  setTimeout(() => process.exit(1), patience).unref();
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
// From the first moment: in a container nothing else would end a program that still waits for its database.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Whoever starts it again is gone without a word, as the Task Scheduler of Windows ends it.
if (process.argv.includes('--supervised')) {
  process.on('disconnect', stop);
  // Listening to it keeps nothing running that could not start.
  process.channel?.unref();
}

/** Said by whoever starts it again when it asks for that. */
const supervised = '--supervised';
const args = process.argv.slice(2);
const restart = (): void => void process.send?.('restart', undefined, undefined, stop);

try {
  const config = readConfig(
    undefined,
    args.filter((arg) => arg !== supervised),
  );
  running = await start(config, args.includes(supervised) && process.send ? { restart } : {});
  say(`Qasid is ready: ${running.address}`);
  if (running.elsewhere.length > 0) say(`From other computers: ${running.elsewhere.join(' or ')}`);
  if (running.setupLink) say(`Open this link once to set up your school: ${running.setupLink}`);
  if (running.isPasswordIgnored)
    say('ADMIN_PASSWORD is ignored: there are users already. Who cannot sign in: npm run user -- reset NAME');
  // That something cannot be looked at keeps nothing from running.
  for (const warning of await findWarnings(running.deps).catch(() => []))
    say(startWarningWords.line(sayInstallationWarning(warning, usualTimeZone)));
  const { log } = running.deps;
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'ended by a fault of its own');
    process.exit(1);
  });
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

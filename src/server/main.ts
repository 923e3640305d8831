import { sayInstallationWarning, startWarningWords } from '#shared/words/installation.ts';
import { readConfig } from './config.ts';
import { usualTimeZone } from './operations/backups/backups.ts';
import { findWarnings } from './operations/installation/installation.ts';
import { StartFailure } from './platform/db/start-failure.ts';
import { type Running, start } from './start.ts';

// All files that the program creates are private to its own user, whoever starts it.
process.umask(0o077);

/** Milliseconds to wait on shutdown. It does not wait for a round that takes longer than a provider may. */
const patience = 50_000;
/** One Ctrl-C can arrive several times, from the terminal and from npm. A later one means: stop now. */
const sameStop = 2000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let running: Running | undefined;
let stoppedAt: number | undefined;
const stop = () => {
  // During the start no messages are on their way, and each write of the start is atomic, so it can exit at once.
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
// Set first, because in a container nothing else would stop a program that still waits for its database.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The supervisor may disappear without a signal, for example when the Windows Task Scheduler ends it.
if (process.argv.includes('--supervised')) {
  process.on('disconnect', stop);
  // The channel must not keep a process alive that could not start.
  process.channel?.unref();
}

/** The argument that the supervisor passes. */
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
    say(
      'ADMIN_PASSWORD is ignored: there are users already. To reset a password: npm run user -- reset NAME',
    );
  // A check that fails must not keep the program from running.
  for (const warning of await findWarnings(running.deps).catch(() => []))
    say(startWarningWords.line(sayInstallationWarning(warning, usualTimeZone)));
  const { log } = running.deps;
  process.on('uncaughtException', (error) => {
    log.fatal(error, 'the program ended because of an uncaught error');
    process.exit(1);
  });
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

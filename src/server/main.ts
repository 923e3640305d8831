import { sayInstallationWarning, startWarningWords } from '#shared/words/installation.ts';
import { readConfig } from './config.ts';
import { defaultTimeZone } from './operations/backups/backups.ts';
import { findWarnings } from './operations/installation/installation.ts';
import { StartFailure } from './platform/db/start-failure.ts';
import { type Running, start } from './start.ts';

// Only the user that runs the program can read the files that it creates.
process.umask(0o077);

/** Milliseconds. A shutdown that takes longer than the longest call to a provider is ended. */
const shutdownTimeout = 50_000;
/**
 * Milliseconds. One Ctrl-C can arrive several times, from the terminal and from npm. A signal after this time means
 * that a person wants to end the program immediately.
 */
const sameSignalWithin = 2000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let running: Running | undefined;
let stoppedAt: number | undefined;
const stop = () => {
  // During the start no messages are being sent, and each write of the start is atomic, so the program can exit
  // immediately.
  if (!running) process.exit(0);
  if (stoppedAt !== undefined && Date.now() - stoppedAt > sameSignalWithin) process.exit(1);
  if (stoppedAt !== undefined) return;
  stoppedAt = Date.now();
  setTimeout(() => process.exit(1), shutdownTimeout).unref();
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
// The handlers are set first. In a container nothing else would stop a program that still waits for its database.
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// The supervisor may disappear without a signal, for example when the Windows Task Scheduler ends it.
if (process.argv.includes('--supervised')) {
  process.on('disconnect', stop);
  // The channel to the supervisor must not keep a process alive that could not start.
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
  // If a check fails, the program must still run.
  for (const warning of await findWarnings(running.deps).catch(() => []))
    say(startWarningWords.line(sayInstallationWarning(warning, defaultTimeZone)));
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

import { readConfig } from './config.ts';
import { StartFailure } from './db/start-failure.ts';
import { start } from './start.ts';

/** Milliseconds. A round that takes longer than a provider may is not waited for. */
const patience = 50_000;
/** One Ctrl-C may arrive several times, by the terminal and by npm; a later one means: now. */
const sameStop = 2000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const running = await start(readConfig());
  say(`Qasid is ready: ${running.address}`);
  if (running.setupLink) say(`Open this link once to set up your school: ${running.setupLink}`);
  let stoppedAt: number | undefined;
  const stop = () => {
    if (stoppedAt !== undefined && Date.now() - stoppedAt > sameStop) process.exit(1);
    if (stoppedAt !== undefined) return;
    stoppedAt = Date.now();
    setTimeout(() => process.exit(1), patience).unref();
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

import { readConfig } from './config.ts';
import { StartFailure } from './db/start-failure.ts';
import { start } from './start.ts';

/** After the second signal, or when a round takes longer than a provider may, it ends at once. */
const patience = 50_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  const running = await start(readConfig());
  say(`Qasid is ready: ${running.address}`);
  if (running.setupLink) say(`Open this link once to set up your school: ${running.setupLink}`);
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
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

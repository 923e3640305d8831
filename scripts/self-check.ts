// Checks whether this program can take over. It opens the data of DATA_DIR, migrates it, and answers a request as it
// would for a browser. It sends nothing and does not listen. Any earlier version may call it. It exits with 0 on
// success, otherwise it prints the reason.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, version } from '../src/server/config.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { open } from '../src/server/start.ts';

async function check(): Promise<void> {
  process.umask(0o077);
  const config = { ...readConfig(), adminPassword: undefined, demo: false };
  if (!existsSync(join(config.webDir, 'index.html')))
    throw new StartFailure('The pages of the program are not built.');
  const opened = await open(config);
  try {
    for (const url of ['/readyz', '/', '/api/Setup']) {
      const { statusCode } = await opened.app.inject({ url });
      if (statusCode !== 200) throw new StartFailure(`The program answers ${url} with ${statusCode}.`);
    }
  } finally {
    await opened.stop();
  }
  process.stdout.write(`Qasid ${version} is ready.\n`);
}

try {
  await check();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

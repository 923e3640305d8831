// `npm run move` moves the data once, from the data folder's SQLite file to PostgreSQL. If it is interrupted, the same
// command continues.
//   npm run move -- postgres://user:password@server:5432/qasid
//   npm run move -- postgres://… --uploads=/mnt/shared/uploads   also moves the files to another folder
import { join, resolve } from 'node:path';
import { moveWords } from '#shared/words/command-line.ts';
import { readConfig, withEnvironment } from '../src/server/config.ts';
import { type MoveOrder, move } from '../src/server/operations/backups/move.ts';
import type { MoveProgress } from '../src/server/platform/db/move-store.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { openLog } from '../src/server/platform/log/open-log.ts';
import { computer } from '../src/server/runtime.ts';
import { readCommandLine } from './command-line.ts';

const { stdout } = process;
/** On a terminal the next line overwrites this one. */
const sayTransient = (line: string): void => void (stdout.isTTY && stdout.write(`${line}\r`));
const say = (line: string): void => void stdout.write(`${line}\n`);

const progress: MoveProgress = {
  say,
  reached: (table, rows) => sayTransient(moveWords.table(table, rows)),
  copied: (table, { rows, before }) => {
    if (rows === 0) return;
    say(before > 0 ? moveWords.tableFrom(table, rows, before) : moveWords.table(table, rows));
  },
  equal: (table, { rows, sha256 }) => {
    if (rows > 0) say(moveWords.equal(table, rows, sha256));
  },
};

function readOptions(): { address: string | undefined; uploads: string | undefined; isWithoutNul: boolean } {
  const options = {
    uploads: { type: 'string' },
    'without-nul': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = readCommandLine({ options, allowPositionals: true }, moveWords.usage);
  if (positionals.length > 1) throw new StartFailure(moveWords.usage);
  return { address: positionals[0], uploads: values.uploads, isWithoutNul: values['without-nul'] };
}

function readOrder(): MoveOrder {
  const { address, uploads, isWithoutNul } = readOptions();
  // An address on the command line takes precedence over the environment and is validated in the same way.
  const given = withEnvironment(address === undefined ? {} : { DATABASE_URL: address });
  const { dataDir, uploadsDir, databaseUrl } = readConfig(given);
  if (databaseUrl === undefined) throw new StartFailure(moveWords.usage);
  const uploadsTo = uploads === undefined ? undefined : resolve(uploads);
  return {
    dataDir,
    uploadsDir,
    databaseUrl,
    uploadsTo: uploadsTo === uploadsDir ? undefined : uploadsTo,
    isWithoutNul,
  };
}

/** Codes of a lost server or a full disk. postgresql.org/docs/18/errcodes-appendix.html */
const lost = /^(57P0.|08...|53...|ECONN.*|EPIPE|ETIMEDOUT)$/;
/** Any other code of PostgreSQL, for example because this user may not create tables. */
const sqlState = /^[0-9A-Z]{5}$/;

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartFailure) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  if (lost.test(code) || error.message.startsWith('Connection terminated'))
    return new StartFailure(`${moveWords.broken(error.message)} ${moveWords.runAgain}`);
  return sqlState.test(code) ? new StartFailure(moveWords.refused(error.message)) : error;
}

async function run(): Promise<void> {
  process.umask(0o077);
  const order = readOrder();
  const maker = { runtime: computer, log: openLog('silent'), progress };
  const place = await move(order, maker).catch((error: unknown) => {
    throw explain(error);
  });
  say(moveWords.done(place));
  say(moveWords.fileUnchanged(join(order.dataDir, 'qasid.db')));
  say(moveWords.next);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

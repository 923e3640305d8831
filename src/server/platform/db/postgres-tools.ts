/** Runs PostgreSQL's own programs pg_dump and psql. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CopyFailure } from './copy-store.ts';

/**
 * Returns the address as environment variables. A password on the command line could be read by everybody on the
 * machine.
 */
function addressOf(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('sslmode');
  return {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(ssl && { PGSSLMODE: ssl }),
  };
}

/** A running program and its outcome. */
export type ToolAtWork = {
  process: ChildProcess;
  /**
   * Resolves when the program has ended without an error. Rejects with a `CopyFailure` that contains its error
   * output.
   */
  done: Promise<void>;
};

const tooOld = /server version mismatch/;

/**
 * Starts a program. `environment` is the environment of our own process. Callers pass it, because only config.ts may
 * read it.
 */
export function startTool(
  name: 'pg_dump' | 'psql',
  args: readonly string[],
  { url, environment, stdio }: { url: string; environment: NodeJS.ProcessEnv; stdio: SpawnOptions['stdio'] },
): ToolAtWork {
  const child = spawn(name, args, { env: { ...environment, ...addressOf(url) }, stdio, windowsHide: true });
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const work = async (): Promise<void> => {
    const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT'
        ? new CopyFailure('noDump', name)
        : new CopyFailure('dumpFailed', error.message);
    });
    if (code === 0) return;
    const output = complaint.trim();
    throw tooOld.test(output) ? new CopyFailure('oldDump', output) : new CopyFailure('dumpFailed', output);
  };
  const done = work();
  // Prevents an unhandled rejection while the caller still reads the output.
  done.catch(() => {});
  return { process: child, done };
}

/** PostgreSQL's own client programs, pg_dump and psql, as they are asked: where they are found, and with which server. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CopyFailure } from './copy-store.ts';

/** The address as the programs are told it: on their command line everybody on the machine could read the password. */
export function addressOf(url: string): NodeJS.ProcessEnv {
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

/** What a program that runs is made of: its process, and what becomes of it. */
export type ToolAtWork = {
  process: ChildProcess;
  /** Resolves when it has ended well; fails with a `CopyFailure` that says what it complained of. */
  done: Promise<void>;
};

const tooOld = /server version mismatch/;

/** Starts one of the programs; `environment`: of our own process, since only config.ts reads it. */
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
    const said = complaint.trim();
    throw tooOld.test(said) ? new CopyFailure('oldDump', said) : new CopyFailure('dumpFailed', said);
  };
  const done = work();
  // Whoever starts it may first be busy with what it says.
  done.catch(() => {});
  return { process: child, done };
}

/** A program that cannot start says why in one line that a clerk can act on, and ends. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { start } from '../../src/server/start.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { mayMount, mountSmallDisk } from '../support/small-disk.ts';

let dataDir: string;
const running: MainProcess[] = [];
const begin = (env: Record<string, string> = {}) => {
  const program = startMain({ DATA_DIR: dataDir, ...env });
  running.push(program);
  return program;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qasid-start-'));
});
afterEach(async () => {
  for (const program of running.splice(0)) await program.end('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Expects the program to end by itself with exit code 1 and this single line. */
async function expectRefusal(program: MainProcess, line: RegExp): Promise<void> {
  const { code, complained } = await program.ended;
  expect(complained).toMatch(line);
  expect(complained.trimEnd().split('\n'), complained).toHaveLength(1);
  expect(complained).not.toMatch(/\bat .+:\d+:\d+|node:internal/);
  expect(code).toBe(1);
}

const portOf = (server: Server): number => {
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
};

async function listenSomewhere(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('Start on SQLite', () => {
  it.each(['choose-your-own', 'Password123', 'admin2026'])(
    'A start with an easily guessed ADMIN_PASSWORD is refused: %s.',
    async (weak) => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'qasid-weak-'));
      const program = begin({ DATA_DIR: elsewhere, ADMIN_PASSWORD: weak });
      await expectRefusal(
        program,
        /^ADMIN_PASSWORD cannot be used\. .+ Choose one that nobody can guess\.$/m,
      );
      await rm(elsewhere, { recursive: true, force: true });
    },
  );

  it('A second program on the same file is refused and does not disturb the first one.', async () => {
    const address = await begin().ready();
    await expectRefusal(begin(), /^Another Qasid is already running on .*qasid\.db\. Stop it first/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  it('The database file can be opened again after its program was killed.', { tags: ['proof'] }, async () => {
    const first = begin();
    await first.ready();
    await first.end('SIGKILL');
    const second = begin();
    const address = await second.ready();
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect((await second.end('SIGTERM')).code).toBe(0);
  });

  it('A start whose data folder is a file is refused, and the message names it.', async () => {
    const file = join(dataDir, 'not-a-folder');
    await writeFile(file, 'something');
    await expectRefusal(begin({ DATA_DIR: file }), /not-a-folder/);
  });

  it.skipIf(process.platform !== 'linux')(
    'A start whose data folder cannot be made is refused, and the message names it.',
    async () => {
      await expectRefusal(begin({ DATA_DIR: '/proc/x' }), /^\/proc\/x.* cannot be used: ENOENT/);
    },
  );

  it.skipIf(process.getuid?.() === 0)(
    'A start whose data folder is not writable is refused, and the message names it.',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'qasid-closed-'));
      await chmod(folder, 0o500);
      await expectRefusal(begin({ DATA_DIR: folder }), /qasid-closed-/);
      await rm(folder, { recursive: true });
    },
  );

  it('A start on a file that is no database is refused, and the message names it.', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qasid-broken-'));
    await writeFile(
      join(folder, 'qasid.db'),
      'This is no database, it is a letter to the parents. '.repeat(100),
    );
    await expectRefusal(begin({ DATA_DIR: folder }), /qasid\.db/);
    await rm(folder, { recursive: true });
  });

  it('A start on a damaged database is refused, and the message says to restore the last backup.', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qasid-damaged-'));
    const first = begin({ DATA_DIR: folder });
    await first.ready();
    await first.end('SIGTERM');
    const file = await open(join(folder, 'qasid.db'), 'r+');
    const { size } = await file.stat();
    // The first page, by which SQLite recognises a database, stays.
    await file.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
    await file.close();
    await expectRefusal(
      begin({ DATA_DIR: folder }),
      /^.*qasid\.db is damaged .* restore the last backup; do not delete it\./,
    );
    await rm(folder, { recursive: true });
  });

  it.skipIf(!mayMount)(
    'A start on a full disk is refused, and the message says that the disk is full.',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'qasid-full-'));
      const disk = await mountSmallDisk(folder, { megabytes: 1 });
      await disk.fill();
      await expectRefusal(begin({ DATA_DIR: folder }), /^The disk of .* is full\. Make room/);
      await disk.remove();
      await rm(folder, { recursive: true });
    },
  );
});

describe('Data folder that was in use', () => {
  const use = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'qasid-lost-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const program = begin({ DATA_DIR: folder });
    await program.ready();
    await program.end('SIGTERM');
    return folder;
  };
  const refusal = /but Qasid has been in use here: .*secret\.key.* npm run restore -- NAME\./;

  it('If the database of a used data folder is missing, the program does not create an empty one.', {
    tags: ['proof'],
  }, async () => {
    const folder = await use();
    for (const end of ['', '-wal', '-shm']) await rm(join(folder, `qasid.db${end}`), { force: true });
    await expectRefusal(begin({ DATA_DIR: folder }), refusal);
    expect(existsSync(join(folder, 'qasid.db'))).toBe(false);
    const anew = startMain({ DATA_DIR: folder }, ['--new']);
    running.push(anew);
    expect((await fetch(`${await anew.ready()}/readyz`)).status).toBe(200);
  });

  it('If the data folder was in use, an empty database file is not treated as a new database.', async () => {
    const folder = await use();
    for (const end of ['-wal', '-shm']) await rm(join(folder, `qasid.db${end}`), { force: true });
    await writeFile(join(folder, 'qasid.db'), '');
    await expectRefusal(begin({ DATA_DIR: folder }), /^.*qasid\.db is empty, but Qasid has been in use here/);
  });

  it('A first start that was cut off before its database was written starts again.', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'qasid-cut-off-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'qasid.db'), '');
    expect((await fetch(`${await begin({ DATA_DIR: folder }).ready()}/readyz`)).status).toBe(200);
  });
});

describe('Ready message', () => {
  it('The ready message lists the addresses for other computers when they may connect.', async () => {
    const program = begin({ HOST: '0.0.0.0' });
    const address = await program.ready();
    expect(new URL(address).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
    const { output } = await program.end('SIGTERM');
    const own = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4');
    for (const one of own) expect(output).toContain(`http://${one.address}:${new URL(address).port}`);
    expect(output.includes('From other computers:')).toBe(own.length > 0);
  });

  it('The ready message lists no other address when only this computer may connect.', async () => {
    const program = begin();
    await program.ready();
    expect((await program.end('SIGTERM')).output).not.toContain('From other computers');
  });
});

describe('Older Node', () => {
  it.each(['src/server/main.mjs', 'scripts/backup.mjs'])(
    'On an older Node, %s says that Node 24 or newer is needed.',
    async (entrance) => {
      const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
      const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
      const program = spawn(process.execPath, [...flags, entrance], {
        env: { DATA_DIR: dataDir },
      });
      const [complained, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')]);
      expect(complained).toMatch(/^Qasid needs Node 24 or newer, this is v.*\.\n$/);
      expect(code).toBe(1);
    },
  );
});

describe('PORT and HOST', () => {
  it('A start on a port that another program uses is refused, and the message names the port.', async () => {
    const server = await listenSomewhere();
    const port = portOf(server);
    await expectRefusal(
      begin({ PORT: String(port) }),
      new RegExp(`^Port ${port} is taken by another program\\. Set PORT to a free one`),
    );
    server.close();
  });

  it.each([
    ['a port above 65535', { PORT: '70000' }, /PORT: must be a whole number from 0 to 65535/],
    ['a port that is a word', { PORT: 'abc' }, /PORT: must be a whole number from 0 to 65535/],
    [
      'a host that is not an address of this computer',
      { HOST: '192.0.2.1' },
      /^HOST 192\.0\.2\.1 is not an address of this computer/,
    ],
  ])('A start with %s is refused in one line.', async (_what, env, line) => {
    await expectRefusal(begin(env), line);
  });
});

describe('Wrong settings', () => {
  it.each([
    ['a role without PostgreSQL', { ROLE: 'worker' }, /ROLE=worker needs PostgreSQL/],
    ['an unknown role', { ROLE: 'both' }, /ROLE: must be all, web or worker/],
    ['a DEMO that is neither on nor off', { DEMO: 'yes please' }, /DEMO: must be 1 or 0/],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, /LOG_LEVEL: must be one of fatal, error,/],
    ['a password that is too short', { ADMIN_PASSWORD: 'short' }, /ADMIN_PASSWORD/],
    ['another kind of database', { DATABASE_URL: 'mysql://127.0.0.1/qasid' }, /DATABASE_URL.*postgres:\/\//],
    ['an unknown value of GATEWAYS', { GATEWAYS: 'x' }, /GATEWAYS: must be any or public$/m],
    [
      'a DATABASE_URL that is no address',
      { DATABASE_URL: 'nonsense' },
      /DATABASE_URL: must begin with postgres:\/\/$/m,
    ],
    ['a DATABASE_URL with a wrong port', { DATABASE_URL: 'postgres://127.0.0.1:port/qasid' }, /DATABASE_URL/],
  ])('A start with %s is refused, and the message names the setting.', async (_what, env, line) => {
    await expectRefusal(begin(env), line);
  });

  /** Opens PostgreSQL without the minute of patience that a starting server gets. */
  const openAt = (url: string) =>
    openPostgres(url, { patience: { longest: 0, say: () => {} } }).then(
      () => new Error('it was opened'),
      (error: Error) => error,
    );

  it.each(['127.0.0.1', 'localhost'])(
    'openPostgres names the server that does not listen on %s, without the password.',
    async (host) => {
      const server = await listenSomewhere();
      const port = portOf(server);
      server.close();
      await once(server, 'close');
      const failure = await openAt(`postgres://someone:hidden@${host}:${port}/qasid`);
      expect(failure).toBeInstanceOf(StartFailure);
      expect(failure.message).toMatch(
        new RegExp(`^PostgreSQL at ${host}:${port}/qasid cannot be used: .*ECONNREFUSED`),
      );
    },
  );

  it('openPostgres names a host that does not exist.', async () => {
    const failure = await openAt('postgres://someone:hidden@nowhere.invalid/qasid');
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure.message).toMatch(/^PostgreSQL at nowhere\.invalid:5432\/qasid cannot be used/);
  });
});

describe.skipIf(!engines.includes('postgres'))('Start on PostgreSQL', () => {
  const server = () => new URL(inject('postgresUrl') ?? '');

  it('A start on a PostgreSQL database that does not exist is refused.', async () => {
    const url = server();
    url.pathname = '/no_such_school';
    await expectRefusal(
      begin({ DATABASE_URL: url.href }),
      /^PostgreSQL at .*\/no_such_school cannot be used: .*does not exist/,
    );
  });

  it('A start with a wrong PostgreSQL password is refused, and the message does not repeat the password.', async () => {
    const url = server();
    url.password = 'not-the-password';
    const program = begin({ DATABASE_URL: url.href });
    await expectRefusal(program, /^PostgreSQL at .* cannot be used: .*password/);
    expect((await program.ended).complained).not.toContain('not-the-password');
  });
});

describe.each(engines)('Failed start on %s', (engine) => {
  it('A start that fails after the store was opened closes the store.', async () => {
    const name = `unstarted_${randomUUID().replaceAll('-', '')}`;
    const server = inject('postgresUrl') ?? '';
    const databaseUrl = engine === 'postgres' ? await createDatabase(server, name) : undefined;
    const folder = await mkdtemp(join(tmpdir(), 'qasid-unstarted-'));
    await writeFile(join(folder, 'index.html'), '');
    const config = configFor(folder, databaseUrl);
    // `webDir` must be an absolute path, so this start fails.
    await expect(start({ ...config, webDir: relative(process.cwd(), folder) })).rejects.toThrow(/absolute/);
    if (databaseUrl) {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      const left = 'select pid from pg_stat_activity where datname = $1';
      await eventually(async () => expect((await client.query(left, [name])).rows).toEqual([]));
      await client.end();
    }
    await (await start(config)).stop();
    if (databaseUrl) await dropDatabase(server, name);
    await rm(folder, { recursive: true, force: true });
  });
});

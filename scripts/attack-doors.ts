// `node scripts/attack-doors.ts` starts its own server, attacks the sign-in and prints the results. It takes two
// minutes and exits with 1 if an attack succeeds.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMain } from '../test/support/fault-main.ts';

const password = 'a password for the attack';
const dataDir = await mkdtemp(join(tmpdir(), 'qasid-attack-'));
const program = startMain({ DATA_DIR: dataDir, ADMIN_PASSWORD: password });
const address = await program.ready();

/**
 * Tries one sign-in and returns the status. `from` is the client address, which this machine sends as a proxy would.
 */
async function signIn(userName: string, given: string, from: string): Promise<number> {
  const response = await fetch(`${address}/api/Account/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ userName, password: given }),
  });
  await response.arrayBuffer();
  return response.status;
}

const count = (codes: number[]): string =>
  [...new Set(codes)].map((code) => `${codes.filter((one) => one === code).length} × ${code}`).join(', ');

let succeeded = 0;
function report(what: string, came: string, isHeld: boolean): void {
  if (!isHeld) succeeded += 1;
  process.stdout.write(`${isHeld ? 'held' : 'FAILED'}  ${what}: ${came}\n`);
}

async function manyNames(): Promise<void> {
  // The tries run 20 at a time, with names for which no password is hashed, so that all of them fit into one minute.
  const codes: number[] = [];
  for (let from = 0; from < 160; from += 20) {
    const tries = Array.from({ length: 20 }, (_, at) =>
      signIn(`user name! ${from + at}`, 'x', '198.51.100.1'),
    );
    codes.push(...(await Promise.all(tries)));
  }
  report('160 names from one address', count(codes), codes.filter((code) => code === 429).length === 60);
}

async function junkNames(): Promise<void> {
  const guess = () => signIn('admin', 'wrong password', '198.51.100.2');
  const begun = Date.now();
  for (let at = 0; at < 10; at++) await guess();
  // No password is hashed for these impossible names, so as many tries as possible fit into one minute.
  for (let at = 0; at < 5100; at += 50) {
    const from = `203.0.${at % 250}.${Math.floor(at / 250)}`;
    await Promise.all(Array.from({ length: 50 }, (_, more) => signIn(`junk name! ${at + more}`, 'x', from)));
  }
  const took = Date.now() - begun;
  const codes = [await guess(), await guess()];
  const isInTime = took < 60_000;
  report(
    `admin after 10 guesses and 5,100 junk names (${Math.round(took / 1000)} s)`,
    count(codes),
    isInTime && codes.every((code) => code === 429),
  );
}

async function manyAtOnce(): Promise<void> {
  const tries = Array.from({ length: 48 }, (_, at) => signIn(`crowd${at}`, 'wrong password', '198.51.100.3'));
  let slowest = 0;
  let isOver = false;
  const all = Promise.all(tries).finally(() => {
    isOver = true;
  });
  const begun = Date.now();
  while (!isOver) {
    const startedAt = Date.now();
    await (await fetch(`${address}/api/Setup`)).arrayBuffer();
    slowest = Math.max(slowest, Date.now() - startedAt);
  }
  const codes = await all;
  report(
    `48 sign-ins at once (${Date.now() - begun} ms: ${count(codes)})`,
    `the slowest other call took ${slowest} ms`,
    slowest < 2000,
  );
}

async function drippingBodies(): Promise<void> {
  const begun = Date.now();
  let gone = 0;
  let last = 0;
  const { port, hostname } = new URL(address);
  const head =
    'POST /api/Account/Login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n';
  const sockets = Array.from({ length: 250 }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(head));
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.once('close', () => {
      gone += 1;
      last = Date.now() - begun;
    });
    return socket;
  });
  while (gone < sockets.length && Date.now() - begun < 90_000) {
    await wait(1000);
    for (const socket of sockets) if (socket.writable) socket.write(' ');
  }
  report(
    '250 dripping bodies',
    `${gone} gone, the last after ${Math.round(last / 1000)} s`,
    gone === 250 && last < 60_000,
  );
  for (const socket of sockets) socket.destroy();
}

try {
  for (const attack of [manyNames, junkNames, manyAtOnce, drippingBodies]) await attack();
} finally {
  await program.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}
process.exitCode = succeeded === 0 ? 0 : 1;

/** Unauthenticated requests may send little, and dripping ones are ended; an honest slow upload is not. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { largestBody, smallestBody } from '#shared/limits.ts';
import { endSlowBodies } from '../../src/server/platform/http/slow-bodies.ts';
import { mostStreams } from '../../src/server/platform/live/routes.ts';
import { computer } from '../../src/server/runtime.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Request limits on %s', (engine) => {
  const here = useCampus(engine);

  it.each(['login', 'setUp', 'logout'] as const)(
    'A body for %s may have 16 kB and no more.',
    async (name) => {
      const { token } = here.clerk;
      const padded = (bytes: number) => ' '.repeat(bytes - 2);
      const ask = (bytes: number) => here.world.call(calls[name], { token, body: `{}${padded(bytes)}` });
      expectFailure(await ask(smallestBody + 1), 'tooLarge');
      expect((await ask(smallestBody)).status).not.toBe(413);
    },
  );

  it('A large body to an unknown path is answered with 404 or 413.', async () => {
    const body = ' '.repeat(smallestBody + 1);
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${here.world.address}/no/such/place`, { method: 'POST', headers, body });
    expect([404, 413]).toContain(status);
  });

  it('A user has a limited number of live streams, and other users have their own.', async () => {
    const { world, campus, clerk } = here;
    const stop = new AbortController();
    const listen = (token: string) =>
      fetch(`${world.address}/api/Live?db=${campus.db}&cID=${campus.id}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      });
    const opened = await Promise.all(Array.from({ length: mostStreams }, () => listen(clerk.token)));
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => 200));
    expect((await listen(clerk.token)).status).toBe(429);
    const { token } = await here.caller({ view: true });
    expect((await listen(token)).status).toBe(200);
    stop.abort();
    await expect.poll(async () => (await listenOnce(clerk.token)).status).toBe(200);

    async function listenOnce(token: string) {
      const once = new AbortController();
      const answered = await fetch(`${world.address}/api/Live?db=${campus.db}&cID=${campus.id}`, {
        headers: { authorization: `Bearer ${token}` },
        signal: once.signal,
      });
      once.abort();
      return answered;
    }
  });
});

describe('Slow bodies', () => {
  let app: FastifyInstance;
  let endSlow: () => void;
  let now = 0;
  const sockets: Socket[] = [];
  const served: Socket[] = [];

  beforeEach(async () => {
    now = 0;
    served.length = 0;
    app = Fastify();
    endSlow = endSlowBodies(app, { ...computer, elapsed: () => now });
    app.post('/small', { bodyLimit: smallestBody }, async () => 'done');
    app.get('/quick', async () => 'quick');
    app.post('/large', { bodyLimit: largestBody }, async () => 'done');
    app.server.on('connection', (socket: Socket) => served.push(socket));
    await app.listen({ port: 0 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
  });

  /** Opens a connection and records what arrives on it. */
  function open() {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const heard = { text: '', isOver: false };
    socket.on('data', (data) => {
      heard.text += String(data);
    });
    socket.on('close', () => {
      heard.isOver = true;
    });
    return { socket, heard };
  }

  /** Begins a request whose body the test writes; resolves when the server has its head. */
  async function begin(path: string, length: number) {
    const { socket, heard } = open();
    const requested = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`,
    );
    await requested;
    const end = served.at(-1);
    const send = async (bytes: number) => {
      const until = (end?.bytesRead ?? 0) + bytes;
      socket.write('x'.repeat(bytes));
      await expect.poll(() => end?.bytesRead).toBe(until);
    };
    return { heard, send };
  }
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      now += 5000;
      endSlow();
    }
  };

  it('A small body that arrives too slowly is refused within a minute.', async () => {
    const { heard, send } = await begin('/small', 1000);
    for (let at = 0; at < 5; at++) {
      await send(1);
      await pass(5);
    }
    expect(heard.isOver).toBe(false);
    await pass(10);
    await expect.poll(() => heard.isOver).toBe(true);
    expect(heard.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('A large body is accepted while it arrives steadily, and refused when it arrives too slowly.', async () => {
    const { heard, send } = await begin('/large', 1_000_000);
    for (let at = 0; at < 10; at++) {
      await send(10_000);
      await pass(30);
    }
    expect(heard.isOver).toBe(false);
    for (let at = 0; at < 2; at++) {
      await send(1);
      await pass(5);
    }
    await pass(20);
    await expect.poll(() => heard.isOver).toBe(true);
  });

  it('A slow body that is complete is answered.', async () => {
    const { heard, send } = await begin('/large', 30_000);
    for (let at = 0; at < 3; at++) {
      await send(10_000);
      await pass(35);
    }
    await expect.poll(() => heard.text).toContain('done');
    await pass(60);
    expect(heard.isOver).toBe(false);
  });

  /** Opens a connection and sends this request; resolves with the answer, or once connected if there is none. */
  async function connection(request = '') {
    const { socket, heard } = open();
    socket.write(request);
    await expect.poll(() => heard.isOver || (request ? heard.text !== '' : !socket.connecting)).toBe(true);
    return heard;
  }
  const quick = 'GET /quick HTTP/1.1\r\nhost: x\r\n\r\n';

  it.each([
    ['were used and are kept for later', quick],
    ['never asked anything', ''],
  ])('A new connection is accepted if the old connections %s.', async (_what, request) => {
    app.server.maxConnections = 8;
    const first: { isOver: boolean }[] = [];
    for (let at = 0; at < 6; at++) first.push(await connection(request));
    await expect.poll(() => served.length).toBe(6);
    await pass(10);
    expect(first.every(({ isOver }) => !isOver)).toBe(true);
    for (let at = 0; at < 2; at++) await connection(request);
    await expect.poll(() => served.length).toBe(8);
    await pass(10);
    expect((await connection(quick)).text).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/**
 * A pooler before a real PostgreSQL, as strict as PgBouncer with its usual settings. It refuses unknown startup
 * parameters (pgbouncer.org/config.html, ignore_startup_parameters). In transaction mode it lends a server connection
 * for one transaction only.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pg from 'pg';

const allowedParameters = [
  'user',
  'database',
  'client_encoding',
  'application_name',
  'timezone',
  'datestyle',
];

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const refusal = (name: string): Buffer =>
  message('E', Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`));
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

type Server = { stream: Socket; end: () => Promise<void> };

/** A connection that only passes bytes once it is signed in. */
async function connect(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  return { stream, end: async () => void stream.destroy() };
}

/** Calls `hear` with each complete message and its type, wherever the chunks are cut. */
function eachMessage(hear: (type: string, whole: Buffer) => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0);
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 5 && buffered.length > buffered.readInt32BE(1)) {
      const length = buffered.readInt32BE(1) + 1;
      hear(buffered.toString('latin1', 0, 1), buffered.subarray(0, length));
      buffered = buffered.subarray(length);
    }
  };
}

export async function startPooler(target: string, mode: 'session' | 'transaction') {
  const free: Server[] = [];
  const all = new Set<{ destroy: () => void }>();

  async function serve(client: Socket): Promise<void> {
    const [start] = (await once(client, 'data')) as [Buffer];
    const words = start.toString('utf8', 8).split('\0');
    const unknown = words.find(
      (word, at) => at % 2 === 0 && word !== '' && !allowedParameters.includes(word),
    );
    if (unknown) return void client.end(refusal(unknown));
    client.write(welcome);
    let server: Server | undefined;
    const letGo = () => {
      server?.stream.removeAllListeners('data');
      if (server) free.push(server);
      server = undefined;
    };
    const take = async (): Promise<Server> => {
      const taken = free.pop() ?? (await connect(target));
      all.add(taken.stream);
      taken.stream.on(
        'data',
        eachMessage((type, whole) => {
          client.write(whole);
          const isIdle = type === 'Z' && whole.toString('latin1', 5, 6) === 'I';
          if (isIdle && mode === 'transaction') letGo();
        }),
      );
      server = taken;
      return taken;
    };
    for await (const chunk of client) {
      const { stream } = server ?? (await take());
      stream.write(chunk);
    }
    // A server connection that is left open has no client any more.
    if (server) (server as Server).stream.destroy();
  }

  const listener = createServer((client) => {
    client.setNoDelay(true);
    all.add(client);
    client.on('error', () => {});
    void serve(client).catch(() => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(listener.address() as { port: number }).port}`;
  const stop = async () => {
    for (const socket of all) socket.destroy();
    listener.close();
    await once(listener, 'close');
  };
  return { url: url.href, stop };
}

/** Runs Qasid as `npm start` does, in its own process on a free port, and calls it over HTTP. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { spawnServer } from '../scripts/pinned-node.mjs';
import type { Place } from './place.ts';

export const adminPassword = 'bench-password';

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  token?: string;
};

export type Program = {
  pid: number;
  address: string;
  stop: () => Promise<void>;
};

/** Starts the program and waits until it reports that it is ready. */
export async function startProgram(
  place: Pick<Place, 'env'>,
  env: Record<string, string> = {},
): Promise<Program> {
  const { PATH = '', HOME = '', SystemRoot = '' } = process.env;
  const child = spawnServer({
    stdio: ['ignore', 'pipe', 'inherit'],
    // The caller's own settings are not passed on: a DATABASE_URL there would be measured and written to.
    env: { PATH, HOME, SystemRoot, PORT: '0', ...place.env, ...env },
  });
  if (!child.stdout || child.pid === undefined) throw new Error('the program could not be started');
  const end = () => void child.kill('SIGTERM');
  // Ends the program with this process, so that a failed figure leaves nothing running.
  process.once('exit', end);
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit');
  const ready = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const address = /^Qasid is ready: (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    });
  });
  const address = await Promise.race([ready, ended.then(() => undefined)]);
  if (!address) throw new Error('the program ended before it was ready');
  const stop = async () => {
    process.off('exit', end);
    end();
    await ended;
  };
  return { pid: child.pid, address, stop };
}

const agent = new Agent({ keepAlive: true });

/** The answer as a stream, which the caller reads at its own pace. */
export async function open(
  { address }: Pick<Program, 'address'>,
  apiRequest: ApiRequest,
): Promise<IncomingMessage> {
  const { method = 'GET', path, body, token } = apiRequest;
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
  };
  const sent = request(`${address}${path}`, { agent, method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if ((answer.statusCode ?? 500) < 400) return answer;
  throw new Error(`${method} ${path} answered ${answer.statusCode}: ${(await text(answer)).slice(0, 500)}`);
}

// biome-ignore lint/suspicious/noExplicitAny: a figure reads answers of any type.
export async function ask(program: Pick<Program, 'address'>, apiRequest: ApiRequest): Promise<any> {
  const answer = await text(await open(program, apiRequest));
  return answer === '' ? undefined : JSON.parse(answer);
}

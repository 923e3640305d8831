/** One call to a gateway. Nothing is ever tried twice here, and where the gateway points elsewhere nobody follows. */
import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import type { Sender } from '../port.ts';

export type Reply =
  /** `body` is what its JSON says; undefined where it is none. */
  | { kind: 'answered'; status: number; body: unknown }
  /** Nothing was written: the gateway has not heard of it. */
  | { kind: 'unreached' }
  /** It may have been heard. */
  | { kind: 'lost' };

export type Asked = {
  method?: 'GET' | 'POST' | 'PUT';
  /** Below the gateway's address, with its query. */
  path: string;
  body?: object;
  /** Until it counts as lost. */
  seconds: number;
};

/** What Node's fetch says where no connection came about, so that nothing was written. Measured with Node 24. */
const unconnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'HOSTNAME_MISMATCH',
]);
const untrusted = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function wasUnreached(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown; syscall?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : '';
  // Ports that fetch never calls on, such as 1 or 6000.
  const isEarly = cause?.syscall === 'connect' || cause?.syscall === 'getaddrinfo';
  return isEarly || unconnected.has(code) || untrusted.test(code) || cause?.message === 'bad port';
}

/** Where a machine is told its own secrets by whoever rents it out: whoever may name a gateway shall not get at them. */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
// Amazon's, by IPv6.
forbidden.addAddress('fd00:ec2::254', 'ipv6');

/** As fetch says it where no connection came about. */
const nowhere = (): Error => new Error('no gateway', { cause: { code: 'ENOTFOUND' } });

/** Fails where the name leads to a place that is forbidden, or takes too long to be found. */
async function checkPlace(url: string, signal: AbortSignal): Promise<void> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(nowhere()), { once: true });
  });
  const found = await Promise.race([lookup(host, { all: true }), tooLate]).catch(() => []);
  const isForbidden = found.some(({ address, family }) =>
    forbidden.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
  if (isForbidden || found.length === 0) throw nowhere();
}

/** The answer itself, for what is not JSON. */
export async function open({ settings }: Sender, { method = 'GET', path, body, seconds }: Asked) {
  const signal = AbortSignal.timeout(seconds * 1000);
  await checkPlace(settings.url ?? '', signal);
  return fetch(`${settings.url}${path}`, {
    method,
    // A connection of its own: one that was kept may be closed at the moment it is written to, and nobody could
    // tell whether it was heard.
    headers: {
      Connection: 'close',
      // A gateway on the same computer may stand open.
      ...(settings.apiKey && { 'X-Api-Key': settings.apiKey }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
    redirect: 'manual',
    signal,
  });
}

/** The bytes, or undefined as soon as there are more than `most`. */
export async function readAtMost(response: Response, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes of an answer in JSON; the longest is that of a session with all its settings. */
const longestAnswer = 1024 * 1024;

export const notAnswered = (error: unknown): Exclude<Reply, { kind: 'answered' }> => ({
  kind: wasUnreached(error) ? 'unreached' : 'lost',
});

/** NUL cannot be stored, and says nothing. */
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, withoutNul);
  } catch {
    return undefined;
  }
}

export async function callGateway(sender: Sender, asked: Asked): Promise<Reply> {
  try {
    const response = await open(sender, asked);
    const bytes = await readAtMost(response, longestAnswer);
    return { kind: 'answered', status: response.status, body: parse(bytes?.toString() ?? '') };
  } catch (error) {
    return notAnswered(error);
  }
}

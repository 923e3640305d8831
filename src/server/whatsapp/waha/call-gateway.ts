/** One call to a gateway. Nothing is ever tried twice here, and where the gateway points elsewhere nobody follows. */
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

/** The answer itself, for what is not JSON. */
export async function open({ settings }: Sender, { method = 'GET', path, body, seconds }: Asked) {
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
    signal: AbortSignal.timeout(seconds * 1000),
  });
}

export const notAnswered = (error: unknown): Exclude<Reply, { kind: 'answered' }> => ({
  kind: wasUnreached(error) ? 'unreached' : 'lost',
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function callGateway(sender: Sender, asked: Asked): Promise<Reply> {
  try {
    const response = await open(sender, asked);
    return { kind: 'answered', status: response.status, body: parse(await response.text()) };
  } catch (error) {
    return notAnswered(error);
  }
}

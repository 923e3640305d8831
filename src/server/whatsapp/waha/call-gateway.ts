/** Makes one call to a gateway. A call is never repeated, and redirects are not followed. */
import type { Sender } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import { Unreached } from '../reach.ts';
import { readAtMost } from '../read-at-most.ts';

export type Reply =
  /** `body` is the parsed JSON; undefined if the answer is not JSON. */
  | { kind: 'answered'; status: number; body: unknown }
  /** Nothing was written, so the gateway has not received the call. */
  | { kind: 'unreached' }
  /** The gateway may have received the call. */
  | { kind: 'lost' };

type GatewayRequest = {
  method?: 'GET' | 'POST' | 'PUT';
  /** The path below the gateway's address, with its query. */
  path: string;
  body?: object;
  /** Seconds until the call counts as lost. */
  seconds: number;
};

export type Gateway = {
  ask: (sender: Sender, request: GatewayRequest) => Promise<Reply>;
  /** Returns the answer itself, for content that is not JSON. */
  open: (sender: Sender, request: GatewayRequest) => Promise<Response>;
};

async function open(
  { runtime, reach }: Pick<ProviderDeps, 'runtime' | 'reach'>,
  { settings, networks }: Sender,
  { method = 'GET', path, body, seconds }: GatewayRequest,
): Promise<Response> {
  const sent = {
    method,
    headers: {
      Accept: '*/*',
      // A gateway on the same computer may need no key.
      ...(settings.apiKey && { 'X-Api-Key': settings.apiKey }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    signal: runtime.timeout(seconds * 1000),
  };
  return reach(`${settings.url}${path}`, sent, networks);
}

/** Bytes of a JSON answer. The longest is a session with all its settings. */
const longestAnswer = 1024 * 1024;

const notAnswered = (error: unknown): Exclude<Reply, { kind: 'answered' }> => ({
  kind: error instanceof Unreached ? 'unreached' : 'lost',
});

/** Removes NUL characters, because the database cannot store them. */
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, withoutNul);
  } catch {
    return undefined;
  }
}

export function createGateway(providerDeps: Pick<ProviderDeps, 'runtime' | 'reach'>): Gateway {
  const ask: Gateway['ask'] = async (sender, request) => {
    try {
      const response = await open(providerDeps, sender, request);
      const bytes = await readAtMost(response, longestAnswer);
      return { kind: 'answered', status: response.status, body: parse(bytes?.toString() ?? '') };
    } catch (error) {
      return notAnswered(error);
    }
  };
  return { ask, open: (sender, request) => open(providerDeps, sender, request) };
}

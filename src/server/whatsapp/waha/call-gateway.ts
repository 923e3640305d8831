/** One call to a gateway. Nothing is ever tried twice here, and where the gateway points elsewhere nobody follows. */
import type { Sender } from '../model.ts';
import type { Surroundings } from '../port.ts';
import { Unreached } from '../reach.ts';
import { readAtMost } from '../read-at-most.ts';

export type Reply =
  /** `body` is what its JSON says; undefined where it is none. */
  | { kind: 'answered'; status: number; body: unknown }
  /** Nothing was written: the gateway has not heard of it. */
  | { kind: 'unreached' }
  /** It may have been heard. */
  | { kind: 'lost' };

export type GatewayRequest = {
  method?: 'GET' | 'POST' | 'PUT';
  /** Below the gateway's address, with its query. */
  path: string;
  body?: object;
  /** Until it counts as lost. */
  seconds: number;
};

export type Gateway = {
  ask: (sender: Sender, asked: GatewayRequest) => Promise<Reply>;
  /** The answer itself, for what is not JSON. */
  open: (sender: Sender, asked: GatewayRequest) => Promise<Response>;
};

async function open(
  { runtime, reach }: Pick<Surroundings, 'runtime' | 'reach'>,
  { settings, places }: Sender,
  { method = 'GET', path, body, seconds }: GatewayRequest,
): Promise<Response> {
  const sent = {
    method,
    headers: {
      Accept: '*/*',
      // A gateway on the same computer may stand open.
      ...(settings.apiKey && { 'X-Api-Key': settings.apiKey }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    signal: runtime.timeout(seconds * 1000),
  };
  return reach(`${settings.url}${path}`, sent, places);
}

/** Bytes of an answer in JSON; the longest is that of a session with all its settings. */
const longestAnswer = 1024 * 1024;

const notAnswered = (error: unknown): Exclude<Reply, { kind: 'answered' }> => ({
  kind: error instanceof Unreached ? 'unreached' : 'lost',
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

export function createGateway(surroundings: Pick<Surroundings, 'runtime' | 'reach'>): Gateway {
  const ask: Gateway['ask'] = async (sender, asked) => {
    try {
      const response = await open(surroundings, sender, asked);
      const bytes = await readAtMost(response, longestAnswer);
      return { kind: 'answered', status: response.status, body: parse(bytes?.toString() ?? '') };
    } catch (error) {
      return notAnswered(error);
    }
  };
  return { ask, open: (sender, asked) => open(surroundings, sender, asked) };
}

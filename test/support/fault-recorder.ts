/** The provider’s side of the recording provider: writes down every message it is given, then is as unreliable as one. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from './fault-random.ts';
import type { Answer } from './recording-provider.ts';

/** What it did with one request. It has not taken a message that it put off or could not be reached for. */
export type Fate = 'accepted' | 'rejected' | 'hungUp' | 'later' | 'notSent';
export type Received = {
  messageID: number;
  attempt: number;
  opaque: string;
  to: string;
  text: string;
  fate: Fate;
};
export const took = ({ fate }: Received): boolean => fate !== 'later' && fate !== 'notSent';

export type Recorder = { url: string; received: Received[]; close: () => Promise<void> };

const opaqueShape = /^m1:(\d+):a(\d+)$/;

function chooseFate(chance: Chance): Fate {
  const throwOf = chance.next();
  if (throwOf < 0.03) return 'hungUp';
  if (throwOf < 0.08) return 'rejected';
  if (throwOf < 0.13) return 'later';
  return throwOf < 0.15 ? 'notSent' : 'accepted';
}

function answerOf({ fate, opaque }: Received): Answer {
  if (fate === 'rejected') return { kind: 'rejected', reason: 'Refused by the recorder' };
  if (fate === 'later') return { kind: 'later', in: 20 };
  if (fate === 'notSent') return { kind: 'notSent', reason: 'The recorder was not reached' };
  return { kind: 'accepted', providerID: `recorded.${opaque}` };
}

/** Milliseconds: most answers are quick, some come late. */
const delayOf = (chance: Chance): number =>
  chance.happens(0.02) ? chance.whole(150, 500) : chance.whole(0, 12);

export async function startRecorder(chance: Chance): Promise<Recorder> {
  const received: Received[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { to, text, opaque } = (await json(request)) as { to: string; text: string; opaque: string };
    const [, messageID, attempt] = opaqueShape.exec(opaque) ?? [];
    const entry = {
      messageID: Number(messageID),
      attempt: Number(attempt),
      opaque,
      to,
      text,
      fate: chooseFate(chance),
    };
    received.push(entry);
    await wait(delayOf(chance));
    if (entry.fate === 'hungUp') request.socket.destroy();
    else response.end(JSON.stringify(answerOf(entry)));
  }

  const server = createServer((request, response) => {
    // A killed caller leaves half a request behind: nothing was received.
    take(request, response).catch(() => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the recorder has no port');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, received, close };
}
